CREATE TABLE `tool_calls` (
	`organization_id` text NOT NULL,
	`call_id` text NOT NULL,
	`made` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `call_id`)
);
--> statement-breakpoint
CREATE INDEX `tool_calls_old` ON `tool_calls` (`created_at`);--> statement-breakpoint
CREATE INDEX `approvals_expiring` ON `approvals` (`status`,`expires_at`);