import { mapSliced, type Sliced } from '../../../slices.ts'
import { type Counts, shareOf } from '../../../statistics/share.ts'
import { isNamed } from '../scans/answer-counts.ts'
import {
  type AnswerBrandReader,
  type AnswerBrands,
  createAnswerBrandReader,
  type NamedBrand,
} from './answer-brands.ts'
import { type AnswerGrid, noCell, type Row } from './answer-grid.ts'
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
}

/** The number that stands for the project's own brand among those of `BrandCounts`. */
export const ownNumber = -1

/** Counts the answers that name each brand, each answer once. `reader` shares what it reads with other counts. */
export function* countBrands(
  rows: Row[],
  brands: Brands,
  reader = createAnswerBrandReader(brands),
): Sliced<BrandCounts> {
  const counted: Brand[] = []
  let own = 0
  for (const row of rows) {
    const read = reader.read(row.tally)
    const { numbers } = read
    own += countOwn(row)
    const uses = countUses(row, read)
    const day = dayOf(row.tally.capturedAt)
    for (let name = 0; name < uses.length; name++) {
      const mentions = uses[name] as number
      if (mentions === 0) continue
      const number = numbers[name] as number
      const { competitorId, name: trackedName } = reader.brands[number] as NamedBrand
      counted[number] ??= { competitorId, spellings: new Map(), mentions: 0, byDay: new Map() }
      const brand = counted[number]
      const spelling = trackedName ?? (row.tally.names.discovered[name] as string)
      brand.mentions += mentions
      brand.spellings.set(spelling, (brand.spellings.get(spelling) ?? 0) + mentions)
      brand.byDay.set(day, (brand.byDay.get(day) ?? 0) + mentions)
    }
  }
  const found = [...counted.entries()].flatMap(([number, brand]) => {
    if (!brand) return []
    const { spellings, ...counts } = brand
    return { ...counts, brand: mostOften(spellings), number }
  })
  return { brands: found.sort((a, b) => b.mentions - a.mentions || compareText(a.brand, b.brand)), own }
}

/** How many counted answers of a row have each name. */
function countUses({ tally, cells, counted }: Row, { names, ends, uses }: AnswerBrands): Uint32Array {
  if (counted === tally.answers) return uses
  const found = new Uint32Array(uses.length)
  for (let answer = 0; answer < cells.length; answer++) {
    if (cells[answer] === noCell) continue
    const end = ends[answer] as number
    for (let at = startOf(ends, answer); at < end; at++) add(found, names[at] as number, 1)
  }
  return found
}

/** How many counted answers of a row name the own brand. */
function countOwn({ tally, cells }: Row): number {
  let own = 0
  for (let answer = 0; answer < cells.length; answer++)
    if (cells[answer] !== noCell && isNamed(tally, answer)) own += 1
  return own
}

/** Counts the mentions of the own brand, and as their base those of tracked competitors as well. */
export const countShareOfVoice = (reader: AnswerBrandReader): Counting => ({
  names: isNamed,
  othersIn: (tally) => reader.read(tally).tracked,
})

const startOf = (ends: Uint32Array, answer: number) => (answer === 0 ? 0 : (ends[answer - 1] as number))

/** Counters that are held at once; with more cells, fewer subjects are counted in one pass. */
const maxCounters = 1_000_000

/**
 * The share of some subjects (tracked competitors, or the own brand) in all mentions of such subjects, in the order of
 * the subjects.
 */
export function* countShares(
  { strata, questions }: AnswerGrid,
  rows: Row[],
  reader: AnswerBrandReader,
  subjects: number[],
  counters = maxCounters,
): Sliced<ReturnType<typeof shareOf>[]> {
  const cells = strata.length * questions
  const atOnce = Math.max(1, Math.floor(counters / Math.max(1, cells)))
  const shares: ReturnType<typeof shareOf>[] = []
  for (let from = 0; from < subjects.length; from += atOnce)
    shares.push(...(yield* countPass(cells, rows, reader, subjects.slice(from, from + atOnce))))
  return shares
}

function* countPass(cells: number, rows: Row[], reader: AnswerBrandReader, subjects: number[]) {
  const table = { columns: sharedColumns + 2 * subjects.length, counts: new Uint32Array() }
  table.counts = new Uint32Array(cells * table.columns)
  const columnOf = new Map(subjects.map((subject, index) => [subject, sharedColumns + 2 * index]))
  const ownColumn = columnOf.get(ownNumber) ?? 0
  const columnsOf = new Map<Int32Array, Uint32Array>()
  const toColumns = (numbers: Int32Array) => Uint32Array.from(numbers, (number) => columnOf.get(number) ?? 0)
  for (const row of rows) {
    const read = reader.read(row.tally)
    countRow(table, row, read, columnsOf.getOrInsertComputed(read.numbers, toColumns), ownColumn)
    yield
  }
  return yield* mapSliced(columnOf.values(), (column) => shareOf(toCounts(table, column)))
}

/**
 * The counts of each cell: its answers, the mentions in them and the sum of their squares, then for each subject the
 * answers that name it and the mentions in those. One after the other, since an answer changes most of them.
 */
type CountTable = { columns: number; counts: Uint32Array }
const sharedColumns = 3

/** `columns` are those of the subjects of names, by name; 0 for a name of none. */
function countRow(
  table: CountTable,
  { tally, cells }: Row,
  { names, ends, tracked }: AnswerBrands,
  columns: Uint32Array,
  ownColumn: number,
): void {
  const { counts } = table
  for (let answer = 0; answer < cells.length; answer++) {
    const cell = cells[answer] as number
    if (cell === noCell) continue
    const first = cell * table.columns
    const isOwn = isNamed(tally, answer)
    const named = (tracked[answer] as number) + (isOwn ? 1 : 0)
    add(counts, first, 1)
    add(counts, first + 1, named)
    add(counts, first + 2, named * named)
    if (isOwn && ownColumn > 0) {
      add(counts, first + ownColumn, 1)
      add(counts, first + ownColumn + 1, named)
    }
    const end = ends[answer] as number
    for (let at = startOf(ends, answer); at < end; at++) {
      const column = columns[names[at] as number] as number
      if (column === 0) continue
      add(counts, first + column, 1)
      add(counts, first + column + 1, named)
    }
  }
}

function add(counter: Uint32Array, cell: number, more: number) {
  counter[cell] = (counter[cell] as number) + more
}

/** The counts of each cell with answers. An answer names a subject at most once, so squares are equal to counts. */
function* toCounts({ columns, counts }: CountTable, column: number) {
  for (let first = 0; first < counts.length; first += columns) {
    const [answers = 0, all = 0, allSquared = 0] = counts.subarray(first, first + sharedColumns)
    if (answers === 0) continue
    const own = counts[first + column] as number
    const product = counts[first + column + 1] as number
    yield { answers, own, ownSquared: own, product, all, allSquared } satisfies Counts
  }
}

function mostOften(spellings: Map<string, number>): string {
  const [[spelling] = ['']] = [...spellings].sort(([a, one], [b, other]) => other - one || compareText(b, a))
  return spelling
}
