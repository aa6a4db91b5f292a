import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { automations } from '../../src/features/automations/table.ts'
import { sweepGenerations } from '../../src/features/generation/job.ts'
import { generationJobs } from '../../src/features/generation/table.ts'
import { posts } from '../../src/features/posts/table.ts'
import { setLimits } from '../../src/features/usage/limits.ts'
import { usageHolds } from '../../src/features/usage/table.ts'
import { maxDeathsAlone, suspectAfter } from '../../src/jobs/queue.ts'
import { performDueJobs } from '../../src/jobs/runner.ts'
import { jobs } from '../../src/jobs/table.ts'
import { connect, type Team, testApp, triggerBody, webhookSecret } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { type GitHubHost, startGitHub } from '../support/github.ts'
import {
  deliveryHeaders,
  pullRequestPayload,
  pushPayload,
  releasePayload,
} from '../support/github-deliveries.ts'
import { repository as hostRepository } from '../support/github-repository.ts'

const hour = 60 * 60 * 1000
let host: GitHubHost
let app: Awaited<ReturnType<typeof testApp>>
let team: Team
let hook: string
let repositoryId: string
let story: ReturnType<typeof tell>

/** A repository with two releases and four changes between them. */
function tell() {
  const told = hostRepository('acme/app')
  told.commit('chore: begin')
  told.release('v1.0.0')
  const feature = told.pullRequest('feat: add a dashboard', {
    body: 'Shows every deployment on one page.',
    labels: ['feature'],
  })
  const fix = told.pullRequest('fix: keep the session after a restart', { as: 'merge' })
  told.commit('chore(deps): bump left-pad from 1.0.0 to 1.0.1')
  told.commit('perf: read the index once')
  const release = told.release('v1.1.0', { name: 'Spring' })
  return { told, feature, fix, release }
}

beforeEach(async () => {
  story = tell()
  host = startGitHub({ repositories: [story.told] })
  app = await testApp({ githubApiUrl: host.url })
  team = await app.team('acme')
  const connected = await connect(app.ctx, team.id)
  hook = connected.hook
  repositoryId = connected.id
})
afterEach(() => host.stop())

async function deliver(event: string, payload: unknown, id: string = crypto.randomUUID()) {
  const body = JSON.stringify(payload)
  const answer = await app.anonymous('POST', hook, body, deliveryHeaders(event, body, webhookSecret, id))
  expect(answer.status).toBe(200)
  return answer
}
const trigger = (changes: Record<string, unknown> = {}) =>
  team.call('POST', '/v1/event-triggers', triggerBody(repositoryId, changes))
const announce = () => deliver('release', releasePayload(story.told, story.release))
const everyPost = async () => (await team.call('GET', '/v1/posts?status=draft,published')).body.posts
const onlyRun = async () => {
  const [row] = await app.ctx.db.select().from(generationJobs)
  return (await team.call('GET', `/v1/posts/generate/${row?.id}`)).body
}

