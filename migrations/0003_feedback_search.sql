DROP INDEX `feedback_similar`;--> statement-breakpoint
CREATE INDEX `feedback_similar` ON `feedback` (`similar_to`) WHERE similar_to is not null;--> statement-breakpoint
CREATE INDEX `feedback_originals` ON `feedback` (`organization_id`,`created_at`,`id`) WHERE similar_to is null;
--> statement-breakpoint
CREATE TRIGGER `feedback_counts_insert` AFTER INSERT ON `feedback` BEGIN
	INSERT INTO `feedback_counts` (`organization_id`, `status`, `kind`, `project_id`, `total`)
	VALUES (new.`organization_id`, new.`status`, new.`kind`, new.`project_id`, 1)
	ON CONFLICT DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `feedback_counts_delete` AFTER DELETE ON `feedback` BEGIN
	UPDATE `feedback_counts` SET `total` = `total` - 1
	WHERE `organization_id` = old.`organization_id` AND `status` = old.`status`
		AND `kind` = old.`kind` AND `project_id` = old.`project_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `feedback_counts_update` AFTER UPDATE OF `organization_id`, `status`, `kind`, `project_id` ON `feedback` BEGIN
	UPDATE `feedback_counts` SET `total` = `total` - 1
	WHERE `organization_id` = old.`organization_id` AND `status` = old.`status`
		AND `kind` = old.`kind` AND `project_id` = old.`project_id`;
	INSERT INTO `feedback_counts` (`organization_id`, `status`, `kind`, `project_id`, `total`)
	VALUES (new.`organization_id`, new.`status`, new.`kind`, new.`project_id`, 1)
	ON CONFLICT DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE `feedback_search` USING fts5(`words`, content='', contentless_delete=1);
--> statement-breakpoint
CREATE TRIGGER `feedback_search_delete` AFTER DELETE ON `feedback` BEGIN
	DELETE FROM `feedback_search` WHERE rowid = old.rowid;
END;
