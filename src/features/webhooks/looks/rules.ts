import type { PublishedRelease } from '../../../codehost/github-news.ts'
import type { Seen, Watched } from '../../integrations/table.ts'

const hour = 60 * 60 * 1000

/** Whether the code host asked to be left alone until later; a time far ahead is a clock's fault, not its. */
export function isPaused(watched: Watched | null, now: Date): boolean {
  const left = watched?.pausedUntil ? Date.parse(watched.pausedUntil) - now.getTime() : 0
  return left > 0 && left <= hour
}

/** The releases that the last look did not see; the host may list one a little late. There is none at a first look. */
export function findFresh(releases: PublishedRelease[], last: Seen | null): PublishedRelease[] {
  if (!last) return []
  const since = last.releasedUntil === null ? 0 : Date.parse(last.releasedUntil) - hour
  return releases.filter((each) => Date.parse(each.publishedAt) > since && !(keyOf(each) in last.releases))
}

/** What is to be known of releases at the next look. */
export function rememberReleases(
  releases: PublishedRelease[],
  last: Seen | null,
): Pick<Seen, 'releasedUntil' | 'releases'> {
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
