import { beforeEach, describe, expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { chats } from '../../../../src/features/conversations/chats/table.ts'
import { type Team, testApp } from '../../../support/app.ts'
import { planOf, recordStatements } from '../../../support/query-plan.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
})

type Row = { id: string; updatedAt?: number; pinnedAt?: number | null; isDeleted?: boolean }

/** Stores chats; times are seconds after the test's clock. */
async function add(rows: Row[], team = acme) {
  const at = (seconds: number) => new Date(app.ctx.now().getTime() + seconds * 1000)
  const values = rows.map(({ id, updatedAt = 0, pinnedAt = null, isDeleted = false }) => ({
    id,
    organizationId: team.id,
    title: `Chat ${id}`,
    titleSource: 'model' as const,
    startedBy: 'user:ada',
    pinnedAt: pinnedAt === null ? null : at(pinnedAt),
    createdAt: at(0),
    updatedAt: at(updatedAt),
    deletedAt: isDeleted ? at(0) : null,
  }))
  for (let start = 0; start < values.length; start += 500)
    await app.ctx.db.insert(chats).values(values.slice(start, start + 500))
}

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `chat-${String(index).padStart(5, '0')}`,
    updatedAt: Math.floor(index / 3),
    pinnedAt: index % 100 === 0 ? index % 7 : null,
  }))

const idsOf = ({ body }: { body: any }): string[] => body.chats.map(({ chatId }: any) => chatId)
const list = (query = '', team = acme) => team.call('GET', `/v1/chats${query}`)

/** Reads all pages; `between` runs after each. */
async function readPages(limit: number, between: () => Promise<unknown> = async () => {}) {
  const pages: string[][] = []
  let cursor = ''
  do {
    const answer = await list(`?limit=${limit}${cursor && `&cursor=${cursor}`}`)
    expect(answer.status).toBe(200)
    pages.push(idsOf(answer))
    cursor = answer.body.nextCursor
    await between()
  } while (cursor !== null)
  return pages
}

/** The order of the contract, computed without the database's sorting. */
function inOrder(rows: Row[]): string[] {
  const compare = (one: Row, other: Row) =>
    (other.pinnedAt ?? -1) - (one.pinnedAt ?? -1) ||
    (other.updatedAt ?? 0) - (one.updatedAt ?? 0) ||
    (one.id < other.id ? 1 : -1)
  return rows
    .filter(({ isDeleted }) => !isDeleted)
    .toSorted(compare)
    .map(({ id }) => id)
}

describe('pages of chats', () => {
  test('have the full list in its order, with pins and equal times', async () => {
    const row = fc.record({
      id: fc.uuid(),
      updatedAt: fc.nat(3),
      pinnedAt: fc.option(fc.nat(2)),
      isDeleted: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (rows, limit) => {
          await app.ctx.db.delete(chats)
          if (rows.length > 0) await add(rows)
          const full = await list()
          const pages = await readPages(limit)
          expect([idsOf(full), full.body.nextCursor]).toEqual([inOrder(rows), undefined])
          expect(pages.flat()).toEqual(inOrder(rows))
          expect(pages.slice(0, -1).map(({ length }) => length)).toEqual(Array(pages.length - 1).fill(limit))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('list chats that are new or get a message meanwhile at most once', async () => {
    await add(many(12))
    let added = 0
    const pages = await readPages(2, async () => {
      await add([{ id: `new-${added++}`, updatedAt: 100 + added, pinnedAt: added % 2 ? 100 : null }])

      const [oldest] = await app.ctx.db.select().from(chats).orderBy(asc(chats.updatedAt)).limit(1)
      if (oldest)
        await app.ctx.db
          .update(chats)
          .set({ updatedAt: new Date(app.ctx.now().getTime() + 1e6) })
          .where(eq(chats.id, oldest.id))
    })
    expect(new Set(pages.flat()).size).toBe(pages.flat().length)
  })

  test('end with nextCursor null, also after a full last page', async () => {
    await add(many(4))
    expect(await readPages(2)).toHaveLength(2)
    expect((await list('?limit=100')).body.nextCursor).toBeNull()
  })

  test('are ranges of one index, before, within and after the pinned chats', async () => {
    await add(many(250))
    const sent = recordStatements(app.ctx.db)
    await readPages(2)
    const plans = new Set<string>()
    for (const statement of new Map(sent.map((each) => [each.sql, each])).values())
      if (statement.sql.includes('from "chats"'))
        plans.add((await planOf(app.ctx.db, statement)).join('\n').replace(/^SEARCH .* USING /, ''))
    expect([...plans].toSorted()).toEqual([
      'INDEX chats_listed (organization_id=? AND (pinned_at,updated_at,id)<(?,?,?))',
      'INDEX chats_listed (organization_id=? AND pinned_at=? AND (updated_at,id)<(?,?))',
      'INDEX chats_listed (organization_id=? AND pinned_at=?)',
      'INDEX chats_listed (organization_id=?)',
    ])
  })

  test('refuse a cursor of another organization, and any text that is not a cursor', async () => {
    await add(many(3))
    const { nextCursor } = (await list('?limit=1')).body
    const other = await app.team('other')
    const refused = {
      status: 400,
      body: { error: 'cursor must be the nextCursor of an earlier page of these chats' },
    }
    expect(await list(`?limit=1&cursor=${nextCursor}`, other)).toMatchObject(refused)
    const wrong = { organizationId: acme.id, pinnedAt: null, updatedAt: 9e15, id: 'a' }
    const encoded = Buffer.from(JSON.stringify(wrong)).toString('base64url')
    for (const cursor of ['x', 'bnVsbA', encoded, nextCursor.slice(0, -4)])
      expect(await list(`?limit=1&cursor=${cursor}`)).toMatchObject(refused)
  })

  test('need a limit from 1 to 100', async () => {
    const refuse = (error: string) => ({ status: 400, body: { error } })
    expect(await list('?cursor=x')).toMatchObject(refuse('cursor can only be used with limit'))
    for (const limit of ['0', '101', 'all'])
      expect(await list(`?limit=${limit}`)).toMatchObject(refuse('limit must be an integer from 1 to 100'))
  })
})

describe('the full list', () => {
  test('of many chats has the headers and the order of a short one', async () => {
    const short = await list()
    await add(many(1201))
    const long = await list()
    expect([long.status, idsOf(long), Object.keys(long.body)]).toEqual([200, inOrder(many(1201)), ['chats']])
    const headersOf = ({ headers }: { headers: Headers }) => {
      const { 'x-request-id': _, ...others } = Object.fromEntries(headers)
      return others
    }
    expect(headersOf(long)).toEqual(headersOf(short))
  })

  test('lets the event loop turn after every 500 chats', async () => {
    await add(many(1600))
    const { key } = acme
    const request = new Request('http://localhost/v1/chats', { headers: { authorization: `Bearer ${key}` } })
    const response = await app.api.handle(request)
    let turns = 0
    const turnsAtPiece: number[] = []
    let immediate = setImmediate(function next() {
      turns++
      immediate = setImmediate(next)
    })
    for await (const _ of response.body ?? []) turnsAtPiece.push(turns)
    clearImmediate(immediate)
    expect(turnsAtPiece.length).toBe(5)
    expect(new Set(turnsAtPiece).size).toBe(5)
  })
})
