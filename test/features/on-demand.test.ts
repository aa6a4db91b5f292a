import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { lookbackRange } from '../../src/features/activity/rules.ts'
import { brandIdentities } from '../../src/features/brand-identities/table.ts'
import { generationJobs } from '../../src/features/generation/table.ts'
import { integrations } from '../../src/features/integrations/table.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { setSwitches } from '../../src/features/organizations/service.ts'
import { setLimits } from '../../src/features/usage/limits.ts'
import { readUsage } from '../../src/features/usage/read-usage.ts'
import { jobs } from '../../src/jobs/table.ts'
import { caller, connect, type Team, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { type GitHubHost, startGitHub } from '../support/github.ts'
import { type HostRepository, repository as hostRepository } from '../support/github-repository.ts'
import { startModels } from '../support/models.ts'

let host: GitHubHost
let app: Awaited<ReturnType<typeof testApp>>
let team: Team
let appId: string
let siteId: string
let story: HostRepository

beforeEach(async () => {
  story = hostRepository('acme/app', { startsAt: '2026-02-01T09:00:00.000Z' })
  story.commit('feat: long ago')
  story.commit('feat: add an export', { at: '2026-03-01T09:00:00.000Z' })
  story.pullRequest('fix: keep the session', { at: '2026-03-03T10:00:00.000Z' })
  story.commit('perf: read the index once', { at: '2026-03-04T08:00:00.000Z' })
  const site = hostRepository('acme/site', { startsAt: '2026-03-02T09:00:00.000Z' })
  site.commit('feat: add a pricing page')
  host = startGitHub({ repositories: [story, site] })
  app = await testApp({ githubApiUrl: host.url })
  team = await app.team('acme')
  appId = (await connect(app.ctx, team.id, 'acme/app')).id
  siteId = (await connect(app.ctx, team.id, 'acme/site')).id
})
afterEach(() => host.stop())

const ask = (body: Record<string, unknown>) =>
  team.call('POST', '/v1/posts/generate', { contentType: 'changelog', ...body })
const read = async (id: string) => (await team.call('GET', `/v1/posts/generate/${id}`)).body
async function generate(body: Record<string, unknown>) {
  const asked = await ask(body)
  expect([asked.status, asked.text]).toEqual([202, asked.text])
  await drain(app.ctx)
  const { job, events } = await read(asked.body.job.id)
  const { body: answer } = job.postId
    ? await team.call('GET', `/v1/posts/${job.postId}`)
    : { body: { post: null } }
  const titles = answer.post?.sourceMetadata.ledger.map((entry: any) => entry.title).sort()
  return { job, events, post: answer.post, titles }
}

describe('requesting a post', () => {
  test('answers 202 with a queued job and the defaults filled in', async () => {
    const { status, body } = await ask({ github: { repositories: [{ owner: 'ACME', repo: 'App' }] } })
    expect(status).toBe(202)
    expect(body.organization.slug).toBe('acme')
    expect(body.job).toEqual({
      id: expect.stringMatching(/^job_[0-9a-f]{32}$/),
      organizationId: team.id,
      status: 'queued',
      contentType: 'changelog',
      lookbackWindow: 'last_7_days',
      repositoryIds: [appId],
      brandVoiceId: null,
      workflowRunId: body.job.id,
      postId: null,
      error: null,
      source: 'api',
      createdAt: app.ctx.now().toISOString(),
      updatedAt: app.ctx.now().toISOString(),
      completedAt: null,
    })
    const { events } = await read(body.job.id)
    expect(events.map((event: any) => [event.type, event.metadata])).toEqual([
      ['queued', { lookbackWindow: 'last_7_days', repositoryCount: 1, linearIntegrationCount: 0 }],
    ])
  })

  test('by a signed-in user is distinguished from a request with a key', async () => {
    const person = await team.person('member')
    const { body } = await person.call('POST', '/v1/posts/generate', { contentType: 'changelog' })
    expect([body.job.source, body.collection.source]).toEqual(['dashboard', 'manual'])
  })

  test('writes a draft about the window, with the metadata of an on-demand run', async () => {
    const { job, post, titles } = await generate({ repositoryIds: [appId] })
    expect(job).toMatchObject({ status: 'completed', error: null, completedAt: app.ctx.now().toISOString() })
    expect(titles).toEqual(['Add an export', 'Keep the session', 'Read the index once'])
    expect(post.status).toBe('draft')
    expect(post.sourceMetadata).toMatchObject({
      triggerId: 'manual_on_demand',
      triggerSourceType: 'manual',
      repositories: [{ owner: 'acme', repo: 'app' }],
      lookbackWindow: 'last_7_days',
    })
  })

  test.each([
    ['integrations.github', () => ({ integrations: { github: [appId] } })],
    ['repositoryIds', () => ({ repositoryIds: [appId] })],
    ['github.repositories', () => ({ github: { repositories: [{ owner: 'acme', repo: 'APP' }] } })],
  ])('%s selects repositories', async (_, body) => {
    expect((await ask(body())).body.job.repositoryIds).toEqual([appId])
  })

  test('without a selector uses every enabled repository', async () => {
    await app.ctx.db.update(integrations).set({ enabled: false }).where(eq(integrations.id, siteId))
    const asked = await ask({})
    expect(asked.body.job.repositoryIds).toEqual([])
    await drain(app.ctx)
    const { job, events } = await read(asked.body.job.id)
    expect(events[0].metadata.repositoryCount).toBe(1)
    const { post } = (await team.call('GET', `/v1/posts/${job.postId}`)).body
    expect(post.sourceMetadata.repositories).toEqual([{ owner: 'acme', repo: 'app' }])
  })

  test.each([
    ['no contentType', { contentType: undefined }, /contentType must be one of/],
    ['an unknown contentType', { contentType: 'investor_update' }, /contentType must be one of/],
    ['an unknown window', { lookbackWindow: 'last_year' }, /lookbackWindow must be one of/],
    ['an empty integrations.github', { integrations: { github: [] } }, /integrations\.github/],
    ['text for a data point', { dataPoints: { includeCommits: 'yes' } }, /includeCommits/],
    ['both names of the identity', { brandIdentityId: 'a', brandVoiceId: 'b' }, /not both/],
    [
      'two selectors',
      { repositoryIds: ['a'], github: { repositories: [{ owner: 'a', repo: 'b' }] } },
      /with only one field/,
    ],
    ['two lists of ids', { repositoryIds: ['a'], integrations: { github: ['b'] } }, /with only one field/],
    [
      'two Linear lists',
      { linearIntegrationIds: ['a'], integrations: { linear: ['b'] } },
      /with only one field/,
    ],
  ])('%s is 400', async (_, body, message) => {
    const answer = await ask(body)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatch(message)
  })

  test('unknown repositories are 400 and named', async () => {
    expect((await ask({ repositoryIds: [appId, 'nope', 'nada'] })).body).toEqual({
      error: 'Requested GitHub integrations are not available for this organization: nope, nada',
    })
    expect((await ask({ github: { repositories: [{ owner: 'acme', repo: 'other' }] } })).body).toEqual({
      error: 'Requested repositories are not connected for this organization: acme/other',
    })
    expect((await ask({ integrations: { linear: ['l1'] } })).body).toEqual({
      error: 'Requested Linear integrations are not available for this organization: l1',
    })
    const stranger = await app.team('stranger')
    const foreign = await stranger.call('POST', '/v1/posts/generate', {
      contentType: 'changelog',
      repositoryIds: [appId],
    })
    expect(foreign.status).toBe(400)
  })

  test('a disabled integration counts as missing', async () => {
    await app.ctx.db.update(integrations).set({ enabled: false })
    expect((await ask({ repositoryIds: [appId] })).status).toBe(400)
  })

  test('is limited to 10 per minute, and refused requests do not count', async () => {
    for (let n = 0; n < 5; n++) expect((await ask({ repositoryIds: ['nope'] })).status).toBe(400)
    for (let n = 0; n < 10; n++) {
      const answer = await ask({})
      expect([answer.status, answer.headers.get('ratelimit-remaining')]).toEqual([202, String(9 - n)])
    }
    const refused = await ask({})
    expect([refused.status, refused.body.error]).toEqual([429, 'Rate limit exceeded'])
  })
})

describe('the brand identity of a run', () => {
  const identity = (id: string, changes: Record<string, unknown> = {}) =>
    app.ctx.db.insert(brandIdentities).values({
      id,
      organizationId: team.id,
      name: id,
      websiteUrl: 'https://acme.example',
      createdAt: app.ctx.now(),
      updatedAt: app.ctx.now(),
      ...changes,
    })

  test('is the requested one, else the default, else the one changed last', async () => {
    await identity('older')
    await identity('newer', { updatedAt: new Date(app.ctx.now().getTime() + 1) })
    expect((await ask({})).body.job.brandVoiceId).toBe('newer')
    await identity('default', { isDefault: true, updatedAt: new Date(0) })
    expect((await ask({})).body.job.brandVoiceId).toBe('default')
    expect((await ask({ brandIdentityId: 'older' })).body.job.brandVoiceId).toBe('older')
    expect((await ask({ brandVoiceId: 'older' })).body.job.brandVoiceId).toBe('older')
  })

  test('of another organization is 400', async () => {
    const stranger = await app.team('stranger')
    await identity('ours')
    const answer = await stranger.call('POST', '/v1/posts/generate', {
      contentType: 'changelog',
      brandIdentityId: 'ours',
    })
    expect([answer.status, answer.body.error]).toEqual([
      400,
      'Requested brand voice does not belong to this organization',
    ])
  })

  test('sets the tone of the post and can be filtered by', async () => {
    await identity('formal', { toneProfile: 'Formal' })
    const { post } = await generate({ repositoryIds: [appId] })
    expect(post.sourceMetadata).toMatchObject({ brandVoiceId: 'formal', brandVoiceName: 'formal' })
    const found = await team.call('GET', '/v1/posts?status=draft&brandIdentityId=formal')
    expect(found.body.posts.map((each: any) => each.id)).toEqual([post.id])
  })
})

describe('the formats', () => {
  let people = 0
  async function listFormats(of: Team) {
    const person = await of.person('member', `member-${++people}`)
    return (await person.call('GET', '/api/app/formats')).body.formats
  }

  test('that need a model return the sentence of the run that would fail', async () => {
    const formats = await listFormats(team)
    const { job } = await generate({ contentType: 'blog_post' })
    expect(job.error).toMatch(/^A blog post needs a model:/)
    const lacksModel = (name: string) => ({ kind: 'model', sentence: job.error.replace('A blog post', name) })
    expect(formats).toEqual([
      { contentType: 'changelog', obstacle: null },
      { contentType: 'blog_post', obstacle: lacksModel('A blog post') },
      { contentType: 'linkedin_post', obstacle: lacksModel('A LinkedIn post') },
      { contentType: 'twitter_post', obstacle: lacksModel('An X post') },
      { contentType: 'image', obstacle: null },
    ])
  })

  test('can all be written with a model', async () => {
    const models = startModels('Nothing to say.')
    const formats = await listFormats(await (await testApp({}, models.models())).team('acme'))
    models.stop()
    expect(formats.map(({ obstacle }: any) => obstacle)).toEqual([null, null, null, null, null])
  })

  test('need a zero-retention model if an organization requires it, and a changelog no model', async () => {
    using models = startModels('Nothing to say.')
    const configured = models.models()
    const other = await testApp({}, configured)
    const strict = await other.team('acme')
    await setSwitches(other.ctx, strict.id, { zeroDataRetention: true })
    const obstacles = async () => (await listFormats(strict)).map(({ obstacle }: any) => obstacle?.sentence)
    const sentence = (name: string) =>
      `${name} needs a model that stores no data, because zero data retention is on: set WRITER_MODEL to one that has "zdr": "all" in ENGINES_FILE. Changelogs need no model.`
    const wanting = ['A blog post', 'A LinkedIn post', 'An X post'].map(sentence)
    expect(await obstacles()).toEqual([undefined, ...wanting, undefined])
    Object.assign(other.ctx.models, { writer: configured.writer && { ...configured.writer, zdr: 'all' } })
    expect(await obstacles()).toEqual([undefined, undefined, undefined, undefined, undefined])
  })

  test('are not written by a model that stores data, if an organization requires zero retention', async () => {
    using models = startModels('Nothing to say.')
    Object.assign(app.ctx.models, models.models())
    await setSwitches(app.ctx, team.id, { zeroDataRetention: true })
    const { job } = await generate({ contentType: 'blog_post' })
    expect([job.status, job.error]).toEqual(['failed', expect.stringContaining('zero data retention is on')])
    expect((await generate({})).job.status).toBe('completed')
    expect(models.asked).toEqual([])
  })

  test('over the quota return the sentence of the run that would fail', async () => {
    const denied = async () => (await listFormats(team))[0].obstacle
    await setLimits(app.ctx, team.id, { longFormPosts: 1 })
    expect(await denied()).toBeNull()
    await generate({})
    const formats = await listFormats(team)
    const { job } = await generate({})
    expect(job.error).toMatch(/^All long-form posts of this month are used/)
    expect(formats[0].obstacle).toEqual({ kind: 'quota', sentence: job.error })
    expect(formats[4].obstacle).toBeNull()
    await setLimits(app.ctx, team.id, { creditCents: 10 })
    expect(await denied()).toBeNull()
  })
})

describe('the activity of a run', () => {
  test.each([
    ['current_day', ['Read the index once']],
    ['yesterday', ['Keep the session']],
    ['last_7_days', ['Add an export', 'Keep the session', 'Read the index once']],
  ])('%s', async (lookbackWindow, expected) => {
    expect((await generate({ repositoryIds: [appId], lookbackWindow })).titles).toEqual(expected)
  })

  test('is that of the window before the run, not before the request', async () => {
    const { body } = await ask({ repositoryIds: [appId], lookbackWindow: 'current_day' })
    app.ctx.clock.advance(24 * 60 * 60 * 1000)
    await drain(app.ctx)
    expect((await read(body.job.id)).job.status).toBe('skipped')
  })

  test('leaves out disabled data points', async () => {
    const withoutCommits = await generate({ repositoryIds: [appId], dataPoints: { includeCommits: false } })
    expect(withoutCommits.titles).toEqual(['Keep the session'])
    const withoutPulls = await generate({
      repositoryIds: [appId],
      dataPoints: { includePullRequests: false },
    })
    expect(withoutPulls.titles).toEqual(['Add an export', 'Read the index once'])
  })

  test('is the selection and nothing else', async () => {
    const [pull] = story.pullRequests
    const shas = [...story.commits.values()]
      .filter((commit) => commit.message.startsWith('perf'))
      .map(({ sha }) => sha)
    const { titles, post } = await generate({
      repositoryIds: [appId],
      selectedItems: {
        commitShas: shas,
        pullRequestNumbers: [{ repositoryId: appId, number: pull?.number }],
      },
    })
    expect(titles).toEqual(['Keep the session', 'Read the index once'])
    expect(post.sourceMetadata.selectedCommitShas).toEqual(shas)
  })

  test('cannot be an item outside of the requested repositories', async () => {
    const { job } = await generate({
      repositoryIds: [appId],
      selectedItems: { pullRequestNumbers: [{ repositoryId: siteId, number: 1 }] },
    })
    expect(job).toMatchObject({
      status: 'failed',
      error: 'Selected items must belong to the requested repositories.',
    })
  })

  test('of every chosen repository is in one post', async () => {
    const { titles } = await generate({})
    expect(titles).toContain('Add a pricing page')
    expect(titles).toContain('Add an export')
  })
})

describe('a run', () => {
  test('without a repository fails', async () => {
    await app.ctx.db.delete(integrations)
    const { job } = await generate({})
    expect(job).toMatchObject({ status: 'failed', error: 'No valid data sources found' })
  })

  test('with nothing in its window ends skipped with the reason', async () => {
    app.ctx.clock.advance(400 * 24 * 60 * 60 * 1000)
    const { job } = await generate({ repositoryIds: [appId], lookbackWindow: 'yesterday' })
    expect(job).toMatchObject({
      status: 'skipped',
      postId: null,
      error: 'There are no changes in this range.',
    })
  })

  test.each(['unauthorized', 'forbidden', 'notFound'] as const)(
    'of a repository that answers %s fails with a sentence that names it',
    async (failure) => {
      host.failNext(failure, 100)
      const { job } = await generate({ repositoryIds: [appId] })
      expect(job.status).toBe('failed')
      expect(job.error).toStartWith('acme/app cannot be read: GitHub')
    },
  )

  test('of a code host that is down is retried, then fails with a sentence', async () => {
    host.stop()
    const { body } = await ask({ repositoryIds: [appId] })
    for (let attempt = 0; attempt < 6; attempt++) {
      await drain(app.ctx)
      app.ctx.clock.advance(15 * 60 * 1000)
    }
    const { job } = await read(body.job.id)
    expect(job.status).toBe('failed')
    expect(job.error).toContain('GitHub could not be reached')
  }, 300_000)

  test('repeats no request when it is interrupted after a download', async () => {
    const { body } = await ask({ repositoryIds: [appId] })
    await app.ctx.db.run("create trigger broken before insert on posts begin select raise(abort, 'no'); end")
    await drain(app.ctx)
    const requests = host.requests.length
    await app.ctx.db.run('drop trigger broken')
    app.ctx.clock.advance(60_000)
    await drain(app.ctx)
    expect((await read(body.job.id)).job.status).toBe('completed')
    expect(host.requests).toHaveLength(requests)
  })
})

describe('the quota', () => {
  test('is used by a run that completes, and not by one that is skipped or fails', async () => {
    await generate({ repositoryIds: [appId] })
    await generate({ repositoryIds: [appId], contentType: 'blog_post' })
    app.ctx.clock.advance(10 * 24 * 60 * 60 * 1000)
    await generate({ repositoryIds: [appId], lookbackWindow: 'yesterday' })
    expect((await readUsage(app.ctx, team.id)).features[0]).toMatchObject({ used: 1 })
  })

  test('that is used up fails the run with the reason, not the request', async () => {
    await setLimits(app.ctx, team.id, { longFormPosts: 1 })
    await generate({ repositoryIds: [appId] })
    const { job } = await generate({ repositoryIds: [appId] })
    expect(job).toMatchObject({
      status: 'failed',
      postId: null,
      error: 'All long-form posts of this month are used; raise the limit or add AI credits.',
    })
  })
})

test('a run is one row however often it is performed, and its job is done', async () => {
  await generate({ repositoryIds: [appId] })
  await drain(app.ctx)
  expect(await app.ctx.db.$count(generationJobs)).toBe(1)
  expect(await app.ctx.db.$count(jobs, eq(jobs.state, 'done'))).toBe(1)
})

const now = new Date('2026-03-01T00:30:00.000Z')
test.each([
  ['current_day', '2026-03-01T00:00:00.000Z', '2026-03-01T00:30:00.000Z'],
  ['yesterday', '2026-02-28T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  ['last_7_days', '2026-02-22T00:30:00.000Z', '2026-03-01T00:30:00.000Z'],
  ['last_14_days', '2026-02-15T00:30:00.000Z', '2026-03-01T00:30:00.000Z'],
  ['last_30_days', '2026-01-30T00:30:00.000Z', '2026-03-01T00:30:00.000Z'],
] as const)('%s spans %s to %s', (window, start, end) => {
  const range = lookbackRange(window, now)
  expect([range.start.toISOString(), range.end.toISOString()]).toEqual([start, end])
})

describe('the rate-limit headers of a limited endpoint', () => {
  const standing = ({ headers }: { headers: Headers }) =>
    ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))

  test('have the limit itself for an anonymous client', async () => {
    const answer = await app.anonymous('POST', '/v1/posts/generate', { contentType: 'changelog' })
    expect([answer.status, standing(answer)]).toEqual([401, ['10', '10', '60']])
  })

  test('are sent with the refusal of a throttled key too', async () => {
    const { key } = await createKey(app.ctx, team.id, { name: 'slow', perMinute: 1 })
    const call = caller(app.api, key)
    await call('POST', '/v1/posts/generate', { contentType: 'changelog', repositoryIds: [appId] })
    const answer = await call('POST', '/v1/posts/generate', { contentType: 'changelog' })
    expect([answer.status, answer.body.error]).toEqual([429, 'API key rate limit exceeded'])
    expect(standing(answer).slice(0, 2)).toEqual(['10', '9'])
  })

  test('are not sent by unlimited ones', async () => {
    expect(standing(await app.anonymous('GET', '/v1/posts'))).toEqual([null, null, null])
  })
})
