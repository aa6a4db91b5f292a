import { describe, expect, test } from 'bun:test'
import { createGitHub } from '../../src/codehost/github.ts'
import { createSharedAnswers } from '../../src/codehost/shared-answers.ts'
import { startGitHub } from '../support/github.ts'
import { repository } from '../support/github-repository.ts'

const answerOf = (value: string, length = 1) => {
  let asked = 0
  return {
    ask: async () => {
      asked++
      return { value, length }
    },
    asked: () => asked,
  }
}

describe('readers of the same moment', () => {
  test('request a response once, also while it is under way', async () => {
    const share = createSharedAnswers()
    const freshFrom = performance.now()
    const { ask, asked } = answerOf('commits')
    expect(await Promise.all([share('a', freshFrom, ask), share('a', freshFrom, ask)])).toEqual([
      'commits',
      'commits',
    ])
    expect(await share('a', freshFrom, ask)).toBe('commits')
    expect(asked()).toBe(1)
  })

  test('that start after a response was requested get a newer one', async () => {
    const share = createSharedAnswers()
    const { promise, resolve } = Promise.withResolvers<{ value: string; length: number }>()
    const earlier = share('a', performance.now(), () => promise)
    await Bun.sleep(1)
    expect(await share('a', performance.now(), answerOf('new').ask)).toBe('new')
    resolve({ value: 'old', length: 1 })
    expect(await earlier).toBe('old')
  })

  test('do not share a failure', async () => {
    const share = createSharedAnswers()
    const { promise, reject } = Promise.withResolvers<never>()
    const failing = share('a', 0, () => promise).catch((error) => error.message)
    const other = share('a', 0, answerOf('commits').ask)
    reject(new Error('It was canceled.'))
    expect([await failing, await other]).toEqual(['It was canceled.', 'commits'])
    expect(await share('a', 0, answerOf('other').ask)).toBe('commits')
  })

  test('keep only the newest responses in memory, up to the maximum', async () => {
    const share = createSharedAnswers(10)
    for (const key of ['a', 'b', 'c']) await share(key, 0, answerOf(key, 4).ask)
    const again = answerOf('again', 4)
    expect(await share('b', 0, again.ask)).toBe('b')
    expect(await share('c', 0, again.ask)).toBe('c')
    expect(await share('a', 0, again.ask)).toBe('again')
    const large = answerOf('large', 11)
    for (const _ of [1, 2]) await share('large', 0, large.ask)
    expect(large.asked()).toBe(2)
  })
})

test('clients share the pages of a repository only for the same token', async () => {
  const story = repository('acme/app', { startsAt: '2026-03-01T00:00:00.000Z' })
  for (let number = 1; number <= 3; number++) story.commit(`fix: close file ${number}`)
  using host = startGitHub({ repositories: [story] })
  const answers = createSharedAnswers()
  const window = { since: new Date('2026-02-01'), until: new Date('2026-04-01'), branch: null }
  const place = { owner: 'acme', name: 'app', url: story.url }
  const read = (token: string) =>
    createGitHub({
      apiUrl: host.url,
      token,
      shared: { answers, freshFrom: 0 },
    }).readWindowActivity(place, window)
  const first = await read('one')
  const requests = host.requests.length
  expect(requests).toBeGreaterThan(1)
  expect(await read('one')).toEqual(first)
  expect(host.requests.length).toBe(requests)
  expect(await read('two')).toEqual(first)
  expect(host.requests.length).toBe(2 * requests)
})
