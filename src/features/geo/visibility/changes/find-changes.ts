import {
  isMentioned,
  isOwnedCited,
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
type Standing = { engine: string; promptId: string; tally: Tally; answer: number }

/** The answers of a scan, by engine and prompt. */
export type Standings = ReadonlyMap<string, Standing>

/** The scans that some answers came in. */
export const scansOf = (standings: Standings) => [
  ...new Set(standings.values().map(({ tally }) => tally.scanId)),
]

/** What stands in a table about an answer; null where a later answer took its place. */
export function findStanding(
  standings: Standings,
  row: { scanId: string; engine: string; promptId: string },
) {
  const found = standings.get(keyOf(row.engine, row.promptId))
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

/** First turns in the language of the prompts; where tallies hold several answers to a question, the last one stands. */
export function readStandings(tallies: Tally[], promptLanguage: string): Standings {
  const standings = new Map<string, Standing>()
  for (const tally of tallies) {
    if (tally.isTwin || tally.language !== promptLanguage) continue
    const { engine, names } = tally
    for (let answer = 0; answer < tally.answers; answer++) {
      if (turnOf(tally, answer) > 0) continue
      const promptId = names.prompts[promptOf(tally, answer)] ?? ''
      standings.set(keyOf(engine, promptId), { engine, promptId, tally, answer })
    }
  }
  return standings
}

export const keyOf = (engine: string, promptId: string) => JSON.stringify([engine, promptId])

/** What the packed answers tell of the change from one scan to the next (contract geo 8: change events). */
export function findChanges(previous: Standings, current: Standings, brands: Brands): Change[] {
  const pairs = [...current].flatMap(([key, after]) => {
    const before = previous.get(key)
    return before ? [{ before, after }] : []
  })
  return [
    ...pairs.flatMap(({ before, after }) => compareMentions(before, after, brands) ?? []),
    ...pairs.flatMap(({ before, after }) => compareCitations(before, after) ?? []),
    ...findNewEngines(previous, current),
  ]
}

function compareMentions(before: Standing, after: Standing, brands: Brands): Change | null {
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

/** What is lost to somebody is told as that. */
function toLoss(type: ChangeType, before: Standing, after: Standing, competitors: string[]): Change {
  return toChange(competitors.length > 0 ? 'competitor_displaced' : type, before, after, competitors)
}

function compareCitations(before: Standing, after: Standing): Change | null {
  const isCited = cites(after)
  if (cites(before) === isCited) return null
  return toChange(isCited ? 'citation_added' : 'citation_removed', before, after)
}

/** The competitors whose sites an answer cites, by the key of its engine and prompt. */
export type Cited = ReadonlyMap<string, ReadonlySet<string>>

/** Answers that cite the site of a tracked competitor which they did not cite before. */
export function findNewlyCited(
  previous: Standings,
  current: Standings,
  citedBefore: Cited,
  cited: Cited,
  brands: Brands,
): Change[] {
  return [...cited].flatMap(([key, ids]) => {
    const [before, after] = [previous.get(key), current.get(key)]
    const newcomers = [...ids].filter((id) => !citedBefore.get(key)?.has(id))
    if (!before || !after || newcomers.length === 0) return []
    const competitors = newcomers.map((id) => nameOf(brands, id)).sort(compareText)
    return [toChange('competitor_cited', before, after, competitors)]
  })
}

function findNewEngines(previous: Standings, current: Standings): Change[] {
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

const enginesOf = (standings: Standings) => new Set(standings.values().map(({ engine }) => engine))

function toChange(type: ChangeType, before: Standing, after: Standing, competitors: string[] = []): Change {
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

const named = ({ tally, answer }: Standing) => isMentioned(tally, answer)
const cites = ({ tally, answer }: Standing) => isOwnedCited(tally, answer)
const place = (standing: Standing) =>
  named(standing) ? positionOf(standing.tally, standing.answer) || null : null

/** All whom an answer names beside the brand: tracked ones first. */
function competitorsIn({ tally, answer }: Standing, brands: Brands): string[] {
  const { tracked, discovered } = brandsIn(brands, namesIn(tally, answer))
  return [...tracked.map((id) => nameOf(brands, id)), ...discovered]
}

const nameOf = (brands: Brands, id: string) => brands.byId.get(id)?.name ?? id

/** Losses first, then gains, positions, citations and new engines; of a kind by engine, then prompt. */
export function inOrder(a: Change, b: Change): number {
  return (
    tierOf(a) - tierOf(b) ||
    compareText(a.engine, b.engine) ||
    compareText(a.promptId ?? '', b.promptId ?? '')
  )
}

/** Whether a change is told before what is new of a competitor's citations. */
export const isToldFirst = (change: Change) =>
  tierOf(change) < changeTiers.findIndex((tier) => tier.some((each) => each === 'competitor_cited'))

const tierOf = ({ type }: Change) => changeTiers.findIndex((tier) => tier.some((each) => each === type))

/** How many changes there are; who was displaced lost a place while it is still named, else the mention. */
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

/** The competitor whose site a host is, or is below. */
export function ownerOf(host: string, ownerByDomain: ReadonlyMap<string, string>): string | null {
  for (let rest = host; rest !== ''; rest = rest.slice(rest.indexOf('.') + 1)) {
    const owner = ownerByDomain.get(rest)
    if (owner !== undefined) return owner
    if (!rest.includes('.')) return null
  }
  return null
}
