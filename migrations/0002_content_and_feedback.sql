CREATE TABLE `codehost_answers` (
	`key` text PRIMARY KEY NOT NULL,
	`etag` text NOT NULL,
	`link` text,
	`body` text NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `codehost_answers_age` ON `codehost_answers` (`used_at`);--> statement-breakpoint
CREATE TABLE `brand_analysis_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`brand_identity_id` text NOT NULL,
	`status` text NOT NULL,
	`step` text,
	`current_step` integer DEFAULT 0 NOT NULL,
	`workflow_run_id` text,
	`error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`completed_at` integer,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `brand_analysis_jobs_age` ON `brand_analysis_jobs` (`created_at`);--> statement-breakpoint
CREATE TABLE `brand_identities` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`name` text NOT NULL,
	`is_default` integer DEFAULT false NOT NULL,
	`website_url` text NOT NULL,
	`company_name` text,
	`company_description` text,
	`tone_profile` text,
	`custom_tone` text,
	`custom_instructions` text,
	`audience` text,
	`language` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `brand_identities_name` ON `brand_identities` (`organization_id`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `brand_identities_default` ON `brand_identities` (`organization_id`) WHERE is_default = 1;--> statement-breakpoint
CREATE TABLE `feedback` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`project_id` text DEFAULT '' NOT NULL,
	`source` text NOT NULL,
	`kind` text NOT NULL,
	`sentiment` text,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`resolved_at` integer,
	`idempotency_key` text,
	`similar_to` text,
	`title` text,
	`message` text NOT NULL,
	`agent_client` text,
	`agent_model` text,
	`tool_version` text,
	`user_agent` text,
	`context_url` text,
	`external_id` text,
	`metadata` text,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `feedback_idempotency` ON `feedback` (`organization_id`,`idempotency_key`);--> statement-breakpoint
CREATE INDEX `feedback_newest` ON `feedback` (`organization_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `feedback_status` ON `feedback` (`organization_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `feedback_kind` ON `feedback` (`organization_id`,`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `feedback_project` ON `feedback` (`organization_id`,`project_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `feedback_similar` ON `feedback` (`similar_to`);--> statement-breakpoint
CREATE TABLE `feedback_counts` (
	`organization_id` text NOT NULL,
	`status` text NOT NULL,
	`kind` text NOT NULL,
	`project_id` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `status`, `kind`, `project_id`)
);
--> statement-breakpoint
CREATE TABLE `feedback_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`project_id` text,
	`start` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `feedback_tokens_hash_unique` ON `feedback_tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `feedback_tokens_organization` ON `feedback_tokens` (`organization_id`);--> statement-breakpoint
CREATE TABLE `post_images` (
	`token` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`png` blob NOT NULL,
	`html` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `projects` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `projects_organization` ON `projects` (`organization_id`);--> statement-breakpoint
CREATE TABLE `schedules` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`name` text NOT NULL,
	`source_config` text NOT NULL,
	`repository_ids` text NOT NULL,
	`output_type` text NOT NULL,
	`output_config` text,
	`enabled` integer NOT NULL,
	`auto_publish` integer NOT NULL,
	`lookback_window` text NOT NULL,
	`fingerprint` text NOT NULL,
	`failure_reason` text,
	`failure_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `schedules_fingerprint` ON `schedules` (`organization_id`,`fingerprint`);--> statement-breakpoint
CREATE INDEX `schedules_newest` ON `schedules` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `skills` (
	`id` text NOT NULL,
	`organization_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`content` text NOT NULL,
	`is_system` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `name`),
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `usage_holds` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`feature` text NOT NULL,
	`period` text NOT NULL,
	`mode` text NOT NULL,
	`state` text NOT NULL,
	`units` integer NOT NULL,
	`cents` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `usage_holds_period` ON `usage_holds` (`organization_id`,`period`,`feature`);--> statement-breakpoint
CREATE INDEX `usage_holds_expiry` ON `usage_holds` (`state`,`expires_at`);--> statement-breakpoint
CREATE TABLE `usage_limits` (
	`organization_id` text PRIMARY KEY NOT NULL,
	`long_form_posts` integer,
	`social_posts` integer,
	`image_generations` integer,
	`credit_cents` integer,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `organizations` ADD `zero_data_retention` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `event_triggers` ADD `failure_reason` text;--> statement-breakpoint
ALTER TABLE `event_triggers` ADD `failure_count` integer DEFAULT 0 NOT NULL;