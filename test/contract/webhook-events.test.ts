import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import {
  commitOf,
  connectRepository,
  deliver,
  pullRequestOf,
  pushOf,
  type Repository,
  releaseOf,
} from './deliveries'
import { shaOf } from './history'
import { type Herald, openOrganization, startHerald } from './support'

setDefaultTimeout(60_000)

const name = 'acme/widgets'

let herald: Herald
let widgets: Repository

beforeAll(async () => {
  herald = await startHerald()
  widgets = await connectRepository(herald, await openOrganization(herald, 'acme'), name)
})
afterAll(() => herald.stop())

async function expectProcessed(event: string, payload: object, action: string, data: object) {
  const delivery = randomUUID()
  const { status, body } = await deliver(herald, widgets, { event, payload, delivery })
  expect(status).toBe(200)
  expect(body as object).toEqual({
    message: `Processed ${event} event (${action})`,
    event,
    delivery,
    processed: { type: event, action, data },
    repository: { id: expect.anything(), fullName: name },
  })
}

describe('push', () => {
  test('to the default branch is processed with its commits', async () => {
    const commits = [commitOf('feat: one'), commitOf('fix: two\n\nwith a body')]
    const shown = commits.map(({ sha, message, author, date }) => ({
      id: sha,
      message,
      author: { name: author, email: `${author}@users.example`, username: author },
      timestamp: date,
      url: `https://github.com/${name}/commit/${sha}`,
    }))
    await expectProcessed('push', pushOf(name, commits), 'pushed', {
      ref: 'refs/heads/main',
      branch: 'main',
      commits: shown,
      headCommit: { id: commits[1]?.sha, message: commits[1]?.message },
    })
  })

  test('without a head commit returns null', async () => {
    const { body } = await deliver(herald, widgets, {
      event: 'push',
      payload: pushOf(name, [commitOf('feat: one')], { head_commit: null }),
    })
    expect(body.processed?.data.headCommit).toBeNull()
  })

  test('follows the default branch of the code host', async () => {
    const payload = pushOf(name, [commitOf('feat: one')], { ref: 'refs/heads/trunk' })
    payload.repository.default_branch = 'trunk'
    const { body } = await deliver(herald, widgets, { event: 'push', payload })
    expect(body.processed?.data.branch).toBe('trunk')
  })

  test.each([
    ['another branch', { ref: 'refs/heads/topic' }],
    ['a branch that ends like the default one', { ref: 'refs/heads/topic/main' }],
    ['a tag', { ref: 'refs/tags/v1.1.0' }],
    ['a tag named like the default branch', { ref: 'refs/tags/main' }],
    ['no commits', { commits: [], head_commit: null }],
  ])('with %s is filtered', async (_, changes) => {
    const { status, body } = await deliver(herald, widgets, {
      event: 'push',
      payload: pushOf(name, [commitOf('feat: one')], changes),
    })
    expect([status, body]).toEqual([
      200,
      { message: "Event 'push' with action '' was filtered out", event: 'push', action: '', filtered: true },
    ])
  })
})

describe('release', () => {
  test.each(['published', 'prereleased'])('%s is processed', async (action) => {
    await expectProcessed('release', releaseOf(name, 'v1.1.0', action), action, {
      tagName: 'v1.1.0',
      name: 'Release v1.1.0',
      body: 'See the changelog.',
      prerelease: action === 'prereleased',
      draft: false,
      publishedAt: expect.stringMatching(/^2026-01-05T13:00:00(\.000)?Z$/),
      url: 'https://github.com/acme/widgets/releases/tag/v1.1.0',
    })
  })

  test('may have no name, body or date', async () => {
    const nothing = { name: null, body: null, published_at: null }
    const { status, body } = await deliver(herald, widgets, {
      event: 'release',
      payload: releaseOf(name, 'v1.1.0', 'published', nothing),
    })
    expect(status).toBe(200)
    expect(body.processed?.data).toMatchObject({ name: null, body: null, publishedAt: null })
  })

  test.each(['created', 'edited', 'deleted', 'released', 'unpublished'])('%s is filtered', async (action) => {
    const { status, body } = await deliver(herald, widgets, {
      event: 'release',
      payload: releaseOf(name, 'v1.1.0', action),
    })
    expect([status, body]).toEqual([
      200,
      {
        message: `Event 'release' with action '${action}' was filtered out`,
        event: 'release',
        action,
        filtered: true,
      },
    ])
  })

  test('a draft is filtered', async () => {
    const { body } = await deliver(herald, widgets, {
      event: 'release',
      payload: releaseOf(name, 'v1.1.0', 'published', { draft: true }),
    })
    expect(body.filtered).toBe(true)
  })
})

describe('pull request', () => {
  test('merged is processed', async () => {
    await expectProcessed('pull_request', pullRequestOf(name), 'merged', {
      number: 12,
      title: 'fix: stop crashing on an empty upload',
      body: null,
      url: 'https://github.com/acme/widgets/pull/12',
      mergedAt: expect.stringMatching(/^2026-01-05T10:00:00(\.000)?Z$/),
      mergeCommitSha: shaOf('merge'),
      author: 'grace',
      baseBranch: 'main',
    })
  })

  test('may have no optional fields', async () => {
    const { status, body } = await deliver(herald, widgets, {
      event: 'pull_request',
      payload: pullRequestOf(name, 'closed', {
        body: undefined,
        merged_at: undefined,
        merge_commit_sha: undefined,
        user: undefined,
        base: undefined,
      }),
    })
    expect(status).toBe(200)
    expect(body.processed?.data).toMatchObject({
      body: null,
      mergedAt: null,
      mergeCommitSha: null,
      author: null,
      baseBranch: null,
    })
  })

  test.each([
    ['opened', { merged: false }],
    ['synchronize', { merged: false }],
    ['closed', { merged: false }],
    ['labeled', { merged: true }],
  ])('%s with %j is filtered', async (action, changes) => {
    const { status, body } = await deliver(herald, widgets, {
      event: 'pull_request',
      payload: pullRequestOf(name, action, changes),
    })
    expect([status, body]).toEqual([
      200,
      {
        message: `Event 'pull_request' with action '${action}' was filtered out`,
        event: 'pull_request',
        action,
        filtered: true,
      },
    ])
  })
})
