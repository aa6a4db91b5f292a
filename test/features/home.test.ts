import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { causeOf } from '../../src/features/home/post-cause.ts'
import { integrations } from '../../src/features/integrations/table.ts'
import { postChecks, posts } from '../../src/features/posts/table.ts'
import { checkedNow } from '../../src/features/posts/text-check.ts'
import { webhookLogs } from '../../src/features/webhooks/table.ts'
import {
  addProject,
  connect,
  type SignedInPerson,
  scheduleBody,
  type Team,
  testApp,
  triggerBody,
  webhookSecret,
} from '../support/app.ts'
import { drain } from '../support/context.ts'
import { type GitHubHost, startGitHub } from '../support/github.ts'
import { deliveryHeaders } from '../support/github-deliveries.ts'
import { type HostRepository, repository as hostRepository } from '../support/github-repository.ts'
import { releasePayload } from '../support/payloads.ts'
import { addBrief } from '../support/planning.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'
import { checkedPost } from '../support/writing.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
let host: GitHubHost
let story: HostRepository
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let member: SignedInPerson
beforeEach(async () => {
  story = hostRepository('acme/app', { startsAt: '2026-03-03T09:00:00.000Z' })
  story.commit('feat: export every board')
  story.commit('fix: keep the order of columns')
  story.commit('chore: bump a dependency')
  story.release('v1.4.0')
  host = startGitHub({ repositories: [story] })
  app = await testApp({ githubApiUrl: host.url })
  acme = await app.team('acme')
  member = await acme.person('member')
})
afterEach(() => host.stop())

const home = async (person = member) => {
  const { status, body } = await person.call('GET', '/api/app/home')
  expect([status, body.error]).toEqual([200, undefined])
  return body
}

async function deliver({ hook }: { hook: string }, secret = webhookSecret) {
  const body = JSON.stringify(releasePayload({ tag_name: 'v1.4.0' }))
  await app.anonymous('POST', hook, body, deliveryHeaders('release', body, secret))
}

let posted = 0
async function post(changes: Partial<typeof posts.$inferInsert> = {}) {
  const now = app.ctx.now()
  const row = {
    id: `post${String(posted++).padStart(12, '0')}`,
    organizationId: acme.id,
    contentType: 'changelog' as const,
    status: 'draft' as const,
    title: 'News',
    content: '',
    createdAt: now,
    updatedAt: now,
    ...changes,
  }
  await app.ctx.db.insert(posts).values(row)
  return row.id
}

const say = (message: string) => {
  app.ctx.clock.advance(1000)
  return acme.call('POST', '/v1/feedback', { message, title: message, kind: 'bug', sentiment: 'neutral' })
}

test('home of a new organization is empty', async () => {
  expect(await home()).toEqual({
    drafts: [],
    draftCount: 0,
    runs: [],
    failedDeliveries: { count: 0, newest: null },
    newFeedback: { count: 0, groups: [] },
    articles: { count: 0, newest: [] },
    publishedThisWeek: [],
    visibility: null,
    hasRepository: false,
    onlyRepositoryId: null,
    hasPost: false,
    hasWebhook: false,
    hasTrigger: false,
  })
})

describe('the first steps are done', () => {
  const steps = async () => {
    const { hasRepository, hasPost, hasWebhook } = await home()
    return [hasRepository, hasPost, hasWebhook]
  }

  test('one after the other', async () => {
    const repository = await connect(app.ctx, acme.id)
    expect(await steps()).toEqual([true, false, false])
    expect((await home()).onlyRepositoryId).toBe(repository.id)
    await post()
    expect(await steps()).toEqual([true, true, false])
    await deliver(repository)
    expect(await steps()).toEqual([true, true, true])
    await acme.call('POST', '/v1/schedules', scheduleBody(repository.id))
    expect((await home()).hasTrigger).toBe(false)
    await acme.call('POST', '/v1/event-triggers', triggerBody(repository.id))
    expect((await home()).hasTrigger).toBe(true)
    await connect(app.ctx, acme.id, 'acme/site')
    expect((await home()).onlyRepositoryId).toBe(null)
  })

  test('also if releases are polled, or the secret at GitHub was changed', async () => {
    const { id, ...repository } = await connect(app.ctx, acme.id)
    await app.ctx.db.update(integrations).set({ watchMinutes: 5 }).where(eq(integrations.id, id))
    expect(await steps()).toEqual([true, false, true])
    await app.ctx.db.update(integrations).set({ watchMinutes: null })
    await deliver(repository, 'another')
    expect(await steps()).toEqual([true, false, true])
  })
})

