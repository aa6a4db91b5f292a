import { expect, test } from 'bun:test'
import type { InStatement } from '@libsql/client/web'
import type { DatabaseClient } from '../../src/db/database-client.ts'
import { createRandom } from '../chaos/random.ts'
import { testContext } from '../support/context.ts'

const rounds = 6
const random = createRandom(2831)

/** A batch of one to four writes; every fourth one has a statement that is refused, at any place. */
function makeBatch(): InStatement[] {
  const writes = Array.from({ length: 1 + Math.floor(random.between(0, 4)) }, (): InStatement => {
    const args = [Math.floor(random.between(0, 6)), Math.floor(random.between(1, 100))]
    return random.pick([
      {
        sql: 'insert into sums values (?, ?) on conflict do update set total = total * 2 + ?2 returning total',
        args,
      },
      { sql: 'update sums set total = total + ?2 where id = ?1 returning total', args },
      { sql: 'delete from sums where id = ? and total > ?', args },
    ])
  })
  if (random.chance(0.25))
    writes.splice(Math.floor(random.between(0, writes.length + 1)), 0, 'insert into sums values (0, null)')
  return writes
}

/** What a caller sees of a batch: its rows, or the index of the refused statement. */
async function outcome(client: DatabaseClient, batch: InStatement[]): Promise<unknown> {
  try {
    const results = await client.batch(batch, 'write')
    return results.map(({ rows, rowsAffected }) => [rows.map((row) => Object.values(row)), rowsAffected])
  } catch (error) {
    return (error as { statementIndex?: number }).statementIndex
  }
}

test('merged batches have the results of batches that run one after the other, and refused ones leave nothing', async () => {
  const { db } = await testContext()
  const client = db.$client
  const create = 'create table sums (id integer primary key, total integer not null)'
  const read = async () =>
    (await client.execute('select * from sums order by id')).rows.map((row) => [row[0], row[1]])
  for (let round = 0; round < rounds; round++) {
    const batches = Array.from({ length: 12 }, makeBatch)
    await client.batch(['drop table if exists sums', create], 'write')
    const alone: unknown[] = []
    for (const batch of batches) alone.push(await outcome(client, batch))
    const expected = await read()
    const accepted = batches.filter((_, index) => typeof alone[index] !== 'number')
    for (const given of [batches, accepted]) {
      await client.batch(['drop table sums', create], 'write')
      const merged = await Promise.all(given.map((batch) => outcome(client, batch)))
      if (given === batches) expect(merged).toEqual(alone)
      expect(await read()).toEqual(expected)
    }
  }
  await client.batch(['drop table sums'], 'write')
})