describe('a release delivery', () => {
  test('becomes a draft changelog of everything since the previous release', async () => {
    await trigger()
    await announce()
    await drain(app.ctx)
    const [post] = await everyPost()
    expect(post).toMatchObject({ contentType: 'changelog', status: 'draft' })
    expect(post.sourceMetadata).toMatchObject({
      triggerSourceType: 'github_webhook',
      repositories: [{ owner: 'acme', repo: 'app' }],
      eventType: 'release',
      eventAction: 'published',
      range: { from: 'v1.0.0', to: 'v1.1.0' },
    })
    const placed = Object.fromEntries(
      post.sourceMetadata.ledger.map((entry: any) => [entry.title, entry.placement]),
    )
    expect(placed).toEqual({
      'Add a dashboard': 'highlight',
      'Keep the session after a restart': 'highlight',
      'Read the index once': 'highlight',
      'Bump left-pad from 1.0.0 to 1.0.1': 'omitted',
    })
    expect(post.markdown).toContain('[#1](https://github.com/acme/app/pull/1)')
  })

  test('leaves a run with its events, oldest first', async () => {
    await trigger()
    await announce()
    await drain(app.ctx)
    const { job, events } = await onlyRun()
    const [post] = await everyPost()
    expect(job).toMatchObject({ status: 'completed', postId: post.id, source: 'automation', error: null })
    expect(events.map((event: any) => event.type)).toEqual([
      'queued',
      'workflow_triggered',
      'running',
      'fetching_repositories',
      'generating_content',
      'post_created',
      'completed',
    ])
  })

  test('is published immediately if the trigger says so', async () => {
    await trigger({ autoPublish: true })
    await announce()
    await drain(app.ctx)
    expect((await everyPost())[0].status).toBe('published')
  })

  test('starts one run for each of its triggers, and none twice', async () => {
    await trigger()
    await trigger({ sourceConfig: { eventTypes: ['release'] } })
    await announce()
    await drain(app.ctx)
    await drain(app.ctx)
    expect(await app.ctx.db.$count(generationJobs)).toBe(2)
    const slugs = (await everyPost()).map((post: any) => post.slug).sort()
    expect(slugs[1]).toBe(`${slugs[0]}-2`)
  })

  test('writes nothing after its trigger was disabled, and says so', async () => {
    const { body } = await trigger()
    await announce()
    await team.call(
      'PATCH',
      `/v1/event-triggers/${body.eventTrigger.id}`,
      triggerBody(repositoryId, { enabled: false }),
    )
    await drain(app.ctx)
    expect(await everyPost()).toEqual([])
    expect((await onlyRun()).job).toMatchObject({
      status: 'skipped',
      error: 'The trigger was disabled or deleted before the run began.',
    })
  })
})

describe('a push delivery', () => {
  test('becomes a changelog of its commits and the pull requests they belong to', async () => {
    await trigger({ sourceConfig: { eventTypes: ['push'] } })
    const pushed = [...story.told.commits.values()].slice(-1)
    await deliver('push', pushPayload(story.told, pushed))
    await drain(app.ctx)
    const [post] = await everyPost()
    expect(post.sourceMetadata.ledger.map((entry: any) => entry.commits)).toEqual([[pushed[0]?.sha]])
  })

  test('without a listed change ends skipped with the reason', async () => {
    await trigger({ sourceConfig: { eventTypes: ['push'] } })
    const bump = story.told.commit('chore(deps): bump left-pad from 1.0.1 to 1.0.2')
    await deliver('push', pushPayload(story.told, [bump]))
    await drain(app.ctx)
    expect(await everyPost()).toEqual([])
    const { job, events } = await onlyRun()
    expect(job.status).toBe('skipped')
    expect(job.error).toContain('No notable changes in this range')
    expect(events.at(-1)).toMatchObject({ type: 'skipped', message: job.error })
  })
})

const rateLimited = (resetAt: Date) =>
  Response.json(
    { message: 'API rate limit exceeded' },
    {
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(resetAt.getTime() / 1000) },
    },
  )

