import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { tick } from '../../src/cron/ticker.ts'
import { eventRunId, scheduleRunId, startOf } from '../../src/features/generation/rules.ts'
import { maxSearched } from '../../src/features/generation/runs/list-runs.ts'
import { toCause } from '../../src/features/generation/runs/run-causes.ts'
import { generateRange, runScheduleJob } from '../../src/features/generation/start.ts'
import { generationJobs } from '../../src/features/generation/table.ts'
import { integrations } from '../../src/features/integrations/table.ts'
import { posts } from '../../src/features/posts/table.ts'
import { performDueJobs } from '../../src/jobs/runner.ts'
import { connect, scheduleBody, type Team, testApp, triggerBody, webhookSecret } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { type GitHubHost, startGitHub } from '../support/github.ts'
import { deliveryHeaders } from '../support/github-deliveries.ts'
import { type HostRepository, repository as hostRepository } from '../support/github-repository.ts'
import { pushPayload, releasePayload } from '../support/payloads.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'

let host: GitHubHost
let story: HostRepository
let app: Awaited<ReturnType<typeof testApp>>
let team: Team
let repository: Awaited<ReturnType<typeof connect>>
beforeEach(async () => {
  story = hostRepository('acme/app', { startsAt: '2026-03-03T09:00:00.000Z' })
  story.commit('feat: export every board')
  story.commit('fix: keep the order of columns')
  story.commit('chore: bump a dependency')
  host = startGitHub({ repositories: [story] })
  app = await testApp({ githubApiUrl: host.url })
  team = await app.team('acme')
  repository = await connect(app.ctx, team.id)
})
afterEach(() => host.stop())

const list = async (query = '') => (await team.call('GET', `/v1/runs${query}`)).body
const first = async () => (await list()).runs[0]
const ask = async (body: Record<string, unknown> = {}) => {
  const { job } = (await team.call('POST', '/v1/posts/generate', { contentType: 'changelog', ...body })).body
  // Runs of the same moment would have a random order.
  app.ctx.clock.advance(1000)
  return job.id as string
}

async function deliver(event: string, payload: unknown, id = 'd-1') {
  const body = JSON.stringify(payload)
  const answer = await app.anonymous(
    'POST',
    repository.hook,
    body,
    deliveryHeaders(event, body, webhookSecret, id),
  )
  expect(answer.status).toBe(200)
}

async function watch() {
  const { body } = await team.call('POST', '/v1/event-triggers', triggerBody(repository.id))
  return body.eventTrigger.id as string
}

async function runSchedule(name: string) {
  const { body } = await team.call('POST', '/v1/schedules', scheduleBody(repository.id, { name }))
  app.ctx.clock.advance(7 * 24 * 60 * 60 * 1000)
  await tick(app.ctx)
  await performDueJobs(app.ctx, [runScheduleJob])
  return body.schedule.id as string
}

