import { type checks, sentiments, type tallies } from '../table.ts'

type CheckRow = typeof checks.$inferSelect
export type TallyRow = typeof tallies.$inferSelect

/** What of a check is counted. */
export type Counted = Pick<
  CheckRow,
  | 'id'
  | 'scanId'
  | 'projectId'
  | 'engine'
  | 'promptId'
  | 'turn'
  | 'language'
  | 'isTwin'
  | 'capturedAt'
  | 'mentioned'
  | 'ownedSourceCited'
  | 'position'
  | 'sentiment'
  | 'competitorIds'
  | 'discovered'
  | 'modelReported'
  | 'searched'
  | 'instructionsVersion'
  | 'matcherVersion'
>

/** What the answers of a scan speak of by its place: stored ids of prompts, ids of competitors, discovered names. */
export type Names = TallyRow['names']

/** Some lists in one: that of answer `i` is what stands from the end of the one before to `ends[i]`. */
export type Lists = { ends: Uint32Array; items: Uint32Array }

/** The answers of a scan, an engine and a language, in columns that are read as they are stored. */
export type Tally = Omit<TallyRow, 'names' | 'cells'> & {
  /** The same object for all tallies of a scan. */
  names: Names
  answers: number
  prompts: Uint32Array
  /** The place of each answer among all of its scan, by time and id. */
  ranks: Uint32Array
  competitors: Lists
  discovered: Lists
  /** 0 where an answer has none. */
  positions: Uint16Array
  turns: Uint8Array
  flags: Uint8Array
}

export const mentionedFlag = 1
const ownedFlag = 2
const sentimentShift = 2
/** In its flags, a sentiment is its place in this list. */
const sentimentCodes = [null, ...sentiments] as const
const largestPosition = 0xffff

const noNames: Names = { prompts: [], competitors: [], discovered: [] }
/** How the names of every row but the first of a scan are stored. */
const noNamesStored = JSON.stringify(noNames)

/**
 * The checks of a whole scan as rows, one for each engine and language, and of twins apart. They count as of when the
 * last answer of the scan came, so that no window cuts a scan in two, and the first row carries the names for all.
 */
export function packTallies(checks: Counted[]): TallyRow[] {
  const ordered = checks.toSorted(
    (a, b) => a.capturedAt.getTime() - b.capturedAt.getTime() || compareText(a.id, b.id),
  )
  const last = ordered.at(-1)
  if (!last) return []
  const ranks = new Map(ordered.map(({ id }, rank) => [id, rank]))
  const places = {
    prompts: placesOf(checks.map(({ promptId }) => promptId)),
    competitors: placesOf(checks.flatMap(({ competitorIds }) => competitorIds)),
    discovered: placesOf(checks.flatMap(({ discovered }) => discovered)),
  }
  const names = {
    prompts: [...places.prompts.keys()],
    competitors: [...places.competitors.keys()],
    discovered: [...places.discovered.keys()],
  }
  const groups = Map.groupBy(checks, ({ engine, language, isTwin }) =>
    JSON.stringify([engine, language, isTwin]),
  )
  return [...groups.entries()]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([, group], index) => ({
      ...standingOf(group),
      capturedAt: last.capturedAt,
      names: index === 0 ? names : noNames,
      cells: packCells(
        group.toSorted((a, b) => compareText(a.promptId, b.promptId) || a.turn - b.turn),
        places,
        ranks,
      ),
    }))
}

type Places = Record<keyof Names, Map<string, number>>

/** Each text with its place among all in order. */
function placesOf(texts: string[]) {
  const ordered = [...new Set(texts)].sort(compareText)
  return new Map(ordered.map((text, place) => [text, place]))
}

/** What holds for all answers of a row: whatever model they report, and whether any of them searched. */
function standingOf(group: Counted[]) {
  const [first] = group as [Counted]
  const { scanId, projectId, engine, language, isTwin } = first
  const models = new Set(group.flatMap(({ modelReported }) => modelReported ?? []))
  const known = group.flatMap(({ searched }) => searched ?? [])
  return {
    scanId,
    projectId,
    engine,
    language,
    isTwin,
    modelReported: models.size > 0 ? [...models].sort(compareText).join(', ') : null,
    searched: known.length > 0 ? known.includes(true) : null,
    instructionsVersion: Math.max(...group.map(({ instructionsVersion }) => instructionsVersion)),
    matcherVersion: Math.max(...group.map(({ matcherVersion }) => matcherVersion)),
  }
}

