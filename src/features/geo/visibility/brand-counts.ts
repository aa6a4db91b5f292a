import { toNameKey } from '../../../mentions/name-key.ts'
import { mapSliced, type Sliced } from '../../../slices.ts'
import { type Counts, shareOf } from '../../../statistics/share.ts'
import { isNamed, type Names, readBounds, type Tally } from '../scans/answer-counts.ts'
import { type AnswerGrid, eachCounted, type Row } from './answer-grid.ts'
import type { Brands } from './brands.ts'
import type { Counting } from './comparison.ts'
import { compareText } from './latest-answers.ts'
import { dayOf } from './window.ts'

/** How many counted answers name a brand; `competitorId` is null if it is not tracked. */
type Brand = {
  competitorId: string | null
  /** The number of uses of each spelling. */
  spellings: Map<string, number>
  mentions: number
  byDay: Map<string, number>
}

export type BrandCounts = {
  /** Most frequent first. */
  brands: (Omit<Brand, 'spellings'> & { brand: string; number: number })[]
  /** The number of answers that name the project's own brand. */
  own: number
  readNames: NameReader
}

/** The number that stands for the project's own brand among those of `BrandCounts`. */
export const ownNumber = -1

/** Counts the answers that name each brand, each answer once. */
export function* countBrands(rows: Row[], brands: Brands): Sliced<BrandCounts> {
  const counted: Brand[] = []
  const readNames = createNameReader(brands, (competitorId) => {
    counted.push({ competitorId, spellings: new Map(), mentions: 0, byDay: new Map() })
    return counted.length - 1
  })
  const days = new Map<number, string>()
  let own = 0
  yield* eachCounted(rows, (_, tally, answer) => {
    const day = days.getOrInsertComputed(tally.capturedAt, dayOf)
    const { numbers, spellings } = readNames(tally, answer)
    if (isNamed(tally, answer)) own += 1
    for (const [index, number] of numbers.entries()) {
      const brand = counted[number] as Brand
      const spelling = spellings[index] as string
      brand.mentions += 1
      brand.spellings.set(spelling, (brand.spellings.get(spelling) ?? 0) + 1)
      brand.byDay.set(day, (brand.byDay.get(day) ?? 0) + 1)
    }
  })
  const found = counted.flatMap(({ spellings, ...counts }, number) =>
    counts.mentions === 0 ? [] : { ...counts, brand: mostOften(spellings), number },
  )
  return {
    brands: found.sort((a, b) => b.mentions - a.mentions || compareText(a.brand, b.brand)),
    own,
    readNames,
  }
}

/** Counts the mentions of the own brand, and as their base those of tracked competitors as well. */
export function countShareOfVoice(brands: Brands): Counting {
  const countTracked = createTrackedCounter(brands)
  const mentionsOf = (tally: Tally, answer: number) => (isNamed(tally, answer) ? 1 : 0)
  return {
    mentionsOf,
    baseOf: (tally, answer) => mentionsOf(tally, answer) + countTracked(tally, answer),
  }
}

/** Returns a function that counts the tracked competitors in an answer, each once, and looks at no other names. */
function createTrackedCounter(brands: Brands): (tally: Tally, answer: number) => number {
  const numbers = new Map([...brands.byId.keys()].map((id, number) => [id, number]))
  /** The call in which each competitor was counted last. */
  const counted = new Int32Array(numbers.size)
  let call = 0
  const resolve = (names: Names) => ({
    competitors: names.competitors.map((id) => numbers.get(id) ?? -1),
    discovered: names.discovered.map((name) => numbers.get(brands.findByName(name)?.id ?? '') ?? -1),
  })
  const resolved = new Map<Names, ReturnType<typeof resolve>>()
  const bounds = { competitors: 0, competitorsEnd: 0, discovered: 0, discoveredEnd: 0 }

  function count(words: Uint32Array, from: number, to: number, places: number[]): number {
    let found = 0
    for (let at = from; at < to; at++) {
      const number = places[words[at] as number] ?? -1
      if (number < 0 || counted[number] === call) continue
      counted[number] = call
      found += 1
    }
    return found
  }

  return (tally, answer) => {
    const { competitors, discovered } = resolved.getOrInsertComputed(tally.names, resolve)
    call += 1
    readBounds(tally, answer, bounds)
    const { words } = tally
    return (
      count(words, bounds.competitors, bounds.competitorsEnd, competitors) +
      count(words, bounds.discovered, bounds.discoveredEnd, discovered)
    )
  }
}

/** Counters that are held at once; with more cells, fewer subjects are counted in one pass. */
const maxCounters = 1_000_000

/**
 * The share of some subjects (tracked competitors, or the own brand) in all mentions of such subjects, in the order of
 * the subjects.
 */
export function* countShares(
  { strata, questions }: AnswerGrid,
  rows: Row[],
  { readNames }: BrandCounts,
  subjects: number[],
  counters = maxCounters,
): Sliced<ReturnType<typeof shareOf>[]> {
  const cells = strata.length * questions
  const atOnce = Math.max(1, Math.floor(counters / Math.max(1, cells)))
  const shares: ReturnType<typeof shareOf>[] = []
  for (let from = 0; from < subjects.length; from += atOnce)
    shares.push(...(yield* countPass(cells, rows, readNames, subjects.slice(from, from + atOnce))))
  return shares
}

