import { expect, test } from 'bun:test'
import { createJobCompletion } from '../../src/jobs/completion.ts'

const soon = () => new Promise((resolve) => setImmediate(resolve))

test('all waiters of an event are woken by it, and no others', async () => {
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

test('a wait ends after its time limit, and can start again', async () => {
  const { wait, notify } = createJobCompletion()
  await wait('a', 1)
  notify('a')
  const again = wait('a', 60_000)
  notify('a')
  await again
})
