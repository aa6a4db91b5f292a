CREATE TABLE `webhook_row_counts` (
	`integration_id` text PRIMARY KEY NOT NULL,
	`deliveries` integer DEFAULT 0 NOT NULL,
	`events` integer DEFAULT 0 NOT NULL,
	`sightings` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`integration_id`) REFERENCES `integrations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `webhook_row_counts` (`integration_id`, `deliveries`, `events`, `sightings`)
	SELECT `id`,
		(SELECT count(*) FROM `deliveries` WHERE `integration_id` = `integrations`.`id`),
		(SELECT count(*) FROM `activities` WHERE `integration_id` = `integrations`.`id`),
		(SELECT count(*) FROM `sightings` WHERE `integration_id` = `integrations`.`id`)
	FROM `integrations`;
--> statement-breakpoint
CREATE TRIGGER `webhook_row_counts_deliveries_insert` AFTER INSERT ON `deliveries` BEGIN
	INSERT INTO `webhook_row_counts` (`integration_id`, `deliveries`) VALUES (new.`integration_id`, 1)
	ON CONFLICT DO UPDATE SET `deliveries` = `deliveries` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `webhook_row_counts_deliveries_delete` AFTER DELETE ON `deliveries` BEGIN
	UPDATE `webhook_row_counts` SET `deliveries` = `deliveries` - 1 WHERE `integration_id` = old.`integration_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `webhook_row_counts_activities_insert` AFTER INSERT ON `activities` BEGIN
	INSERT INTO `webhook_row_counts` (`integration_id`, `events`) VALUES (new.`integration_id`, 1)
	ON CONFLICT DO UPDATE SET `events` = `events` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `webhook_row_counts_activities_delete` AFTER DELETE ON `activities` BEGIN
	UPDATE `webhook_row_counts` SET `events` = `events` - 1 WHERE `integration_id` = old.`integration_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `webhook_row_counts_sightings_insert` AFTER INSERT ON `sightings` BEGIN
	INSERT INTO `webhook_row_counts` (`integration_id`, `sightings`) VALUES (new.`integration_id`, 1)
	ON CONFLICT DO UPDATE SET `sightings` = `sightings` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `webhook_row_counts_sightings_delete` AFTER DELETE ON `sightings` BEGIN
	UPDATE `webhook_row_counts` SET `sightings` = `sightings` - 1 WHERE `integration_id` = old.`integration_id`;
END;
