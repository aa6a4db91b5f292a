CREATE TABLE `__new_post_images` (
	`token` text PRIMARY KEY NOT NULL,
	`post_id` text NOT NULL,
	`png` blob NOT NULL,
	`html` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
-- Slices of posts
-- The address of the page ends with the 64 characters of the token and `.html`.
INSERT INTO `__new_post_images` (`token`, `post_id`, `png`, `html`, `created_at`)
SELECT `post_images`.`token`, `posts`.`id`, `png`, `html`, `post_images`.`created_at`
FROM `posts` CROSS JOIN `post_images` ON `post_images`.`token` = substr(`posts`.`html_url`, -69, 64)
WHERE `posts`.`content_type` = 'image' AND `posts`.rowid > ?1 AND `posts`.rowid <= ?2;--> statement-breakpoint
DROP TABLE `post_images`;--> statement-breakpoint
ALTER TABLE `__new_post_images` RENAME TO `post_images`;--> statement-breakpoint
CREATE UNIQUE INDEX `post_images_post` ON `post_images` (`post_id`);
