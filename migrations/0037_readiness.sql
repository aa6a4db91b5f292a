CREATE TABLE `readiness_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`target_url` text NOT NULL,
	`status` text NOT NULL,
	`score` integer,
	`rules_version` integer,
	`failed_count` integer,
	`partial_count` integer,
	`evaluation` text,
	`error_message` text,
	`scanned_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `readiness_reports_running` ON `readiness_reports` (`project_id`) WHERE "readiness_reports"."status" = 'running';--> statement-breakpoint
CREATE INDEX `readiness_reports_target` ON `readiness_reports` (`project_id`,`target_url`,`created_at`,`id`);