CREATE TABLE `traffic_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`keys` text,
	`fetched_at` integer,
	`checked_at` integer NOT NULL,
	`fault` text
);
--> statement-breakpoint
CREATE TABLE `__new_traffic_received` (
	`organization_id` text NOT NULL,
	`project_id` text NOT NULL,
	`day` integer NOT NULL,
	`outcome` text NOT NULL,
	`visits` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `project_id`, `day`, `outcome`)
);
--> statement-breakpoint
-- Slices of traffic_received
INSERT INTO `__new_traffic_received` (`organization_id`, `project_id`, `day`, `outcome`, `visits`, `last_at`)
SELECT `organization_id`, '', `day`, `outcome`, `visits`, `last_at` FROM `traffic_received`
WHERE rowid > ?1 AND rowid <= ?2;--> statement-breakpoint
DROP TABLE `traffic_received`;--> statement-breakpoint
ALTER TABLE `__new_traffic_received` RENAME TO `traffic_received`;--> statement-breakpoint
CREATE INDEX `traffic_received_age` ON `traffic_received` (`day`);--> statement-breakpoint
CREATE INDEX `traffic_events_refused` ON `traffic_events` (`site`,`host`,`at`) WHERE status in (401, 403, 429);