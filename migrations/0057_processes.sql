CREATE TABLE `processes` (
	`owner` text PRIMARY KEY NOT NULL,
	`host` text NOT NULL,
	`version` text NOT NULL,
	`started_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`drain_until` integer
);
