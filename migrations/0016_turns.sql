CREATE TABLE `agent_calls` (
	`session_id` text NOT NULL,
	`id` text NOT NULL,
	`turn` integer NOT NULL,
	`step` integer NOT NULL,
	`tool` text NOT NULL,
	`input` text NOT NULL,
	`status` text NOT NULL,
	`output` text,
	PRIMARY KEY(`session_id`, `id`),
	FOREIGN KEY (`session_id`) REFERENCES `agent_sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `agent_steps` (
	`session_id` text NOT NULL,
	`turn` integer NOT NULL,
	`step` integer NOT NULL,
	`attempts` integer DEFAULT 1 NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`finish_reason` text,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	`cents` real DEFAULT 0 NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	PRIMARY KEY(`session_id`, `turn`, `step`),
	FOREIGN KEY (`session_id`) REFERENCES `agent_sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
DROP INDEX `jobs_due`;--> statement-breakpoint
ALTER TABLE `jobs` ADD `lane` text DEFAULT 'common' NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `share` text;--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`lane`,`run_at`) WHERE state = 'ready';--> statement-breakpoint
ALTER TABLE `agent_turns` ADD `resumed_at` integer;