describe('drafts', () => {
  test('show what they were written for and how their changes were placed', async () => {
    const repository = await connect(app.ctx, acme.id)
    await member.call('POST', '/v1/event-triggers', triggerBody(repository.id))
    await deliver(repository)
    await drain(app.ctx)
    const { drafts, draftCount } = await home()
    const [run] = (await member.call('GET', '/v1/runs')).body.runs
    expect(drafts).toEqual([
      {
        id: run.postId,
        title: run.post.title,
        contentType: 'changelog',
        ledger: run.ledger,
        faults: null,
        cause: { ...run.cause, deliveryId: null },
        createdAt: app.ctx.now().toISOString(),
      },
    ])
    expect(run.cause.text).toBe('Release v1.4.0 of acme/app')
    expect(run.ledger.changes).toBe(3)
    expect(draftCount).toBe(1)
  })

  test('are the newest five, without those that were published', async () => {
    const ids: string[] = []
    for (let n = 0; n < 7; n++) {
      app.ctx.clock.advance(1000)
      ids.push(await post())
    }
    await post({ status: 'published' })
    const { drafts, draftCount } = await home()
    expect(drafts.map(({ id }: { id: string }) => id)).toEqual(ids.reverse().slice(0, 5))
    expect(drafts[0]).toMatchObject({ ledger: null, cause: null })
    expect(draftCount).toBe(7)
  })

  test('state how many faults they have', async () => {
    const postId = await post()
    const [blocking, minor] = [
      { rule: 'figures', severity: 'blocking' as const, message: 'No.', excerpt: null },
      { rule: 'length', severity: 'minor' as const, message: 'Short.', excerpt: null },
    ]
    const faults = checkedNow(app.ctx, [blocking, minor, minor])
    await app.ctx.db.insert(postChecks).values({ postId, ...checkedPost, ...faults })
    expect((await home()).drafts).toMatchObject([{ id: postId, faults: { blocking: 1, minor: 2 } }])
  })

  const repositories = [{ owner: 'acme', repo: 'app' }]
  const names = new Map([['a', 'Week by week']])
  test.each([
    [{}, null],
    [{ triggerSourceType: 'geo', triggerId: 'a' }, null],
    [{ triggerSourceType: 'cron' }, null],
    [{ triggerSourceType: 'manual', lookbackWindow: 'last_7_days', repositories }, 'Last 7 days of acme/app'],
    [{ triggerSourceType: 'manual', repositories }, 'Commits of acme/app'],
    [{ triggerSourceType: 'cron', triggerId: 'a', repositories }, 'Schedule “Week by week”'],
    [{ triggerSourceType: 'cron', triggerId: 'gone', repositories }, 'A schedule that was deleted'],
    [
      {
        triggerSourceType: 'github_webhook',
        triggerId: 'a',
        eventType: 'release',
        rangeEnd: 'v2',
        repositories,
      },
      'Release v2 of acme/app',
    ],
    [
      { triggerSourceType: 'github_webhook', triggerId: 'a', eventType: 'release', repositories },
      'A release of acme/app',
    ],
    [
      {
        triggerSourceType: 'github_webhook',
        triggerId: 'a',
        eventType: 'push',
        rangeEnd: 'abc',
        repositories,
      },
      'A push to acme/app',
    ],
    [{ triggerSourceType: 'github_webhook', triggerId: 'a', repositories }, 'A delivery of acme/app'],
  ])('of %j', (origin, text) => {
    expect(causeOf(origin, names)?.text ?? null).toBe(text)
  })
})

test('runs are those that have not ended, newest first', async () => {
  await connect(app.ctx, acme.id)
  await member.call('POST', '/v1/posts/generate', { contentType: 'changelog' })
  await drain(app.ctx)
  for (let n = 0; n < 12; n++) {
    app.ctx.clock.advance(7000)
    await acme.call('POST', '/v1/posts/generate', { contentType: 'image' })
  }
  const { runs } = await home()
  const listed = (await member.call('GET', '/v1/runs?status=queued,running&limit=10')).body.runs
  expect(runs).toEqual(listed)
  expect(runs).toHaveLength(10)
})

describe('failed deliveries', () => {
  test('are counted for a day, and the newest is shown', async () => {
    const repository = await connect(app.ctx, acme.id)
    await deliver(repository, 'another')
    app.ctx.clock.advance(hour)
    await deliver(repository, 'another')
    await deliver(repository)
    const [newest] = (await member.call('GET', '/v1/deliveries?status=failed')).body.deliveries
    const { failedDeliveries } = await home()
    expect(failedDeliveries).toEqual({
      count: 2,
      newest: {
        id: newest.id,
        integrationId: repository.id,
        repository: 'acme/app',
        title: 'Invalid webhook signature',
        statusCode: 401,
        errorMessage: 'Invalid webhook signature',
        createdAt: app.ctx.now().toISOString(),
      },
    })
    app.ctx.clock.advance(day - hour + 1)
    expect((await home()).failedDeliveries.count).toBe(1)
    app.ctx.clock.advance(hour)
    expect((await home()).failedDeliveries).toEqual({ count: 0, newest: null })
  })

  test('of a repository that was disconnected have no name', async () => {
    const repository = await connect(app.ctx, acme.id)
    await deliver(repository, 'another')
    await acme.call('DELETE', `/v1/integrations/${repository.id}`)
    expect((await home()).failedDeliveries.newest.repository).toBeNull()
  })
})

