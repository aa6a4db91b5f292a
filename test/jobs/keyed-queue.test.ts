import { expect, test } from 'bun:test'
import { createKeyedQueue } from '../../src/jobs/keyed-queue.ts'

test('tasks of one key run one after another, even if one fails; tasks of other keys do not wait', async () => {
  const inOrder = createKeyedQueue()
  const log: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = inOrder('a', async () => {
    log.push('first begins')
    await gate.promise
    log.push('first fails')
    throw new Error('No.')
  })
  const second = inOrder('a', async () => log.push('second'))
  await inOrder('b', async () => log.push('other'))
  gate.resolve()
  expect(await first.catch((error) => error.message)).toBe('No.')
  await second
  expect(log).toEqual(['first begins', 'other', 'first fails', 'second'])
  expect(await inOrder('a', async () => 'later')).toBe('later')
})
