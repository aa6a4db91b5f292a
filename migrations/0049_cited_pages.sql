CREATE TABLE `geo_cited_pages` (
	`project_id` text NOT NULL,
	`url` text NOT NULL,
	`read_at` integer NOT NULL,
	`problem` text,
	`mentioned` integer,
	`competitor_ids` text NOT NULL,
	PRIMARY KEY(`project_id`, `url`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
