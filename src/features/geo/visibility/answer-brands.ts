import { toNameKey } from '../../../mentions/name-key.ts'
import { listsIn, type Names, type Tally } from '../scans/answer-counts.ts'
import type { Brands } from './brands.ts'

/** The brands in the answers of a tally, each once per answer. */
export type AnswerBrands = {
  /**
   * The name of each brand, one answer after the other: the index of a discovered name of the scan or, after those, of
   * a competitor.
   */
  names: Uint32Array
  /** Where the names of each answer end. */
  ends: Uint32Array
  /** How many brands of each answer are tracked. */
  tracked: Uint16Array
  /** How many answers have each name. */
  uses: Uint32Array
  /** The number of the brand of each name; `noBrand` for a competitor that was deleted. */
  numbers: Int32Array
}

/** A brand that answers name: `name` is the one of a tracked competitor, and null for another brand. */
export type NamedBrand = { competitorId: string | null; name: string | null }

/** Numbers the brands in answers. */
export type AnswerBrandReader = {
  /** Returns the brands in the answers of a tally. Reads each tally once. */
  read(tally: Tally): AnswerBrands
  /** The brands that were read, by number. */
  brands: NamedBrand[]
}

const noBrand = -1

/** Creates a reader that resolves the names of each scan once, and creates no objects per answer. */
export function createAnswerBrandReader(brands: Brands): AnswerBrandReader {
  const known = new Map<string, number>()
  const found: NamedBrand[] = []
  const numberOf = (competitorId: string | null, key: string) =>
    known.getOrInsertComputed(key, () => {
      const name = brands.byId.get(competitorId ?? '')?.name ?? null
      return found.push({ competitorId, name }) - 1
    })
  const ofCompetitor = (id: string) => (brands.byId.has(id) ? numberOf(id, `id ${id}`) : noBrand)
  const ofName = (name: string) => {
    const tracked = brands.findByName(name)
    return tracked ? numberOf(tracked.id, `id ${tracked.id}`) : numberOf(null, `name ${toNameKey(name)}`)
  }
  const resolved = new Map<Names, ResolvedNames>()
  const resolve = ({ discovered, competitors }: Names): ResolvedNames => {
    const numbers = Int32Array.from([...discovered.map(ofName), ...competitors.map(ofCompetitor)])
    return { numbers, isTracked: Uint8Array.from(numbers, (number) => (found[number]?.name == null ? 0 : 1)) }
  }
  const read = new Map<Tally, AnswerBrands>()
  const readTally = (tally: Tally) =>
    readNames(tally, resolved.getOrInsertComputed(tally.names, resolve), found.length)
  return { brands: found, read: (tally) => read.getOrInsertComputed(tally, readTally) }
}

/** The brands of the names of a scan, by index: their numbers, and 1 for a tracked one. */
type ResolvedNames = { numbers: Int32Array; isTracked: Uint8Array }

function readNames(tally: Tally, { numbers, isTracked }: ResolvedNames, brandCount: number): AnswerBrands {
  const { words, answers } = tally
  const lists = listsIn(tally)
  const { competitorEnds, discoveredEnds } = lists
  const firstCompetitor = tally.names.discovered.length
  /** The answer that named each brand last, counted from 1. */
  const lastAnswers = new Uint32Array(brandCount)
  const names = new Uint32Array(lists.length)
  const ends = new Uint32Array(answers)
  const tracked = new Uint16Array(answers)
  const uses = new Uint32Array(numbers.length)
  let competitor = lists.competitors
  let discovered = lists.discovered
  let end = 0
  for (let answer = 0; answer < answers; answer++) {
    let trackedCount = 0
    const competitorsEnd = lists.competitors + (words[competitorEnds + answer] as number)
    for (; competitor < competitorsEnd; competitor++) {
      const name = firstCompetitor + (words[competitor] as number)
      const number = numbers[name] as number
      if (number === noBrand || lastAnswers[number] === answer + 1) continue
      lastAnswers[number] = answer + 1
      names[end++] = name
      uses[name] = (uses[name] as number) + 1
      trackedCount += 1
    }
    const discoveredEnd = lists.discovered + (words[discoveredEnds + answer] as number)
    for (; discovered < discoveredEnd; discovered++) {
      const name = words[discovered] as number
      const number = numbers[name] as number
      if (lastAnswers[number] === answer + 1) continue
      lastAnswers[number] = answer + 1
      names[end++] = name
      uses[name] = (uses[name] as number) + 1
      trackedCount += isTracked[name] as number
    }
    tracked[answer] = trackedCount
    ends[answer] = end
  }
  return { names, ends, tracked, uses, numbers }
}
