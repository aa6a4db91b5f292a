import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { tick } from '../../src/cron/ticker.ts'
import { atomically } from '../../src/db/client.ts'
import type { AutomationRow } from '../../src/features/automations/model.ts'
import { automations } from '../../src/features/automations/table.ts'
import { nameCollection } from '../../src/features/collections/name-collection.ts'
import { collections } from '../../src/features/collections/table.ts'
import { queueEventRun } from '../../src/features/generation/start.ts'
import { generationJobs, readings } from '../../src/features/generation/table.ts'
import { integrations } from '../../src/features/integrations/table.ts'
import { setLimits } from '../../src/features/usage/limits.ts'
import { readUsage } from '../../src/features/usage/read-usage.ts'
import type { ContentType } from '../../src/writer/content-types.ts'
import { connect, scheduleBody, type Team, testApp, triggerBody, webhookSecret } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { type GitHubHost, startGitHub } from '../support/github.ts'
import { deliveryHeaders } from '../support/github-deliveries.ts'
import { failures } from '../support/github-failures.ts'
import { repository as hostRepository } from '../support/github-repository.ts'
import { pushPayload } from '../support/payloads.ts'

let host: GitHubHost
let app: Awaited<ReturnType<typeof testApp>>
let team: Team
let repository: Awaited<ReturnType<typeof connect>>

beforeEach(async () => {
  const story = hostRepository('acme/app', { startsAt: '2026-03-01T09:00:00.000Z' })
  story.commit('feat: add an export')
  story.pullRequest('fix: keep the session', { at: '2026-03-03T10:00:00.000Z' })
  host = startGitHub({ repositories: [story] })
  app = await testApp({ githubApiUrl: host.url })
  team = await app.team('acme')
  repository = await connect(app.ctx, team.id, 'acme/app')
})
afterEach(() => host.stop())

const ask = (body: Record<string, unknown>) => team.call('POST', '/v1/posts/generate', body)
const runOf = async (id: string) => (await team.call('GET', `/v1/posts/generate/${id}`)).body
const collectionRows = () => app.ctx.db.select().from(collections)
const onlyCollection = async () => {
  const rows = await collectionRows()
  expect(rows).toHaveLength(1)
  return rows[0] as (typeof rows)[number]
}
const postsOf = async () => (await team.call('GET', '/v1/posts?status=draft,published')).body.posts

/** Requests posts and writes them; returns the runs in the order of the requests. */
async function generate(body: Record<string, unknown>) {
  const asked = await ask(body)
  expect([asked.status, asked.text]).toEqual([202, asked.text])
  await drain(app.ctx)
  const runs = await Promise.all(asked.body.jobs.map((job: any) => runOf(job.id)))
  return { collection: asked.body.collection, runs, jobs: runs.map(({ job }) => job) }
}

const both = { contentTypes: ['changelog', 'image'] }

describe('the name of a collection', () => {
  const at = (day: string) => new Date(`${day}T12:00:00.000Z`)
  test.each<[ContentType[], string, string]>([
    [['changelog'], '2026-11-21', 'Changelog - November 21st 2026'],
    [['changelog', 'blog_post'], '2026-11-02', 'Changelog, Blog post - November 2nd 2026'],
    [
      ['image', 'linkedin_post', 'changelog'],
      '2026-01-03',
      'Image, LinkedIn post + 1 more - January 3rd 2026',
    ],
    [
      ['twitter_post', 'investor_update', 'changelog', 'blog_post', 'image'],
      '2026-05-30',
      'X post, Investor update + 3 more - May 30th 2026',
    ],
  ])('of %p on %s', (types, day, name) => {
    expect(nameCollection(types, at(day))).toBe(name)
  })

  test('has each month in English', () => {
    for (let month = 0; month < 12; month++) {
      const moment = new Date(Date.UTC(2026, month, 1))
      const said = moment.toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })
      expect(nameCollection(['image'], moment)).toBe(`Image - ${said} 1st 2026`)
    }
  })

  test.each([
    ['01', '1st'],
    ['04', '4th'],
    ['11', '11th'],
    ['12', '12th'],
    ['13', '13th'],
    ['22', '22nd'],
    ['23', '23rd'],
    ['31', '31st'],
  ])('on day %s says %s', (day, ordinal) => {
    expect(nameCollection(['image'], at(`2026-01-${day}`))).toBe(`Image - January ${ordinal} 2026`)
  })
})