function* countPass(cells: number, rows: Row[], readNames: NameReader, subjects: number[]) {
  const [answers, all, allSquared] = [new Uint32Array(cells), new Uint32Array(cells), new Uint32Array(cells)]
  const counters = subjects.map(() => ({ own: new Uint32Array(cells), product: new Uint32Array(cells) }))
  const byNumber = new Map(subjects.map((subject, index) => [subject, counters[index]]))
  const counterOf = Array.from({ length: Math.max(...subjects) + 1 }, (_, number) => byNumber.get(number))
  const ownCounter = byNumber.get(ownNumber)
  const count = (counter: (typeof counters)[number] | undefined, cell: number, named: number) => {
    if (!counter) return
    add(counter.own, cell, 1)
    add(counter.product, cell, named)
  }
  yield* eachCounted(rows, (cell, tally, answer) => {
    const { numbers, tracked } = readNames(tally, answer)
    const isOwn = isNamed(tally, answer)
    const named = isOwn ? tracked + 1 : tracked
    add(answers, cell, 1)
    add(all, cell, named)
    add(allSquared, cell, named * named)
    if (isOwn) count(ownCounter, cell, named)
    for (const number of numbers) count(counterOf[number], cell, named)
  })
  return yield* mapSliced(counters, ({ own, product }) =>
    shareOf(toCounts({ answers, all, allSquared, own, product })),
  )
}

function add(counter: Uint32Array, cell: number, more: number) {
  counter[cell] = (counter[cell] as number) + more
}

/** The counts of each cell with answers. An answer names a subject at most once, so squares are equal to counts. */
function* toCounts(counter: Record<'answers' | 'all' | 'allSquared' | 'own' | 'product', Uint32Array>) {
  const at = (column: Uint32Array, cell: number) => column[cell] as number
  for (const [cell, answers] of counter.answers.entries()) {
    if (answers === 0) continue
    const own = at(counter.own, cell)
    yield {
      answers,
      ...{ own, ownSquared: own, product: at(counter.product, cell) },
      ...{ all: at(counter.all, cell), allSquared: at(counter.allSquared, cell) },
    } satisfies Counts
  }
}

/**
 * The brands in an answer, each once: their numbers and the spellings that count, and how many of them are tracked.
 * The next call overwrites the result.
 */
type NameReader = (
  tally: Tally,
  answer: number,
) => { numbers: readonly number[]; spellings: readonly string[]; tracked: number }

/** Resolves the names of each scan once; `addBrand` returns the number of a new brand. */
function createNameReader(brands: Brands, addBrand: (competitorId: string | null) => number): NameReader {
  const numbers = new Map<string, number>()
  /** Names of tracked competitors by number. */
  const tracked: (string | undefined)[] = []
  const numberOf = (competitorId: string | null, key: string) =>
    numbers.getOrInsertComputed(key, () => {
      const number = addBrand(competitorId)
      const name = competitorId === null ? null : brands.byId.get(competitorId)?.name
      tracked[number] = name ?? undefined
      return number
    })
  const ofCompetitor = (id: string) => (brands.byId.has(id) ? numberOf(id, `id ${id}`) : null)
  const ofName = (name: string) => {
    const known = brands.findByName(name)
    return known ? numberOf(known.id, `id ${known.id}`) : numberOf(null, `name ${toNameKey(name)}`)
  }
  type Resolved = { competitors: (number | null)[]; discovered: number[] }
  const resolved = new Map<Names, Resolved>()
  const resolve = (names: Names): Resolved => ({
    competitors: names.competitors.map(ofCompetitor),
    discovered: names.discovered.map(ofName),
  })
  const result = { numbers: [] as number[], spellings: [] as string[], tracked: 0 }
  const bounds = { competitors: 0, competitorsEnd: 0, discovered: 0, discoveredEnd: 0 }
  // Answers of a scan follow each other: most are of the same scan as the one before.
  let last: Names | null = null
  let current: Resolved = { competitors: [], discovered: [] }

  function note(number: number, name: string) {
    if (result.numbers.includes(number)) return
    const trackedName = tracked[number]
    result.numbers.push(number)
    result.spellings.push(trackedName ?? name)
    if (trackedName !== undefined) result.tracked += 1
  }

  return (tally, answer) => {
    const { names, words } = tally
    if (names !== last) {
      current = resolved.getOrInsertComputed(names, resolve)
      last = names
    }
    result.numbers.length = 0
    result.spellings.length = 0
    result.tracked = 0
    readBounds(tally, answer, bounds)
    for (let at = bounds.competitors; at < bounds.competitorsEnd; at++) {
      const number = current.competitors[words[at] as number] ?? null
      if (number !== null) note(number, '')
    }
    for (let at = bounds.discovered; at < bounds.discoveredEnd; at++) {
      const place = words[at] as number
      note(current.discovered[place] as number, names.discovered[place] as string)
    }
    return result
  }
}

function mostOften(spellings: Map<string, number>): string {
  const [[spelling] = ['']] = [...spellings].sort(([a, one], [b, other]) => other - one || compareText(b, a))
  return spelling
}
