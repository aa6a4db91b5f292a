import { expect, test } from 'bun:test'
import { defineTextTask } from '../../src/text-thread.ts'
import { prepareInSteps } from '../../src/writer/prepare-checks.ts'

test('other work gets a turn between the steps that prepare the first check', async () => {
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await prepareInSteps()
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(8)
})

test('a short text is checked here after the preparation', async () => {
  const order: string[] = []
  const prepare = async () => void order.push('prepared')
  const task = defineTextTask('test', 10, (text: string) => order.push(text), prepare)
  await task.run('text', 4, 'owner')
  expect(order).toEqual(['prepared', 'text'])
})
