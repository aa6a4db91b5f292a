import { expect, test } from 'bun:test'
import { createYield } from '../../src/jobs/yield.ts'

test('turns are taken one at a time, and what has come meanwhile is heard between them', async () => {
  const turn = createYield()
  const order: string[] = []
  await Promise.all(
    ['one', 'two'].map(async (name) => {
      await turn()
      order.push(name)
      setImmediate(() => order.push(`heard after ${name}`))
    }),
  )
  await new Promise(setImmediate)
  expect(order).toEqual(['one', 'heard after one', 'two', 'heard after two'])
})
