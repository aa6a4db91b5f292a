CREATE TABLE `post_checks` (
	`post_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`blocking` integer NOT NULL,
	`minor` integer NOT NULL,
	`faults` text NOT NULL,
	`checked_at` integer NOT NULL,
	`basis` text NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `geo_briefs` ADD `rejected_text` text;