import { expect, test } from 'bun:test'
import { createLanes } from '../../src/jobs/lane.ts'

test('acts of one key go on one after another, whatever becomes of them; those of another do not wait', async () => {
  const inLane = createLanes()
  const told: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = inLane('a', async () => {
    told.push('first begins')
    await gate.promise
    told.push('first fails')
    throw new Error('No.')
  })
  const second = inLane('a', async () => told.push('second'))
  await inLane('b', async () => told.push('other'))
  gate.resolve()
  expect(await first.catch((error) => error.message)).toBe('No.')
  await second
  expect(told).toEqual(['first begins', 'other', 'first fails', 'second'])
  expect(await inLane('a', async () => 'later')).toBe('later')
})
