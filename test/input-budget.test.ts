import { expect, test } from 'bun:test'
import { createShare } from '../src/input-budget.ts'

test('a share grants at most its bytes, and accepts them back once', () => {
  const share = createShare(10, 0)
  const first = share.take(6)
  expect(share.take(5)).toBeNull()
  expect(share.free).toBe(4)
  first?.[Symbol.dispose]()
  first?.[Symbol.dispose]()
  expect(share.free).toBe(10)
})

test('more than a whole share is granted alone', () => {
  const share = createShare(10, 0)
  using whole = share.take(11)
  expect(whole).not.toBeNull()
  expect(share.take(1)).toBeNull()
})

test('freed bytes go to the first request that fits', async () => {
  const share = createShare(10, 5)
  const six = share.take(6)
  const four = share.take(4)
  const large = share.wait(9)
  const small = share.wait(3)
  four?.[Symbol.dispose]()
  const granted = await small
  expect(share.free).toBe(1)
  six?.[Symbol.dispose]()
  granted?.[Symbol.dispose]()
  expect(await large).not.toBeNull()
  expect(share.free).toBe(1)
})

test('no request waits beyond the longest queue', async () => {
  const share = createShare(10, 1)
  const held = share.take(10)
  const first = share.wait(1)
  expect(await share.wait(1)).toBeNull()
  held?.[Symbol.dispose]()
  expect(await first).not.toBeNull()
})

test('an aborted wait leaves the queue', async () => {
  const share = createShare(10, 1)
  const held = share.take(10)
  const gaveUp = new AbortController()
  const first = share.wait(1, gaveUp.signal)
  gaveUp.abort(new Error('gave up'))
  await expect(first).rejects.toThrow('gave up')
  const second = share.wait(2)
  held?.[Symbol.dispose]()
  expect(await second).not.toBeNull()
  expect(share.free).toBe(8)
})
