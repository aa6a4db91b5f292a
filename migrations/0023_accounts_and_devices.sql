CREATE TABLE `devices` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `devices_user` ON `devices` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `devices_expired` ON `devices` (`expires_at`);--> statement-breakpoint
DELETE FROM `identities` WHERE rowid NOT IN (SELECT min(rowid) FROM `identities` GROUP BY `user_id`, `issuer`);--> statement-breakpoint
DROP INDEX `identities_user`;--> statement-breakpoint
CREATE UNIQUE INDEX `identities_user` ON `identities` (`user_id`,`issuer`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `created_by` text REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `api_keys_creator` ON `api_keys` (`created_by`);--> statement-breakpoint
ALTER TABLE `users` ADD `email_verified_at` integer;