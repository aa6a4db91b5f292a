CREATE TRIGGER `post_counts_insert` AFTER INSERT ON `posts` BEGIN
	INSERT INTO `post_counts` (`organization_id`, `status`, `content_type`, `brand_identity_id`, `total`)
	VALUES (new.`organization_id`, new.`status`, new.`content_type`, new.`brand_identity_id`, 1)
	ON CONFLICT DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `post_counts_delete` AFTER DELETE ON `posts` BEGIN
	UPDATE `post_counts` SET `total` = `total` - 1
	WHERE `organization_id` = old.`organization_id` AND `status` = old.`status`
		AND `content_type` = old.`content_type` AND `brand_identity_id` = old.`brand_identity_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `post_counts_update` AFTER UPDATE OF `organization_id`, `status`, `content_type`, `brand_identity_id` ON `posts` BEGIN
	UPDATE `post_counts` SET `total` = `total` - 1
	WHERE `organization_id` = old.`organization_id` AND `status` = old.`status`
		AND `content_type` = old.`content_type` AND `brand_identity_id` = old.`brand_identity_id`;
	INSERT INTO `post_counts` (`organization_id`, `status`, `content_type`, `brand_identity_id`, `total`)
	VALUES (new.`organization_id`, new.`status`, new.`content_type`, new.`brand_identity_id`, 1)
	ON CONFLICT DO UPDATE SET `total` = `total` + 1;
END;
