CREATE TABLE `visibility_moves` (
	`project_id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`scan_id` text NOT NULL,
	`direction` integer NOT NULL,
	`title` text,
	`moved_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `visibility_moves_newest` ON `visibility_moves` (`organization_id`,`moved_at`);--> statement-breakpoint
ALTER TABLE `notification_rules` ADD `digested_until` integer;