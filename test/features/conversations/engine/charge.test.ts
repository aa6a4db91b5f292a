import { beforeEach, describe, expect, test } from 'bun:test'
import { atomically } from '../../../../src/db/client.ts'
import { guard } from '../../../../src/db/table.ts'
import { conflict } from '../../../../src/errors.ts'
import { chats } from '../../../../src/features/conversations/chats/table.ts'
import { beginCharged } from '../../../../src/features/conversations/engine/charge.ts'
import { identifyAsker } from '../../../../src/features/keys/identify.ts'
import type { Caller } from '../../../../src/features/keys/model.ts'
import { setLimits } from '../../../../src/features/usage/limits.ts'
import { usageHolds } from '../../../../src/features/usage/table.ts'
import { type Team, testApp } from '../../../support/app.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let caller: Caller
let spent: number
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
  spent = 0
  caller = {
    ...(await identifyAsker(app.ctx, { id: acme.keyId, organizationId: acme.id })),
    async spend() {
      spent++
    },
  }
})

type Beginning = Parameters<typeof beginCharged>[2]
const stored = async () => {}
const begin = (changes: Partial<Beginning> = {}) =>
  beginCharged(app.ctx, caller, {
    hold: 'reply1',
    store: stored,
    refusal: () => conflict('Another reply has begun'),
    ...changes,
  })
const holds = async () => (await app.ctx.db.select().from(usageHolds)).map(({ state }) => state)

describe('starting a reply or a turn', () => {
  beforeEach(() => setLimits(app.ctx, acme.id, { creditCents: 5 }))

  test('reserves credits and charges the rate limit', async () => {
    await begin()
    expect([await holds(), spent]).toEqual([['held'], 1])
  })

  test('does not charge the rate limit if there are no credits', async () => {
    await setLimits(app.ctx, acme.id, { creditCents: 0 })
    await expect(begin()).rejects.toThrow('Usage limit reached')
    expect([await holds(), spent]).toEqual([[], 0])
  })

  test('releases the credits if the rate limit refuses it', async () => {
    caller.spend = () => Promise.reject(new Error('Too many requests'))
    await expect(begin()).rejects.toThrow('Too many requests')
    expect(await holds()).toEqual(['released'])
  })

  test('releases the credits and is refused if another has begun meanwhile', async () => {
    const { db } = app.ctx
    const store = () => atomically(db, [db.delete(chats), db.run(guard)])
    await expect(begin({ store })).rejects.toThrow('Another reply has begun')
    expect(await holds()).toEqual(['released'])
  })

  test('leaves the credits to another request that has begun the same turn', async () => {
    const store = () => Promise.reject(new Error('The database is busy'))
    await expect(begin({ store, hasBegun: async () => true })).rejects.toThrow('The database is busy')
    expect(await holds()).toEqual(['held'])
  })

  test('reserves nothing for answers', async () => {
    await begin({ hold: null })
    expect([await holds(), spent]).toEqual([[], 1])
  })
})
