import { beforeEach, describe, expect, test } from 'bun:test'
import { threshold } from '../../src/features/feedback/similar.ts'
import { likeness, wordsOf } from '../../src/text/likeness.ts'
import { type Team, testApp } from '../support/app.ts'
import { different, same } from './feedback-pairs.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
})

async function add(message: string, changes: Record<string, unknown> = {}, team = acme): Promise<any> {
  app.ctx.clock.advance(1000)
  const entry = { message, title: 'Report', kind: 'bug', sentiment: 'negative', ...changes }
  return (await team.call('POST', '/v1/feedback', entry)).body.feedback
}
const read = async (id: string) => (await acme.call('GET', `/v1/feedback/${id}`)).body.feedback
const mark = (id: string, status: string) => acme.call('PATCH', `/v1/feedback/${id}`, { status })

const slow = 'The CSV export of large reports stops after 100 rows without an error message.'
const slowAgain = 'Export of large reports as CSV stops after 100 rows, with no error message!'
const login = 'Login with a passkey fails in Safari.'

describe('similarity', () => {
  const score = ([one, other]: readonly [string, string]) => likeness(wordsOf(one), wordsOf(other))

  const mistakes = (at: number) =>
    same.filter((pair) => score(pair) <= at).length + different.filter((pair) => score(pair) > at).length

  test('most pairs with the same meaning are above the threshold, and no others', () => {
    expect(same.filter((pair) => score(pair) > threshold).length / same.length).toBeGreaterThanOrEqual(0.8)
    expect(different.filter((pair) => score(pair) > threshold)).toEqual([])
  })

  test('no other threshold would make fewer mistakes', () => {
    for (let at = 0; at < 1; at += 0.05) expect(mistakes(threshold)).toBeLessThanOrEqual(mistakes(at))
  })

  test('is symmetric, 1 for the same words and 0 for none', () => {
    for (const [one, other] of [...same, ...different]) expect(score([one, other])).toBe(score([other, one]))
    expect(score([slow, slow])).toBe(1)
    expect(score([slow, login])).toBe(0)
    expect(score(['', slow])).toBe(0)
  })
})

describe('similarTo', () => {
  test('is found for most pairs with the same meaning, and for no others', async () => {
    const joins = async (pairs: [string, string][]) => {
      let joined = 0
      for (const [one, other] of pairs) {
        const team = await app.team(`team-${crypto.randomUUID()}`)
        const { id } = await add(one, { title: null }, team)
        if ((await add(other, { title: null }, team)).similarTo === id) joined++
      }
      return joined / pairs.length
    }
    expect(await joins(same)).toBeGreaterThanOrEqual(0.8)
    expect(await joins(different)).toBe(0)
  })

  test('is the oldest open entry with the same meaning, null for the first', async () => {
    const first = await add(slow)
    const second = await add(slowAgain)
    const third = await add(slow)
    expect([first.similarTo, second.similarTo, third.similarTo]).toEqual([null, first.id, first.id])
    expect((await add(login)).similarTo).toBeNull()
    expect((await read(second.id)).similarTo).toBe(first.id)
  })

  test('never refers to another organization', async () => {
    const other = await app.team('other')
    await add(slow)
    expect((await add(slow, {}, other)).similarTo).toBeNull()
  })

  test('never refers to a resolved or archived entry', async () => {
    for (const status of ['resolved', 'archived']) {
      const { id } = await add(slow)
      await mark(id, status)
    }
    const open = await add(slow)
    await mark(open.id, 'triaged')
    expect([open.similarTo, (await add(slow)).similarTo]).toEqual([null, open.id])
  })

  test('moves to the oldest follower when its entry is closed', async () => {
    const first = await add(slow)
    const second = await add(slow)
    const third = await add(slow)
    await mark(second.id, 'triaged')
    await mark(first.id, 'resolved')
    expect((await read(second.id)).similarTo).toBeNull()
    expect((await read(third.id)).similarTo).toBe(second.id)
    expect((await add(slow)).similarTo).toBe(second.id)
  })

  test('does not group a bug with praise', async () => {
    await add('The CSV export of reports works.', { kind: 'praise' })
    expect((await add('The CSV export of reports works.', { kind: 'bug' })).similarTo).toBeNull()
    expect((await add('The CSV export of reports works.', { kind: 'other' })).similarTo).not.toBeNull()
  })

  test.each([
    '"quotes" AND (operators OR NEAR * ^ - : {words} "',
    '数据导出在一百行之后停止',
    'экспорт останавливается после ста строк',
    'हिन्दी निर्यात रुक जाता है',
    "C++ `a.b->c` \\ % _ ' ; drop table feedback --",
    'organization : x',
  ])('finds %s again without an error', async (message) => {
    const first = await add(message, { title: null })
    expect((await add(message, { title: null })).similarTo).toBe(first.id)
  })

  test('is null for a text without words', async () => {
    for (const message of ['!!!', '👍👍', 'the', '…']) {
      await add(message, { title: null })
      expect((await add(message, { title: null })).similarTo).toBeNull()
    }
  })
})