describe('new feedback', () => {
  test('is counted, and shown by its largest groups', async () => {
    await say('The export endpoint answers 500 for boards with many rows')
    await say('Please add a dark theme to the settings page')
    for (let n = 0; n < 2; n++) await say('The export endpoint answers 500 for boards with many rows')
    await say('Thank you for the quick search')
    await say('Where is the invoice of last month')
    await say('Who wrote the guide for the first import')
    const { count, groups } = (await home()).newFeedback
    expect(count).toBe(7)
    expect(groups.map(({ title, total }: any) => [title, total])).toEqual([
      ['The export endpoint answers 500 for boards with many rows', 3],
      ['Who wrote the guide for the first import', 1],
      ['Where is the invoice of last month', 1],
    ])
    expect(groups[0]).toEqual({ id: expect.any(String), kind: 'bug', title: expect.any(String), total: 3 })
  })

  test('no longer has entries that a user has opened', async () => {
    const { body } = await say('It is slow')
    await acme.call('PATCH', `/v1/feedback/${body.feedback.id}`, { status: 'triaged' })
    expect((await home()).newFeedback).toEqual({ count: 0, groups: [] })
  })
})

test('posts published this week are shown, however long ago they were written', async () => {
  const old = await post()
  app.ctx.clock.advance(10 * day)
  const ids: string[] = []
  for (let n = 0; n < 2; n++) {
    app.ctx.clock.advance(1000)
    ids.push(await post({ status: 'published' }))
  }
  await post()
  app.ctx.clock.advance(1000)
  await member.call('PATCH', `/v1/posts/${old}`, { status: 'published' })
  const published = async () => (await home()).publishedThisWeek.map(({ id }: { id: string }) => id)
  expect(await published()).toEqual([old, ...ids.reverse()])
  app.ctx.clock.advance(7 * day)
  expect(await published()).toEqual([old])
  app.ctx.clock.advance(1)
  expect(await published()).toEqual([])
})

test('another organization sees none of it', async () => {
  const repository = await connect(app.ctx, acme.id)
  await deliver(repository, 'another')
  await post()
  await say('It is slow')
  await acme.call('POST', '/v1/posts/generate', { contentType: 'changelog' })
  const stranger = await (await app.team('other')).person('owner')
  expect(await home(stranger)).toMatchObject({
    drafts: [],
    runs: [],
    failedDeliveries: { count: 0 },
    newFeedback: { count: 0, groups: [] },
    hasRepository: false,
    hasPost: false,
  })
})

test('takes fifteen queries, each served by an index and bounded', async () => {
  const repository = await connect(app.ctx, acme.id)
  await deliver(repository, 'another')
  await post()
  await post({ status: 'published' })
  await say('It is slow')
  await member.call('POST', '/v1/posts/generate', { contentType: 'changelog' })
  const sent = recordStatements(app.ctx.db)
  await home()
  const asked = sent.filter(({ sql }) => !sql.includes('"sessions"'))
  expect(asked).toHaveLength(15)
  for (const statement of asked) {
    const plan = await planOf(app.ctx.db, statement)
    const scans = plan.filter((line) => /^SCAN (?!named|json_each|newest|grouped|\(subquery)/.test(line))
    expect([statement.sql, scans]).toEqual([statement.sql, []])
  }
  expect(await app.ctx.db.$count(webhookLogs)).toBe(1)
})

test('shows outlines pending approval and failed articles, newest first', async () => {
  const projectId = await addProject(app.ctx, acme.id)
  const add = (workingTitle: string, changes: Parameters<typeof addBrief>[3]) => {
    app.ctx.clock.advance(1000)
    return addBrief(app.ctx, acme, projectId, { workingTitle, ...changes })
  }
  const outline = await add('An outline', {})
  await add('Being written', { status: 'writing', runId: 'run' })
  await add('Written', { status: 'completed' })
  const failed = await add('Not written', { status: 'failed', error: 'The model was not there.' })
  const stranger = await app.team('other')
  await addBrief(app.ctx, stranger, await addProject(app.ctx, stranger.id))
  const { articles } = await home()
  expect(articles).toEqual({
    count: 2,
    newest: [
      {
        ...{ id: failed, projectId, title: 'Not written', error: 'The model was not there.' },
        createdAt: app.ctx.now().toISOString(),
      },
      {
        ...{ id: outline, projectId, title: 'An outline', error: null },
        createdAt: new Date(app.ctx.now().getTime() - 3000).toISOString(),
      },
    ],
  })
  for (let n = 0; n < 5; n++) await add(`Outline ${n}`, {})
  const more = (await home()).articles
  expect([more.count, more.newest.length, more.newest[0].title]).toEqual([7, 5, 'Outline 4'])
  const columns = await app.ctx.db.all<{ name: string }>(
    sql`select name from pragma_table_info('geo_briefs') where name <> 'id'`,
  )
  const names = sql.raw(columns.map(({ name }) => name).join())
  await app.ctx.db.run(sql`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 10000)
    insert into geo_briefs (id, ${names}) select n, ${names} from geo_briefs, numbers where id = ${outline}`)
  expect((await home()).articles.count).toBe(10_000)
})
