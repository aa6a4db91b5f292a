import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openServer } from '../../src/db/server.ts'
import { command } from '../support/command.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'
import { hasSqld, startSqld } from '../support/sqld.ts'

afterAll(cleanUp)

const names = "select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*' order by 1"

if (hasSqld)
  test('a database on a server is backed up as it was at one moment, and restored into a file', async () => {
    const folder = temporaryFolder()
    const sqld = await startSqld(join(folder, 'sqld'))
    const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: sqld.url }
    for (const args of [['migrate'], ['org', 'create', '--slug', 'acme', '--name', 'Acme']])
      expect((await command(args, settings)).exitCode).toBe(0)
    const client = openServer(sqld.url, null)
    await client.batch([
      // More than one page.
      `insert into posts (id, organization_id, title, content, markdown, content_type, slug, status, created_at, updated_at)
        select 'p' || value, (select id from organizations), 'Rocket', hex(randomblob(400000)), 'Launch', 'changelog', 'p' || value, 'draft', 1, 1
        from json_each('[1,2,3,4,5]')`,
      'create table aaa (id integer primary key autoincrement, data blob)',
      'create table zzz (id integer, place text, primary key (place, id)) without rowid',
    ])
    await client.batch(["insert into aaa (id, data) values (9007199254740993, x'00ff')", 'delete from aaa'])
    let isWriting = true
    const pair = [
      "insert into aaa (data) values (x'00ff')",
      "insert into zzz select max(id), 'here' from aaa",
    ]
    const writing = (async () => {
      for (; isWriting; await Bun.sleep(10)) await client.batch(pair)
    })()
    const saved = join(folder, 'saved.db')
    const written = await command(['backup', saved], settings)
    isWriting = false
    await writing
    expect([written.exitCode, written.stderr]).toEqual([0, ''])
    expect((await command(['backup', 'check', saved, '--full'], settings)).stderr).toBe('')

    using copy = new Database(saved, { readonly: true, safeIntegers: true })
    const read = (sql: string) => copy.query(sql).values()
    expect(read('select count(*) from aaa')).toEqual(read('select count(*) from zzz'))
    expect(read('select hex(data) from aaa limit 1')).toEqual([['00FF']])
    expect(read("select seq > 9007199254740993 from sqlite_sequence where name = 'aaa'")).toEqual([[1n]])
    const tables = read(names)
      .flat()
      .filter((name) => name !== 'backup_manifest')
    expect(tables).toEqual((await client.read(names, [])).rows.map((row) => String(row[0])))
    const hashed = 'select id, length(content), substr(content, 1, 20) from posts order by 1'
    expect(read(hashed).map((row) => row.map(String))).toEqual(
      (await client.read(hashed, [])).rows.map((row) => Array.from(row, String)),
    )

    const target = { DATA_DIR: join(folder, 'target') }
    const restored = await command(['restore', saved, '--yes'], target)
    expect([restored.exitCode, restored.stderr]).toEqual([0, ''])
    using database = new Database(join(target.DATA_DIR, 'herald.db'))
    expect(
      database.query("select count(*) from post_search where post_search match 'rocket'").values(),
    ).toEqual([[5]])
    database.run("update posts set title = 'Ship' where id = 'p1'")
    expect(
      database.query("select count(*) from post_search where post_search match 'rocket'").values(),
    ).toEqual([[4]])
    client.close()
    await sqld.stop()
  })
