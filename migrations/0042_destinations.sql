CREATE TABLE `destinations` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`service` text NOT NULL,
	`name` text NOT NULL,
	`encrypted_address` text NOT NULL,
	`shown_address` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `destinations_own` ON `destinations` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `post_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`post_id` text NOT NULL,
	`target` text NOT NULL,
	`destination_id` text,
	`integration_id` text,
	`status` text NOT NULL,
	`attempt` integer NOT NULL,
	`remote_id` text,
	`remote_url` text,
	`error` text,
	`requested_by` text NOT NULL,
	`requested_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`destination_id`) REFERENCES `destinations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`integration_id`) REFERENCES `integrations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `post_deliveries_target` ON `post_deliveries` (`post_id`,`target`);--> statement-breakpoint
CREATE INDEX `post_deliveries_organization` ON `post_deliveries` (`organization_id`);--> statement-breakpoint
CREATE INDEX `post_deliveries_destination` ON `post_deliveries` (`destination_id`,`status`);--> statement-breakpoint
CREATE INDEX `post_deliveries_integration` ON `post_deliveries` (`integration_id`);--> statement-breakpoint
CREATE TABLE `pull_request_targets` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`integration_id` text NOT NULL,
	`site` text NOT NULL,
	`path` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`integration_id`) REFERENCES `integrations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pull_request_targets_own` ON `pull_request_targets` (`organization_id`,`integration_id`,`path`);--> statement-breakpoint
CREATE INDEX `pull_request_targets_integration` ON `pull_request_targets` (`integration_id`);