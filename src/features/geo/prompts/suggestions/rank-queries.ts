import { createMatcher } from '../../../../mentions/matcher.ts'
import type { CsvFile, CsvIssue } from '../../../../text/csv.ts'
import { likeness, wordsOf } from '../../../../text/likeness.ts'
import { plainLine } from '../../../../text/line.ts'
import type { SearchQuery } from '../table.ts'
import { toQuestion } from './question.ts'

/** Maximum number of queries read, of suggestions, and of queries per suggestion (contract geo 13). */
export const maxQueries = 80
export const maxSuggestions = 15
export const maxKeywords = 8
/** Length limits of a prompt and its title. */
export const promptLength = { least: 8, most: 300 }
export const titleLength = 160

const minImpressions = 5

/** Words of navigational queries: the user already knows the site. */
const navigational =
  /\b(?:log ?in|sign ?(?:in|up)|register|account|dashboard|download|status|careers?|jobs?|support|contact|phone|address|near me|coupon|promo code)\b/

/**
 * Reads the queries of a search console export. Its columns are the query, clicks, impressions, CTR and
 * position, in this order; header names depend on the language.
 */
export function readSearchConsole({ rows, issues }: CsvFile): {
  queries: SearchQuery[]
  issues: CsvIssue[]
} {
  const found = issues.slice()
  const queries = rows.flatMap(({ line, values }) => {
    const [query = '', clicks = '', impressions = '', , position = ''] = Object.values(values)
    const text = plainLine(query).toLowerCase().slice(0, promptLength.most)
    const [shown, clicked] = [toCount(impressions), toCount(clicks || '0')]
    if (text === '' || shown === null || clicked === null) {
      found.push({ line, message: 'A row needs a query, clicks, impressions, CTR and position.' })
      return []
    }
    return {
      query: text,
      clicks: clicked,
      impressions: shown,
      position: toPlace(position),
    }
  })
  return { queries, issues: found }
}

/** Reads the rows of the search console's own API. */
export function readQueryRows(rows: SearchQuery[]): SearchQuery[] {
  return rows.flatMap(({ query, clicks, impressions, position }) => {
    const text = plainLine(query).toLowerCase().slice(0, promptLength.most)
    if (text === '' || clicks > maxCount || impressions > maxCount) return []
    return {
      query: text,
      clicks,
      impressions,
      position: position !== null && position >= 1 ? position : null,
    }
  })
}

/** Larger numbers are errors. */
const maxCount = 1e12

function toCount(text: string): number | null {
  const number = toNumber(text)
  return number !== null && number >= 0 && number <= maxCount ? Math.round(number) : null
}

function toPlace(text: string): number | null {
  const number = toNumber(text)
  return number !== null && number >= 1 && number <= 10_000 ? number : null
}

/** Characters of a number; the pattern below takes quadratic time. */
const maxNumber = 40

/** Parses a number as spreadsheets write it: "1,234", "1.234,5" or "8,2". */
function toNumber(text: string): number | null {
  if (text.length > maxNumber) return null
  const digits = text.replace(/[\s%]/g, '')
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits)
  const plain = isGrouped
    ? digits.replace(/[.,]/g, '')
    : digits.replace(/[.,](?=.*[.,])/g, '').replace(',', '.')
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : null
}

/**
 * Ranks the queries worth a prompt, best first: many impressions, a low position, few clicks, and neither the
 * brand's name nor navigational (contract geo 13).
 */
export function rankQueries(queries: SearchQuery[], brandTerms: string[]): SearchQuery[] {
  const brand = createMatcher([{ key: 'own', name: brandTerms[0] ?? '', terms: brandTerms, hosts: [] }])
  return queries
    .filter(({ query, impressions }) => impressions >= minImpressions && !navigational.test(query))
    .filter(({ query }) => brand.find(query).length === 0)
    .toSorted((a, b) => worthOf(b) - worthOf(a) || (a.query < b.query ? -1 : 1))
    .slice(0, maxQueries)
}

function worthOf({ impressions, clicks, position }: SearchQuery): number {
  return impressions * placeWeight(position) * (1 - Math.min(clicks / Math.max(1, impressions), 0.5))
}

function placeWeight(position: number | null): number {
  if (position === null) return 1
  if (position <= 3) return 0.02
  if (position <= 20) return 1
  return position <= 40 ? 0.6 : 0.25
}

/** A prompt with the queries that it covers. */
export type Draft = { prompt: string; title: string | null; queries: SearchQuery[] }

/**
 * Groups queries without a model: each of the best remaining queries takes those that share most of its words, and
 * becomes a question if the prompts are in English.
 */
export function groupQueries(ranked: SearchQuery[], language: string): Draft[] {
  const drafts: Draft[] = []
  let left = ranked
  while (left.length > 0 && drafts.length < maxSuggestions) {
    const [first] = left as [SearchQuery]
    const alike = left.filter(
      (each) => each === first || likeness(wordsOf(first.query), wordsOf(each.query)) >= 0.75,
    )
    const prompt = language === 'en' ? toQuestion(first.query) : first.query
    if (isPrompt(prompt)) drafts.push({ prompt, title: null, queries: alike.slice(0, maxKeywords) })
    left = left.filter((each) => !alike.includes(each))
  }
  return drafts
}

export const isPrompt = (text: string) =>
  text.length >= promptLength.least && text.length <= promptLength.most

/**
 * Selects the valid drafts: within the length limits, without the brand, no duplicate prompts, each query
 * once and only if it is not itself a known prompt.
 */
export function cleanDrafts(drafts: Draft[], brandTerms: string[], known: Set<string>): Draft[] {
  const brand = createMatcher([{ key: 'own', name: brandTerms[0] ?? '', terms: brandTerms, hosts: [] }])
  const taken = new Set<string>()
  const prompts = new Set(known)
  return drafts
    .flatMap(({ prompt, title, queries }) => {
      const text = prompt.trim()
      const own = queries.filter(({ query }) => !taken.has(query) && !known.has(query)).slice(0, maxKeywords)
      if (
        !isPrompt(text) ||
        own.length === 0 ||
        prompts.has(text.toLowerCase()) ||
        brand.find(text).length > 0
      )
        return []
      prompts.add(text.toLowerCase())
      for (const { query } of own) taken.add(query)
      return { prompt: text, title: title?.trim().slice(0, titleLength) || null, queries: own }
    })
    .slice(0, maxSuggestions)
}

/** Sums the queries of a suggestion, with the mean position weighted by impressions (contract geo 9). */
export function sumQueries(queries: SearchQuery[]) {
  const impressions = queries.reduce((sum, query) => sum + query.impressions, 0)
  const clicks = queries.reduce((sum, query) => sum + query.clicks, 0)
  const placed = queries.filter(({ position }) => position !== null)
  const weight = placed.reduce((sum, query) => sum + query.impressions, 0)
  const places = placed.reduce((sum, query) => sum + query.impressions * (query.position ?? 0), 0)
  return { impressions, clicks, position: weight > 0 ? Math.round((places / weight) * 10) / 10 : null }
}
