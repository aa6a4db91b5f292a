ALTER TABLE `api_keys` ADD `project_id` text REFERENCES projects(id) ON DELETE cascade;--> statement-breakpoint
INSERT INTO `api_keys` (`id`, `organization_id`, `project_id`, `name`, `start`, `hash`, `scopes`, `created_at`, `revoked_at`)
SELECT `id`, `organization_id`, `project_id`, 'Feedback token', `start`, `hash`, '["feedback.send"]', `created_at`, `revoked_at` FROM `feedback_tokens`;--> statement-breakpoint
DROP TABLE `feedback_tokens`;--> statement-breakpoint
DROP INDEX `usage_holds_expiry`;
