CREATE TABLE `custom_domains` (
	`organization_id` text PRIMARY KEY NOT NULL,
	`domain` text NOT NULL,
	`token` text NOT NULL,
	`verified_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `custom_domains_verified` ON `custom_domains` (`domain`) WHERE "custom_domains"."verified_at" is not null;