describe('groupBy=similar', () => {
  test('shows one row for each group, with a count per agent client, model and tool version', async () => {
    const first = await add(slow, { agentClient: 'codex', agentModel: 'a', toolVersion: '1' })
    const lonely = await add(login)
    await add(slow, { agentClient: 'claude-code', agentModel: 'a', toolVersion: '2' })
    await add(slow, { agentClient: 'claude-code', agentModel: 'b' })
    const { status, body } = await acme.call('GET', '/v1/feedback?groupBy=similar')
    expect(status).toBe(200)
    expect(body.pagination.totalItems).toBe(2)
    expect(body.feedback).toEqual([
      {
        ...lonely,
        group: {
          total: 1,
          agentClients: [{ value: null, count: 1 }],
          agentModels: [{ value: null, count: 1 }],
          toolVersions: [{ value: null, count: 1 }],
        },
      },
      {
        ...first,
        group: {
          total: 3,
          agentClients: [
            { value: 'claude-code', count: 2 },
            { value: 'codex', count: 1 },
          ],
          agentModels: [
            { value: 'a', count: 2 },
            { value: 'b', count: 1 },
          ],
          toolVersions: [
            { value: '1', count: 1 },
            { value: '2', count: 1 },
            { value: null, count: 1 },
          ],
        },
      },
    ])
  })

  test('filters by the row that is shown, and pages', async () => {
    const first = await add(slow)
    await add(slow)
    await add(login)
    await mark(first.id, 'triaged')
    const triaged = (await acme.call('GET', '/v1/feedback?groupBy=similar&status=triaged')).body
    expect(triaged.feedback).toMatchObject([{ id: first.id, group: { total: 2 } }])
    const second = (await acme.call('GET', '/v1/feedback?groupBy=similar&limit=1&page=2')).body
    expect(second.feedback).toMatchObject([{ id: first.id }])
    expect(second.pagination).toMatchObject({ totalItems: 2, totalPages: 2 })
  })

  test('without it the list has every entry, and no groups', async () => {
    await add(slow)
    await add(slow)
    const { body } = await acme.call('GET', '/v1/feedback')
    expect(body.feedback).toHaveLength(2)
    expect(body.feedback[0].group).toBeUndefined()
  })
})

describe('a group', () => {
  test('is listed by its first entry', async () => {
    const first = await add(slow)
    const second = await add(slowAgain)
    await add(login)
    const { body } = await acme.call('GET', `/v1/feedback?similarTo=${first.id}`)
    expect(body.feedback.map(({ id }: { id: string }) => id)).toEqual([second.id])
    expect(body.pagination.totalItems).toBe(1)
  })

  test('moves as a whole on request, and closed entries stay closed', async () => {
    const first = await add(slow)
    const second = await add(slowAgain)
    const closed = await add(slowAgain)
    await mark(closed.id, 'archived')
    await acme.call('PATCH', `/v1/feedback/${first.id}`, { status: 'resolved', withSimilar: true })
    expect([(await read(first.id)).status, (await read(second.id)).status]).toEqual(['resolved', 'resolved'])
    expect((await read(second.id)).resolvedAt).toBe((await read(first.id)).resolvedAt)
    expect((await read(closed.id)).status).toBe('archived')
  })

  test('is reopened as a whole, without the entries closed before it', async () => {
    const first = await add(slow)
    const second = await add(slowAgain)
    const closed = await add(slowAgain)
    await mark(closed.id, 'archived')
    app.ctx.clock.advance(1000)
    for (const status of ['resolved', 'new'])
      await acme.call('PATCH', `/v1/feedback/${first.id}`, { status, withSimilar: true })
    expect([(await read(first.id)).status, (await read(second.id)).status]).toEqual(['new', 'new'])
    expect((await read(second.id)).resolvedAt).toBe(null)
    expect((await read(closed.id)).status).toBe('archived')
  })

  test('of another organization is neither shown nor moved', async () => {
    const globex = await app.team('globex')
    const first = await add(slow)
    const second = await add(slowAgain)
    expect((await globex.call('GET', `/v1/feedback?similarTo=${first.id}`)).body.feedback).toEqual([])
    const patch = await globex.call('PATCH', `/v1/feedback/${first.id}`, {
      status: 'resolved',
      withSimilar: true,
    })
    expect(patch.status).toBe(404)
    expect((await read(second.id)).status).toBe('new')
  })
})
