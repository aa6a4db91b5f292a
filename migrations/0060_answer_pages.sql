ALTER TABLE `geo_checks` ADD `shown` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `geo_checks` ADD `page` text;--> statement-breakpoint
ALTER TABLE `geo_tallies` ADD `page` text;--> statement-breakpoint
ALTER TABLE `geo_settings` ADD `place` text;