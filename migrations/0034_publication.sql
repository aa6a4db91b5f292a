CREATE TABLE `post_revisions` (
	`post_id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`markdown` text NOT NULL,
	`based_on` integer NOT NULL,
	`author` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `post_schedules` (
	`post_id` text PRIMARY KEY NOT NULL,
	`scheduled_at` integer NOT NULL,
	`time_zone` text NOT NULL,
	`author` text NOT NULL,
	`created_at` integer NOT NULL,
	`error` text,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `post_versions` (
	`post_id` text NOT NULL,
	`number` integer NOT NULL,
	`kind` text NOT NULL,
	`author` text,
	`title` text NOT NULL,
	`slug` text,
	`markdown` text,
	`started_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`post_id`, `number`),
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `posts` ADD `published_at` integer;--> statement-breakpoint
-- Slices of posts
UPDATE `posts` SET `published_at` = `created_at`
WHERE `status` = 'published' AND rowid > ?1 AND rowid <= ?2;--> statement-breakpoint
CREATE INDEX `posts_own` ON `posts` (`organization_id`,`collection_id`) WHERE collection_id is null;--> statement-breakpoint
CREATE INDEX `posts_public` ON `posts` (`organization_id`,`published_at`,`id`) WHERE status = 'published';--> statement-breakpoint
CREATE INDEX `posts_public_kind` ON `posts` (`organization_id`,`content_type`,`published_at`,`id`) WHERE status = 'published';