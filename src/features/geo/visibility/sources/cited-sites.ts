import { ownKey } from '../../scans/table.ts'
import type { CitedPage, CitedSite } from './model.ts'

/** A page, with the number of times an engine cited it and only read it. */
export type Citation = {
  engine: string
  url: string
  domain: string
  title: string | null
  cited: number
  consulted: number
}

export type Site = { key: string; name: string; hosts: string[] }

const most = 100

/** Returns the most cited sites, with their number of cited pages and the citing engines. */
export function toSites(citations: Citation[], sites: Site[]): CitedSite[] {
  const byDomain = Map.groupBy(citations, ({ domain }) => domain)
  return mostCited(
    [...byDomain].map(([domain, own]) => ({
      domain,
      ...ownershipOf(domain, sites),
      ...sumOf(own),
      pages: new Set(own.map(({ url }) => url)).size,
      engines: enginesOf(own),
    })),
    ({ domain }) => domain,
  )
}

/** Returns the most cited pages and the citing engines. */
export function toPages(citations: Citation[], sites: Site[]): CitedPage[] {
  const byUrl = Map.groupBy(citations, ({ url }) => url)
  return mostCited(
    [...byUrl].map(([url, own]) => {
      const domain = own[0]?.domain ?? ''
      return {
        ...{ url, title: own.find(({ title }) => title)?.title ?? null, domain },
        ...ownershipOf(domain, sites),
        ...sumOf(own),
        engines: enginesOf(own),
      }
    }),
    ({ url }) => url,
  )
}

/** Returns whether a domain is the brand's or a competitor's: equal to one of their hosts or a subdomain. */
export function ownershipOf(domain: string, sites: Site[]): Pick<CitedSite, 'ownership' | 'competitor'> {
  const site = sites.find(({ hosts }) => hosts.some((host) => domain === host || domain.endsWith(`.${host}`)))
  if (!site) return { ownership: 'third_party', competitor: null }
  return site.key === ownKey
    ? { ownership: 'own', competitor: null }
    : { ownership: 'competitor', competitor: site.name }
}

type CitationCounts = Pick<Citation, 'cited' | 'consulted'>

const sumOf = (citations: CitationCounts[]) => ({
  cited: citations.reduce((sum, { cited }) => sum + cited, 0),
  consulted: citations.reduce((sum, { consulted }) => sum + consulted, 0),
})

function enginesOf(citations: Citation[]) {
  const byEngine = Map.groupBy(citations, ({ engine }) => engine)
  const engines = [...byEngine].map(([engine, own]) => ({ engine, ...sumOf(own) }))
  return mostCited(engines, ({ engine }) => engine)
}

function mostCited<T extends CitationCounts>(rows: T[], nameOf: (row: T) => string): T[] {
  return rows
    .toSorted((a, b) => b.cited - a.cited || b.consulted - a.consulted || (nameOf(a) < nameOf(b) ? -1 : 1))
    .slice(0, most)
}