describe('when the code host', () => {
  async function deliverHistory() {
    for (const commit of story.told.commits.values()) await deliver('push', pushPayload(story.told, [commit]))
    await deliver('pull_request', pullRequestPayload(story.told, story.feature))
    await deliver('pull_request', pullRequestPayload(story.told, story.fix))
  }

  /** Also requests that are repeated after a moment, twice. */
  async function drainStumbles() {
    await drain(app.ctx)
    for (const moment of [1000, 3000]) {
      app.ctx.clock.advance(moment)
      await drain(app.ctx)
    }
  }

  test('fails briefly, it is asked again after a moment and nothing is lost', async () => {
    await trigger({ sourceConfig: { eventTypes: ['release'] } })
    await announce()
    host.failNext('serverError')
    await drain(app.ctx)
    const at = new Date(app.ctx.now().getTime() + 1000)
    const [waiting] = await app.ctx.db.select().from(jobs)
    expect(waiting).toMatchObject({ state: 'ready', failures: 0, runAt: at })
    const { events } = await onlyRun()
    expect(events.at(-1).message).toEndWith(`with status 502. The run waits until ${at.toISOString()}.`)
    expect(await everyPost()).toEqual([])
    app.ctx.clock.advance(1000)
    await drain(app.ctx)
    const [post] = await everyPost()
    expect(post.sourceMetadata.ledger.map((entry: any) => entry.title)).toContain('Add a dashboard')
  })

  test.each(['unauthorized', 'forbidden', 'notFound', 'serverError', 'garbage'] as const)(
    'answers %s, the activity stored from deliveries is used and the log says so',
    async (failure) => {
      await trigger({ sourceConfig: { eventTypes: ['release'] } })
      await deliverHistory()
      await announce()
      host.failNext(failure, 100)
      await drainStumbles()
      const [post] = await everyPost()
      const titles = post.sourceMetadata.ledger.map((entry: any) => entry.title)
      expect(titles).toContain('Add a dashboard')
      expect(titles).toContain('Keep the session after a restart')
      const { events } = await onlyRun()
      const note = events.findLast((event: any) => event.type === 'fetching_repositories')
      expect(note.message).toEndWith('The activity stored from deliveries was used instead.')
    },
    20_000,
  )

  test('cannot be reached, the same', async () => {
    await trigger({ sourceConfig: { eventTypes: ['release'] } })
    await deliverHistory()
    host.stop()
    await announce()
    await drainStumbles()
    expect(await everyPost()).toHaveLength(1)
  }, 300_000)

  test('limits the rate, the run waits and uses no attempt', async () => {
    const resetAt = new Date(app.ctx.now().getTime() + 10 * 60 * 1000)
    await trigger()
    await announce()
    host.failNext(() => rateLimited(resetAt))
    await drain(app.ctx)
    const [waiting] = await app.ctx.db.select().from(jobs)
    expect(waiting).toMatchObject({ state: 'ready', failures: 0, runAt: resetAt })
    expect((await onlyRun()).job.status).toBe('running')
    app.ctx.clock.advance(10 * 60 * 1000)
    await drain(app.ctx)
    expect((await onlyRun()).job.status).toBe('completed')
  })

  test('limits the rate, a run whose trigger is disabled while it waits releases its reservation', async () => {
    const { body } = await trigger()
    await announce()
    host.failNext(() => rateLimited(new Date(app.ctx.now().getTime() + 10 * 60 * 1000)))
    await drain(app.ctx)
    const holds = async () => (await app.ctx.db.select().from(usageHolds)).map(({ state }) => state)
    expect(await holds()).toEqual(['held'])
    const disabled = triggerBody(repositoryId, { enabled: false })
    await team.call('PATCH', `/v1/event-triggers/${body.eventTrigger.id}`, disabled)
    app.ctx.clock.advance(10 * 60 * 1000)
    await drain(app.ctx)
    expect((await onlyRun()).job.status).toBe('skipped')
    expect(await holds()).toEqual(['released'])
  })

  test('limits the rate for longer than an hour, stored activity is used', async () => {
    await trigger({ sourceConfig: { eventTypes: ['release'] } })
    await deliverHistory()
    await announce()
    host.failNext(() => rateLimited(new Date(app.ctx.now().getTime() + 2 * hour)))
    await drain(app.ctx)
    expect((await onlyRun()).job.status).toBe('completed')
  })
})

test.each(['blog_post', 'linkedin_post', 'twitter_post'])(
  'a %s without a model fails with a sentence that says what to configure',
  async (outputType) => {
    await trigger({ outputType })
    await announce()
    await drain(app.ctx)
    const { job, events } = await onlyRun()
    expect(job.status).toBe('failed')
    expect(job.error).toContain('OPENAI_BASE_URL')
    expect(events.at(-1).type).toBe('failed')
    expect(await app.ctx.db.$count(posts)).toBe(0)
  },
)

