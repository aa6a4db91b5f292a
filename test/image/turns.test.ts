import { expect, test } from 'bun:test'
import { createImageTurns } from '../../src/image/turns.ts'

const never = new AbortController().signal

/** Waits for turns, and records the order in which they are granted. */
function queue(maxPixels: number, maxWaiting: number) {
  const turns = createImageTurns(maxPixels, maxWaiting)
  const granted: string[] = []
  const ask = (name: string, owner: string, pixels: number) =>
    turns.wait(owner, pixels, never).then((turn) => {
      if (turn) granted.push(name)
      return turn
    })
  return { turns, granted, ask }
}

test('an organization has one image in work, and another one can have its own too', async () => {
  const { granted, ask } = queue(10, 4)
  const first = await ask('acme 1', 'acme', 4)
  const second = ask('acme 2', 'acme', 4)
  await ask('globex 1', 'globex', 4)
  expect(granted).toEqual(['acme 1', 'globex 1'])
  first?.[Symbol.dispose]()
  await second
  expect(granted).toEqual(['acme 1', 'globex 1', 'acme 2'])
})

test('the next image of an organization comes after those of others', async () => {
  const { granted, ask } = queue(10, 4)
  const first = await ask('acme 1', 'acme', 10)
  const second = ask('acme 2', 'acme', 10)
  const other = ask('globex 1', 'globex', 10)
  first?.[Symbol.dispose]()
  const turn = await other
  expect(granted).toEqual(['acme 1', 'globex 1'])
  turn?.[Symbol.dispose]()
  await second
  expect(granted).toEqual(['acme 1', 'globex 1', 'acme 2'])
})

test('a small image does not pass a large one that waits for pixels', async () => {
  const { granted, ask } = queue(10, 4)
  const first = await ask('acme', 'acme', 4)
  const large = ask('globex', 'globex', 10)
  const small = ask('initech', 'initech', 1)
  first?.[Symbol.dispose]()
  const turn = await large
  expect(granted).toEqual(['acme', 'globex'])
  turn?.[Symbol.dispose]()
  await small
})

test('an organization with too many waiting images is refused, others are not', async () => {
  const { ask } = queue(10, 1)
  const first = await ask('acme 1', 'acme', 10)
  const second = ask('acme 2', 'acme', 1)
  expect(await ask('acme 3', 'acme', 1)).toBeNull()
  const other = ask('globex 1', 'globex', 1)
  first?.[Symbol.dispose]()
  expect(await other).not.toBeNull()
  expect(await second).not.toBeNull()
})

test('an aborted image leaves the queue to those behind it', async () => {
  const { turns, ask } = queue(10, 4)
  await ask('acme', 'acme', 4)
  const gaveUp = new AbortController()
  const large = turns.wait('globex', 10, gaveUp.signal)
  const small = ask('initech', 'initech', 1)
  gaveUp.abort(new Error('gave up'))
  await expect(large).rejects.toThrow('gave up')
  expect(await small).not.toBeNull()
})
