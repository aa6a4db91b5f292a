import type { Accent } from './accent.ts'

/** Data for the pages and feeds of an organization, including untrusted texts. */
export type Site = {
  /** URL of this server: `https://herald.acme.dev`. Pages link by path, so they also work on other hosts. */
  origin: string
  /** The path that the server runs under; empty if it has its own host. */
  root: string
  /** Path of its first page: `/c/acme`. */
  path: string
  slug: string
  name: string
  /** Website of the product. */
  website: string | null
  /** Number of published posts of each kind. */
  totals: Record<Kind, number>
  /** The line below the heading of the list; null for the default. */
  intro: string | null
  /** The brand's colour. */
  accent: Accent | null
  /** The path of the image next to its name or instead of it. */
  logo: string | null
  /** The path of the image in the tab of a browser. */
  icon: string | null
  /** Whether its pages load images from other sites. */
  externalImages: boolean
  /** Links to other pages of the organization. */
  links: { label: string; url: string }[]
  /** Whether readers can subscribe by mail. */
  subscriptions: boolean
  createdAt: Date
}

export const kinds = ['changelog', 'blog_post'] as const
export type Kind = (typeof kinds)[number]

/** Restricts a list to posts with these words in their titles, and to those published in a year. */
export type Filter = { search: string; year: number | null }

export const isFiltered = ({ search, year }: Filter) => search !== '' || year !== null

/** One published post. */
export type Entry = {
  path: string
  /** A permanent path that redirects to the current slug. */
  lastingPath: string
  title: string
  kind: Kind
  version: string | null
  publishedAt: Date
  changedAt: Date
  /** Number of changes by placement; null without a ledger. */
  tally: Tally | null
  /** Sanitized HTML. */
  content: string
}

/** Number of changes for each placement in a ledger. */
export type Tally = { highlights: number; listed: number; omitted: number }

export const countAll = ({ highlights, listed, omitted }: Tally) => highlights + listed + omitted
export const countListed = ({ highlights, listed }: Tally) => highlights + listed

/** "1 change", "31 changes". */
export const changes = (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`

let longDate: Intl.DateTimeFormat | undefined

/** "21 November 2026", in UTC. */
export function dayOf(date: Date): string {
  longDate ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return longDate.format(date)
}
