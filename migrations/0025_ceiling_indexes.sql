CREATE INDEX `chats_deleted` ON `chats` (`organization_id`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `invitations_pending` ON `invitations` (`organization_id`,`accepted_at`);--> statement-breakpoint
CREATE INDEX `api_keys_revoked` ON `api_keys` (`organization_id`,`revoked_at`);