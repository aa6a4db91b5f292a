CREATE TABLE `geo_competitor_lookups` (
	`key` text PRIMARY KEY NOT NULL,
	`answer` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `geo_competitor_lookups_age` ON `geo_competitor_lookups` (`expires_at`);--> statement-breakpoint
CREATE TABLE `geo_competitors` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`name` text NOT NULL,
	`folded` text NOT NULL,
	`domain` text,
	`synonyms` text NOT NULL,
	`kind` text DEFAULT 'direct' NOT NULL,
	`color` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `geo_competitors_folded` ON `geo_competitors` (`project_id`,`folded`);--> statement-breakpoint
CREATE INDEX `geo_competitors_oldest` ON `geo_competitors` (`project_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `geo_prompts` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`prompt` text NOT NULL,
	`folded` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`tags` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `geo_prompts_folded` ON `geo_prompts` (`project_id`,`folded`);--> statement-breakpoint
CREATE INDEX `geo_prompts_newest` ON `geo_prompts` (`project_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `geo_suggestions` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`prompt` text NOT NULL,
	`folded` text NOT NULL,
	`title` text,
	`source` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`queries` text NOT NULL,
	`impressions` integer DEFAULT 0 NOT NULL,
	`clicks` integer DEFAULT 0 NOT NULL,
	`position` real,
	`prompt_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `geo_suggestions_newest` ON `geo_suggestions` (`project_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `geo_suggestions_folded` ON `geo_suggestions` (`project_id`,`folded`);--> statement-breakpoint
CREATE INDEX `geo_suggestions_prompt` ON `geo_suggestions` (`prompt_id`);--> statement-breakpoint
CREATE TABLE `geo_answers` (
	`check_id` text PRIMARY KEY NOT NULL,
	`prompt` text NOT NULL,
	`answer` text NOT NULL,
	`excerpt` text,
	`queries` text NOT NULL,
	`cited` text NOT NULL,
	`consulted` text NOT NULL,
	`matches` text NOT NULL,
	`decided` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `geo_checks` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`project_id` text NOT NULL,
	`scan_id` text NOT NULL,
	`engine` text NOT NULL,
	`prompt_id` text NOT NULL,
	`turn` integer DEFAULT 0 NOT NULL,
	`language` text NOT NULL,
	`is_twin` integer DEFAULT false NOT NULL,
	`captured_at` integer NOT NULL,
	`mentioned` integer NOT NULL,
	`owned_source_cited` integer NOT NULL,
	`position` integer,
	`sentiment` text,
	`competitor_ids` text NOT NULL,
	`discovered` text NOT NULL,
	`model_reported` text,
	`searched` integer,
	`instructions_version` integer NOT NULL,
	`matcher_version` integer NOT NULL,
	`zdr_enforced` integer NOT NULL,
	`finish_reason` text,
	`prompt_tokens` integer,
	`output_tokens` integer,
	`reasoning_tokens` integer,
	`searches` integer,
	`cents` real,
	`judged_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `geo_checks_once` ON `geo_checks` (`scan_id`,`engine`,`prompt_id`,`turn`,`language`,`is_twin`);--> statement-breakpoint
CREATE INDEX `geo_checks_prompt` ON `geo_checks` (`project_id`,`prompt_id`,`engine`,`captured_at`);--> statement-breakpoint
CREATE INDEX `geo_checks_newest` ON `geo_checks` (`project_id`,`captured_at`,`id`);--> statement-breakpoint
CREATE TABLE `geo_citations` (
	`scan_id` text NOT NULL,
	`engine` text NOT NULL,
	`url` text NOT NULL,
	`project_id` text NOT NULL,
	`domain` text NOT NULL,
	`title` text,
	`captured_at` integer NOT NULL,
	`cited` integer NOT NULL,
	`consulted` integer NOT NULL,
	PRIMARY KEY(`scan_id`, `engine`, `url`)
);
--> statement-breakpoint
CREATE INDEX `geo_citations_window` ON `geo_citations` (`project_id`,`captured_at`);--> statement-breakpoint
CREATE TABLE `geo_scans` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`project_id` text NOT NULL,
	`status` text NOT NULL,
	`cause` text NOT NULL,
	`retry_of` text,
	`plan` text NOT NULL,
	`planned` integer NOT NULL,
	`saved` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`failures` text DEFAULT '[]' NOT NULL,
	`error_code` text,
	`error_message` text,
	`failed_stage` text,
	`retryable` integer DEFAULT false NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `geo_scans_newest` ON `geo_scans` (`project_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `geo_scans_running` ON `geo_scans` (`started_at`) WHERE status = 'running';--> statement-breakpoint
CREATE TABLE `geo_tallies` (
	`scan_id` text NOT NULL,
	`engine` text NOT NULL,
	`language` text NOT NULL,
	`is_twin` integer DEFAULT false NOT NULL,
	`project_id` text NOT NULL,
	`captured_at` integer NOT NULL,
	`model_reported` text,
	`searched` integer,
	`instructions_version` integer NOT NULL,
	`matcher_version` integer NOT NULL,
	`names` text NOT NULL,
	`cells` blob NOT NULL,
	PRIMARY KEY(`scan_id`, `engine`, `language`, `is_twin`)
);
--> statement-breakpoint
CREATE INDEX `geo_tallies_window` ON `geo_tallies` (`project_id`,`captured_at`);--> statement-breakpoint
CREATE TABLE `geo_sequences` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`name` text NOT NULL,
	`steps` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `geo_sequences_oldest` ON `geo_sequences` (`project_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `geo_settings` (
	`project_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`company_name` text NOT NULL,
	`aliases` text NOT NULL,
	`conversion_paths` text NOT NULL,
	`domains` text NOT NULL,
	`languages` text NOT NULL,
	`prompt_language` text DEFAULT 'en' NOT NULL,
	`engines` text NOT NULL,
	`non_zdr_approved_engines` text NOT NULL,
	`paused_auto_prompt_ids` text NOT NULL,
	`removed_auto_prompt_ids` text NOT NULL,
	`track_without_search` integer DEFAULT false NOT NULL,
	`enforce_zdr` integer NOT NULL,
	`enabled` integer NOT NULL,
	`scan_interval_hours` integer NOT NULL,
	`scan_started_at` integer,
	`scan_id` text,
	`last_scan_at` integer,
	`next_scan_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
DROP INDEX `projects_organization`;--> statement-breakpoint
ALTER TABLE `projects` ADD `brand_identity_id` text;--> statement-breakpoint
ALTER TABLE `projects` ADD `search_console_at` integer;--> statement-breakpoint
CREATE INDEX `projects_organization` ON `projects` (`organization_id`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `usage_limits` ADD `ai_answers` integer;--> statement-breakpoint
ALTER TABLE `usage_limits` ADD `zero_data_retention` integer DEFAULT true NOT NULL;