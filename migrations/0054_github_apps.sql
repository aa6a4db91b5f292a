CREATE TABLE `github_app_attempts` (
	`session_hash` text PRIMARY KEY NOT NULL,
	`state_hash` text NOT NULL,
	`organization_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`session_hash`) REFERENCES `sessions`(`hash`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `github_apps` (
	`organization_id` text PRIMARY KEY NOT NULL,
	`app_id` integer NOT NULL,
	`slug` text NOT NULL,
	`url` text NOT NULL,
	`encrypted_key` text NOT NULL,
	`encrypted_webhook_secret` text,
	`installation_id` integer,
	`account` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `integrations` ADD `via_app` integer DEFAULT false NOT NULL;