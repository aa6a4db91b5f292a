/** What the pages and feeds of an organization are drawn from: plain data, foreign texts among it. */
export type Site = {
  /** Where this server is found: `https://herald.acme.dev`. Pages link by path, so that they work by any other name too. */
  origin: string
  /** Where its first page is: `/c/acme`. */
  path: string
  name: string
  /** The product's own site. */
  website: string | null
  /** How many posts of each kind are published. */
  totals: Record<Kind, number>
  createdAt: Date
}

export const kinds = ['changelog', 'blog_post'] as const
export type Kind = (typeof kinds)[number]

/** One published post. */
export type Entry = {
  path: string
  /** A path that stays when the slug changes, and leads there. */
  lastingPath: string
  title: string
  kind: Kind
  version: string | null
  createdAt: Date
  changedAt: Date
  /** What became of the changes that it is about; null where it has no ledger. */
  tally: Tally | null
  /** Sanitised HTML. */
  content: string
}

/** One number for each placement of a ledger. */
export type Tally = { highlights: number; listed: number; omitted: number }

export const countAll = ({ highlights, listed, omitted }: Tally) => highlights + listed + omitted
export const countTold = ({ highlights, listed }: Tally) => highlights + listed

/** "1 change", "31 changes". */
export const changes = (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`

let longDate: Intl.DateTimeFormat | undefined

/** "21 November 2026", in UTC. */
export function dayOf(date: Date): string {
  longDate ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return longDate.format(date)
}
