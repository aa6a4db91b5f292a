CREATE TABLE `trackers` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`provider` text NOT NULL,
	`display_name` text NOT NULL,
	`workspace_id` text NOT NULL,
	`workspace_name` text NOT NULL,
	`team_id` text,
	`team_key` text,
	`team_name` text,
	`left_out` text NOT NULL,
	`encrypted_token` text,
	`enabled` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trackers_team` ON `trackers` (`organization_id`,`workspace_id`,`team_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `trackers_workspace` ON `trackers` (`organization_id`,`workspace_id`) WHERE team_id is null;--> statement-breakpoint
ALTER TABLE `integrations` ADD `issues` integer DEFAULT false NOT NULL;