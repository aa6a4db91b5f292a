ALTER TABLE `jobs` ADD `deaths` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `alone` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `usage_holds_open` ON `usage_holds` (`feature`,`created_at`) WHERE state = 'held';