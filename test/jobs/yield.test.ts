import { expect, test } from 'bun:test'
import { createYield } from '../../src/jobs/yield.ts'

test('callers resume one at a time, and other events are handled between them', async () => {
  const turn = createYield()
  const order: string[] = []
  await Promise.all(
    ['one', 'two'].map(async (name) => {
      await turn()
      order.push(name)
      setImmediate(() => order.push(`handled after ${name}`))
    }),
  )
  await new Promise(setImmediate)
  expect(order).toEqual(['one', 'handled after one', 'two', 'handled after two'])
})
