CREATE TABLE `automations` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`source_type` text NOT NULL,
	`name` text NOT NULL,
	`source_config` text NOT NULL,
	`repository_ids` text NOT NULL,
	`output_type` text NOT NULL,
	`output_config` text,
	`enabled` integer NOT NULL,
	`auto_publish` integer NOT NULL,
	`lookback_window` text,
	`fingerprint` text NOT NULL,
	`failure_reason` text,
	`failure_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `automations_fingerprint` ON `automations` (`organization_id`,`fingerprint`);--> statement-breakpoint
CREATE INDEX `automations_newest` ON `automations` (`organization_id`,`source_type`,`created_at`);--> statement-breakpoint
CREATE TABLE `automation_repositories` (
	`integration_id` text NOT NULL,
	`automation_id` text NOT NULL,
	PRIMARY KEY(`integration_id`, `automation_id`),
	FOREIGN KEY (`automation_id`) REFERENCES `automations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `automation_repositories_automation` ON `automation_repositories` (`automation_id`);--> statement-breakpoint
INSERT INTO `automations` (
	`id`, `organization_id`, `source_type`, `name`, `source_config`, `repository_ids`, `output_type`, `output_config`, `enabled`,
	`auto_publish`, `lookback_window`, `fingerprint`, `failure_reason`, `failure_count`, `created_at`, `updated_at`
)
SELECT `id`, `organization_id`, 'github_webhook', `name`, `source_config`, `repository_ids`, `output_type`, `output_config`, `enabled`,
	`auto_publish`, NULL, `fingerprint`, `failure_reason`, `failure_count`, `created_at`, `updated_at` FROM `event_triggers`
UNION ALL
SELECT `id`, `organization_id`, 'cron', `name`, `source_config`, `repository_ids`, `output_type`, `output_config`, `enabled`,
	`auto_publish`, `lookback_window`, `fingerprint`, `failure_reason`, `failure_count`, `created_at`, `updated_at` FROM `schedules`;--> statement-breakpoint
INSERT INTO `automation_repositories` (`integration_id`, `automation_id`)
SELECT DISTINCT `json_each`.`value`, `automations`.`id` FROM `automations`, json_each(`automations`.`repository_ids`);--> statement-breakpoint
DROP TABLE `event_trigger_repositories`;--> statement-breakpoint
DROP TABLE `event_triggers`;--> statement-breakpoint
DROP TABLE `schedules`;