describe('a run that ends, of a trigger that has failed twice', () => {
  const failedTwice = { failureReason: 'workflow_errors' as const, failureCount: 2 }
  const none = { failureReason: null, failureCount: 0 }
  beforeEach(async () => {
    await trigger({ sourceConfig: { eventTypes: ['push'] } })
    await app.ctx.db.update(automations).set({ ...failedTwice, failedAt: app.ctx.now() })
  })
  const push = (message: string) => deliver('push', pushPayload(story.told, [story.told.commit(message)]))
  async function ending() {
    const [row] = await app.ctx.db.select().from(automations)
    const held = (await app.ctx.db.select().from(usageHolds)).map(({ state }) => state)
    const [run] = await app.ctx.db.select().from(generationJobs)
    return [run?.status, held, { failureReason: row?.failureReason, failureCount: row?.failureCount }]
  }

  test('with a post is charged, and the failures are reset', async () => {
    await push('feat: show the uptime')
    await drain(app.ctx)
    expect(await ending()).toEqual(['completed', ['confirmed'], none])
  })

  test('without a change releases its reservation, and the failures are reset', async () => {
    await push('chore(deps): bump left-pad from 1.0.1 to 1.0.2')
    await drain(app.ctx)
    expect(await ending()).toEqual(['skipped', ['released'], none])
  })

  test('because its trigger is gone releases its reservation, and the failures still count', async () => {
    await push('feat: show the uptime')
    await app.ctx.db.update(automations).set({ enabled: false })
    await drain(app.ctx)
    expect(await ending()).toEqual(['skipped', ['released'], failedTwice])
  })

  test('because of the quota reserves nothing, and counts as a different failure', async () => {
    await setLimits(app.ctx, team.id, { longFormPosts: 0 })
    await push('feat: show the uptime')
    await drain(app.ctx)
    expect(await ending()).toEqual(['failed', [], { failureReason: 'plan_limit_reached', failureCount: 1 }])
  })

  test('with the death of its job releases its reservation, and counts as one more failure', async () => {
    await push('feat: show the uptime')
    host.failNext(() => rateLimited(new Date(app.ctx.now().getTime() + 10 * 60 * 1000)))
    await drain(app.ctx)
    expect(await ending()).toEqual(['running', ['held'], failedTwice])
    // So many interruptions while it ran alone that the job is given up.
    await app.ctx.db.update(jobs).set({ deaths: suspectAfter + maxDeathsAlone })
    app.ctx.clock.advance(10 * 60 * 1000)
    await drain(app.ctx)
    expect(await ending()).toEqual(['failed', ['released'], { ...failedTwice, failureCount: 3 }])
  })
})

test('an image is a draft picture of the highlights, and uses no model', async () => {
  await trigger({ outputType: 'image', autoPublish: true })
  await announce()
  await drain(app.ctx)
  const [post] = await everyPost()
  expect(post).toMatchObject({ contentType: 'image', status: 'draft', markdown: null, slug: null })
  const picture = await app.anonymous('GET', new URL(post.content).pathname)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  const page = await app.anonymous('GET', new URL(post.htmlUrl).pathname)
  expect(page.text).toContain('Add a dashboard')
})

test('text of a repository is never shown as HTML, and links point to the repository only', async () => {
  story.told.pullRequest('feat: <script>alert(1)</script> [click](https://evil.example) @everyone', {
    body: '<img src=x onerror=alert(1)> see https://evil.example/x',
  })
  const release = story.told.release('v1.2.0')
  await trigger()
  await deliver('release', releasePayload(story.told, release))
  await drain(app.ctx)
  const [post] = await everyPost()
  expect(post.content).not.toContain('<script')
  expect(post.content).not.toContain('onerror=')
  const links = [...post.content.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
  expect(links.length).toBeGreaterThan(0)
  for (const link of links) expect(link).toStartWith('https://github.com/')
})

test('an unknown run, and one of another organization, is 404', async () => {
  const answer = await team.call('GET', `/v1/posts/generate/job_${'0'.repeat(32)}`)
  expect([answer.status, answer.body]).toEqual([404, { error: 'Generation job not found' }])
})

test('runs and their events are kept for seven days', async () => {
  await trigger()
  await announce()
  await drain(app.ctx)
  app.ctx.clock.advance(7 * 24 * hour)
  const sweep = async () => {
    await sweepGenerations.insert(app.ctx, {})
    await performDueJobs(app.ctx, [sweepGenerations])
  }
  await sweep()
  expect(await app.ctx.db.$count(generationJobs)).toBe(1)
  app.ctx.clock.advance(1)
  await sweep()
  expect(await app.ctx.db.$count(generationJobs)).toBe(0)
  expect(await everyPost()).toHaveLength(1)
})
