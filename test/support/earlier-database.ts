import { Database } from 'bun:sqlite'
import { readMigrations } from '../../src/db/migrations.ts'

/** Creates a database as before the first migration whose name is not below `next`, with posts of 5 KB. */
export function createEarlier(path: string, { next, posts = 0 }: { next: string; posts?: number }) {
  using database = new Database(path)
  database.run('pragma journal_mode = wal')
  database.run('pragma synchronous = off')
  database.run('create table migrations (name text primary key, applied_at integer not null)')
  for (const { name, parts } of readMigrations().filter((each) => each.name < next)) {
    for (const { statements } of parts) for (const statement of statements) database.run(statement)
    database.run('insert into migrations values (?, 0)', [name])
  }
  database.run("insert into organizations (id, slug, name, created_at) values ('o', 'acme', 'Acme', 1)")
  if (posts > 0)
    database.run(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
    insert into posts (id, organization_id, content_type, status, created_at, updated_at, title, markdown, content)
    select hex(randomblob(16)), 'o', iif(n % 4, 'changelog', 'image'), 'draft', n * 1000, 1, 'Post ' || n,
      hex(randomblob(1200)), hex(randomblob(1200)) from numbers`,
      [posts],
    )
  database.run('pragma wal_checkpoint(truncate)')
}
