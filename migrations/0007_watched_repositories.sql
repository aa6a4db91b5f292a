CREATE TABLE `sightings` (
	`integration_id` text NOT NULL,
	`fact` text NOT NULL,
	`way` text NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`integration_id`, `fact`, `way`),
	FOREIGN KEY (`integration_id`) REFERENCES `integrations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sightings_age` ON `sightings` (`seen_at`);--> statement-breakpoint
ALTER TABLE `integrations` ADD `host_id` integer;--> statement-breakpoint
ALTER TABLE `integrations` ADD `watch_minutes` integer;--> statement-breakpoint
ALTER TABLE `integrations` ADD `watched` text;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `trigger_ids` text DEFAULT '[]' NOT NULL;