import { expect, test } from 'bun:test'
import { connect, testApp, triggerBody } from '../support/app.ts'

test('ignoreCommitPatterns, a field of later clients, is accepted while it is empty and refused otherwise', async () => {
  const app = await testApp()
  const acme = await app.team('acme')
  const body = triggerBody((await connect(app.ctx, acme.id)).id)
  const send = (ignoreCommitPatterns: string[]) =>
    acme.call('POST', '/v1/event-triggers', {
      ...body,
      sourceConfig: { ...body.sourceConfig, ignoreCommitPatterns },
    })
  const { status, body: answer } = await send([])
  expect([status, answer.eventTrigger.sourceConfig]).toEqual([
    201,
    { eventTypes: ['push', 'release'], includePreReleases: true },
  ])
  expect((await send(['^chore'])).body.error).toContain('ignoreCommitPatterns is not supported')
})
