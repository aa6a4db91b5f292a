import { beforeEach, expect, test } from 'bun:test'
import { events } from '../../src/features/activity/table.ts'
import { connect, type Team, testApp } from '../support/app.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let base: string
let integrationId: string
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
  integrationId = (await connect(app.ctx, acme.id)).id
  base = `/v1/integrations/${integrationId}/events`
})

const commit = (message: string) => ({
  id: 'a'.repeat(40),
  message,
  author: { name: 'Ada', email: 'ada@acme.test' },
  timestamp: '2026-03-01T10:00:00Z',
  url: 'https://github.com/acme/app/commit/a',
})

async function tell(kind: 'push' | 'release' | 'pull_request', data: Record<string, unknown>) {
  app.ctx.clock.advance(1000)
  const action = { push: 'pushed', release: 'published', pull_request: 'merged' }[kind]
  const deliveryId = Bun.randomUUIDv7()
  await app.ctx.db
    .insert(events)
    .values({ integrationId, deliveryId, kind, action, data, createdAt: app.ctx.now() })
}
const push = (branch: string, ...messages: string[]) =>
  tell('push', { ref: `refs/heads/${branch}`, branch, commits: messages.map(commit), headCommit: null })
const release = (tagName: string, body: string) =>
  tell('release', {
    tagName,
    name: `Release ${tagName}`,
    body,
    prerelease: false,
    draft: false,
    publishedAt: null,
    url: 'https://github.com/acme/app/releases/1',
  })

test('the events of a repository are listed, newest first, without e-mail addresses of authors', async () => {
  await push('main', 'fix: export')
  await release('v1', 'All new.')
  await tell('pull_request', { number: 1, title: 'Signal' })
  const { status, body, text } = await acme.call('GET', base)
  expect([status, body.events]).toEqual([
    200,
    [
      {
        kind: 'release',
        action: 'published',
        ref: 'v1',
        title: 'Release v1',
        notes: 'All new.',
        commits: [],
        url: 'https://github.com/acme/app/releases/1',
        createdAt: '2026-03-04T12:00:02.000Z',
      },
      {
        kind: 'push',
        action: 'pushed',
        ref: 'main',
        title: null,
        notes: null,
        commits: [
          {
            sha: 'a'.repeat(40),
            message: 'fix: export',
            author: 'Ada',
            createdAt: '2026-03-01T10:00:00.000Z',
            url: 'https://github.com/acme/app/commit/a',
          },
        ],
        url: null,
        createdAt: '2026-03-04T12:00:01.000Z',
      },
    ],
  ])
  expect(text).not.toContain('ada@acme.test')
})

test('the newest events are listed, filtered by kind on request, and long texts are cut', async () => {
  for (let n = 1; n <= 3; n++) await push('main', `commit ${n}`)
  await release('v1', 'x'.repeat(5000))
  const list = async (query: string) => (await acme.call('GET', `${base}?${query}`)).body.events
  expect((await list('limit=2')).map(({ kind }: { kind: string }) => kind)).toEqual(['release', 'push'])
  expect((await list('kind=push&limit=1'))[0].commits[0].message).toBe('commit 3')
  expect((await list('kind=release'))[0].notes).toHaveLength(4000)
  const refused = await acme.call('GET', `${base}?kind=pull_request`)
  expect([refused.status, refused.body.error]).toEqual([400, 'kind must be push or release'])
})
