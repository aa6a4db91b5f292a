CREATE TABLE `recurring` (
	`key` text PRIMARY KEY NOT NULL,
	`pattern` text NOT NULL,
	`job` text NOT NULL,
	`payload` text NOT NULL,
	`next_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `recurring_due` ON `recurring` (`next_at`);--> statement-breakpoint
CREATE TABLE `guards` (
	`ok` integer NOT NULL,
	CONSTRAINT "guards_ok" CHECK("guards"."ok" = 1)
);
--> statement-breakpoint
CREATE TABLE `generation_events` (
	`id` text PRIMARY KEY NOT NULL,
	`job_id` text NOT NULL,
	`type` text NOT NULL,
	`message` text NOT NULL,
	`metadata` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `generation_jobs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `generation_events_job` ON `generation_events` (`job_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `generation_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`status` text NOT NULL,
	`content_type` text NOT NULL,
	`lookback_window` text,
	`repository_ids` text NOT NULL,
	`brand_voice_id` text,
	`workflow_run_id` text,
	`post_id` text,
	`error` text,
	`source` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`completed_at` integer,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `generation_jobs_workflowRunId_unique` ON `generation_jobs` (`workflow_run_id`);--> statement-breakpoint
CREATE INDEX `generation_jobs_newest` ON `generation_jobs` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `generation_jobs_age` ON `generation_jobs` (`created_at`);--> statement-breakpoint
CREATE TABLE `integrations` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`provider` text NOT NULL,
	`display_name` text NOT NULL,
	`owner` text NOT NULL,
	`repo` text NOT NULL,
	`url` text NOT NULL,
	`default_branch` text,
	`branch` text,
	`encrypted_token` text,
	`encrypted_webhook_secret` text,
	`enabled` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `integrations_repository` ON `integrations` (`organization_id`,lower(owner),lower(repo));--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`name` text NOT NULL,
	`start` text NOT NULL,
	`hash` text NOT NULL,
	`scopes` text NOT NULL,
	`per_minute` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`last_used_at` integer,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE INDEX `api_keys_organization` ON `api_keys` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `organizations` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`logo` text,
	`log_retention_days` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `organizations_slug_unique` ON `organizations` (`slug`);--> statement-breakpoint
CREATE TABLE `post_counts` (
	`organization_id` text NOT NULL,
	`status` text NOT NULL,
	`content_type` text NOT NULL,
	`brand_identity_id` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `status`, `content_type`, `brand_identity_id`)
);
--> statement-breakpoint
CREATE TABLE `posts` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`content_type` text NOT NULL,
	`status` text NOT NULL,
	`brand_identity_id` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`title` text NOT NULL,
	`slug` text,
	`markdown` text,
	`content` text NOT NULL,
	`html_url` text,
	`raw_html` text,
	`recommendations` text,
	`source_metadata` text,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `posts_slug` ON `posts` (`organization_id`,`slug`);--> statement-breakpoint
CREATE INDEX `posts_newest` ON `posts` (`organization_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `posts_status` ON `posts` (`organization_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `posts_brand` ON `posts` (`organization_id`,`brand_identity_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `event_trigger_repositories` (
	`integration_id` text NOT NULL,
	`trigger_id` text NOT NULL,
	PRIMARY KEY(`integration_id`, `trigger_id`),
	FOREIGN KEY (`trigger_id`) REFERENCES `event_triggers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `event_trigger_repositories_trigger` ON `event_trigger_repositories` (`trigger_id`);--> statement-breakpoint
CREATE TABLE `event_triggers` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`name` text NOT NULL,
	`source_config` text NOT NULL,
	`repository_ids` text NOT NULL,
	`output_type` text NOT NULL,
	`output_config` text,
	`enabled` integer NOT NULL,
	`auto_publish` integer NOT NULL,
	`fingerprint` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_triggers_fingerprint` ON `event_triggers` (`organization_id`,`fingerprint`);--> statement-breakpoint
CREATE INDEX `event_triggers_newest` ON `event_triggers` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `activities` (
	`integration_id` text NOT NULL,
	`delivery_id` text NOT NULL,
	`kind` text NOT NULL,
	`action` text NOT NULL,
	`data` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`integration_id`, `delivery_id`),
	FOREIGN KEY (`integration_id`) REFERENCES `integrations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `activities_newest` ON `activities` (`integration_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`integration_id` text NOT NULL,
	`delivery_id` text NOT NULL,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`integration_id`, `delivery_id`),
	FOREIGN KEY (`integration_id`) REFERENCES `integrations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `deliveries_age` ON `deliveries` (`received_at`);--> statement-breakpoint
CREATE TABLE `webhook_logs` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`organization_id` text NOT NULL,
	`integration_id` text NOT NULL,
	`reference_id` text NOT NULL,
	`title` text NOT NULL,
	`status` text NOT NULL,
	`status_code` integer NOT NULL,
	`error_message` text,
	`payload` text,
	`processed` integer DEFAULT false NOT NULL,
	`verified` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_logs_organization` ON `webhook_logs` (`organization_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `webhook_logs_repository` ON `webhook_logs` (`integration_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `webhook_logs_unverified` ON `webhook_logs` (`integration_id`,`sequence`) WHERE verified = 0;--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`bucket` text PRIMARY KEY NOT NULL,
	`hits` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_limits_expired` ON `rate_limits` (`expires_at`);--> statement-breakpoint
CREATE TABLE `job_steps` (
	`job_id` integer NOT NULL,
	`name` text NOT NULL,
	`result` text,
	PRIMARY KEY(`job_id`, `name`),
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`payload` text NOT NULL,
	`key` text,
	`state` text DEFAULT 'ready' NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`interruptions` integer DEFAULT 0 NOT NULL,
	`run_at` integer NOT NULL,
	`lease_owner` text,
	`lease_until` integer,
	`error` text,
	`created_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_key_unique` ON `jobs` (`key`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`run_at`) WHERE state = 'ready';--> statement-breakpoint
CREATE INDEX `jobs_leased` ON `jobs` (`lease_until`) WHERE state = 'running';--> statement-breakpoint
CREATE INDEX `jobs_finished` ON `jobs` (`finished_at`) WHERE finished_at is not null;