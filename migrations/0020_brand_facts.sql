CREATE TABLE `brand_facts` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`brand_identity_id` text NOT NULL,
	`url` text,
	`text` text,
	`title` text,
	`status` text NOT NULL,
	`error` text,
	`fetched_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`brand_identity_id`) REFERENCES `brand_identities`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `brand_facts_identity` ON `brand_facts` (`brand_identity_id`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `brand_facts_text` ON `brand_facts` (`brand_identity_id`,`text`) WHERE url is null;--> statement-breakpoint
CREATE UNIQUE INDEX `brand_facts_url` ON `brand_facts` (`brand_identity_id`,`url`) WHERE url is not null;