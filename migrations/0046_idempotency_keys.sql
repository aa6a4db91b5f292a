CREATE TABLE `idempotency_keys` (
	`organization_id` text NOT NULL,
	`hash` text NOT NULL,
	`fingerprint` text NOT NULL,
	`call_id` text NOT NULL,
	`owner` text NOT NULL,
	`lease_until` integer NOT NULL,
	`status` integer,
	`sealed_response` text,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `hash`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_bytes` ON `idempotency_keys` (`organization_id`,`bytes`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_old` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_running` ON `idempotency_keys` (`lease_until`) WHERE status is null;