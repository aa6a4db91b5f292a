import { describe, expect, test } from 'bun:test'
import type { PublishedRelease } from '../../src/codehost/github-news.ts'
import type { PollPosition } from '../../src/features/integrations/table.ts'
import { findFresh, isPaused, rememberReleases } from '../../src/features/webhooks/polling/fresh-events.ts'

function release(tagName: string, publishedAt: string, id: number | null = 1): PublishedRelease {
  const data = { tagName, name: null, body: null, prerelease: false, draft: false, publishedAt, url: '' }
  return { id, publishedAt, data }
}
const first = release('v1', '2026-03-04T10:00:00Z')
const seen = (...releases: PublishedRelease[]): PollPosition => ({
  head: null,
  ...rememberReleases(releases, null),
})
const tags = (releases: PublishedRelease[]) => releases.map(({ data }) => data.tagName)

describe('a release is new to a poll', () => {
  test.each([
    ['after the newest known one', '2026-03-04T10:00:01Z', ['v2']],
    ['in the same second', '2026-03-04T10:00:00Z', ['v2']],
    ['up to an hour before it, since the host may list it late', '2026-03-04T09:00:01Z', ['v2']],
    ['earlier than that, for a page may show what was further back', '2026-03-04T09:00:00Z', []],
  ])('when it was published %s', (_, publishedAt, fresh) => {
    expect(tags(findFresh([release('v2', publishedAt), first], seen(first)))).toEqual(fresh)
  })

  test('unless its tag was published before, with another id', () => {
    expect(findFresh([release('v1', '2026-03-04T10:30:00Z', 2)], seen(first))).toHaveLength(1)
  })

  test('if there was none before, at any publication time', () => {
    expect(findFresh([release('v0', '2020-01-01T00:00:00Z')], seen())).toHaveLength(1)
  })

  test('but never at the first poll', () => {
    expect(findFresh([first], null)).toEqual([])
  })
})

describe('the stored releases', () => {
  test('are the time of the newest, and those of the hour before it', () => {
    const late = release('v2', '2026-03-04T11:00:00Z')
    expect(rememberReleases([late, first], null)).toEqual({
      releasedUntil: '2026-03-04T11:00:00.000Z',
      releases: { '1:v2': '2026-03-04T11:00:00Z' },
    })
  })

  test('are kept after a poll that does not return them', () => {
    const { releasedUntil, releases } = seen(first)
    expect(rememberReleases([], seen(first))).toEqual({ releasedUntil, releases })
  })

  test('are empty without releases', () => {
    expect(rememberReleases([], null)).toEqual({ releasedUntil: null, releases: {} })
  })
})

describe('a wait that the host asked for', () => {
  const now = new Date('2026-03-04T10:00:00Z')
  test.each([
    ['ends at its time', '2026-03-04T10:00:00Z', false],
    ['lasts until then', '2026-03-04T10:00:01Z', true],
    ['lasts for an hour at the most', '2026-03-04T11:00:00Z', true],
    ['is a wrong clock’s when it lasts longer', '2026-03-04T11:00:01Z', false],
    ['is none without a time', null, false],
  ])('%s', (_, pausedUntil, paused) => {
    const watched = { seen: null, lookedAt: now.toISOString(), problem: null, pausedUntil }
    expect(isPaused(watched, now)).toBe(paused)
  })

  test('does not exist before the first poll', () => {
    expect(isPaused(null, now)).toBe(false)
  })
})
