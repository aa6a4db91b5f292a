import { expect, test } from 'bun:test'
import examples from '@octokit/webhooks-examples'
import { connect, testApp, webhookSecret } from '../support/app.ts'
import { deliveryHeaders } from '../support/github-deliveries.ts'

type Example = { action?: string; ref?: string; [name: string]: any }

/** The specified result for a real payload, from the table of per-type rules alone. */
function expected(event: string, payload: Example): string {
  if (event === 'ping') return 'pong'
  if (event === 'push') {
    const isDefault = payload.ref === `refs/heads/${payload.repository.default_branch}`
    return isDefault && payload.commits.length > 0 ? 'processed' : 'filtered'
  }
  if (event === 'release') {
    const passes = ['published', 'prereleased'].includes(payload.action ?? '') && !payload.release.draft
    return passes ? 'processed' : 'filtered'
  }
  if (event === 'pull_request') {
    return payload.action === 'closed' && payload.pull_request.merged ? 'processed' : 'filtered'
  }
  return 'ignored'
}

function outcome(body: Record<string, unknown>): string {
  if (body.processed) return 'processed'
  return ['filtered', 'ignored', 'duplicate'].find((name) => body[name] === true) ?? 'pong'
}

test('every real payload of the code host gets the specified answer', async () => {
  const app = await testApp()
  const team = await app.team('acme')
  const { hook } = await connect(app.ctx, team.id)
  const counts: Record<string, number> = {}
  for (const { name, examples: payloads } of examples as unknown as { name: string; examples: Example[] }[]) {
    for (const payload of payloads) {
      const body = JSON.stringify(payload)
      const answer = await app.anonymous('POST', hook, body, deliveryHeaders(name, body, webhookSecret))
      const what = expected(name, payload)
      expect([name, payload.action, answer.status, outcome(answer.body)]).toEqual([
        name,
        payload.action,
        200,
        what,
      ])
      counts[what] = (counts[what] ?? 0) + 1
    }
  }
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBeGreaterThan(250)
  for (const what of ['processed', 'filtered', 'ignored', 'pong']) expect(counts[what]).toBeGreaterThan(0)
})
