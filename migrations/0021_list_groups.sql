CREATE TABLE `generation_job_counts` (
	`organization_id` text NOT NULL,
	`status` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `status`)
);
--> statement-breakpoint
CREATE TABLE `webhook_log_counts` (
	`organization_id` text NOT NULL,
	`integration_id` text NOT NULL,
	`type` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `integration_id`, `type`)
);
--> statement-breakpoint
DROP INDEX `feedback_kind`;--> statement-breakpoint
DROP INDEX `feedback_project`;--> statement-breakpoint
DROP INDEX `feedback_originals`;--> statement-breakpoint
CREATE INDEX `feedback_group` ON `feedback` (`organization_id`,`status`,`kind`,`project_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `feedback_originals` ON `feedback` (`organization_id`,`created_at`,`id`,`status`,`kind`,`project_id`) WHERE similar_to is null;--> statement-breakpoint
DROP INDEX `posts_brand`;--> statement-breakpoint
CREATE INDEX `posts_group` ON `posts` (`organization_id`,`status`,`content_type`,`brand_identity_id`,`created_at`,`id`);--> statement-breakpoint
DROP INDEX `webhook_logs_repository`;--> statement-breakpoint
ALTER TABLE `webhook_logs` ADD `type` text GENERATED ALWAYS AS ((case
        when status = 'failed' then 'rejected'
        when processed = 1 then 'processed'
        when payload ->> '$.filtered' then 'filtered'
        when payload ->> '$.ignored' then 'ignored'
        when payload ->> '$.duplicate' then 'duplicate'
        when payload ->> '$.event' = 'ping' then 'ping'
        else 'processed' end)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `webhook_logs_type` ON `webhook_logs` (`organization_id`,`type`,`sequence`);--> statement-breakpoint
CREATE INDEX `webhook_logs_repository` ON `webhook_logs` (`integration_id`,`sequence`,`type`);--> statement-breakpoint
CREATE INDEX `generation_jobs_status` ON `generation_jobs` (`organization_id`,`status`,`created_at`);
--> statement-breakpoint
INSERT INTO `webhook_log_counts` (`organization_id`, `integration_id`, `type`, `total`)
	SELECT `organization_id`, `integration_id`, `type`, count(*) FROM `webhook_logs` GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE TRIGGER `webhook_log_counts_insert` AFTER INSERT ON `webhook_logs` BEGIN
	INSERT INTO `webhook_log_counts` (`organization_id`, `integration_id`, `type`, `total`)
	VALUES (new.`organization_id`, new.`integration_id`, new.`type`, 1)
	ON CONFLICT DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `webhook_log_counts_delete` AFTER DELETE ON `webhook_logs` BEGIN
	UPDATE `webhook_log_counts` SET `total` = `total` - 1
	WHERE `organization_id` = old.`organization_id` AND `integration_id` = old.`integration_id` AND `type` = old.`type`;
END;
--> statement-breakpoint
CREATE TRIGGER `webhook_log_counts_update` AFTER UPDATE OF `organization_id`, `integration_id`, `status`, `processed`, `payload` ON `webhook_logs` BEGIN
	UPDATE `webhook_log_counts` SET `total` = `total` - 1
	WHERE `organization_id` = old.`organization_id` AND `integration_id` = old.`integration_id` AND `type` = old.`type`;
	INSERT INTO `webhook_log_counts` (`organization_id`, `integration_id`, `type`, `total`)
	VALUES (new.`organization_id`, new.`integration_id`, new.`type`, 1)
	ON CONFLICT DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
INSERT INTO `generation_job_counts` (`organization_id`, `status`, `total`)
	SELECT `organization_id`, `status`, count(*) FROM `generation_jobs` GROUP BY 1, 2;
--> statement-breakpoint
CREATE TRIGGER `generation_job_counts_insert` AFTER INSERT ON `generation_jobs` BEGIN
	INSERT INTO `generation_job_counts` (`organization_id`, `status`, `total`)
	VALUES (new.`organization_id`, new.`status`, 1)
	ON CONFLICT DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `generation_job_counts_delete` AFTER DELETE ON `generation_jobs` BEGIN
	UPDATE `generation_job_counts` SET `total` = `total` - 1
	WHERE `organization_id` = old.`organization_id` AND `status` = old.`status`;
END;
--> statement-breakpoint
CREATE TRIGGER `generation_job_counts_update` AFTER UPDATE OF `organization_id`, `status` ON `generation_jobs` BEGIN
	UPDATE `generation_job_counts` SET `total` = `total` - 1
	WHERE `organization_id` = old.`organization_id` AND `status` = old.`status`;
	INSERT INTO `generation_job_counts` (`organization_id`, `status`, `total`)
	VALUES (new.`organization_id`, new.`status`, 1)
	ON CONFLICT DO UPDATE SET `total` = `total` + 1;
END;
