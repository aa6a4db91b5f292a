ALTER TABLE `geo_brief_plans` ADD `rejected_text` text;--> statement-breakpoint
ALTER TABLE `geo_brief_plans` ADD `faults` text;--> statement-breakpoint
CREATE INDEX `geo_brief_plans_rejected` ON `geo_brief_plans` (`project_id`,`created_at`) WHERE rejected_text is not null;