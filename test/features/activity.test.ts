import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { recurring } from '../../src/cron/table.ts'
import { tick } from '../../src/cron/ticker.ts'
import { integrations } from '../../src/features/integrations/table.ts'
import { posts } from '../../src/features/posts/table.ts'
import { utcTime } from '../../src/text/utc-time.ts'
import { connect, scheduleBody, type Team, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { type GitHubHost, startGitHub } from '../support/github.ts'
import { type HostRepository, repository as hostRepository } from '../support/github-repository.ts'
import { recordLog } from '../support/log.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute

let host: GitHubHost
let app: Awaited<ReturnType<typeof testApp>>
let team: Team
let story: HostRepository
let appId: string
let siteId: string

beforeEach(async () => {
  story = hostRepository('acme/app', { startsAt: '2026-01-10T09:00:00.000Z' })
  story.commit('feat: begin')
  story.release('v1.0.0', { at: '2026-01-11T09:00:00.000Z' })
  story.pullRequest('feat: add an export', { at: '2026-01-12T09:00:00.000Z' })
  story.commit('fix: keep the session', { at: '2026-01-13T09:00:00.000Z' })
  story.release('v1.1.0', { at: '2026-01-14T09:00:00.000Z' })
  story.commit('perf: read the index once', { at: '2026-03-03T09:00:00.000Z' })
  story.commit('feat: add a search', { at: '2026-03-04T09:00:00.000Z' })
  const site = hostRepository('acme/site', { startsAt: '2026-03-02T09:00:00.000Z' })
  site.commit('feat: add a pricing page')
  const empty = hostRepository('acme/empty')
  host = startGitHub({ repositories: [story, site, empty] })
  app = await testApp({ githubApiUrl: host.url })
  team = await app.team('acme')
  appId = (await connect(app.ctx, team.id, 'acme/app')).id
  siteId = (await connect(app.ctx, team.id, 'acme/site')).id
})
afterEach(() => host.stop())

const ask = async (body: Record<string, unknown>): Promise<string> =>
  (await team.call('POST', '/v1/posts/generate', { contentType: 'changelog', ...body })).body.job.id
async function outcome(id: string) {
  const { job, events } = (await team.call('GET', `/v1/posts/generate/${id}`)).body
  const answer = job.postId ? await team.call('GET', `/v1/posts/${job.postId}`) : null
  const post = answer?.body.post ?? null
  return {
    job,
    post,
    log: events.map(({ message }: any) => message) as string[],
    titles: post?.sourceMetadata.ledger.map((entry: any) => entry.title).sort(),
  }
}
async function generate(body: Record<string, unknown>) {
  const id = await ask(body)
  await drain(app.ctx)
  return outcome(id)
}
const shaOf = (start: string) =>
  [...story.commits.values()].find(({ message }) => message.startsWith(start))?.sha ?? ''

describe('a selection', () => {
  test.each([
    ['by its name', () => ['v1.1.0']],
    ['by its name and repository', () => [{ repositoryId: appId, tagName: 'v1.1.0' }]],
  ])('of a release %s is written with its changes, whenever it was published', async (_, releaseTagNames) => {
    const { titles, job } = await generate({
      repositoryIds: [appId],
      lookbackWindow: 'yesterday',
      selectedItems: { releaseTagNames: releaseTagNames() },
    })
    expect([job.status, titles]).toEqual(['completed', ['Add an export', 'Keep the session']])
  })

  test('of a release and a commit is written with both', async () => {
    const { titles } = await generate({
      repositoryIds: [appId],
      selectedItems: { releaseTagNames: ['v1.1.0'], commitShas: [shaOf('perf')] },
    })
    expect(titles).toEqual(['Add an export', 'Keep the session', 'Read the index once'])
  })

  test.each([
    ['in upper case', (sha: string) => sha.toUpperCase()],
    ['by its beginning', (sha: string) => sha.slice(0, 8)],
  ])('accepts a sha %s', async (_, write) => {
    const { titles } = await generate({
      repositoryIds: [appId],
      selectedItems: { commitShas: [write(shaOf('perf'))] },
    })
    expect(titles).toEqual(['Read the index once'])
  })

  test.each([
    [
      'a pull request outside of the window',
      () => ({ pullRequestNumbers: [{ repositoryId: appId, number: 1 }] }),
      'pull request #1 of acme/app',
    ],
    ['an unknown commit', () => ({ commitShas: ['beef123'] }), 'commit beef123'],
    ['an unknown release', () => ({ releaseTagNames: ['v9.9.9'] }), 'release v9.9.9'],
    [
      'an issue of a tracker that is not connected',
      () => ({ linearIssueIds: [{ integrationId: 'lin', issueId: 'ENG-12' }] }),
      'Linear issue ENG-12',
    ],
  ])('of %s alone is skipped, and the reason names it', async (_, items, named) => {
    const { job } = await generate({ repositoryIds: [appId], selectedItems: items() })
    expect([job.status, job.error]).toEqual(['skipped', `Not found in the last 7 days (rolling): ${named}.`])
  })

  test('of a found and a missing item is written with the one and logs the other', async () => {
    const { titles, log } = await generate({
      repositoryIds: [appId],
      selectedItems: { commitShas: [shaOf('perf'), 'beef123'] },
    })
    expect(titles).toEqual(['Read the index once'])
    expect(log).toContain('Not found: commit beef123.')
  })

  test('with every data point off fails with a reason', async () => {
    const { job } = await generate({
      repositoryIds: [appId],
      dataPoints: { includePullRequests: false, includeCommits: false, includeReleases: false },
    })
    expect([job.status, job.error]).toEqual([
      'skipped',
      'There is nothing to write about: dataPoints excludes pull requests and commits.',
    ])
  })
})

/** The default branch of the repository becomes `trunk`, and `main` is gone. */
function renameBranch(renamed: Partial<HostRepository> = {}) {
  story.branches.set('trunk', story.branches.get('main') ?? '')
  story.branches.delete('main')
  Object.assign(story, { defaultBranch: 'trunk', ...renamed })
}
const stored = async () =>
  (await team.call('GET', '/v1/integrations')).body.github.find(({ id }: any) => id === appId)

describe('a repository whose default branch was renamed', () => {
  test('is read on its new branch by a run, which asks the host once and stores it', async () => {
    renameBranch({ owner: 'acme-inc', name: 'application', fullName: 'acme-inc/application' })
    host.redirect('/repos/acme/app', '/repos/acme-inc/application')
    const { job, titles, log } = await generate({ repositoryIds: [appId] })
    expect([job.status, titles]).toEqual(['completed', ['Add a search', 'Read the index once']])
    expect(log.some((line) => line.endsWith('Its default branch is now trunk.'))).toBe(true)
    expect(host.requests.filter(({ path }) => path === '/repos/acme/app')).toHaveLength(1)
    expect(await stored()).toMatchObject({ owner: 'acme-inc', repo: 'application', defaultBranch: 'trunk' })
    const again = await generate({ repositoryIds: [appId] })
    expect(again.job.status).toBe('completed')
    expect(host.requests.filter(({ path }) => path === '/repos/acme-inc/application')).toHaveLength(1)
  })

  test('is read on its new branch by a schedule', async () => {
    await schedule()
    renameBranch()
    story.commit('feat: add a filter', { at: app.ctx.now().toISOString(), branch: 'trunk' })
    await runNextDay()
    const { posts: written } = (await team.call('GET', '/v1/posts?status=draft')).body
    expect(written.map(({ markdown }: any) => markdown.includes('Add a filter'))).toEqual([true])
  })

  test('is not followed to another repository with its name', async () => {
    await app.ctx.db.update(integrations).set({ hostId: 999 }).where(eq(integrations.id, appId))
    renameBranch()
    const { job } = await generate({ repositoryIds: [appId] })
    expect(job.error).toStartWith('acme/app cannot be read: GitHub found nothing')
    expect((await stored()).defaultBranch).toBe('main')
  })
})

describe('a repository that cannot be read', () => {
  test('is left out if others can be read, and the log says why', async () => {
    const gone = (await connect(app.ctx, team.id, 'acme/gone')).id
    const empty = (await connect(app.ctx, team.id, 'acme/empty')).id
    const { job, titles, log } = await generate({ repositoryIds: [gone, empty, siteId] })
    expect([job.status, titles]).toEqual(['completed', ['Add a pricing page']])
    expect(log).toContain('acme/empty is empty. It was left out.')
    expect(log.filter((line) => line.startsWith('acme/gone cannot be read: GitHub'))).toHaveLength(1)
  })

  test('and is the only one skips the run if it is empty', async () => {
    const empty = (await connect(app.ctx, team.id, 'acme/empty')).id
    const { job } = await generate({ repositoryIds: [empty] })
    expect([job.status, job.error]).toEqual(['skipped', 'acme/empty is empty.'])
  })

  test('and is the only one fails the run immediately if it is gone', async () => {
    const gone = (await connect(app.ctx, team.id, 'acme/gone')).id
    const { job } = await generate({ repositoryIds: [gone] })
    expect(job.status).toBe('failed')
    expect(job.error).toStartWith('acme/gone cannot be read: GitHub found nothing')
  })

  test('is not requested again while the run waits for another', async () => {
    const id = await ask({ repositoryIds: [appId, siteId] })
    host.failNext(limited(inMinutes(0.5)))
    await drain(app.ctx)
    expect((await outcome(id)).job.status).toBe('running')
    const asked = () =>
      ['app', 'site'].map((name) => host.requests.filter(({ path }) => path.includes(`acme/${name}`)).length)
    const before = asked()
    app.ctx.clock.advance(minute)
    await drain(app.ctx)
    expect((await outcome(id)).job.status).toBe('completed')
    expect(asked().filter((count, index) => count === before[index])).toHaveLength(1)
  })

  test('does not pause a schedule that also reads others', async () => {
    const empty = (await connect(app.ctx, team.id, 'acme/empty')).id
    await schedule({ targets: { repositoryIds: [empty] } })
    for (let run = 0; run < 4; run++) await runNextDay()
    const { schedules } = (await team.call('GET', '/v1/schedules')).body
    expect(schedules[0].enabled).toBe(true)
  })
})

async function schedule(changes: Record<string, unknown> = {}) {
  const daily = { cron: { frequency: 'daily', hour: 9, minute: 0 } }
  const body = scheduleBody(appId, { sourceConfig: daily, ...changes })
  return (await team.call('POST', '/v1/schedules', body)).body.schedule
}
async function runNextDay() {
  app.ctx.clock.advance(day)
  await tick(app.ctx)
  await drain(app.ctx)
}
const limited = (resetAt: Date) => () =>
  Response.json(
    { message: 'API rate limit exceeded' },
    {
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(resetAt.getTime() / 1000) },
    },
  )