describe('a run', () => {
  test('is its job with its origin, its post and the placement of the changes in the ledger', async () => {
    const id = await ask()
    await drain(app.ctx)
    const { runs, pagination, organization } = await list()
    const { job } = (await team.call('GET', `/v1/posts/generate/${id}`)).body
    const { post } = (await team.call('GET', `/v1/posts/${job.postId}`)).body
    expect(job.status).toBe('completed')
    expect(runs).toEqual([
      {
        ...job,
        cause: {
          type: 'request',
          text: 'Last 7 days of all connected sources',
          automationId: null,
          automationName: null,
          deliveryId: null,
          event: null,
          ref: null,
        },
        post: { id: post.id, title: post.title, status: 'draft' },
        ledger: { changes: 3, highlighted: 1, listed: 1, omitted: 1 },
      },
    ])
    expect(post.sourceMetadata.ledger.map(({ placement }: any) => placement).sort()).toEqual([
      'highlight',
      'listed',
      'omitted',
    ])
    expect(pagination).toMatchObject({ limit: 25, currentPage: 1, totalItems: 1, totalPages: 1 })
    expect(organization).toEqual({ id: team.id, slug: 'acme', name: 'Team acme', logo: null })
  })

  test('can be read alone, with its event log', async () => {
    const id = await ask()
    await drain(app.ctx)
    const { run, events, organization } = (await team.call('GET', `/v1/runs/${id}`)).body
    expect(run).toEqual(await first())
    expect(events).toEqual((await team.call('GET', `/v1/posts/generate/${id}`)).body.events)
    expect(events.at(-1).type).toBe('completed')
    expect(organization.slug).toBe('acme')
  })

  test('is listed by the delivery that started it, with its post', async () => {
    await watch()
    story.release('v1.1.0')
    await deliver('release', releasePayload())
    const started = async () => (await team.call('GET', '/v1/deliveries')).body.deliveries[0].runs
    const { id, contentType } = await first()
    expect(await started()).toEqual([{ id, contentType, status: 'queued', postId: null, post: null }])
    await drain(app.ctx)
    const { post } = await first()
    expect(await started()).toEqual([{ id, contentType, status: 'completed', postId: post.id, post }])
    await team.call('DELETE', `/v1/posts/${post.id}`)
    expect(await started()).toEqual([{ id, contentType, status: 'completed', postId: post.id, post: null }])
  })

  test('that waits has no post', async () => {
    await ask()
    expect(await first()).toMatchObject({ status: 'queued', postId: null, post: null, ledger: null })
  })

  test('keeps the id of a deleted post without its data', async () => {
    await ask()
    await drain(app.ctx)
    const { postId } = await first()
    await team.call('DELETE', `/v1/posts/${postId}`)
    expect(await first()).toMatchObject({ status: 'completed', postId, post: null, ledger: null })
  })

  test('whose post accounts for no changes has no ledger', async () => {
    await ask()
    await drain(app.ctx)
    await app.ctx.db.update(posts).set({ sourceMetadata: null })
    expect(await first()).toMatchObject({ post: { status: 'draft' }, ledger: null })
    await app.ctx.db.update(posts).set({ sourceMetadata: { ledger: [] } })
    expect(await first()).toMatchObject({ post: { status: 'draft' }, ledger: null })
  })

  test('that does not exist is a 404', async () => {
    const answer = await team.call('GET', '/v1/runs/job_unknown')
    expect([answer.status, answer.body]).toEqual([404, { error: 'Run not found' }])
  })
})

