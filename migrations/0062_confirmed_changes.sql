ALTER TABLE `geo_prompts` ADD `branded` integer;--> statement-breakpoint
ALTER TABLE `visibility_moves` ADD `alerts` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `visibility_moves` DROP COLUMN `direction`;