import { openDurable } from './support/database.ts'

const doneTogether = 32

/**
 * The minimum for a durable queue: a row for each job, marked done; one transaction per batch, as in the
 * runner.
 */
export function createJobsBaseline(path: string) {
  const database = openDurable(path)
  database.run('create table jobs (id integer primary key, payload text, state text, created_at integer)')
  const insert = database.prepare('insert into jobs (payload, state, created_at) values (+?, +?, +?)')
  const finish = database.prepare("update jobs set state = 'done' where id = +?")
  const insertAll = database.transaction((size: number) =>
    Array.from({ length: size }, (_, number) =>
      Number(insert.run(JSON.stringify({ number }), 'ready', Date.now()).lastInsertRowid),
    ),
  )
  const finishAll = database.transaction((ids: number[]) => {
    for (const id of ids) finish.run(id)
  })
  return {
    perform(count: number, batchSize: number) {
      for (let done = 0; done < count; done += batchSize) {
        const ids = insertAll(batchSize)
        for (let first = 0; first < ids.length; first += doneTogether)
          finishAll(ids.slice(first, first + doneTogether))
      }
    },
    close: () => database.close(),
  }
}