/** Columns one after the other, the widest first, so that each begins where its numbers may. */
function packCells(group: Counted[], places: Places, ranks: Map<string, number>): Buffer {
  const competitors = group.map(({ competitorIds }) => placed(competitorIds, places.competitors))
  const discovered = group.map((each) => placed(each.discovered, places.discovered))
  const [named, found] = [competitors.flat(), discovered.flat()]
  const wide = Uint32Array.from([
    ...[group.length, named.length, found.length],
    ...placed(
      group.map(({ promptId }) => promptId),
      places.prompts,
    ),
    ...placed(
      group.map(({ id }) => id),
      ranks,
    ),
    ...[...endsOf(competitors), ...named],
    ...[...endsOf(discovered), ...found],
  ])
  const positions = Uint16Array.from(group, ({ position }) => Math.min(position ?? 0, largestPosition))
  const turns = Uint8Array.from(group, ({ turn }) => turn)
  const flags = Uint8Array.from(group, flagsOf)
  return Buffer.concat([wide, positions, turns, flags].map((column) => Buffer.from(column.buffer)))
}

const placed = (texts: string[], places: Map<string, number>) => texts.map((text) => places.get(text) ?? 0)

function endsOf(lists: number[][]): number[] {
  let end = 0
  return lists.map((list) => (end += list.length))
}

function flagsOf({ mentioned, ownedSourceCited, sentiment }: Counted): number {
  const code = sentimentCodes.indexOf(sentiment) << sentimentShift
  return (mentioned ? mentionedFlag : 0) | (ownedSourceCited ? ownedFlag : 0) | code
}

/** A row as it comes from the database, its names not yet parsed. */
export type StoredTally = Omit<TallyRow, 'names'> & { names: string }

/** The tallies of some scans, each with all of its rows; columns are views of what was stored. */
export function readTallies(rows: StoredTally[]): Tally[] {
  const names = new Map<string, Names>()
  for (const row of rows) if (row.names !== noNamesStored) names.set(row.scanId, JSON.parse(row.names))
  return rows.map((row) => {
    const { cells, ...standing } = row
    return { ...standing, names: names.get(row.scanId) ?? noNames, ...readCells(cells) }
  })
}

function readCells(cells: Buffer) {
  // A view of wide numbers begins at a multiple of their width.
  const { buffer, byteOffset } =
    cells.byteOffset % 4 === 0 ? cells : Buffer.from(Uint8Array.from(cells).buffer)
  const [answers = 0, named = 0, found = 0] = new Uint32Array(buffer, byteOffset, 3)
  let offset = byteOffset + 12
  function wide(length: number) {
    const column = new Uint32Array(buffer, offset, length)
    offset += 4 * length
    return column
  }
  const prompts = wide(answers)
  const ranks = wide(answers)
  const competitors = { ends: wide(answers), items: wide(named) }
  const discovered = { ends: wide(answers), items: wide(found) }
  const positions = new Uint16Array(buffer, offset, answers)
  const turns = new Uint8Array(buffer, offset + 2 * answers, answers)
  const flags = new Uint8Array(buffer, offset + 3 * answers, answers)
  return { answers, prompts, ranks, competitors, discovered, positions, turns, flags }
}

export const isOwnedCited = (flags: number) => (flags & ownedFlag) !== 0
export const sentimentOf = (flags: number) => sentimentCodes[flags >> sentimentShift] ?? null

/** The places of the names in the list of an answer. */
export function listOf({ ends, items }: Lists, answer: number): Uint32Array {
  return items.subarray(answer === 0 ? 0 : ends[answer - 1], ends[answer])
}

export type TalliedAnswer = ReturnType<typeof answerOf>

/** An answer of a tally in words. */
export function answerOf(tally: Tally, answer: number) {
  const { names } = tally
  const flags = tally.flags[answer] ?? 0
  const named = (lists: Lists, texts: string[]) =>
    Array.from(listOf(lists, answer), (place) => texts[place] ?? '')
  return {
    promptId: names.prompts[tally.prompts[answer] ?? 0] ?? '',
    turn: tally.turns[answer] ?? 0,
    rank: tally.ranks[answer] ?? 0,
    mentioned: (flags & mentionedFlag) !== 0,
    ownedSourceCited: isOwnedCited(flags),
    position: tally.positions[answer] || null,
    sentiment: sentimentOf(flags),
    competitorIds: named(tally.competitors, names.competitors),
    discovered: named(tally.discovered, names.discovered),
  }
}

/** By code unit, so that every machine packs alike. */
function compareText(a: string, b: string) {
  if (a === b) return 0
  return a < b ? -1 : 1
}
