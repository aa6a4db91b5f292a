import { findChanges } from '../../text/difference.ts'
import type { LedgerEntry } from '../ledger.ts'
import { type Block, readBlocks } from './blocks.ts'
import { refOf } from './entries.ts'
import { readKeys } from './keys.ts'
import { locate, readOriginal } from './locate.ts'
import { type Index, indexEntries } from './match.ts'

/** A text as first written, as stored, and as proposed. */
export type Edit = { written: string; stored: string; proposed: string }

/**
 * Sentences about each disagreement between a text and its ledger; empty if there is none. Every listed change must
 * stay, in any words, and no change may be added that the ledger does not have.
 */
export function findLedgerFaults(entries: LedgerEntry[], { written, stored, proposed }: Edit): string[] {
  const index = indexEntries(entries)
  const known = locate(stored, index, readOriginal(written, index), findChanges(written, stored))
  const original = { text: stored, blocks: readBlocks(stored), found: known }
  const matched = locate(proposed, index, original, findChanges(stored, proposed))
  const lost = entries.filter((_, place) => known[place] && !matched[place])
  return [
    ...lost.map((entry) => `The text would no longer mention ${nameOf(entry)}.`),
    ...findStrangers(index, stored, proposed).map(
      (name) => `The text would mention ${name}, which is not in the ledger.`,
    ),
    ...findAdded({ stored, proposed }, known, matched).map(
      (title) => `The text would list ${title}, which is not in the ledger.`,
    ),
  ]
}

/** The number of changes in a ledger that a text mentions. */
export function countMatched(entries: LedgerEntry[], { written, stored }: Omit<Edit, 'proposed'>): number {
  const index = indexEntries(entries)
  const matched = locate(stored, index, readOriginal(written, index), findChanges(written, stored))
  return matched.filter(Boolean).length
}

function nameOf(entry: LedgerEntry): string {
  const ref = refOf(entry)
  return `“${entry.title}”${ref && ` (${ref})`}`
}

const changeAddress = /\/(?:pull|commit|issues|merge_requests|issue)\/[\w-]+/

/** Numbers, commits, issues and URLs in the proposed text that neither the ledger nor the stored text contains. */
function findStrangers(index: Index, stored: string, proposed: string): string[] {
  const [before, after] = [readKeys(stored), readKeys(proposed)]
  const teams = new Set(
    [...index.words.keys()].flatMap((word) => /^[A-Z][A-Z0-9]*(?=-\d)/.exec(word)?.[0] ?? []),
  )
  const isChange = (word: string) =>
    /^[0-9a-f]+$/.test(word) ? /\d/.test(word) && /[a-f]/.test(word) : teams.has(word.replace(/-\d+$/, ''))
  const isKnown = (word: string) => index.words.has(word) || index.words.has(word.slice(0, 7))
  return [
    ...[...after.numbers.difference(before.numbers)]
      .filter((number) => !index.numbers.has(number))
      .map((number) => `#${number}`),
    ...[...after.words.difference(before.words)].filter((word) => isChange(word) && !isKnown(word)),
    ...[...after.urls.difference(before.urls)].filter(
      (url) => changeAddress.test(url) && !index.urls.has(url),
    ),
  ]
}

/** Lines in lists of changes that match no entry, if the stored text had fewer of them. */
function findAdded(
  { stored, proposed }: Pick<Edit, 'stored' | 'proposed'>,
  known: (Block | null)[],
  matched: (Block | null)[],
): string[] {
  const before = strangersIn(stored, known)
  const after = strangersIn(proposed, matched)
  if (after.length <= before.length) return []
  return after
    .filter((text) => !before.includes(text))
    .map((text) => `“${text.slice(0, 120).toWellFormed()}”`)
}

function strangersIn(text: string, found: (Block | null)[]): string[] {
  const taken = new Set(found.map((block) => block?.from))
  return readBlocks(text)
    .filter(({ kind, category, from }) => isListed(kind, category) && !taken.has(from))
    .map((block) => block.text.split('\n', 1)[0] ?? '')
}

const isListed = (kind: Block['kind'], category: string | null) =>
  kind === 'heading' || (kind === 'bullet' && category !== null)
