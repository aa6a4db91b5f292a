CREATE VIRTUAL TABLE `post_terms` USING fts5vocab('post_search', 'instance');
