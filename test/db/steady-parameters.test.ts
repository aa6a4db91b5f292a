import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { steadyParameters } from '../../src/db/steady-parameters.ts'

describe('changing parameters are replaced by fixed ones', () => {
  test.each([
    ['select * from posts where id = ? limit ?', 'select * from posts where id = +? limit +?'],
    ['select ?1, ?2', 'select +?1, +?2'],
    ["select '?', 'it''s ?', ?", "select '?', 'it''s ?', +?"],
    ['select "why?", `why?`, [why?], "a""?" = ?', 'select "why?", `why?`, [why?], "a""?" = +?'],
    ["select 1 -- isn't it? \n, ? /* or\n? */", "select 1 -- isn't it? \n, +? /* or\n? */"],
    ['select 1-?', 'select 1-+?'],
  ])('%p', (sql, steady) => {
    expect(steadyParameters(sql)).toBe(steady)
  })

  const values = ['1', 1, 1.5, 'a', 'A', null, new Uint8Array([97])]
  test.each([
    'select typeof(?) as is_of',
    'select ? collate nocase = ? as same',
    'select name from things where number = ?',
    'select name from things where name = ?',
    'select name from things where bytes = ?',
    'select name from things where name in (?)',
    'select name from things where name in (?, ?)',
    'select name from things where name like ?',
    'select name from things where (name, number) < (?, ?)',
    'select name from things order by ? limit 1',
    'insert into things (name, number) values (?, ?) returning typeof(name), typeof(number)',
  ])('without a different answer for any kind of value: %s', (sql) => {
    using database = new Database()
    database.run('create table things (name text, number integer, bytes blob)')
    database.run(
      "insert into things values ('1', '1', x'61'), ('a', 1.5, 'a'), ('A', 'a', '1'), (null, null, null)",
    )
    const count = sql.split('?').length - 1
    const answers = (text: string) =>
      values.flatMap((first) =>
        values.map((second) => database.prepare(text).values(...[first, second].slice(0, count))),
      )
    expect(answers(steadyParameters(sql))).toEqual(answers(sql))
  })
})
