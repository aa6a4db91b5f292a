import {
  isMentioned,
  isOwnedCited,
  isShown,
  namesIn,
  positionOf,
  promptOf,
  type Tally,
  turnOf,
} from '../../scans/answer-counts.ts'
import { type Brands, brandsIn } from '../brands.ts'
import { compareText } from '../latest-answers.ts'
import { type ChangeType, changeTiers } from './model.ts'

/** An answer of a scan to a prompt. */
type ScanAnswer = { engine: string; promptId: string; tally: Tally; answer: number }

/** The answers of a scan, by engine and prompt. */
export type ScanAnswers = ReadonlyMap<string, ScanAnswer>

/** Returns the scans of some answers. */
export const scansOf = (answers: ScanAnswers) => [
  ...new Set(answers.values().map(({ tally }) => tally.scanId)),
]

/** Returns the stored row of an answer; null if a later answer replaced it. */
export function findStored(answers: ScanAnswers, row: { scanId: string; engine: string; promptId: string }) {
  const found = answers.get(keyOf(row.engine, row.promptId))
  return found?.tally.scanId === row.scanId ? found : null
}

export type Change = {
  type: ChangeType
  engine: string
  promptId: string | null
  mentioned: boolean | null
  previousPosition: number | null
  currentPosition: number | null
  competitors: string[]
}

/**
 * Reads first turns in the prompt language. If tallies have several answers to a question, the last one
 * counts.
 */
export function readScanAnswers(tallies: Tally[], promptLanguage: string): ScanAnswers {
  const answers = new Map<string, ScanAnswer>()
  for (const tally of tallies) {
    if (tally.isTwin || tally.language !== promptLanguage) continue
    const { engine, names } = tally
    for (let answer = 0; answer < tally.answers; answer++) {
      if (turnOf(tally, answer) > 0) continue
      const promptId = names.prompts[promptOf(tally, answer)] ?? ''
      answers.set(keyOf(engine, promptId), { engine, promptId, tally, answer })
    }
  }
  return answers
}

export const keyOf = (engine: string, promptId: string) => JSON.stringify([engine, promptId])

/** Finds the changes from one scan to the next in packed answers (contract geo 8: change events). */
export function findChanges(previous: ScanAnswers, current: ScanAnswers, brands: Brands): Change[] {
  const pairs = [...current].flatMap(([key, after]) => {
    const before = previous.get(key)
    // A page without an answer of an AI neither gains nor loses a mention.
    return before && isSamePage(before, after) && shows(before) && shows(after) ? [{ before, after }] : []
  })
  return [
    ...pairs.flatMap(({ before, after }) => compareMentions(before, after, brands) ?? []),
    ...pairs.flatMap(({ before, after }) => compareCitations(before, after) ?? []),
    ...findNewEngines(previous, current),
  ]
}

function compareMentions(before: ScanAnswer, after: ScanAnswer, brands: Brands): Change | null {
  if (!named(before)) return named(after) ? toChange('gained_mention', before, after) : null
  const competitors = competitorsIn(after, brands)
  if (!named(after)) return toLoss('lost_mention', before, after, competitors)
  const [from, to] = [place(before), place(after)]
  if (from === null || to === null || from === to) return null
  if (to < from) return toChange('position_improved', before, after)
  const known = competitorsIn(before, brands)
  const newcomers = competitors.filter((name) => !known.includes(name))
  return toLoss('position_dropped', before, after, newcomers)
}

/** A loss to a competitor becomes a displacement. */
function toLoss(type: ChangeType, before: ScanAnswer, after: ScanAnswer, competitors: string[]): Change {
  return toChange(competitors.length > 0 ? 'competitor_displaced' : type, before, after, competitors)
}

function compareCitations(before: ScanAnswer, after: ScanAnswer): Change | null {
  const isCited = cites(after)
  if (cites(before) === isCited) return null
  return toChange(isCited ? 'citation_added' : 'citation_removed', before, after)
}

/** The competitors whose sites an answer cites, by the key of its engine and prompt. */
export type CitedCompetitors = ReadonlyMap<string, ReadonlySet<string>>

