CREATE VIRTUAL TABLE `chat_search` USING fts5(`owner`, `words`, content='', contentless_delete=1);
--> statement-breakpoint
CREATE TRIGGER `chat_search_stored` AFTER UPDATE OF `owner`, `title` ON `chats`
WHEN new.`deleted_at` IS NULL
	AND ((old.`owner` IS NOT NULL AND new.`owner` IS NULL) OR old.`title` IS NOT new.`title`) BEGIN
	DELETE FROM `chat_search` WHERE rowid = new.rowid;
	INSERT INTO `chat_search` (rowid, `owner`, `words`)
	VALUES (new.rowid, replace(new.`organization_id`, '-', ''), new.`title` || char(10) || coalesce((
		SELECT substr(group_concat(substr(json_extract(`part`.value, '$.text'), 1, 2000), char(10)), 1, 100000)
		FROM `chat_messages`, json_each(`chat_messages`.`parts`) AS `part`
		WHERE `chat_messages`.`chat_id` = new.`id` AND json_extract(`part`.value, '$.type') = 'text'), ''));
END;
--> statement-breakpoint
CREATE TRIGGER `chat_search_removed` AFTER UPDATE OF `deleted_at` ON `chats` WHEN new.`deleted_at` IS NOT NULL BEGIN
	DELETE FROM `chat_search` WHERE rowid = old.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER `chat_search_delete` AFTER DELETE ON `chats` BEGIN
	DELETE FROM `chat_search` WHERE rowid = old.rowid;
END;
--> statement-breakpoint
-- Slices of chats
INSERT OR REPLACE INTO `chat_search` (rowid, `owner`, `words`)
SELECT `chats`.rowid, replace(`chats`.`organization_id`, '-', ''), `chats`.`title` || char(10) || coalesce((
	SELECT substr(group_concat(substr(json_extract(`part`.value, '$.text'), 1, 2000), char(10)), 1, 100000)
	FROM `chat_messages`, json_each(`chat_messages`.`parts`) AS `part`
	WHERE `chat_messages`.`chat_id` = `chats`.`id` AND json_extract(`part`.value, '$.type') = 'text'), '')
FROM `chats` WHERE rowid > ?1 AND rowid <= ?2 AND `chats`.`deleted_at` IS NULL;
