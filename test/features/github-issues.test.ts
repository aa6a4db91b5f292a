import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { changeRepository } from '../../src/features/integrations/repositories.ts'
import { integrations } from '../../src/features/integrations/table.ts'
import { connect, type Team, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { type GitHubHost, startGitHub } from '../support/github.ts'
import { type HostRepository, repository as hostRepository } from '../support/github-repository.ts'

let host: GitHubHost
let story: HostRepository
let app: Awaited<ReturnType<typeof testApp>>
let team: Team
let appId: string

beforeEach(async () => {
  story = hostRepository('acme/app', { startsAt: '2026-03-02T09:00:00.000Z' })
  story.commit('feat: begin')
  host = startGitHub({ repositories: [story] })
  app = await testApp({ githubApiUrl: host.url })
  team = await app.team('acme')
  appId = (await connect(app.ctx, team.id, 'acme/app')).id
})
afterEach(() => host.stop())

async function switchOn() {
  const [row] = await app.ctx.db.select().from(integrations).where(eq(integrations.id, appId))
  if (row) await changeRepository(app.ctx, row, { issues: true })
}

async function generate(body: Record<string, unknown> = {}) {
  const asked = await team.call('POST', '/v1/posts/generate', { contentType: 'changelog', ...body })
  await drain(app.ctx)
  const { job, events } = (await team.call('GET', `/v1/posts/generate/${asked.body.job.id}`)).body
  const { post } = job.postId ? (await team.call('GET', `/v1/posts/${job.postId}`)).body : { post: null }
  const ledger: any[] = post?.sourceMetadata.ledger ?? []
  return { job, post, ledger, log: events.map((each: any) => each.message) }
}

describe('issues of a repository at GitHub', () => {
  test('are not read unless the setting is on', async () => {
    story.issue('Boards without columns are blank')
    const { ledger } = await generate()
    expect(ledger.map(({ kind }) => kind)).toEqual(['commit'])
    expect(host.requests.some(({ path }) => path.endsWith('/issues'))).toBe(false)
  })

  test.each([
    ['by number', 'Fixes #1'],
    ['by address', 'Closes https://github.com/acme/app/issues/1.'],
  ])(
    'closed by a pull request %s are one entry with it, categorized by their label, with both links',
    async (_, body) => {
      story.issue('Boards without columns are blank', { labels: ['bug'], milestone: 'Spring' })
      story.pullRequest('Boards without columns', { body })
      await switchOn()
      const { ledger, post, log } = await generate()
      expect(ledger.map(({ kind, number, category, issues }) => [kind, number, category, issues])).toEqual([
        ['commit', null, 'Features & Enhancements', undefined],
        [
          'pull_request',
          2,
          'Bug Fixes',
          [
            {
              provider: 'github',
              id: '1',
              identifier: '#1',
              title: 'Boards without columns are blank',
              url: 'https://github.com/acme/app/issues/1',
            },
          ],
        ],
      ])
      expect(post.markdown).toContain(
        '[#2](https://github.com/acme/app/pull/2), [#1](https://github.com/acme/app/issues/1)',
      )
      expect(log).toContain('Read 2 commits and one issue of acme/app from the last 7 days (rolling).')
    },
  )

  test('with the same number in another repository are separate', async () => {
    story.issue('Add an export')
    story.pullRequest('Add a search', {
      body: 'Fixes https://github.com/acme/other/issues/1, closes acme/other#1',
    })
    await switchOn()
    expect((await generate()).ledger.filter(({ issues }) => issues).map(({ kind }) => kind)).toEqual([
      'issue',
    ])
  })

  test('are entries of their own if no change closed them; issues closed as not planned are not listed', async () => {
    story.issue('Add an export')
    story.issue('Add a fax', { reason: 'not_planned' })
    await switchOn()
    const { ledger, post } = await generate()
    expect(
      ledger.filter(({ kind }) => kind === 'issue').map(({ title, url, reason }) => [title, url, reason]),
    ).toEqual([
      ['Add an export', 'https://github.com/acme/app/issues/1', null],
      ['Add a fax', 'https://github.com/acme/app/issues/2', 'It was closed as not planned.'],
    ])
    expect(post.markdown).toContain('[#1](https://github.com/acme/app/issues/1)')
    expect(post.markdown).not.toContain('fax')
  })

  test('outside the window are not read', async () => {
    story.issue('Add an export', { closedAt: '2026-02-01T09:00:00.000Z' })
    await switchOn()
    expect((await generate()).ledger.map(({ kind }) => kind)).toEqual(['commit'])
  })

  test('are included with a selected pull request, and never alone then', async () => {
    story.issue('Boards without columns are blank')
    story.issue('Add an export')
    story.pullRequest('Boards without columns', { body: 'Fixes #1' })
    await switchOn()
    const { ledger } = await generate({
      repositoryIds: [appId],
      selectedItems: { pullRequestNumbers: [{ repositoryId: appId, number: 3 }] },
    })
    expect(ledger.map(({ number, issues }) => [number, issues.length])).toEqual([[3, 1]])
  })

  test('that cannot be read leave the code changes, and the log says so', async () => {
    await switchOn()
    host.redirect('/repos/acme/app/issues', `${host.url}/repos/acme/nowhere`)
    const { job, ledger, log } = await generate()
    expect([job.status, ledger.length]).toEqual(['completed', 1])
    expect(log.find((line: string) => line.startsWith('Read one commit of '))).toContain(
      'Its issues cannot be read: GitHub found nothing at',
    )
  })

  test('are read once for each of several repositories', async () => {
    const other = hostRepository('acme/site', { startsAt: '2026-03-02T10:00:00.000Z' })
    other.commit('feat: begin the site')
    other.issue('Add an export')
    story.issue('Add an export')
    host.add(other)
    await connect(app.ctx, team.id, 'acme/site')
    await app.ctx.db.update(integrations).set({ issues: true })
    const { ledger } = await generate()
    expect(
      ledger
        .filter(({ kind }) => kind === 'issue')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['acme/app/issue:github:1', 'acme/site/issue:github:1'])
  })
})
