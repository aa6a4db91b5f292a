CREATE TABLE `draft_edits` (
	`post_id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`content_type` text NOT NULL,
	`published_at` integer NOT NULL,
	`lines` integer NOT NULL,
	`edits` integer NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `draft_edits_window` ON `draft_edits` (`organization_id`,`published_at`,`content_type`,`lines`,`edits`);