import { clip, oneLine } from '../text/line.ts'
import { showHidden } from '../text/visible.ts'
import { type ReadPage, readPages, type SiteFacts, type UnreadPage } from './facts.ts'

export const results = ['passed', 'partial', 'failed', 'not_applicable', 'unknown'] as const
export type Result = (typeof results)[number]
export const tiers = ['essential', 'recommended', 'bonus'] as const
export type Tier = (typeof tiers)[number]

/** The result of a check and what decided it. */
export type Outcome = { result: Result; evidence: string[] }

/** How to pass a check: what to do, what to copy, and a command that shows whether it worked. */
export type Fix = { text: string; code: { label: string; text: string }[]; verify: string }

/** A rule of the score. `judge` and `fix` are pure functions of what was read. */
export type Check = {
  id: string
  name: string
  tier: Tier
  weight: number
  /** Why it matters, in one sentence. */
  why: string
  judge(site: SiteFacts): Outcome
  fix(site: FixContext): Fix
}

/** What the texts of a fix name: the scanned site and the address that receives feedback. */
export type FixContext = {
  origin: string
  /** With the port, if it is not the usual one. */
  host: string
  hostname: string
  feedbackUrl: string
}

const maxQuoted = 200
const maxListed = 5

export const passed = (...evidence: string[]): Outcome => ({ result: 'passed', evidence })
export const partial = (...evidence: string[]): Outcome => ({ result: 'partial', evidence })
export const failed = (...evidence: string[]): Outcome => ({ result: 'failed', evidence })
export const unknown = (...evidence: string[]): Outcome => ({ result: 'unknown', evidence })
export const notApplicable = (...evidence: string[]): Outcome => ({ result: 'not_applicable', evidence })

/** The result for something that was not read. */
export const unread = ({ problem }: UnreadPage): Outcome => unknown(problem)

/** Text of the site as data: on one line, hidden characters shown, cut. */
export function quote(text: string): string {
  const line = oneLine(showHidden(text.slice(0, 2 * maxQuoted)))
  return line.length > maxQuoted ? `"${clip(line, maxQuoted)}…"` : `"${line}"`
}

/** The path of a page, for evidence. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return showHidden(pathname + search).slice(0, maxQuoted)
}

/** The first lines of a list, and the number of the others. */
export function listed(lines: string[]): string[] {
  const rest = lines.length - maxListed
  return rest > 0 ? [...lines.slice(0, maxListed), `${rest} more`] : lines
}

/**
 * The result over the pages that were read: passed if none has a fault, partial if at least `share` of them have none.
 * `faultOf` returns what is wrong with a page, or null.
 */
export function judgePages(
  site: SiteFacts,
  faultOf: (page: ReadPage) => string | null,
  { share, ok }: { share: (good: number, all: number) => boolean; ok: string },
): Outcome {
  const pages = readPages(site)
  if (pages.length === 0) return unknown('No page could be read.')
  const faults = pages.flatMap((page) => {
    const fault = faultOf(page)
    return fault === null ? [] : [`${pathOf(page.finalUrl)}: ${fault}`]
  })
  if (faults.length === 0) return passed(`${ok} Pages read: ${pages.length}.`)
  const evidence = [`${faults.length} of ${pages.length} pages`, ...listed(faults)]
  return share(pages.length - faults.length, pages.length) ? partial(...evidence) : failed(...evidence)
}

export const atLeastHalf = (good: number, all: number) => good * 2 >= all
export const moreThanHalf = (good: number, all: number) => good * 2 > all