describe('one format', () => {
  test('returns its job, alone in the list, and its collection', async () => {
    const { status, body } = await ask({ contentType: 'changelog' })
    expect(status).toBe(202)
    expect(Object.keys(body).sort()).toEqual(['collection', 'job', 'jobs', 'organization'])
    expect(body.jobs).toEqual([body.job])
    expect(body.collection).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      source: 'api',
      sourceId: body.job.id,
      name: 'Changelog - March 4th 2026',
      nameSource: 'generated',
      contentTypes: ['changelog'],
      sourceMetadata: {
        triggerId: 'manual_on_demand',
        triggerSourceType: 'manual',
        lookbackWindow: 'last_7_days',
      },
      expectedPostCount: 1,
      completedPostCount: 0,
      createdAt: app.ctx.now().toISOString(),
      updatedAt: app.ctx.now().toISOString(),
    })
  })

  test('goes into its collection, which counts the post', async () => {
    const { collection, jobs } = await generate({ contentType: 'changelog' })
    const { body } = await team.call('GET', `/v1/posts/${jobs[0].postId}`)
    expect(body.post.collectionId).toBe(collection.id)
    expect(await onlyCollection()).toMatchObject({ id: collection.id, completedPostCount: 1 })
  })

  test.each([
    ['skipped', () => app.ctx.clock.advance(400 * 24 * 60 * 60 * 1000)],
    ['failed', () => setLimits(app.ctx, team.id, { longFormPosts: 0 })],
    // The job dies.
    ['failed', () => host.failNext('notFound', 100)],
  ])('that is %s removes its empty collection', async (status, prepare) => {
    const asked = await ask({ contentType: 'changelog', lookbackWindow: 'yesterday' })
    expect(await collectionRows()).toHaveLength(1)
    await prepare()
    await drain(app.ctx)
    expect((await runOf(asked.body.job.id)).job.status).toBe(status)
    expect(await collectionRows()).toEqual([])
  })
})

describe('an automated run', () => {
  const deliver = (id: string) => {
    const body = JSON.stringify(pushPayload())
    return app.anonymous('POST', repository.hook, body, deliveryHeaders('push', body, webhookSecret, id))
  }

  test('of a schedule has a collection that names the schedule', async () => {
    const { body } = await team.call('POST', '/v1/schedules', scheduleBody(repository.id))
    app.ctx.clock.advance(5 * 24 * 60 * 60 * 1000)
    await tick(app.ctx)
    await drain(app.ctx)
    expect(await onlyCollection()).toMatchObject({
      source: 'schedule',
      sourceId: body.schedule.id,
      contentTypes: ['changelog'],
      sourceMetadata: {
        triggerId: body.schedule.id,
        triggerSourceType: 'cron',
        lookbackWindow: 'last_7_days',
      },
      expectedPostCount: 1,
      completedPostCount: 1,
    })
  })

  test('of an event trigger has a collection for each delivery', async () => {
    const { body } = await team.call('POST', '/v1/event-triggers', triggerBody(repository.id))
    await deliver('first')
    await deliver('second')
    await drain(app.ctx)
    const rows = await collectionRows()
    expect(rows.map(({ source, sourceId }) => [source, sourceId])).toEqual([
      ['automation', body.eventTrigger.id],
      ['automation', body.eventTrigger.id],
    ])
    const held = (await postsOf()).map((post: any) => post.collectionId)
    expect(held.sort()).toEqual(rows.map(({ id }) => id).sort())
  })

  test('that ended without a post gets no collection when its event is repeated', async () => {
    const { ctx } = app
    await team.call('POST', '/v1/event-triggers', triggerBody(repository.id))
    const [trigger] = await ctx.db.select().from(automations)
    const delivery = { integrationId: repository.id, deliveryId: 'first' }
    const queue = () => atomically(ctx.db, queueEventRun(ctx, trigger as AutomationRow, delivery))
    await queue()
    await queue()
    expect(await collectionRows()).toHaveLength(1)
    await setLimits(ctx, team.id, { longFormPosts: 0 })
    await drain(ctx)
    await queue()
    expect(await collectionRows()).toEqual([])
    expect(await ctx.db.$count(generationJobs)).toBe(1)
  })
})

