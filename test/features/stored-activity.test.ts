import { expect, test } from 'bun:test'
import { maxBytes, readStoredActivity } from '../../src/features/activity/stored-activity.ts'
import { type Event, events } from '../../src/features/activity/table.ts'
import { getIntegration } from '../../src/features/integrations/record.ts'
import { connect, testApp } from '../support/app.ts'

test('a release reads the newest stored pushes that fit into the memory for them', async () => {
  const { ctx, team } = await testApp()
  const { id: organizationId } = await team('acme')
  const { id } = await connect(ctx, organizationId)
  const integration = await getIntegration(ctx, organizationId, id)
  const common = { integrationId: integration.id, action: 'pushed' }
  const megabyte = 1024 * 1024
  const count = maxBytes / megabyte + 4
  const pushes = Array.from({ length: count }, (_, index): Event => {
    const createdAt = new Date(1_800_000_000_000 + index)
    const author = { name: 'Ana', email: 'ana@acme.com' }
    const commit = {
      id: `c${index}`,
      message: 'x'.repeat(megabyte),
      author,
      timestamp: createdAt.toISOString(),
    }
    const data = { ref: 'refs/heads/main', branch: 'main', commits: [commit], headCommit: null }
    return { ...common, deliveryId: `push-${index}`, kind: 'push', data, createdAt }
  })
  for (const push of pushes) await ctx.db.insert(events).values(push)
  const release: Event = {
    ...common,
    ...{
      deliveryId: 'release',
      kind: 'release',
      action: 'published',
      createdAt: new Date(1_900_000_000_000),
    },
    data: { tagName: 'v1.0.0', name: null, body: null, prerelease: false, publishedAt: null, url: '' },
  }
  const { commits } = await readStoredActivity(ctx, integration, release)
  const newest = Array.from({ length: maxBytes / megabyte - 1 }, (_, index) => `c${count - 1 - index}`)
  expect(commits.map(({ sha }) => sha)).toEqual(newest)
})