describe('the origin of a run is shown', () => {
  test('of a release', async () => {
    const automationId = await watch()
    await deliver('release', releasePayload({ tag_name: 'v1.4.0' }))
    expect((await first()).cause).toEqual({
      type: 'delivery',
      text: 'Release v1.4.0 of acme/app',
      automationId,
      automationName: 'Untitled Schedule',
      deliveryId: 'd-1',
      event: 'release',
      ref: 'v1.4.0',
    })
  })

  test.each([
    [['feat: one'], 'Push of 1 commit to main of acme/app'],
    [['feat: one', 'fix: two'], 'Push of 2 commits to main of acme/app'],
  ])('of a push of %j', async (messages, text) => {
    await watch()
    await deliver('push', pushPayload({}, messages))
    expect((await first()).cause).toMatchObject({ type: 'delivery', event: 'push', ref: 'main', text })
  })

  test('if the repository of the delivery was disconnected', async () => {
    await watch()
    await deliver('release', releasePayload())
    await team.call('DELETE', `/v1/integrations/${repository.id}`)
    expect((await first()).cause).toMatchObject({
      text: 'A delivery of a deleted repository',
      deliveryId: 'd-1',
      event: null,
      ref: null,
    })
  })

  test('of a schedule, and after it was deleted', async () => {
    const automationId = await runSchedule('Week by week')
    expect((await first()).cause).toEqual({
      type: 'schedule',
      text: 'Schedule “Week by week”',
      automationId,
      automationName: 'Week by week',
      deliveryId: null,
      event: null,
      ref: null,
    })
    await team.call('DELETE', `/v1/schedules/${automationId}`)
    expect((await first()).cause).toMatchObject({
      text: 'A schedule that was deleted',
      automationId,
      automationName: null,
    })
  })

  test('of a request for one repository, for several, and for a range of one', async () => {
    const texts = async () => (await list()).runs.map(({ cause }: any) => cause.text)
    const other = await connect(app.ctx, team.id, 'acme/web')
    await ask({ integrations: { github: [repository.id] }, lookbackWindow: 'yesterday' })
    await ask({ integrations: { github: [repository.id, other.id] }, lookbackWindow: 'last_30_days' })
    await generateRange(app.ctx, repository, {})
    expect(await texts()).toEqual([
      'Commits of acme/app',
      'Last 30 days of acme/app and acme/web',
      'Yesterday in acme/app',
    ])
  })

  const known = { automationName: null, event: null, repositories: ['acme/app'] }
  test.each([
    ['current_day', ['acme/app'], 'Today in acme/app'],
    ['last_14_days', ['acme/app', null], 'Last 14 days of acme/app'],
    ['last_7_days', [null], 'Last 7 days of a deleted repository'],
    ['last_7_days', ['a/a', 'b/b', 'c/c'], 'Last 7 days of 3 repositories'],
    [null, [], 'Commits of all connected sources'],
  ])('for %s of %j', (lookbackWindow, repositories, text) => {
    const cause = toCause({ lookbackWindow, source: 'api' }, { type: 'request' }, { ...known, repositories })
    expect(cause.text).toBe(text)
  })

  test('on one line, whatever its name contains', () => {
    const start = { type: 'schedule', automationId: 'a' } as const
    const named = { ...known, automationName: 'Every\n\u0007 week ' }
    expect(toCause({ lookbackWindow: null, source: 'automation' }, start, named).text).toBe(
      'Schedule “Every week”',
    )
  })

  test.each(['d-1', 'looked:push:5f4e2b60', 'event-x', '', 'ä\n-'])('by the delivery %j', (deliveryId) => {
    const automationId = Bun.randomUUIDv7()
    expect(startOf({ workflowRunId: eventRunId(automationId, deliveryId) })).toEqual({
      type: 'delivery',
      automationId,
      deliveryId,
    })
    expect(startOf({ workflowRunId: scheduleRunId(automationId, 12) })).toEqual({
      type: 'schedule',
      automationId,
    })
  })

  test.each([null, 'job_0123', 'event-', 'schedule-x-1'])('by %j, which is a request', (workflowRunId) => {
    expect(startOf({ workflowRunId })).toEqual({ type: 'request' })
  })
})

describe('the list', () => {
  test('is sorted newest first, in pages', async () => {
    const ids = [await ask(), await ask(), await ask()].reverse()
    const page = async (query: string) => (await list(query)).runs.map(({ id }: any) => id)
    expect(await page('')).toEqual(ids)
    expect(await page('?limit=2')).toEqual(ids.slice(0, 2))
    expect(await page('?limit=2&page=2')).toEqual(ids.slice(2))
    expect(await page('?limit=2&page=3')).toEqual([])
    expect((await list('?limit=2')).pagination).toMatchObject({ nextPage: 2, totalPages: 2, totalItems: 3 })
  })

  test('of one moment has the later one first', async () => {
    await team.call('POST', '/v1/posts/generate', { contentTypes: ['changelog', 'image', 'blog_post'] })
    expect((await list()).runs.map(({ contentType }: any) => contentType)).toEqual([
      'blog_post',
      'image',
      'changelog',
    ])
  })

  test('can be filtered by status', async () => {
    const done = await ask()
    await drain(app.ctx)
    const waiting = await ask()
    const ids = async (query: string) => (await list(query)).runs.map(({ id }: any) => id)
    expect(await ids('?status=completed')).toEqual([done])
    expect(await ids('?status=queued,running')).toEqual([waiting])
    expect(await ids('?status=failed')).toEqual([])
    expect((await list('?status=completed')).pagination.totalItems).toBe(1)
  })

  test('can be filtered by repository; some runs read every one', async () => {
    const other = await connect(app.ctx, team.id, 'acme/web')
    const one = await ask({ integrations: { github: [repository.id] } })
    const two = await ask({ integrations: { github: [other.id] } })
    const every = await ask()
    const ids = async (id: string) =>
      (await list(`?integrationId=${id}`)).runs.map((run: any) => run.id as string)
    expect(await ids(repository.id)).toEqual([every, one])
    expect(await ids(other.id)).toEqual([every, two])
  })

  test.each([
    ['status=lost', 'status must be one of queued, running, completed, failed, skipped'],
    ['limit=101', 'limit must be an integer from 1 to 100'],
    ['integrationId=', 'integrationId is required'],
  ])('refuses %s', async (query, error) => {
    const answer = await team.call('GET', `/v1/runs?${query}`)
    expect([answer.status, answer.body]).toEqual([400, { error }])
  })

  test('has only runs of its organization, also if another has the same ids in its origins', async () => {
    const other = await app.team('other')
    await ask()
    await app.ctx.db
      .update(generationJobs)
      .set({ postId: 'theirs', repositoryIds: [(await connect(app.ctx, other.id, 'secret/name')).id] })
    await app.ctx.db.insert(posts).values({
      id: 'theirs',
      organizationId: other.id,
      contentType: 'changelog',
      status: 'draft',
      title: 'Secret',
      content: '',
      createdAt: app.ctx.now(),
      updatedAt: app.ctx.now(),
    })
    expect(await first()).toMatchObject({
      post: null,
      cause: { text: 'Last 7 days of a deleted repository' },
    })
    expect((await other.call('GET', '/v1/runs')).body.runs).toEqual([])
  })
})