/** Finds answers that newly cite the site of a tracked competitor. */
export function findNewlyCited(
  previous: ScanAnswers,
  current: ScanAnswers,
  citedBefore: CitedCompetitors,
  cited: CitedCompetitors,
  brands: Brands,
): Change[] {
  return [...cited].flatMap(([key, ids]) => {
    const [before, after] = [previous.get(key), current.get(key)]
    const newcomers = [...ids].filter((id) => !citedBefore.get(key)?.has(id))
    if (!before || !after || newcomers.length === 0) return []
    if (!isSamePage(before, after) || !shows(before)) return []
    const competitors = newcomers.map((id) => nameOf(brands, id)).sort(compareText)
    return [toChange('competitor_cited', before, after, competitors)]
  })
}

function findNewEngines(previous: ScanAnswers, current: ScanAnswers): Change[] {
  const known = enginesOf(previous)
  return [...enginesOf(current).difference(known)].map((engine) => ({
    type: 'new_engine',
    engine,
    promptId: null,
    mentioned: null,
    previousPosition: null,
    currentPosition: null,
    competitors: [],
  }))
}

const enginesOf = (answers: ScanAnswers) => new Set(answers.values().map(({ engine }) => engine))

function toChange(
  type: ChangeType,
  before: ScanAnswer,
  after: ScanAnswer,
  competitors: string[] = [],
): Change {
  return {
    type,
    engine: after.engine,
    promptId: after.promptId,
    mentioned: named(after),
    previousPosition: place(before),
    currentPosition: place(after),
    competitors,
  }
}

const named = ({ tally, answer }: ScanAnswer) => isMentioned(tally, answer)
/** False if a page was read by another provider, or for another place or device. */
const isSamePage = (before: ScanAnswer, after: ScanAnswer) => before.tally.page === after.tally.page
const shows = ({ tally, answer }: ScanAnswer) => isShown(tally, answer)
const cites = ({ tally, answer }: ScanAnswer) => isOwnedCited(tally, answer)
const place = (one: ScanAnswer) => (named(one) ? positionOf(one.tally, one.answer) || null : null)

/** Returns the other brands in an answer: tracked ones first. */
function competitorsIn({ tally, answer }: ScanAnswer, brands: Brands): string[] {
  const { tracked, discovered } = brandsIn(brands, namesIn(tally, answer))
  return [...tracked.map((id) => nameOf(brands, id)), ...discovered]
}

const nameOf = (brands: Brands, id: string) => brands.byId.get(id)?.name ?? id

/**
 * Sorts losses first, then gains, positions, citations and new engines; within a kind by engine, then prompt.
 */
export function inOrder(a: Change, b: Change): number {
  return (
    tierOf(a) - tierOf(b) ||
    compareText(a.engine, b.engine) ||
    compareText(a.promptId ?? '', b.promptId ?? '')
  )
}

/** Whether a change is listed before new citations of competitors. */
export const isListedFirst = (change: Change) =>
  tierOf(change) < changeTiers.findIndex((tier) => tier.some((each) => each === 'competitor_cited'))

const tierOf = ({ type }: Change) => changeTiers.findIndex((tier) => tier.some((each) => each === type))

/** Counts the changes. A displaced brand lost positions if it is still named, else the mention. */
export function summarize(changes: Change[]) {
  const count = (type: ChangeType, mentioned?: boolean) =>
    changes.filter((each) => each.type === type && (mentioned ?? each.mentioned) === each.mentioned).length
  return {
    gained: count('gained_mention'),
    lost: count('lost_mention') + count('competitor_displaced', false),
    positionImproved: count('position_improved'),
    positionDropped: count('position_dropped') + count('competitor_displaced', true),
    citationsAdded: count('citation_added'),
    citationsRemoved: count('citation_removed'),
  }
}

/** Returns the competitor that owns a host or a parent domain of it. */
export function ownerOf(host: string, ownerByDomain: ReadonlyMap<string, string>): string | null {
  for (let rest = host; rest !== ''; rest = rest.slice(rest.indexOf('.') + 1)) {
    const owner = ownerByDomain.get(rest)
    if (owner !== undefined) return owner
    if (!rest.includes('.')) return null
  }
  return null
}
