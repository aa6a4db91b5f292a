CREATE TABLE `search_console_attempts` (
	`session_hash` text PRIMARY KEY NOT NULL,
	`state_hash` text NOT NULL,
	`organization_id` text NOT NULL,
	`project_id` text NOT NULL,
	`encrypted_verifier` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`session_hash`) REFERENCES `sessions`(`hash`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `search_console_connections` (
	`id` text NOT NULL,
	`organization_id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`encrypted_refresh_token` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `search_console_properties` (
	`project_id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`site_url` text NOT NULL,
	`sync_id` text,
	`sync_started_at` integer,
	`synced_at` integer,
	`error` text,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `search_console_properties_organization` ON `search_console_properties` (`organization_id`);