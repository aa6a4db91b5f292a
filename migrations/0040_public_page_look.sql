CREATE TABLE `public_pages` (
	`organization_id` text PRIMARY KEY NOT NULL,
	`intro` text,
	`accent` text,
	`links` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
);
