import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { ceilingSentence, ceilings } from '../../src/db/ceilings.ts'
import { projects } from '../../src/features/geo/projects/table.ts'
import { type Team, testApp } from '../support/app.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
})

async function add(changes: Record<string, unknown> = {}, team = acme): Promise<any> {
  app.ctx.clock.advance(1000)
  const entry = {
    message: crypto.randomUUID(),
    title: 'Entry',
    kind: 'bug',
    sentiment: 'neutral',
    ...changes,
  }
  return (await team.call('POST', '/v1/feedback', entry)).body.feedback
}
const list = async (query = '') => (await acme.call('GET', `/v1/feedback${query}`)).body
const ids = (page: any) => page.feedback.map(({ id }: any) => id)
const mark = (id: string, status: unknown, team = acme) =>
  team.call('PATCH', `/v1/feedback/${id}`, { status })

describe('the list', () => {
  test('is empty at first, and has one page', async () => {
    expect(await list()).toEqual({
      feedback: [],
      pagination: {
        limit: 25,
        currentPage: 1,
        nextPage: null,
        previousPage: null,
        totalPages: 1,
        totalItems: 0,
      },
    })
  })

  test('has 25 entries per page, newest first', async () => {
    const added = []
    for (let number = 0; number < 27; number++) added.unshift((await add()).id)
    const first = await list()
    expect(ids(first)).toEqual(added.slice(0, 25))
    expect(first.pagination).toEqual({
      limit: 25,
      currentPage: 1,
      nextPage: 2,
      previousPage: null,
      totalPages: 2,
      totalItems: 27,
    })
    expect(ids(await list('?page=2'))).toEqual(added.slice(25))
    expect(ids(await list('?page=3&limit=5'))).toEqual(added.slice(10, 15))
    const beyond = await list('?page=9')
    expect([beyond.feedback, beyond.pagination.previousPage, beyond.pagination.totalItems]).toEqual([
      [],
      8,
      27,
    ])
  })

  test('filters by status, kind and project, alone and together', async () => {
    await app.ctx.db
      .insert(projects)
      .values({ id: 'p1', organizationId: acme.id, name: 'P', createdAt: app.ctx.now() })
    const plain = await add()
    const praise = await add({ kind: 'praise' })
    const inProject = await add({ kind: 'praise', projectId: 'p1' })
    await mark(plain.id, 'triaged')
    const cases: [string, any[]][] = [
      ['?status=new', [inProject, praise]],
      ['?status=triaged', [plain]],
      ['?kind=praise', [inProject, praise]],
      ['?projectId=p1', [inProject]],
      ['?projectId=p1&kind=praise&status=new', [inProject]],
      ['?projectId=p1&status=triaged', []],
      ['?projectId=unknown', []],
    ]
    for (const [query, wanted] of cases) {
      const page = await list(query)
      expect([query, ids(page), page.pagination.totalItems]).toEqual([
        query,
        wanted.map(({ id }) => id),
        wanted.length,
      ])
    }
  })

  test.each([
    ['limit=0', 'limit must be an integer from 1 to 100'],
    ['limit=101', 'limit must be an integer from 1 to 100'],
    ['limit=x', 'limit must be an integer from 1 to 100'],
    ['page=0', 'page must be an integer of at least 1'],
    ['page=1.5', 'page must be an integer of at least 1'],
    ['status=new,triaged', 'status must be one of new, triaged, resolved, archived'],
    ['kind=rant', 'kind must be one of bug, feature, praise, question, other'],
    ['groupBy=kind', 'groupBy must be similar'],
  ])('refuses %s', async (query, error) => {
    const answer = await acme.call('GET', `/v1/feedback?${query}`)
    expect([answer.status, answer.body]).toEqual([400, { error }])
  })

  test('accepts limit 100', async () => {
    expect((await list('?limit=100')).pagination.limit).toBe(100)
  })

  test('counts entries as they move between states', async () => {
    const { id } = await add()
    await add()
    for (const status of ['triaged', 'resolved', 'resolved', 'archived', 'new']) {
      await mark(id, status)
      const total = (await list(`?status=${status}`)).pagination.totalItems
      expect([status, total]).toEqual([status, status === 'new' ? 2 : 1])
      expect((await list()).pagination.totalItems).toBe(2)
    }
  })
})

