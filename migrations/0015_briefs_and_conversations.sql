CREATE TABLE `agent_events` (
	`session_id` text NOT NULL,
	`index` integer NOT NULL,
	`event` text NOT NULL,
	PRIMARY KEY(`session_id`, `index`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `agent_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`surface` text NOT NULL,
	`status` text NOT NULL,
	`post_id` text,
	`chat_id` text,
	`collection_id` text,
	`started_by` text NOT NULL,
	`next_index` integer NOT NULL,
	`turns` integer DEFAULT 0 NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`open_turn` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `agent_sessions_newest` ON `agent_sessions` (`organization_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `agent_sessions_idle` ON `agent_sessions` (`status`,`updated_at`);--> statement-breakpoint
CREATE TABLE `agent_turns` (
	`session_id` text NOT NULL,
	`number` integer NOT NULL,
	`status` text NOT NULL,
	`sent_by` text NOT NULL,
	`message` text NOT NULL,
	`delivery_id` text NOT NULL,
	`usage` text,
	`prompt_version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	PRIMARY KEY(`session_id`, `number`),
	FOREIGN KEY (`session_id`) REFERENCES `agent_sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `approvals` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`conversation_kind` text NOT NULL,
	`conversation_id` text NOT NULL,
	`turn_id` text,
	`call_id` text NOT NULL,
	`tool` text NOT NULL,
	`input` text NOT NULL,
	`input_hash` text NOT NULL,
	`subject` text,
	`prompt` text NOT NULL,
	`status` text NOT NULL,
	`asked_by` text NOT NULL,
	`answered_by` text,
	`reason` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `approvals_conversation` ON `approvals` (`conversation_id`,`status`);--> statement-breakpoint
CREATE INDEX `approvals_open` ON `approvals` (`organization_id`,`status`,`created_at`);--> statement-breakpoint
CREATE TABLE `chat_messages` (
	`chat_id` text NOT NULL,
	`place` integer NOT NULL,
	`id` text NOT NULL,
	`role` text NOT NULL,
	`parts` text NOT NULL,
	`metadata` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`chat_id`, `place`),
	FOREIGN KEY (`chat_id`) REFERENCES `chats`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `chats` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`title` text NOT NULL,
	`title_source` text NOT NULL,
	`channel_source` text,
	`channel_id` text,
	`collection_id` text,
	`owner` text,
	`lease_until` integer,
	`started_by` text NOT NULL,
	`pinned_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `chats_newest` ON `chats` (`organization_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `chats_channel` ON `chats` (`organization_id`,`channel_source`,`channel_id`) WHERE deleted_at is null and channel_id is not null;--> statement-breakpoint
CREATE TABLE `geo_briefs` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`project_id` text NOT NULL,
	`topic` text NOT NULL,
	`working_title` text NOT NULL,
	`status` text NOT NULL,
	`source_kind` text NOT NULL,
	`source_id` text,
	`auto_approved` integer DEFAULT false NOT NULL,
	`run_id` text,
	`step` text,
	`post_id` text,
	`humanized` integer,
	`error` text,
	`brand_identity_id` text,
	`sitemap_id` text,
	`competitor_ids` text NOT NULL,
	`existing_page_url` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`approved_at` integer,
	`started_at` integer,
	`completed_at` integer,
	`document` text NOT NULL,
	`evidence` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `geo_briefs_newest` ON `geo_briefs` (`project_id`,`created_at`,`id`,`topic`,`working_title`,`status`,`post_id`);--> statement-breakpoint
CREATE INDEX `geo_briefs_source` ON `geo_briefs` (`project_id`,`source_kind`,`source_id`,`updated_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `geo_briefs_open` ON `geo_briefs` (`project_id`,`source_kind`,`source_id`) WHERE source_id is not null and source_kind <> 'manual' and status in ('draft', 'approved', 'writing', 'failed');--> statement-breakpoint
CREATE TABLE `geo_brief_plans` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`project_id` text NOT NULL,
	`source` text,
	`status` text NOT NULL,
	`request` text NOT NULL,
	`failure` text,
	`brief_id` text,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `geo_brief_plans_source` ON `geo_brief_plans` (`project_id`,`source`) WHERE status = 'planning';--> statement-breakpoint
CREATE INDEX `geo_brief_plans_age` ON `geo_brief_plans` (`created_at`);--> statement-breakpoint
CREATE TABLE `geo_sitemap_pages` (
	`sitemap_id` text NOT NULL,
	`url` text NOT NULL,
	`place` integer NOT NULL,
	`title` text,
	`text` text,
	PRIMARY KEY(`sitemap_id`, `url`),
	FOREIGN KEY (`sitemap_id`) REFERENCES `geo_sitemaps`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `geo_sitemaps` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`url` text NOT NULL,
	`status` text NOT NULL,
	`error` text,
	`pages` integer DEFAULT 0 NOT NULL,
	`fetched_at` integer,
	`next_fetch_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `geo_sitemaps_url` ON `geo_sitemaps` (`project_id`,`url`);--> statement-breakpoint
CREATE INDEX `geo_sitemaps_due` ON `geo_sitemaps` (`next_fetch_at`);