const inMinutes = (minutes: number) => new Date(app.ctx.now().getTime() + minutes * minute)

describe('a rate limit of the code host', () => {
  test('that ends within a minute is awaited by an on-demand run', async () => {
    const resetAt = inMinutes(0.75)
    host.failNext(limited(resetAt))
    const id = await ask({ repositoryIds: [appId] })
    await drain(app.ctx)
    const { job, log } = await outcome(id)
    expect(job.status).toBe('running')
    expect(log.at(-1)).toBe(
      `GitHub API rate limit reached until ${utcTime(resetAt)}. The run waits until ${resetAt.toISOString()}.`,
    )
    app.ctx.clock.advance(minute)
    await drain(app.ctx)
    expect((await outcome(id)).job.status).toBe('completed')
  })

  test('that lasts longer fails an on-demand run, and the log says until when', async () => {
    const recorded = recordLog()
    app.ctx.log = recorded.log
    const resetAt = inMinutes(20)
    host.failNext(limited(resetAt))
    const { job } = await generate({ repositoryIds: [appId] })
    expect([job.status, job.error]).toEqual(['failed', 'GitHub API rate limit reached'])
    expect(recorded.lines.at(-1)?.error).toBe(
      `GitHub API rate limit reached until ${utcTime(resetAt)}. Start the run again after that.`,
    )
  })

  test.each([
    ['rate limit', () => limited(inMinutes(300)), []],
    ['failure', () => 'serverError' as const, [1000, 3000]],
    ['unreadable answer', () => 'garbage' as const, [1000, 3000]],
  ])('or another %s is awaited by a schedule, half an hour three times', async (_, failure, moments) => {
    await schedule()
    host.failNext(failure(), 1000)
    app.ctx.clock.advance(day)
    await tick(app.ctx)
    await drain(app.ctx)
    const [row] = await app.ctx.db.$client
      .execute('select id from generation_jobs')
      .then(({ rows }) => rows.map((each) => String(each.id)))
    for (const wait of [...moments, 30 * minute, 30 * minute, 30 * minute]) {
      const { job, log } = await outcome(row ?? '')
      expect(job.status).toBe('running')
      expect(log.at(-1)).toEndWith(`The run waits until ${inMinutes(wait / minute).toISOString()}.`)
      app.ctx.clock.advance(wait)
      await drain(app.ctx)
    }
    expect((await outcome(row ?? '')).job.status).toBe('failed')
  })
})

