import type { Accent } from './accent.ts'

/** Data for the pages and feeds of an organization, including untrusted texts. */
export type Site = {
  /** URL of the host: `https://herald.acme.dev`, or its own domain. */
  origin: string
  /** Canonical address: `https://herald.acme.dev/c/acme`, or its own domain. Pages link by path. */
  url: string
  /** Address at this server, which feeds name it by for ever. */
  lastingUrl: string
  /** The path that the server runs under; empty if it has its own host. */
  root: string
  /** What the paths of its pages begin with: `/c/acme`, or nothing at its own domain. */
  path: string
  /** Path of its first page. */
  home: string
  slug: string
  name: string
  /** Website of the product. */
  website: string | null
  /** Number of published posts of each kind. */
  totals: Record<Kind, number>
  /** The line below the heading of the list; null for the default. */
  intro: string | null
  /** The brand's color. */
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

/** The canonical address of a path of a site. */
export function urlOf({ url, path }: Site, place: string): string {
  const rest = place.slice(path.length)
  return rest.startsWith('/') || URL.parse(url)?.pathname !== '/' ? url + rest : `${url}/${rest}`
}

export const kinds = ['changelog', 'blog_post'] as const
export type Kind = (typeof kinds)[number]

/** Restricts a list to posts with these words in their titles, and to those published in a year. */
export type Filter = { search: string; year: number | null }

export const isFiltered = ({ search, year }: Filter) => search !== '' || year !== null

/** One published post. */
export type Entry = {
  path: string
  /** A permanent address that redirects to the current slug. */
  lastingUrl: string
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

/** Number of changes that a post lists. Readers need not know what it leaves out. */
export type Tally = { highlights: number; listed: number }

export const countListed = ({ highlights, listed }: Tally) => highlights + listed

/** "1 change", "31 changes". */
export const changes = (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`

let longDate: Intl.DateTimeFormat | undefined

/** "November 21, 2026", in UTC. */
export function dayOf(date: Date): string {
  longDate ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return longDate.format(date)
}
