CREATE TABLE `notification_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`destination_id` text,
	`user_id` text,
	`kinds` text NOT NULL,
	`reported_until` integer NOT NULL,
	`quiet_until` integer NOT NULL,
	`error` text,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`destination_id`) REFERENCES `destinations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notification_rules_destination` ON `notification_rules` (`destination_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `notification_rules_user` ON `notification_rules` (`organization_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `notification_rules_member` ON `notification_rules` (`user_id`);--> statement-breakpoint
CREATE INDEX `notification_rules_quiet` ON `notification_rules` (`quiet_until`);--> statement-breakpoint
CREATE TABLE `server_settings` (
	`name` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `subscriber_mails` (
	`subscriber_id` text NOT NULL,
	`post_id` text NOT NULL,
	`status` text NOT NULL,
	`digest` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`subscriber_id`, `post_id`),
	FOREIGN KEY (`subscriber_id`) REFERENCES `subscribers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `subscriber_mails_next` ON `subscriber_mails` (`status`,`next_at`);--> statement-breakpoint
CREATE INDEX `subscriber_mails_post` ON `subscriber_mails` (`post_id`);--> statement-breakpoint
CREATE TABLE `subscribers` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`email` text NOT NULL,
	`token` text NOT NULL,
	`status` text NOT NULL,
	`frequency` text NOT NULL,
	`asked_at` integer NOT NULL,
	`asked_from` text NOT NULL,
	`wording` integer NOT NULL,
	`confirmed_at` integer,
	`confirmed_from` text,
	`stopped_at` integer,
	`stopped_by` text,
	`stop_reason` text,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscribers_token_unique` ON `subscribers` (`token`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscribers_email` ON `subscribers` (`organization_id`,`email`);--> statement-breakpoint
CREATE INDEX `subscribers_status` ON `subscribers` (`organization_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `subscribers_asked` ON `subscribers` (`status`,`asked_at`);--> statement-breakpoint
ALTER TABLE `organizations` ADD `time_zone` text;--> statement-breakpoint
ALTER TABLE `public_pages` ADD `subscriptions` integer DEFAULT false NOT NULL;