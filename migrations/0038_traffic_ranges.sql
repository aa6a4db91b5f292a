CREATE TABLE `traffic_ranges` (
	`id` text PRIMARY KEY NOT NULL,
	`ranges` text,
	`range_count` integer NOT NULL,
	`fetched_at` integer,
	`checked_at` integer NOT NULL,
	`fault` text
);
--> statement-breakpoint
CREATE INDEX `traffic_events_verified` ON `traffic_events` (`site`,`host`,`at`) WHERE verdict = 1;