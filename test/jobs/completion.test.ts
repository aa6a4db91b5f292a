import { expect, test } from 'bun:test'
import { createJobCompletion } from '../../src/jobs/completion.ts'

const soon = () => new Promise((resolve) => setImmediate(resolve))

test('all who wait for something are woken when it is told, and nobody else', async () => {
  const { wait, notify } = createJobCompletion()
  const woken: string[] = []
  const of = (key: string, name: string) => wait(key, 60_000).then(() => woken.push(name))
  void of('a', 'first')
  void of('a', 'second')
  void of('b', 'other')
  notify('a')
  await soon()
  expect(woken).toEqual(['first', 'second'])
  notify('b')
  await soon()
  expect(woken).toEqual(['first', 'second', 'other'])
})

test('whoever waits is let go when the time is over, and can wait again', async () => {
  const { wait, notify } = createJobCompletion()
  await wait('a', 1)
  notify('a')
  const again = wait('a', 60_000)
  notify('a')
  await again
})
