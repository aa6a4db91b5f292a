import { type Counts, countAnswer, noCounts, shareOf } from '../../../../statistics/share.ts'
import { isMentioned, type Names, namesIn, type Tally } from '../../scans/answer-counts.ts'
import { type Brands, brandsIn, fold } from '../brands/rules.ts'
import type { Windows } from '../comparison/rules.ts'
import { compareText } from '../latest/rules.ts'
import { toRate } from '../model.ts'
import { eachCounted, type Naming } from '../survey/rules.ts'
import { dayOf } from '../window/rules.ts'

/** How many brands are told of at most. */
const mostBrands = 50

type Brand = {
  /** How often it is written how. */
  spellings: Map<string, number>
  competitorId: string | null
  mentions: number
  byDay: Map<string, number>
}

/** How often answers name each brand, the most often named first, and how much of all is the project's own (contract geo 8). */
export function toShares({ after }: Pick<Windows, 'after'>, brands: Brands) {
  const counted = countBrands(after, brands)
  const top = counted.brands.slice(0, mostBrands)
  const days = [...new Set(after.map(({ tally }) => dayOf(tally.capturedAt)))]
  const totals = new Map(days.map((day) => [day, sum(top.map(({ byDay }) => byDay.get(day) ?? 0))]))
  const shareBy = (subject: string) => {
    const { rate, n, interval } = shareOf(counted.cellsOf(subject))
    return { share: rate, n, interval }
  }
  return {
    points: top.map(({ brand, competitorId, mentions, byDay }) => ({
      brand,
      competitorId,
      mentions,
      trend: days.map((day) => ({ day, value: toRate(byDay.get(day) ?? 0, totals.get(day) ?? 0) })),
      ...(competitorId === null ? { share: null, n: 0, interval: null } : shareBy(competitorId)),
    })),
    timeseries: top.flatMap(({ brand, byDay }) =>
      [...byDay].map(([day, mentions]) => ({ brand, day, mentions })),
    ),
    own: { mentions: counted.own, ...shareBy(own) },
  }
}

const own = 'own'
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** An answer by its cell: the subjects it names are the project's own brand and tracked competitors. */
type Named = { cell: number; subjects: string[] }

function countBrands(rows: Windows['after'], brands: Brands) {
  const found = new Map<string, Brand>()
  const answers: Named[] = []
  let ownMentions = 0
  const count = (key: string, brand: string, competitorId: string | null, day: string) => {
    const known = found.get(key) ?? {
      spellings: new Map(),
      competitorId,
      mentions: 0,
      byDay: new Map(),
    }
    found.set(key, known)
    known.spellings.set(brand, (known.spellings.get(brand) ?? 0) + 1)
    known.mentions += 1
    known.byDay.set(day, (known.byDay.get(day) ?? 0) + 1)
  }
  eachCounted(rows, (cell, tally, answer) => {
    const day = dayOf(tally.capturedAt)
    const { tracked, discovered } = brandsIn(brands, namesIn(tally, answer))
    for (const id of tracked) count(id, brands.byId.get(id)?.name ?? id, id, day)
    for (const name of discovered) count(`name ${fold(name)}`, name, null, day)
    const subjects = isMentioned(tally, answer) ? [own, ...tracked] : tracked
    ownMentions += subjects.length - tracked.length
    answers.push({ cell, subjects })
  })
  return {
    brands: found
      .values()
      .map(({ spellings, ...counts }) => ({ brand: mostOften(spellings), ...counts }))
      .toArray()
      .sort((a, b) => b.mentions - a.mentions || compareText(a.brand, b.brand)),
    own: ownMentions,
    cellsOf: (subject: string) => countShare(answers, subject),
  }
}

function mostOften(spellings: Map<string, number>): string {
  const [[spelling] = ['']] = [...spellings].sort(([a, one], [b, other]) => other - one || compareText(b, a))
  return spelling
}

function countShare(answers: Named[], subject: string): Iterable<Counts> {
  const cells: Counts[] = []
  for (const { cell, subjects } of answers) {
    const counts = cells[cell] ?? noCounts()
    cells[cell] = counts
    countAnswer(counts, subjects.includes(subject) ? 1 : 0, subjects.length)
  }
  return cells.filter((each) => each !== undefined)
}

/** Tells whether an answer names a brand: a tracked competitor by its name or a synonym, or a discovered name. */
export function createNaming(brands: Brands, brand: string): Naming {
  const id = brands.findByName(brand)?.id
  const places = new Map<Names, { competitors: number; discovered: ReadonlySet<number> }>()
  const isMeant = (name: string) =>
    id === undefined ? fold(name) === fold(brand) : brands.findByName(name)?.id === id
  return (tally: Tally, answer: number) => {
    const { names } = tally
    const known = places.get(names) ?? {
      competitors: names.competitors.indexOf(id ?? ''),
      discovered: new Set(names.discovered.flatMap((name, place) => (isMeant(name) ? [place] : []))),
    }
    places.set(names, known)
    if (known.competitors < 0 && known.discovered.size === 0) return false
    const named = namesIn(tally, answer)
    return (id !== undefined && named.competitorIds.includes(id)) || named.discovered.some(isMeant)
  }
}