describe('several formats', () => {
  test.each([
    ['both fields', { contentType: 'changelog', ...both }, 'Send contentType or contentTypes, not both'],
    ['a repeat', { contentTypes: ['image', 'image'] }, 'contentTypes must not contain a format twice'],
    ['one', { contentTypes: ['image'] }, /^contentTypes must contain two to five of changelog, /],
    ['none', { contentTypes: [] }, /^contentTypes must contain two to five of changelog, /],
    ['an unknown one', { contentTypes: ['image', 'haiku'] }, /contentTypes/],
    ['neither field', {}, /^contentType must be one of changelog, /],
  ])('with %s are 400, and start nothing', async (_, body, message) => {
    const answer = await ask(body)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatch(message)
    expect(await collectionRows()).toEqual([])
  })

  test('are one job each, in the order of the request, and one collection', async () => {
    const formats = ['image', 'changelog', 'twitter_post', 'blog_post', 'linkedin_post']
    const { status, body } = await ask({ contentTypes: formats })
    expect(status).toBe(202)
    expect(body.jobs.map((job: any) => [job.contentType, job.status])).toEqual(
      formats.map((format) => [format, 'queued']),
    )
    expect(body.job).toEqual(body.jobs[0])
    expect(body.collection).toMatchObject({
      sourceId: body.job.id,
      name: 'Image, Changelog + 3 more - March 4th 2026',
      contentTypes: formats,
      expectedPostCount: 5,
      completedPostCount: 0,
    })
  })

  test('use one unit of the rate limit', async () => {
    expect((await ask(both)).headers.get('ratelimit-remaining')).toBe('9')
  })

  test('are written from one reading, which is released afterwards', async () => {
    await generate({ contentType: 'changelog' })
    const once = host.requests.length
    await app.ctx.db.run('delete from codehost_answers')
    const { collection, jobs } = await generate(both)
    expect(host.requests).toHaveLength(2 * once)
    expect(jobs.map(({ status }) => status)).toEqual(['completed', 'completed'])
    const written = (await postsOf()).filter((post: any) => post.collectionId === collection.id)
    expect(written.map((post: any) => post.contentType).sort()).toEqual(['changelog', 'image'])
    const [changelog, image] = written.toSorted((a: any, b: any) => (a.contentType < b.contentType ? -1 : 1))
    expect(image.sourceMetadata.ledger).toEqual(changelog.sourceMetadata.ledger)
    expect(image.sourceMetadata.lookbackRange).toEqual(changelog.sourceMetadata.lookbackRange)
    expect(await app.ctx.db.select().from(readings)).toEqual([])
  })

  test('log the reading in each run', async () => {
    await connect(app.ctx, team.id, 'acme/gone')
    const { runs } = await generate(both)
    for (const { events } of runs) {
      expect(events.map(({ type }: any) => type)).toEqual([
        'queued',
        'workflow_triggered',
        'running',
        'fetching_repositories',
        'fetching_repositories',
        'generating_content',
        'post_created',
        'completed',
      ])
      const read = events.filter(({ type }: any) => type === 'fetching_repositories')
      expect(read.map(({ message }: any) => message).sort()).toEqual([
        'Read 2 commits of acme/app from the last 7 days (rolling).',
        expect.stringMatching(/^acme\/gone cannot be read: GitHub .* It was left out\.$/),
      ])
    }
  })

  test('use the same selection', async () => {
    const { collection } = await generate({
      ...both,
      repositoryIds: [repository.id],
      selectedItems: { pullRequestNumbers: [{ repositoryId: repository.id, number: 1 }] },
    })
    const written = (await postsOf()).filter((post: any) => post.collectionId === collection.id)
    expect(written.map((post: any) => post.sourceMetadata.ledger.map(({ title }: any) => title))).toEqual([
      ['Keep the session'],
      ['Keep the session'],
    ])
  })

  test('all fail with the sentence about selections outside of the repositories', async () => {
    const { jobs } = await generate({
      ...both,
      selectedItems: { pullRequestNumbers: [{ repositoryId: 'other', number: 1 }] },
    })
    expect(jobs.map(({ status, error }) => [status, error])).toEqual(
      Array(2).fill(['failed', 'Selected items must belong to the requested repositories.']),
    )
    expect(await collectionRows()).toEqual([])
    expect((await readUsage(app.ctx, team.id)).features.map(({ used }) => used)).toEqual([0, 0, 0, 0])
  })

  test('wait for the rate limit of the code host together, and each log says so', async () => {
    host.failNext(() => failures.secondaryLimit(30))
    const asked = await ask(both)
    await drain(app.ctx)
    for (const { id } of asked.body.jobs) {
      const { job, events } = await runOf(id)
      expect(job.status).toBe('running')
      expect(events.at(-1).message).toMatch(/rate limit reached until .* The run waits until/)
    }
    app.ctx.clock.advance(60_000)
    await drain(app.ctx)
    for (const { id } of asked.body.jobs) expect((await runOf(id)).job.status).toBe('completed')
  })

  test('of nothing are skipped with the reason, and their collection is deleted', async () => {
    app.ctx.clock.advance(400 * 24 * 60 * 60 * 1000)
    const { jobs } = await generate({ ...both, lookbackWindow: 'yesterday' })
    expect(jobs.map(({ status, error }) => [status, error])).toEqual(
      Array(2).fill(['skipped', 'There are no changes in this range.']),
    )
    expect(await collectionRows()).toEqual([])
    expect(await app.ctx.db.select().from(readings)).toEqual([])
  })

  test('without a repository all fail', async () => {
    await app.ctx.db.delete(integrations)
    const { jobs } = await generate(both)
    expect(jobs.map(({ status, error }) => [status, error])).toEqual(
      Array(2).fill(['failed', 'No valid data sources found']),
    )
  })

  test('are charged one by one: a run over the quota fails alone', async () => {
    await setLimits(app.ctx, team.id, { longFormPosts: 1 })
    const { jobs } = await generate({ contentTypes: ['changelog', 'blog_post', 'image'] })
    expect(jobs.map(({ status }) => status)).toEqual(['completed', 'failed', 'completed'])
    expect(jobs[1].error).toBe(
      'All long-form posts of this month are used; raise the limit or add AI credits.',
    )
    expect(await onlyCollection()).toMatchObject({ expectedPostCount: 3, completedPostCount: 2 })
    const used = (await readUsage(app.ctx, team.id)).features.map(({ feature, used }) => [feature, used])
    expect(used).toEqual([
      ['long_form_posts', 1],
      ['social_posts', 0],
      ['image_generations', 1],
      ['ai_answers', 0],
    ])
  })

  test('that are all over the quota read nothing', async () => {
    await setLimits(app.ctx, team.id, { longFormPosts: 0, imageGenerations: 0 })
    const { jobs } = await generate(both)
    expect(jobs.map(({ status, error }) => [status, error])).toEqual([
      ['failed', 'The plan of this organization does not include long-form posts.'],
      ['failed', 'The plan of this organization does not include image generations.'],
    ])
    expect(host.requests).toEqual([])
  })

  test.each(['readings', 'posts'])('are read once although the database fails to store %s', async (table) => {
    const asked = await ask(both)
    await app.ctx.db.run(
      `create trigger broken before insert on ${table} begin select raise(abort, 'no'); end`,
    )
    await drain(app.ctx)
    const requests = host.requests.length
    expect(requests).toBeGreaterThan(0)
    await app.ctx.db.run('drop trigger broken')
    app.ctx.clock.advance(60_000)
    await drain(app.ctx)
    for (const { id } of asked.body.jobs) expect((await runOf(id)).job.status).toBe('completed')
    expect(host.requests).toHaveLength(requests)
    expect(await onlyCollection()).toMatchObject({ completedPostCount: 2 })
  })
})

