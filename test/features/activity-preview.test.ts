import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { collections } from '../../src/features/collections/table.ts'
import { generationJobs } from '../../src/features/generation/table.ts'
import { posts } from '../../src/features/posts/table.ts'
import { connect, type Team, testApp } from '../support/app.ts'
import { type GitHubHost, startGitHub } from '../support/github.ts'
import { failures } from '../support/github-failures.ts'
import { type HostRepository, repository as hostRepository } from '../support/github-repository.ts'

let host: GitHubHost
let app: Awaited<ReturnType<typeof testApp>>
let team: Team
let appId: string
let siteId: string
let story: HostRepository

beforeEach(async () => {
  story = hostRepository('acme/app', { startsAt: '2026-02-01T09:00:00.000Z' })
  story.commit('feat: long ago')
  story.commit('feat: add an export\n\nAs CSV.', { at: '2026-03-01T09:00:00.000Z' })
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

const preview = (body: Record<string, unknown> = {}) => team.call('POST', '/v1/activity/preview', body)
const shaOf = (start: string) =>
  [...story.commits.values()].find(({ message }) => message.startsWith(start))?.sha

describe('the preview of activity', () => {
  test('lists the selectable items of a window, newest first', async () => {
    const { status, body } = await preview({ repositoryIds: [appId] })
    expect(status).toBe(200)
    expect(body).toEqual({
      window: {
        lookbackWindow: 'last_7_days',
        start: '2026-02-25T12:00:00.000Z',
        end: '2026-03-04T12:00:00.000Z',
      },
      pullRequests: [
        {
          repositoryId: appId,
          number: 1,
          title: 'fix: keep the session',
          url: 'https://github.com/acme/app/pull/1',
          author: expect.stringMatching(/./),
          mergedAt: '2026-03-03T10:00:00.000Z',
          commits: expect.any(Array),
        },
      ],
      commits: [
        {
          repositoryId: appId,
          sha: shaOf('perf'),
          title: 'perf: read the index once',
          url: expect.stringContaining(`/commit/${shaOf('perf')}`),
          author: expect.stringMatching(/./),
          authoredAt: '2026-03-04T08:00:00.000Z',
        },
        expect.objectContaining({ sha: shaOf('feat: add'), title: 'feat: add an export' }),
      ],
      releases: [],
      issues: [],
      unreadable: [],
      truncated: false,
      organization: body.organization,
    })
  })

  test('has each commit of the window once, with its pull request if there is one', async () => {
    const merged = story.pullRequest('feat: add themes', {
      as: 'merge',
      at: '2026-03-04T09:00:00.000Z',
      commits: ['add light', 'add dark'],
    })
    const { body } = await preview({ repositoryIds: [appId] })
    const shasOf = (items: any[]) => items.map(({ sha }) => sha).sort()
    expect(body.pullRequests.map(({ number }: any) => number)).toEqual([merged.number, 1])
    expect(shasOf(body.pullRequests[0].commits)).toEqual(merged.landed.toSorted())
    expect(shasOf(body.pullRequests[1].commits)).toEqual(story.pullRequests[0]?.landed ?? [])
    expect(shasOf(body.commits)).toEqual([shaOf('feat: add an'), shaOf('perf')].sort())
  })

  test('lists releases with their tags', async () => {
    story.release('v1.1.0', { name: 'Spring', publishedAt: '2026-03-04T09:00:00.000Z' })
    const { body } = await preview({ repositoryIds: [appId] })
    expect(body.releases).toEqual([
      {
        repositoryId: appId,
        tagName: 'v1.1.0',
        name: 'Spring',
        url: expect.stringContaining('v1.1.0'),
        prerelease: false,
        publishedAt: '2026-03-04T09:00:00.000Z',
      },
    ])
  })

  test('covers every enabled repository if none is named, and only the named ones otherwise', async () => {
    const all = (await preview()).body
    expect(new Set(all.commits.map(({ repositoryId }: any) => repositoryId))).toEqual(
      new Set([appId, siteId]),
    )
    const named = await preview({ github: { repositories: [{ owner: 'Acme', repo: 'Site' }] } })
    expect(named.body.commits.map(({ title }: any) => title)).toEqual(['feat: add a pricing page'])
    expect((await preview({ integrations: { github: [siteId] } })).body.commits).toEqual(named.body.commits)
  })

  test('filters by window and by kinds of activity', async () => {
    const yesterday = (await preview({ repositoryIds: [appId], lookbackWindow: 'yesterday' })).body
    expect([yesterday.pullRequests.length, yesterday.commits]).toEqual([1, []])
    expect(yesterday.window).toEqual({
      lookbackWindow: 'yesterday',
      start: '2026-03-03T00:00:00.000Z',
      end: '2026-03-04T00:00:00.000Z',
    })
    const pulls = (await preview({ repositoryIds: [appId], dataPoints: { includeCommits: false } })).body
    expect([pulls.pullRequests.length, pulls.commits.length]).toEqual([1, 0])
  })

  test("returns the selection's limits", async () => {
    const { body } = await preview({ repositoryIds: [appId] })
    const [{ repositoryId, number }] = body.pullRequests
    const asked = await team.call('POST', '/v1/posts/generate', {
      contentType: 'changelog',
      selectedItems: {
        pullRequestNumbers: [{ repositoryId, number }],
        commitShas: body.commits.map(({ sha }: any) => sha),
      },
    })
    expect(asked.status).toBe(202)
  })

  test.each([
    ['an unknown repository', { repositoryIds: ['nope'] }, /not available for this organization: nope/],
    ['an unknown window', { lookbackWindow: 'last_year' }, /lookbackWindow must be one of/],
    ['two ways to choose', { repositoryIds: ['a'], integrations: { github: ['b'] } }, /with only one field/],
  ])('of %s is 400, sends no request and is not counted', async (_, body, error) => {
    const answer = await preview(body)
    expect([answer.status, answer.headers.get('ratelimit-remaining')]).toEqual([400, '20'])
    expect(answer.body.error).toMatch(error)
    expect(host.requests).toEqual([])
  })

  test('follows the repository to its renamed default branch', async () => {
    story.branches.set('trunk', story.branches.get('main') ?? '')
    story.branches.delete('main')
    Object.assign(story, { defaultBranch: 'trunk' })
    const { body } = await preview({ repositoryIds: [appId] })
    expect([body.unreadable, body.commits.length]).toEqual([[], 2])
    const { github } = (await team.call('GET', '/v1/integrations')).body
    expect(github.find(({ id }: any) => id === appId).defaultBranch).toBe('trunk')
  })

  test('names the sources that cannot be read, and lists the others', async () => {
    const goneId = (await connect(app.ctx, team.id, 'acme/gone')).id
    const { status, body } = await preview()
    expect(status).toBe(200)
    expect(body.unreadable).toEqual([
      {
        integrationId: goneId,
        repositoryId: goneId,
        name: 'acme/gone',
        error: expect.stringContaining('GitHub found nothing'),
      },
    ])
    expect(body.commits).toHaveLength(3)
  })

  test('says that the code host could not be reached', async () => {
    host.stop()
    const { status, body } = await preview({ repositoryIds: [appId] })
    expect(status).toBe(200)
    expect(body.unreadable).toEqual([
      {
        integrationId: appId,
        repositoryId: appId,
        name: 'acme/app',
        error: `GitHub could not be reached at ${host.url}.`,
      },
    ])
  })

  test('is 503 with Retry-After while the code host limits the rate', async () => {
    host.failNext(() => failures.secondaryLimit(90), 100)
    const answer = await preview({ repositoryIds: [appId] })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '90'])
    expect(answer.body).toEqual({ error: 'GitHub API rate limit reached until 12:01 UTC.' })
  })

  test('lists at most a thousand of a kind, and says that it was cut', async () => {
    const busy = hostRepository('acme/busy', { startsAt: '2026-03-02T09:00:00.000Z' })
    for (let n = 0; n < 1001; n++) busy.commit(`feat: part ${n}`, { at: '2026-03-02T09:00:00.000Z' })
    host.add(busy)
    const { id } = await connect(app.ctx, team.id, 'acme/busy')
    const { body } = await preview({ repositoryIds: [id] })
    expect([body.commits.length, body.truncated]).toEqual([1000, true])
  })

  test('stores nothing visible', async () => {
    await preview()
    for (const table of [posts, collections, generationJobs])
      expect(await app.ctx.db.select().from(table)).toEqual([])
  })

  test('is limited to 20 per minute for an organization', async () => {
    for (let n = 0; n < 20; n++) expect((await preview({ repositoryIds: [siteId] })).status).toBe(200)
    expect((await preview()).status).toBe(429)
    const stranger = await app.team('stranger')
    expect((await stranger.call('POST', '/v1/activity/preview', {})).body.commits).toEqual([])
  })

  test('needs the scope to read posts or the scope to write them', async () => {
    for (const [scope, status] of [
      ['posts.read', 200],
      ['posts.write', 200],
      ['integrations.read', 403],
    ] as const) {
      const someone = await app.team(scope.replace('.', '-'), [scope])
      expect([scope, (await someone.call('POST', '/v1/activity/preview', {})).status]).toEqual([
        scope,
        status,
      ])
    }
  })

  test('never shows a repository of another organization', async () => {
    const stranger = await app.team('stranger')
    const answer = await stranger.call('POST', '/v1/activity/preview', { repositoryIds: [appId] })
    expect(answer.status).toBe(400)
    expect(host.requests).toEqual([])
  })
})
