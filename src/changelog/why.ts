import { count, joinWords } from '../text/line.ts'
import type { Change } from './change.ts'
import { indexCommits } from './commit-index.ts'
import type { Draft } from './draft.ts'
import { type LedgerEntry, toLedger } from './ledger.ts'
import { kindOfPath } from './paths.ts'
import type { ListedChange } from './placed.ts'

/** The ledger entry of a change, and each rule that applied, in order. */
export type Explanation = { entry: LedgerEntry; rules: string[] }

/** Why a commit's change has its place; null if the draft does not contain the commit. */
export function explainCommit({ changes, placed }: Draft, sha: string): Explanation | null {
  const commit = indexCommits(changes.flatMap(({ commits }) => commits))(sha)
  const holds = ({ change }: { change: Change }) => change.commits.some((each) => each.sha === commit?.sha)
  const shown = [...placed.highlights, ...placed.listed].find(holds)
  const found = shown ?? placed.omitted.find(holds)
  const entry = toLedger(placed).find(({ commits }) => commits.includes(commit?.sha ?? ''))
  if (!found || !entry) return null
  const { change } = found
  return {
    entry,
    rules: [
      foldingOf(change),
      touchOf(change),
      ...change.notes.slice(0, 1).map(({ text }) => `Its maintainers' note says: "${text}"`),
      ...(change.area === null ? [] : [areaRule(change, change.area)]),
      ...found.because,
      ...(shown ? placeRules(shown, entry) : []),
    ],
  }
}

/** Formats the explanation as lines for a terminal. */
export function renderWhy({ entry, rules }: Explanation): string {
  const { title, number, placement, category, breaking, commits, reason } = entry
  const name = number === null ? (commits[0]?.slice(0, 7) ?? '') : `#${number}`
  const place = placement === 'omitted' ? `omitted: ${reason}` : `${placedAs[placement]} ${category}.`
  const head = `${name}  ${title}\n${breaking ? 'Breaking, ' : ''}${place}`
  const sentence = head.replace(/\n./, (start) => start.toUpperCase())
  return `${sentence}\n\n${rules.map((rule, at) => `${at + 1}. ${rule}`).join('\n')}`
}

const placedAs = { highlight: 'a highlight, filed under', listed: 'listed under' } as const

function foldingOf({ number, commits, work, also }: Change): string {
  const merges = commits.length - work.length
  const parts = [count(work.length, 'commit'), merges > 0 && count(merges, 'merge')].filter(Boolean)
  if (also.length > 0)
    return `It is ${count(also.length + 1, 'change')} listed together, of ${parts.join(' and ')}.`
  if (number !== null) return `It is pull request #${number}, of ${parts.join(' and ')}.`
  return 'It is a commit without a pull request.'
}

function touchOf({ paths }: Change): string {
  if (paths.length === 0) return 'Its files are not known.'
  const sizes = new Map<string, number>()
  for (const path of paths) sizes.set(kindOfPath(path), (sizes.get(kindOfPath(path)) ?? 0) + 1)
  const kinds = [...sizes].sort((one, other) => other[1] - one[1])
  return `It touches ${count(paths.length, 'file')}: ${joinWords(kinds.map(([kind, size]) => `${kind} (${size})`))}.`
}

function areaRule({ subject: { scope } }: Change, area: string): string {
  return scope
    ? `Its scope "${scope}" names the area ${area}.`
    : `All shipped files that it touches are in ${area}.`
}

function placeRules({ category, theme, weight, missed }: ListedChange, { placement }: LedgerEntry): string[] {
  const filed = `So it is filed under ${category}.`
  if (theme === null) return [filed, 'It does not qualify as a highlight.']
  const rank = `It may be a highlight for ${theme}, with a weight of ${weight.toFixed(1)}`
  if (placement === 'highlight') return [filed, `${rank}, and is among the first five.`]
  return [filed, `${rank}, but ${missed ?? 'is listed with the same change'}.`]
}
