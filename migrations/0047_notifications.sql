CREATE TABLE `notice_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`destination_id` text,
	`user_id` text,
	`kinds` text NOT NULL,
	`told_until` integer NOT NULL,
	`quiet_until` integer NOT NULL,
	`error` text,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`destination_id`) REFERENCES `destinations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notice_rules_target` ON `notice_rules` (`organization_id`,`destination_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `notice_rules_quiet` ON `notice_rules` (`quiet_until`);--> statement-breakpoint
CREATE INDEX `notice_rules_destination` ON `notice_rules` (`destination_id`);--> statement-breakpoint
CREATE INDEX `notice_rules_user` ON `notice_rules` (`user_id`);