describe('missed runs of a schedule', () => {
  test.each([
    ['yesterday', '2026-03-03T00:00:00.000Z', '2026-03-08T00:00:00.000Z'],
    ['current_day', '2026-03-04T00:00:00.000Z', '2026-03-08T12:00:00.000Z'],
  ])('over %s are replaced by one that covers their days', async (lookbackWindow, start, end) => {
    const at = { cron: { frequency: 'daily', hour: 13, minute: 0 } }
    await schedule({ sourceConfig: at, lookbackWindow })
    for (const date of [4, 5, 6, 7])
      story.commit(`feat: add part ${date}`, { at: `2026-03-0${date}T20:00:00.000Z` })
    app.ctx.clock.advance(4 * day)
    await tick(app.ctx)
    await drain(app.ctx)
    const rows = await app.ctx.db.select().from(posts)
    expect(rows.map(({ sourceMetadata }) => sourceMetadata)).toMatchObject([
      { missedSince: '2026-03-04T13:00:00.000Z', lookbackRange: { start, end } },
    ])
  })

  test('that was only late covers its own window', async () => {
    const at = { cron: { frequency: 'daily', hour: 13, minute: 0 } }
    await schedule({ sourceConfig: at, lookbackWindow: 'yesterday' })
    app.ctx.clock.advance(2 * 60 * minute)
    await tick(app.ctx)
    await drain(app.ctx)
    const [row] = await app.ctx.db.select().from(posts)
    expect(row?.sourceMetadata).toMatchObject({
      lookbackRange: { start: '2026-03-03T00:00:00.000Z', end: '2026-03-04T00:00:00.000Z' },
    })
    expect(row?.sourceMetadata).not.toHaveProperty('missedSince')
  })
})

test('the range that was read is stored with the post', async () => {
  const { post } = await generate({ repositoryIds: [appId], lookbackWindow: 'last_7_days' })
  expect(post.sourceMetadata.lookbackRange).toEqual({
    start: '2026-02-25T12:00:00.000Z',
    end: '2026-03-04T12:00:00.000Z',
  })
})

test('a schedule that is deleted while its post is written leaves no post', async () => {
  const { id } = await schedule({ lookbackWindow: 'last_7_days' })
  app.ctx.clock.advance(day)
  await tick(app.ctx)
  host.failNext(async () => {
    await team.call('DELETE', `/v1/schedules/${id}`)
    return Response.json([])
  })
  await drain(app.ctx)
  expect(await app.ctx.db.$count(posts)).toBe(0)
  expect(await app.ctx.db.$count(recurring)).toBe(0)
})
