CREATE VIRTUAL TABLE `post_search` USING fts5(`owner`, `words`, content='', contentless_delete=1);
--> statement-breakpoint
CREATE TRIGGER `post_search_insert` AFTER INSERT ON `posts` BEGIN
	INSERT INTO `post_search` (rowid, `owner`, `words`)
	VALUES (new.rowid, replace(new.`organization_id`, '-', ''), new.`title` || char(10) || coalesce(new.`markdown`, ''));
END;
--> statement-breakpoint
CREATE TRIGGER `post_search_update` AFTER UPDATE OF `title`, `markdown` ON `posts`
WHEN old.`title` IS NOT new.`title` OR old.`markdown` IS NOT new.`markdown` BEGIN
	DELETE FROM `post_search` WHERE rowid = old.rowid;
	INSERT INTO `post_search` (rowid, `owner`, `words`)
	VALUES (new.rowid, replace(new.`organization_id`, '-', ''), new.`title` || char(10) || coalesce(new.`markdown`, ''));
END;
--> statement-breakpoint
CREATE TRIGGER `post_search_delete` AFTER DELETE ON `posts` BEGIN
	DELETE FROM `post_search` WHERE rowid = old.rowid;
END;
--> statement-breakpoint
-- Slices of posts
INSERT OR REPLACE INTO `post_search` (rowid, `owner`, `words`)
SELECT rowid, replace(`organization_id`, '-', ''), `title` || char(10) || coalesce(`markdown`, '')
FROM `posts` WHERE rowid > ?1 AND rowid <= ?2;
