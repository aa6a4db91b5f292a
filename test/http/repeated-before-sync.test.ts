import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { atomically } from '../../src/db/client.ts'
import { findEarlierResult, recordResult } from '../../src/http/idempotency.ts'
import { type Team, testApp } from '../support/app.ts'

const nextTurn = () => new Promise(setImmediate)

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let durable: () => Promise<void>
beforeAll(async () => {
  app = await testApp()
  acme = await app.team('acme')
  durable = app.ctx.db.$client.durable
})

/** What happened, in its order; the disk takes several turns of the event loop. */
let order: string[]
beforeEach(() => {
  order = []
  app.ctx.db.$client.durable = async () => {
    for (let turn = 0; turn < 20; turn++) await nextTurn()
    await durable()
    order.push('on the disk')
  }
})

test('a repeated request gets the stored response when that is on the disk', async () => {
  const send = () =>
    acme.call(
      'POST',
      '/v1/skills',
      { name: 'tone', description: 'Ours', content: 'Be brief.' },
      { 'idempotency-key': 'same' },
    )
  const first = await send()
  order = []
  const second = await send()
  order.push('answered')
  expect([second.status, second.text, second.headers.get('idempotent-replayed')]).toEqual([
    201,
    first.text,
    'true',
  ])
  expect(order).toEqual(['on the disk', 'answered'])
})

test('a repeated tool call gets its earlier result when that is on the disk', async () => {
  const call = { organization: { id: acme.id }, callId: 'call' }
  await atomically(app.ctx.db, recordResult(app.ctx, call, 'post-1'))
  const made = await findEarlierResult(app.ctx, call)
  order.push('answered')
  expect([made, order]).toEqual(['post-1', ['on the disk', 'answered']])
})