test('runs need a key with posts.read', async () => {
  const writer = await app.team('writer', ['posts.write', 'integrations.read'])
  for (const path of ['/v1/runs', '/v1/runs/job_1']) {
    expect((await writer.call('GET', path)).body.code).toBe('FORBIDDEN')
    expect((await app.anonymous('GET', path)).body.code).toBe('MISSING_API_KEY')
  }
})

test('a page takes seven statements, one more to count by repository, each served by an index', async () => {
  await watch()
  for (const id of ['d-1', 'd-2']) await deliver('release', releasePayload(), id)
  await ask()
  await drain(app.ctx)
  await app.ctx.db.update(integrations).set({ enabled: false })
  for (const query of ['', '?status=completed,queued,skipped,failed', `?integrationId=${repository.id}`]) {
    const sent = recordStatements(app.ctx.db)
    await list(query)
    const reads = sent.filter(({ sql }) => !/api_keys/.test(sql))
    expect([query, reads.length]).toEqual([query, query.includes('integrationId') ? 8 : 7])
    for (const read of reads) {
      const plan = await planOf(app.ctx.db, read)
      const walked = plan.filter((line) =>
        /^SCAN (?!named|json_each|\(subquery)|TEMP B-TREE FOR (LAST|ORDER)/.test(line),
      )
      // The rows of one page are sorted after they were found by their keys.
      const isSorted = /rowid in \(select value from json_each/.test(read.sql)
      expect([read.sql, walked]).toEqual([read.sql, isSorted ? ['USE TEMP B-TREE FOR ORDER BY'] : []])
    }
  }
})

test('runs of a repository are searched in the newest 100,000', async () => {
  const add = (count: number, createdAt: number, repositoryId: string) =>
    app.ctx.db.$client.execute({
      sql: `with recursive n(n) as (select 1 union all select n + 1 from n where n < ?)
        insert into generation_jobs
          (id, organization_id, status, content_type, repository_ids, source, created_at, updated_at)
        select ? || n, ?, 'completed', 'changelog', json_array(?), 'api', ? + n, 0 from n`,
      args: [count, `run-${createdAt}-`, team.id, repositoryId, createdAt],
    })
  const found = async (query: string) => (await list(query)).pagination.totalItems
  await add(1, 0, 'old')
  // Few at a time, so that no statement reaches the time limit of a slow server.
  for (let added = 0; added < maxSearched - 1; added += 5000)
    await add(Math.min(maxSearched - 1 - added, 5000), 10 + added, 'new')
  expect([await found('?integrationId=old'), await found('?integrationId=old&status=completed')]).toEqual([
    1, 1,
  ])
  await add(1, 1_000_000, 'new')
  expect([await found('?integrationId=old'), await found('?integrationId=old&status=completed')]).toEqual([
    0, 0,
  ])
  expect(await found('?integrationId=new')).toBe(maxSearched)
  expect(await found('')).toBe(maxSearched + 1)
})
