CREATE TABLE `collection_counts` (
	`organization_id` text PRIMARY KEY NOT NULL,
	`total` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `collections` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`name` text NOT NULL,
	`name_source` text NOT NULL,
	`content_types` text NOT NULL,
	`source_metadata` text,
	`expected_post_count` integer NOT NULL,
	`completed_post_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `collections_newest` ON `collections` (`organization_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `readings` (
	`collection_id` text PRIMARY KEY NOT NULL,
	`collected` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`collection_id`) REFERENCES `collections`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `generation_jobs` ADD `collection_id` text REFERENCES collections(id) ON DELETE SET NULL;--> statement-breakpoint
CREATE INDEX `generation_jobs_collection` ON `generation_jobs` (`collection_id`);--> statement-breakpoint
ALTER TABLE `posts` ADD `collection_id` text REFERENCES collections(id) ON DELETE CASCADE;--> statement-breakpoint
CREATE INDEX `posts_collection` ON `posts` (`collection_id`);
--> statement-breakpoint
CREATE TRIGGER `collection_counts_insert` AFTER INSERT ON `collections` BEGIN
	INSERT INTO `collection_counts` (`organization_id`, `total`) VALUES (new.`organization_id`, 1)
	ON CONFLICT DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `collection_counts_delete` AFTER DELETE ON `collections` BEGIN
	UPDATE `collection_counts` SET `total` = `total` - 1 WHERE `organization_id` = old.`organization_id`;
END;
--> statement-breakpoint
-- Slices of posts
-- Every earlier post gets a collection of its own.
INSERT INTO `collections` (
	`id`, `organization_id`, `source`, `source_id`, `name`, `name_source`, `content_types`,
	`expected_post_count`, `completed_post_count`, `created_at`, `updated_at`
)
WITH `dated` AS (
	SELECT `id`, `organization_id`, `content_type`, `created_at`,
		CAST(strftime('%m', `created_at` / 1000, 'unixepoch') AS integer) AS `month`,
		CAST(strftime('%d', `created_at` / 1000, 'unixepoch') AS integer) AS `day`,
		strftime('%Y', `created_at` / 1000, 'unixepoch') AS `year`
	FROM `posts` WHERE rowid > ?1 AND rowid <= ?2
)
SELECT `id`, `organization_id`, 'backfill', `id`,
	CASE `content_type`
		WHEN 'changelog' THEN 'Changelog' WHEN 'blog_post' THEN 'Blog post' WHEN 'linkedin_post' THEN 'LinkedIn post'
		WHEN 'twitter_post' THEN 'Twitter post' WHEN 'investor_update' THEN 'Investor update' ELSE 'Image' END
	|| ' - ' || trim(substr('January  February March    April    May      June     July     August   SeptemberOctober  November December ', `month` * 9 - 8, 9))
	|| ' ' || `day`
	|| CASE WHEN `day` BETWEEN 11 AND 13 THEN 'th' WHEN `day` % 10 = 1 THEN 'st' WHEN `day` % 10 = 2 THEN 'nd' WHEN `day` % 10 = 3 THEN 'rd' ELSE 'th' END
	|| ' ' || `year`,
	'backfill', json_array(`content_type`), 1, 1, `created_at`, `created_at`
FROM `dated`;
--> statement-breakpoint
-- Slices of posts
UPDATE `posts` SET `collection_id` = `id` WHERE rowid > ?1 AND rowid <= ?2;
--> statement-breakpoint
-- Slices of generation_jobs
-- So does every run that has not written its post yet.
INSERT INTO `collections` (
	`id`, `organization_id`, `source`, `source_id`, `name`, `name_source`, `content_types`,
	`expected_post_count`, `completed_post_count`, `created_at`, `updated_at`
)
WITH `dated` AS (
	SELECT `id`, `organization_id`, `content_type`, `created_at`,
		CAST(strftime('%m', `created_at` / 1000, 'unixepoch') AS integer) AS `month`,
		CAST(strftime('%d', `created_at` / 1000, 'unixepoch') AS integer) AS `day`,
		strftime('%Y', `created_at` / 1000, 'unixepoch') AS `year`
	FROM `generation_jobs` WHERE rowid > ?1 AND rowid <= ?2 AND `status` IN ('queued', 'running')
)
SELECT `id`, `organization_id`, 'backfill', `id`,
	CASE `content_type`
		WHEN 'changelog' THEN 'Changelog' WHEN 'blog_post' THEN 'Blog post' WHEN 'linkedin_post' THEN 'LinkedIn post'
		WHEN 'twitter_post' THEN 'Twitter post' WHEN 'investor_update' THEN 'Investor update' ELSE 'Image' END
	|| ' - ' || trim(substr('January  February March    April    May      June     July     August   SeptemberOctober  November December ', `month` * 9 - 8, 9))
	|| ' ' || `day`
	|| CASE WHEN `day` BETWEEN 11 AND 13 THEN 'th' WHEN `day` % 10 = 1 THEN 'st' WHEN `day` % 10 = 2 THEN 'nd' WHEN `day` % 10 = 3 THEN 'rd' ELSE 'th' END
	|| ' ' || `year`,
	'backfill', json_array(`content_type`), 1, 0, `created_at`, `created_at`
FROM `dated`;
--> statement-breakpoint
-- Slices of generation_jobs
UPDATE `generation_jobs` SET `collection_id` = CASE WHEN `status` IN ('queued', 'running') THEN `id` ELSE (SELECT `collection_id` FROM `posts` WHERE `posts`.`id` = `generation_jobs`.`post_id`) END
WHERE rowid > ?1 AND rowid <= ?2;