describe('collections as a resource', () => {
  const list = async (query = '') => (await team.call('GET', `/v1/collections${query}`)).body
  const seconds = (count: number) => app.ctx.clock.advance(count * 1000)

  test('are listed in pages, newest first', async () => {
    const ids: string[] = []
    for (let n = 0; n < 3; n++) {
      ids.push((await ask({ contentType: 'changelog' })).body.collection.id)
      seconds(1)
    }
    const first = await list('?limit=2')
    expect(Object.keys(first).sort()).toEqual(['collections', 'organization', 'pagination'])
    expect(first.collections.map(({ id }: any) => id)).toEqual([ids[2], ids[1]])
    expect(first.pagination).toEqual({
      limit: 2,
      currentPage: 1,
      nextPage: 2,
      previousPage: null,
      totalPages: 2,
      totalItems: 3,
    })
    const oldestFirst = await list('?limit=2&page=2&sort=asc')
    expect(oldestFirst.collections.map(({ id }: any) => id)).toEqual([ids[2]])
    expect((await list('?page=9')).collections).toEqual([])
    expect((await list()).pagination.limit).toBe(10)
  })

  test.each([
    ['?limit=0', 'limit must be an integer from 1 to 100'],
    ['?limit=101', 'limit must be an integer from 1 to 100'],
    ['?page=0', 'page must be an integer of at least 1'],
    ['?sort=up', 'sort must be asc or desc'],
  ])('with %s are 400', async (query, error) => {
    expect(await list(query)).toEqual({ error })
  })

  test('are returned with a line for each post, drafts too', async () => {
    const { collection, jobs } = await generate(both)
    const { status, body } = await team.call('GET', `/v1/collections/${collection.id}`)
    expect(status).toBe(200)
    expect(body.collection).toEqual({ ...collection, completedPostCount: 2 })
    expect(body.posts.map(({ id }: any) => id).sort()).toEqual(jobs.map(({ postId }) => postId).sort())
    expect(body.posts.find(({ contentType }: any) => contentType === 'image')).toEqual({
      id: jobs[1].postId,
      title: expect.stringMatching(/./),
      contentType: 'image',
      status: 'draft',
      createdAt: app.ctx.now().toISOString(),
    })
    expect(body.organization.slug).toBe('acme')
  })

  test('can be renamed', async () => {
    const { collection } = await generate({ contentType: 'changelog' })
    seconds(5)
    const path = `/v1/collections/${collection.id}`
    const { body } = await team.call('PATCH', path, { name: '  Spring release  ' })
    expect(body.collection).toEqual({
      ...collection,
      name: 'Spring release',
      nameSource: 'user',
      completedPostCount: 1,
      updatedAt: app.ctx.now().toISOString(),
    })
    expect((await list()).collections).toEqual([body.collection])
    for (const name of [' ', 'x'.repeat(121), undefined]) {
      const refused = await team.call('PATCH', path, { name })
      expect([refused.status, refused.body.error]).toEqual([400, 'name must have 1 to 120 characters'])
    }
  })

  test('are deleted with their posts and pictures, and lists no longer count them', async () => {
    const { collection } = await generate(both)
    const kept = await generate({ contentType: 'changelog' })
    const image = (await postsOf()).find((post: any) => post.contentType === 'image')
    const picture = new URL(image.content).pathname
    expect((await app.anonymous('GET', picture)).status).toBe(200)
    const { status, body } = await team.call('DELETE', `/v1/collections/${collection.id}`)
    expect([status, body]).toEqual([200, { id: collection.id, organization: body.organization }])
    const left = (await team.call('GET', '/v1/posts?status=draft')).body
    expect(left.posts.map(({ id }: any) => id)).toEqual([kept.jobs[0].postId])
    expect(left.pagination.totalItems).toBe(1)
    expect((await list()).pagination.totalItems).toBe(1)
    expect((await app.anonymous('GET', picture)).status).toBe(404)
    expect((await team.call('GET', `/v1/collections/${collection.id}`)).status).toBe(404)
  })

  test('cannot be deleted while a post of theirs may still be written', async () => {
    const { body } = await ask(both)
    const path = `/v1/collections/${body.collection.id}`
    const refused = await team.call('DELETE', path)
    expect([refused.status, refused.body]).toEqual([
      409,
      { error: 'Posts of this collection are still being written' },
    ])
    await drain(app.ctx)
    expect((await team.call('DELETE', path)).status).toBe(200)
    expect((await runOf(body.job.id)).job.status).toBe('completed')
  })

  test('of an unknown id are 404', async () => {
    for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const) {
      const answer = await team.call(method, '/v1/collections/none', body)
      expect([method, answer.status, answer.body]).toEqual([method, 404, { error: 'Collection not found' }])
    }
  })

  test('need the scopes of posts', async () => {
    const reader = await app.team('reader', ['posts.read'])
    const writer = await app.team('writer', ['posts.write'])
    expect((await reader.call('GET', '/v1/collections')).status).toBe(200)
    expect((await writer.call('GET', '/v1/collections')).status).toBe(403)
    expect((await reader.call('DELETE', '/v1/collections/x')).status).toBe(403)
    expect((await writer.call('DELETE', '/v1/collections/x')).status).toBe(404)
  })
})
