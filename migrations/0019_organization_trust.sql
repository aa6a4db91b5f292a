ALTER TABLE `organizations` ADD `operator_token` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `organizations` ADD `created_by` text;--> statement-breakpoint
CREATE INDEX `organizations_creator` ON `organizations` (`created_by`);