DROP INDEX `trackers_team`;--> statement-breakpoint
DROP INDEX `trackers_workspace`;--> statement-breakpoint
CREATE UNIQUE INDEX `trackers_team` ON `trackers` (`organization_id`,`provider`,`workspace_id`,`team_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `trackers_workspace` ON `trackers` (`organization_id`,`provider`,`workspace_id`) WHERE team_id is null;