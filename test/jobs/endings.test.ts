import { expect, test } from 'bun:test'
import { createEndings } from '../../src/jobs/endings.ts'

const soon = () => new Promise((resolve) => setImmediate(resolve))

test('all who wait for something are woken when it is told, and nobody else', async () => {
  const { wait, tell } = createEndings()
  const woken: string[] = []
  const of = (key: string, name: string) => wait(key, 60_000).then(() => woken.push(name))
  void of('a', 'first')
  void of('a', 'second')
  void of('b', 'other')
  tell('a')
  await soon()
  expect(woken).toEqual(['first', 'second'])
  tell('b')
  await soon()
  expect(woken).toEqual(['first', 'second', 'other'])
})

test('whoever waits is let go when the time is over, and can wait again', async () => {
  const { wait, tell } = createEndings()
  await wait('a', 1)
  tell('a')
  const again = wait('a', 60_000)
  tell('a')
  await again
})
