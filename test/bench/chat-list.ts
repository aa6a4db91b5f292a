import { Database } from 'bun:sqlite'
import { createKey } from '../../src/features/keys/service.ts'
import type { Row, Workshop } from './benchmark.ts'
import { grouped, milliseconds } from './support/format.ts'
import { install } from './support/herald.ts'
import { residentMemory } from './support/service.ts'
import { startProbed } from './support/turns.ts'

const count = 200_000

const longChat = '0199b7a2-5c1e-7d3f-8a40-000000000001'
const messageCount = 20_000

/**
 * The list of 200,000 chats without a page, four times the number that an organization may create, and a chat with
 * 20,000 messages.
 */
export async function chatList(workshop: Workshop): Promise<Row[]> {
  const { ctx, organizationId, database, dataDir } = await install(workshop, 'chat-list')
  const { key } = await createKey(ctx, organizationId, { name: 'bench' })
  ctx.db.$client.close()
  fillChats(database, organizationId)
  const herald = await startProbed(workshop.binary, { DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  async function measure(path: string, accept = 'application/json') {
    const read = async () => {
      const headers = { authorization: `Bearer ${key}`, accept }
      const answer = await fetch(`http://127.0.0.1:${herald.port}${path}`, { headers })
      return answer.text()
    }
    await read()
    const before = await residentMemory(herald.pid)
    await herald.longestTurn()
    const text = await read()
    const turn = await herald.longestTurn()
    return { text, turn, growth: (await residentMemory(herald.pid)) - before }
  }
  const { text, turn, growth } = await measure('/v1/chats')
  const listed = JSON.parse(text).chats.length
  if (listed !== count) throw new Error(`${listed} chats were listed.`)
  const chat = await measure(`/v1/chats/${longChat}`)
  const read = JSON.parse(chat.text).messages.length
  if (read !== messageCount) throw new Error(`${read} messages were read.`)
  const markdown = await measure(`/v1/chats/${longChat}`, 'text/markdown')
  await herald.stop()
  return [
    toTurn(`list of ${grouped(count)} chats, longest turn`, turn),
    {
      what: '  memory that another such list adds',
      reached: `${Math.round(growth)} MB`,
      aim: 'under 30 MB',
      met: growth < 30,
    },
    toTurn(`chat of ${grouped(messageCount)} messages, longest turn`, chat.turn),
    toTurn('  as Markdown', markdown.turn),
  ]
}

const toTurn = (what: string, turn: number): Row => ({
  what,
  reached: milliseconds(turn),
  aim: 'under 50 ms',
  met: turn < 50,
})

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
  database.run(
    `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ? - 1)
     insert into chat_messages (chat_id, place, id, role, parts, created_at)
     select ?, n, 'message-' || n, case n % 2 when 0 then 'user' else 'assistant' end, ?, n * 1000
     from numbers`,
    [messageCount, longChat, JSON.stringify([{ type: 'text', text: 'x'.repeat(2000) }])],
  )
}
