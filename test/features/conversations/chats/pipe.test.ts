import { expect, test } from 'bun:test'
import { pipe } from '../../../../src/features/conversations/chats/reply/pipe.ts'

/** A pipe whose writer sends three numbers, and what the writer has done. */
function counting() {
  const done: unknown[] = []
  const numbers = pipe<number>(
    async (send) => {
      for (const number of [1, 2, 3]) {
        await send(number)
        done.push(number)
      }
    },
    () => done.push('left'),
  )
  return { done, numbers }
}

test('a reader of a pipe gets all items in order', async () => {
  const { done, numbers } = counting()
  expect(await Array.fromAsync(numbers)).toEqual([1, 2, 3])
  expect(done).toEqual([1, 2, 3])
})

test('the writer of a pipe waits until the reader asks for the next item', async () => {
  const { done, numbers } = counting()
  await numbers.next()
  expect(done).toEqual([])
  await numbers.next()
  expect(done).toEqual([1])
  await numbers.return()
})

test('the writer of a pipe is notified when the reader leaves, and its end is awaited', async () => {
  const { done, numbers } = counting()
  await numbers.next()
  await numbers.return()
  expect(done).toEqual(['left', 1, 2, 3])
})

test('the reader of a pipe gets the error of the writer', async () => {
  const failing = pipe<number>(
    async (send) => {
      await send(1)
      throw new Error('Out of numbers.')
    },
    () => {},
  )
  expect((await failing.next()).value).toBe(1)
  await expect(failing.next()).rejects.toThrow('Out of numbers.')
})
