DROP INDEX `chats_newest`;--> statement-breakpoint
CREATE INDEX `chats_listed` ON `chats` (`organization_id`,`pinned_at`,`updated_at`,`id`) WHERE deleted_at is null;