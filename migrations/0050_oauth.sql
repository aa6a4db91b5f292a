CREATE TABLE `oauth_clients` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`redirect_uris` text NOT NULL,
	`secret_hash` text,
	`fingerprint` text,
	`approved_at` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `oauth_clients_equal` ON `oauth_clients` (`fingerprint`,`created_at`);--> statement-breakpoint
CREATE INDEX `oauth_clients_unapproved` ON `oauth_clients` (`approved_at`,`created_at`);--> statement-breakpoint
CREATE INDEX `oauth_clients_expired` ON `oauth_clients` (`expires_at`);--> statement-breakpoint
CREATE TABLE `oauth_grants` (
	`id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`client_name` text NOT NULL,
	`user_id` text NOT NULL,
	`organization_id` text NOT NULL,
	`scopes` text NOT NULL,
	`redirect_uri` text NOT NULL,
	`challenge` text NOT NULL,
	`code_hash` text NOT NULL,
	`exchanged_at` integer,
	`family_hash` text,
	`refresh_hash` text,
	`previous_hash` text,
	`rotated_at` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_grants_codeHash_unique` ON `oauth_grants` (`code_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_grants_familyHash_unique` ON `oauth_grants` (`family_hash`);--> statement-breakpoint
CREATE INDEX `oauth_grants_user` ON `oauth_grants` (`user_id`,`organization_id`);--> statement-breakpoint
CREATE INDEX `oauth_grants_expired` ON `oauth_grants` (`expires_at`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `client_id` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `token_expires_at` integer;--> statement-breakpoint
CREATE INDEX `api_keys_connected` ON `api_keys` (`expires_at`) WHERE client_id is not null and revoked_at is null;