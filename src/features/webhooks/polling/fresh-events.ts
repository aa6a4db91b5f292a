import type { PublishedRelease } from '../../../codehost/github-news.ts'
import type { CatchUpFound, PollPosition, PollState } from '../../integrations/table.ts'

const hour = 60 * 60 * 1000

/** Whether the rate limit of the code host still lasts. A time far ahead means that a clock was wrong. */
export function isPaused(watched: PollState | null, now: Date): boolean {
  const left = watched?.pausedUntil ? Date.parse(watched.pausedUntil) - now.getTime() : 0
  return left > 0 && left <= hour
}

/** The releases that the last poll did not see; the host may list one a little late. The first poll reports none. */
export function findFresh(releases: PublishedRelease[], last: PollPosition | null): PublishedRelease[] {
  if (!last) return []
  const since = last.releasedUntil === null ? 0 : Date.parse(last.releasedUntil) - hour
  return releases.filter((each) => Date.parse(each.publishedAt) > since && !isKnown(each, last))
}

/** Stored events do not contain the id of a release; there its tag and time identify it. */
const isKnown = (release: PublishedRelease, { releases }: PollPosition) =>
  keyOf(release) in releases || releases[`:${release.data.tagName}`] === release.publishedAt

/** The releases that the next poll must recognize. */
export function rememberReleases(
  releases: PublishedRelease[],
  last: PollPosition | null,
): Pick<PollPosition, 'releasedUntil' | 'releases'> {
  const known = {
    ...last?.releases,
    ...Object.fromEntries(releases.map((each) => [keyOf(each), each.publishedAt])),
  }
  const times = [last?.releasedUntil ?? null, ...Object.values(known)].filter((time) => time !== null)
  const until = Math.max(...times.map((time) => Date.parse(time)))
  const recent = Object.entries(known).filter(([, time]) => Date.parse(time) > until - hour)
  return {
    releasedUntil: times.length > 0 ? new Date(until).toISOString() : null,
    releases: Object.fromEntries(recent),
  }
}

export const lastLast = (a: PublishedRelease, b: PublishedRelease) =>
  Date.parse(a.publishedAt) - Date.parse(b.publishedAt)

const keyOf = ({ id, data }: PublishedRelease) => `${id ?? ''}:${data.tagName}`

/** What a catch-up found, such as `1 push and 2 releases that no delivery reported`. */
export function countEvents({ pushes, releases, redelivered }: Omit<CatchUpFound, 'at'>): string {
  const missed = [counted(pushes, 'push', 'pushes'), counted(releases, 'release', 'releases')].filter(Boolean)
  const read = missed.length > 0 ? `accepted ${missed.join(' and ')} that no delivery reported` : null
  const failed = counted(redelivered, 'failed delivery', 'failed deliveries')
  const asked = failed ? `asked GitHub for ${failed} again` : null
  return [read, asked].filter(Boolean).join(', ')
}

const counted = (count: number, one: string, many: string) =>
  count === 0 ? null : `${count} ${count === 1 ? one : many}`
