CREATE TABLE `traffic_proofs` (
	`site` integer NOT NULL,
	`host` integer NOT NULL,
	`day` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`site`, `host`, `day`)
);
--> statement-breakpoint
CREATE INDEX `traffic_proofs_age` ON `traffic_proofs` (`day`);--> statement-breakpoint
-- Proofs hold for 24 hours; earlier days are only needed by imports of old logs, which prove their hosts again.
INSERT INTO `traffic_proofs` (`site`, `host`, `day`, `first_at`, `last_at`)
SELECT `site`, `host`, `at` / 86400000, min(`at`), max(`at`) FROM `traffic_events` INDEXED BY `traffic_events_age`
WHERE `verdict` = 1 AND `at` > (unixepoch() - 172800) * 1000
GROUP BY 1, 2, 3;--> statement-breakpoint
DROP INDEX `traffic_events_age`;--> statement-breakpoint
DROP INDEX `traffic_events_verified`;--> statement-breakpoint
DROP INDEX `traffic_journeys_age`;--> statement-breakpoint
CREATE TABLE `__new_traffic_lines` (
	`site` integer NOT NULL,
	`key` blob NOT NULL,
	PRIMARY KEY(`site`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
-- Slices of traffic_lines
-- The keys of earlier versions did not begin with the second of the line; the rest was the same.
INSERT OR IGNORE INTO `__new_traffic_lines` (`site`, `key`)
SELECT `site`, unhex(printf('%08x', `at` / 1000) || substr(hex(`key`), 9)) FROM `traffic_lines`
WHERE rowid > ?1 AND rowid <= ?2;--> statement-breakpoint
DROP TABLE `traffic_lines`;--> statement-breakpoint
ALTER TABLE `__new_traffic_lines` RENAME TO `traffic_lines`;
