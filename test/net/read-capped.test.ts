import { expect, test } from 'bun:test'
import { readCapped, readCappedText } from '../../src/net/read-capped.ts'

const refuse = () => new Error('It is too large.')
const streamOf = (...chunks: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })

test('a body up to the limit is read whole, and none is empty', async () => {
  expect(await readCappedText(streamOf('ab', 'cé'), 5, refuse)).toBe('abcé')
  expect(await readCapped(null, 5, refuse)).toHaveLength(0)
})

test('a larger body is refused, and not read to its end', async () => {
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent++
      controller.enqueue(new Uint8Array(10))
    },
  })
  await expect(readCapped(endless, 25, refuse)).rejects.toThrow('It is too large.')
  expect(sent).toBeLessThan(10)
})

test('a larger body is cut at a chunk if it is not refused', async () => {
  expect(await readCappedText(streamOf('ab', 'cd', 'ef'), 5, null)).toBe('abcd')
})

test.each([
  ['of many megabytes', 12, 1024 * 1024],
  ['of single bytes', 1_200, 1],
])('other work runs while a body %s is read', async (_, count, length) => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let sent = 0; sent < count; sent++) controller.enqueue(new Uint8Array(length))
      controller.close()
    },
  })
  let turns = 0
  let isReading = true
  const act = () => {
    turns++
    if (isReading) setImmediate(act)
  }
  setImmediate(act)
  expect(await readCapped(body, count * length, refuse)).toHaveLength(count * length)
  isReading = false
  expect(turns).toBeGreaterThanOrEqual(12)
})

test('a function that inspects the chunks can refuse them', async () => {
  const inspect = (chunk: Uint8Array) => {
    if (chunk.includes(0x63)) throw refuse()
  }
  expect(await readCappedText(streamOf('ab', 'd'), 5, refuse, inspect)).toBe('abd')
  await expect(readCapped(streamOf('ab', 'cd'), 5, refuse, inspect)).rejects.toThrow('It is too large.')
})
