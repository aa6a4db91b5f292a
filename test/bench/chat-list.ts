import { Database } from 'bun:sqlite'
import { createKey } from '../../src/features/keys/service.ts'
import type { Row, Workshop } from './benchmark.ts'
import { grouped, milliseconds } from './support/format.ts'
import { install } from './support/herald.ts'
import { residentMemory } from './support/service.ts'
import { startProbed } from './support/turns.ts'

const count = 200_000

/** The list of 200,000 chats without a page, four times the number that an organization may create. */
export async function chatList(workshop: Workshop): Promise<Row[]> {
  const { ctx, organizationId, database, dataDir } = await install(workshop, 'chat-list')
  const { key } = await createKey(ctx, organizationId, { name: 'bench' })
  ctx.db.$client.close()
  fillChats(database, organizationId)
  const herald = await startProbed(workshop.binary, { DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  const list = async () => {
    const answer = await fetch(`http://127.0.0.1:${herald.port}/v1/chats`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const { chats } = (await answer.json()) as { chats: unknown[] }
    if (chats.length !== count) throw new Error(`${chats.length} chats were listed.`)
  }
  await list()
  const before = await residentMemory(herald.pid)
  await herald.longestTurn()
  await list()
  const turn = await herald.longestTurn()
  const growth = (await residentMemory(herald.pid)) - before
  await herald.stop()
  return [
    {
      what: `list of ${grouped(count)} chats, longest turn`,
      reached: milliseconds(turn),
      aim: 'under 50 ms',
      met: turn < 50,
    },
    {
      what: '  memory that another such list adds',
      reached: `${Math.round(growth)} MB`,
      aim: 'under 30 MB',
      met: growth < 30,
    },
  ]
}

function fillChats(path: string, organizationId: string) {
  using database = new Database(path)
  database.run(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)
     insert into chats (id, organization_id, title, title_source, started_by, created_at, updated_at)
     select printf('0199b7a2-5c1e-7d3f-8a40-%012d', n), ?, 'What has changed since the release ' || n, 'generated',
       'api-key:0199b7a2-5c1e-7d3f-8a40-000000000000', n * 1000, n * 1000
     from numbers`,
    [count, organizationId],
  )
}