describe('an entry', () => {
  test('moves to any status; resolved stamps resolvedAt and every other clears it', async () => {
    const { id, createdAt } = await add()
    for (const status of ['resolved', 'triaged', 'resolved', 'new', 'archived', 'resolved', 'archived']) {
      app.ctx.clock.advance(1000)
      const now = app.ctx.now().toISOString()
      const answer = await mark(id, status)
      expect([answer.status, answer.body.feedback]).toMatchObject([
        200,
        { id, status, createdAt, updatedAt: now, resolvedAt: status === 'resolved' ? now : null },
      ])
      expect((await acme.call('GET', `/v1/feedback/${id}`)).body).toEqual(answer.body)
    }
  })

  test('accepts only the four statuses', async () => {
    const { id } = await add()
    for (const status of ['open', '', null, 1, ['new'], undefined]) {
      const answer = await mark(id, status)
      expect([answer.status, answer.body]).toEqual([
        400,
        { error: 'status must be one of new, triaged, resolved, archived' },
      ])
    }
    const renamed = await acme.call('PATCH', `/v1/feedback/${id}`, { status: 'triaged', title: 'Mine' })
    expect(renamed.body.feedback).toMatchObject({ status: 'triaged', title: 'Entry' })
  })

  test('that does not exist is a 404, and an invalid id a 400', async () => {
    for (const answer of [await acme.call('GET', '/v1/feedback/unknown'), await mark('unknown', 'new')])
      expect([answer.status, answer.body]).toEqual([404, { error: 'Feedback not found' }])
    for (const answer of [await acme.call('GET', '/v1/feedback/a.b'), await mark('a.b', 'new')])
      expect([answer.status, answer.body]).toEqual([400, { error: 'feedbackId has an invalid format' }])
  })

  test('of another organization is not found', async () => {
    const other = await app.team('other')
    const { id } = await add({ message: 'theirs' })
    for (const answer of [await other.call('GET', `/v1/feedback/${id}`), await mark(id, 'archived', other)])
      expect([answer.status, answer.body]).toEqual([404, { error: 'Feedback not found' }])
    expect((await other.call('GET', '/v1/feedback')).text).not.toContain('theirs')
    expect((await other.call('GET', '/v1/feedback?groupBy=similar')).text).not.toContain('theirs')
    expect((await list('?status=new')).pagination.totalItems).toBe(1)
  })

  test('needs feedback.read to be read and feedback.write to be moved', async () => {
    const { id } = await add()
    for (const [scope, allowed] of [
      ['feedback.read', ['GET']],
      ['feedback.write', ['PATCH', 'POST']],
      ['posts.write', []],
    ] as const) {
      const { call } = await app.team(scope.replace('.', '-'), [scope])
      for (const [method, path] of [
        ['GET', '/v1/feedback'],
        ['GET', `/v1/feedback/${id}`],
        ['PATCH', `/v1/feedback/${id}`],
        ['POST', '/v1/feedback'],
      ] as const) {
        const { status } = await call(method, path, method === 'GET' ? undefined : {})
        const refused = !(allowed as readonly string[]).includes(method)
        expect([scope, method, path, status === 403]).toEqual([scope, method, path, refused])
      }
    }
  })
})

describe('an organization that has as many entries as it may', () => {
  test('gets a 409, and an anonymous client does not learn how many it has', async () => {
    await add()
    await app.ctx.db.run(sql`update feedback_counts set total = ${ceilings.feedback.max}`)
    const refused = await acme.call('POST', '/v1/feedback', { message: 'One more' })
    expect([refused.status, refused.body]).toEqual([409, { error: ceilingSentence('feedback') }])
    const answer = await app.anonymous('POST', '/v1/feedback/acme', { message: 'One more', kind: 'bug' })
    expect(answer.status).toBe(409)
    expect(answer.text).not.toContain('100,000')
    expect((await list()).feedback).toHaveLength(1)
  })

  test('gets each new entry in place of the oldest archived one, whose group stays one', async () => {
    const [oldest, first, second] = [
      await add({ message: 'The export loses every other line of a file' }),
      await add({ message: 'The export loses every other line of a file' }),
      await add({ message: 'The export loses every other line of a file' }),
    ]
    const open = await add()
    expect([first.similarTo, second.similarTo]).toEqual([oldest.id, oldest.id])
    await acme.call('PATCH', `/v1/feedback/${oldest.id}`, { status: 'archived', withSimilar: true })
    await app.ctx.db.run(
      sql`update feedback_counts set total = ${ceilings.feedback.max - 1} where status = 'archived'`,
    )
    const added = await add({ message: 'Another' })
    const entries = (await list()).feedback
    expect(entries.map(({ id, similarTo }: any) => [id, similarTo])).toEqual([
      [added.id, null],
      [open.id, null],
      [second.id, first.id],
      [first.id, null],
    ])
  })
})
