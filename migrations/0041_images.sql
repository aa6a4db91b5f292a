CREATE TABLE `image_chunks` (
	`image_id` text NOT NULL,
	`number` integer NOT NULL,
	`data` blob NOT NULL,
	PRIMARY KEY(`image_id`, `number`),
	FOREIGN KEY (`image_id`) REFERENCES `images`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `images` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`hash` text NOT NULL,
	`type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	`stored_at` integer,
	`used_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `images_own` ON `images` (`organization_id`,`hash`);--> statement-breakpoint
CREATE INDEX `images_hash` ON `images` (`hash`);--> statement-breakpoint
CREATE INDEX `images_size` ON `images` (`organization_id`,`bytes`);--> statement-breakpoint
CREATE INDEX `images_unused` ON `images` (`used_at`,`organization_id`);--> statement-breakpoint
ALTER TABLE `public_pages` ADD `logo` text;--> statement-breakpoint
ALTER TABLE `public_pages` ADD `icon` text;--> statement-breakpoint
ALTER TABLE `public_pages` ADD `external_images` integer DEFAULT false NOT NULL;