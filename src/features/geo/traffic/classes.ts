import type { Classification } from '../../../traffic/classify.ts'

/** The parts of the log, each in the order of time; the position is what tables store. */
export const visitorClasses = [
  'training-crawler',
  'search-index',
  'assistant-browse',
  'ai_referral',
  'unknown',
  /** People whose link names ChatGPT, without a referrer. */
  'tagged',
  /** Crawlers of unknown purpose. */
  'crawler',
] as const
export type VisitorClass = (typeof visitorClasses)[number]

export const classNumber = (name: VisitorClass) => visitorClasses.indexOf(name)

/** Kinds of `traffic_texts`. */
export const textKinds = { host: 0, page: 1, userAgent: 2, referrer: 3 }

/** What became of a visit that a tracker reported. */
export const outcomes = ['stored', 'human', 'foreignHost', 'rateLimited'] as const
export type Outcome = (typeof outcomes)[number]

/** A visitor as `traffic_visitors` stores it. */
export type Visitor = Pick<
  Classification,
  'visitorType' | 'source' | 'agent' | 'category' | 'confidence' | 'rule'
>

export function classOf({ visitorType, category }: Visitor): VisitorClass {
  if (visitorType === 'human') return 'tagged'
  if (visitorType === 'ai_referral' || visitorType === 'unknown') return visitorType
  return category === null || category === 'assistant-referral' ? 'crawler' : category
}

const dayMilliseconds = 86_400_000

/** Days since 1970 in UTC. */
export const dayNumber = (at: Date | number) => Math.floor(Number(at) / dayMilliseconds)

/** The UTC day of a number of days since 1970, for example 2026-03-04. */
export const dayText = (day: number) => new Date(day * dayMilliseconds).toISOString().slice(0, 10)
