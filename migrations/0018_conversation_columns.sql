ALTER TABLE `agent_sessions` DROP COLUMN `collection_id`;--> statement-breakpoint
ALTER TABLE `chats` DROP COLUMN `collection_id`;
