CREATE TABLE `geo_report_links` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`hash` text NOT NULL,
	`days` integer,
	`from_day` text,
	`to_day` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `geo_report_links_hash_unique` ON `geo_report_links` (`hash`);--> statement-breakpoint
CREATE INDEX `geo_report_links_project` ON `geo_report_links` (`project_id`,`created_at`);