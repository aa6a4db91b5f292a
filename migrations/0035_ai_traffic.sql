CREATE TABLE `traffic_cursor` (
	`id` integer PRIMARY KEY NOT NULL,
	`event` integer NOT NULL,
	`deletions` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `traffic_days` (
	`site` integer NOT NULL,
	`day` integer NOT NULL,
	`visitor` integer NOT NULL,
	`visits` integer NOT NULL,
	`markdown` integer NOT NULL,
	`verified` integer NOT NULL,
	`contradicted` integer NOT NULL,
	`last_at` integer NOT NULL,
	`seen` blob NOT NULL,
	`pages` blob NOT NULL,
	PRIMARY KEY(`site`, `day`, `visitor`)
);
--> statement-breakpoint
CREATE INDEX `traffic_days_age` ON `traffic_days` (`day`);--> statement-breakpoint
CREATE TABLE `traffic_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site` integer NOT NULL,
	`class` integer NOT NULL,
	`visitor` integer NOT NULL,
	`at` integer NOT NULL,
	`host` integer NOT NULL,
	`page` integer NOT NULL,
	`user_agent` integer NOT NULL,
	`referrer` integer NOT NULL,
	`journey` blob,
	`country` text,
	`method` text,
	`status` integer,
	`verdict` integer NOT NULL,
	`wants_markdown` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `traffic_events_log` ON `traffic_events` (`site`,`class`,`at`);--> statement-breakpoint
CREATE INDEX `traffic_events_host` ON `traffic_events` (`site`,`host`,`class`,`at`);--> statement-breakpoint
CREATE INDEX `traffic_events_journey` ON `traffic_events` (`site`,`journey`);--> statement-breakpoint
CREATE INDEX `traffic_events_age` ON `traffic_events` (`at`);--> statement-breakpoint
CREATE TABLE `traffic_journeys` (
	`site` integer NOT NULL,
	`journey` blob NOT NULL,
	`visitor` integer NOT NULL,
	`visits` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`entry` integer NOT NULL,
	`pages` blob NOT NULL,
	PRIMARY KEY(`site`, `journey`)
);
--> statement-breakpoint
CREATE INDEX `traffic_journeys_last` ON `traffic_journeys` (`site`,`last_at`);--> statement-breakpoint
CREATE INDEX `traffic_journeys_age` ON `traffic_journeys` (`last_at`);--> statement-breakpoint
CREATE TABLE `traffic_lines` (
	`site` integer NOT NULL,
	`key` blob NOT NULL,
	`batch` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`site`, `key`)
);
--> statement-breakpoint
CREATE INDEX `traffic_lines_age` ON `traffic_lines` (`at`);--> statement-breakpoint
CREATE TABLE `traffic_rates` (
	`organization_id` text NOT NULL,
	`second` integer NOT NULL,
	`visits` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `second`)
);
--> statement-breakpoint
CREATE INDEX `traffic_rates_age` ON `traffic_rates` (`second`);--> statement-breakpoint
CREATE TABLE `traffic_received` (
	`organization_id` text NOT NULL,
	`day` integer NOT NULL,
	`outcome` text NOT NULL,
	`visits` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `day`, `outcome`)
);
--> statement-breakpoint
CREATE INDEX `traffic_received_age` ON `traffic_received` (`day`);--> statement-breakpoint
CREATE TABLE `traffic_salts` (
	`day` integer PRIMARY KEY NOT NULL,
	`salt` blob NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `traffic_sites` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` text NOT NULL,
	`project_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `traffic_sites_project` ON `traffic_sites` (`organization_id`,`project_id`);--> statement-breakpoint
CREATE TABLE `traffic_text_days` (
	`site` integer NOT NULL,
	`kind` integer NOT NULL,
	`day` integer NOT NULL,
	`before` integer NOT NULL,
	PRIMARY KEY(`site`, `kind`)
);
--> statement-breakpoint
CREATE TABLE `traffic_texts` (
	`site` integer NOT NULL,
	`kind` integer NOT NULL,
	`number` integer NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`site`, `kind`, `number`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `traffic_texts_text` ON `traffic_texts` (`site`,`kind`,`text`);--> statement-breakpoint
CREATE TABLE `traffic_top_pages` (
	`site` integer NOT NULL,
	`day` integer NOT NULL,
	`version` integer NOT NULL,
	`rest` integer NOT NULL,
	`pages` blob,
	PRIMARY KEY(`site`, `day`)
);
--> statement-breakpoint
CREATE INDEX `traffic_top_pages_age` ON `traffic_top_pages` (`day`);--> statement-breakpoint
CREATE INDEX `traffic_top_pages_open` ON `traffic_top_pages` (`day`) WHERE pages is null;--> statement-breakpoint
CREATE TABLE `traffic_visitors` (
	`id` integer PRIMARY KEY NOT NULL,
	`class` integer NOT NULL,
	`visitor_type` text NOT NULL,
	`source` text NOT NULL,
	`agent` text NOT NULL,
	`category` text NOT NULL,
	`confidence` text NOT NULL,
	`rule` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `traffic_visitors_all` ON `traffic_visitors` (`class`,`visitor_type`,`source`,`agent`,`category`,`confidence`,`rule`);--> statement-breakpoint
ALTER TABLE `organizations` ADD `tracking_generation` integer DEFAULT 1 NOT NULL;