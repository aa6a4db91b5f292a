import { type checks, sentiments, type tallies } from './table.ts'

type CheckRow = typeof checks.$inferSelect
export type TallyRow = typeof tallies.$inferSelect

/** The fields of a check that are counted. */
export type CountedCheck = Pick<
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
  | 'shown'
  | 'mentioned'
  | 'ownedSourceCited'
  | 'position'
  | 'sentiment'
  | 'competitorIds'
  | 'discovered'
  | 'modelReported'
  | 'page'
  | 'searched'
  | 'instructionsVersion'
  | 'matcherVersion'
>

/**
 * The names that tallies of a scan refer to by index: stored ids of prompts, ids of competitors, discovered
 * names.
 */
export type Names = TallyRow['names']

/** The packed answers of a scan, an engine and a language. Times are in milliseconds. */
export type Tally = Omit<TallyRow, 'names' | 'cells' | 'capturedAt'> & {
  /** The time of the last answer of the scan. */
  capturedAt: number
  /** The time of the last of these answers. */
  answeredAt: number
  /** The same object in all tallies of a scan. */
  names: Names
  answers: number
  /**
   * 32-bit numbers, so that answers are read without creating objects: a header, then three columns with a
   * number per answer (prompt, facts, rank and end of its lists), then the lists of competitors and of
   * discovered names.
   */
  words: Uint32Array
}

const headLength = 4
/** Bits of the facts: 8 for flags, 8 for the turn, 16 for the position (0 if there is none). */
const mentionedFlag = 1
const ownedFlag = 2
const sentimentShift = 2
/** A page without an answer of an AI. */
const hiddenFlag = 16
/** A mention that only repeats the question. */
const echoFlag = 32
/** The flags store a sentiment as its index in this list. */
const sentimentCodes = [null, ...sentiments] as const
const largest = 0xffff

const noNames: Names = { prompts: [], competitors: [], discovered: [] }
/** The stored names of every row of a scan except the first. */
const noNamesStored = JSON.stringify(noNames)

/**
 * Packs all checks of a scan into one row per engine and language, with separate rows for answers without
 * search. All count at the time of the scan's last answer, so that no window splits a scan. The first row has
 * the names of all rows. `echoes` are the ids of answers that name the brand only by repeating the question.
 */
export function packTallies(checks: CountedCheck[], echoes: ReadonlySet<string> = new Set()): TallyRow[] {
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
      ...sharedValues(group),
      capturedAt: last.capturedAt,
      names: index === 0 ? names : noNames,
      cells: packCells(
        group.toSorted((a, b) => compareText(a.promptId, b.promptId) || a.turn - b.turn),
        { places, ranks, echoes },
        last.capturedAt,
      ),
    }))
}

type NameIndexes = Record<keyof Names, Map<string, number>>

/** Maps each text to its index in sorted order. */
function placesOf(texts: string[]) {
  const ordered = [...new Set(texts)].sort(compareText)
  return new Map(ordered.map((text, place) => [text, place]))
}

/** The values shared by all answers of a row: the reported model, and whether any of them searched. */
function sharedValues(group: CountedCheck[]) {
  const [first] = group as [CountedCheck]
  const { scanId, projectId, engine, language, isTwin } = first
  const models = new Set(group.flatMap(({ modelReported }) => modelReported ?? []))
  const pages = new Set(group.flatMap(({ page }) => page ?? []))
  const known = group.flatMap(({ searched }) => searched ?? [])
  return {
    scanId,
    projectId,
    engine,
    language,
    isTwin,
    modelReported: models.size > 0 ? [...models].sort(compareText).join(', ') : null,
    page: pages.size > 0 ? [...pages].sort(compareText).join(', ') : null,
    searched: known.length > 0 ? known.includes(true) : null,
    instructionsVersion: Math.max(...group.map(({ instructionsVersion }) => instructionsVersion)),
    matcherVersion: Math.max(...group.map(({ matcherVersion }) => matcherVersion)),
  }
}

function packCells(
  group: CountedCheck[],
  { places, ranks, echoes }: { places: NameIndexes; ranks: Map<string, number>; echoes: ReadonlySet<string> },
  scanEnd: Date,
): Buffer {
  const answeredAt = Math.max(...group.map(({ capturedAt }) => capturedAt.getTime()))
  const named = group.flatMap(({ competitorIds }) => placed(competitorIds, places.competitors))
  const found = group.flatMap(({ discovered }) => placed(discovered, places.discovered))
  const words = Uint32Array.from([
    ...[group.length, named.length, found.length, scanEnd.getTime() - answeredAt],
    ...group.map(({ promptId }) => places.prompts.get(promptId) ?? 0),
    ...group.map((check) => factsOf(check, echoes.has(check.id))),
    ...group.map(({ id }) => ranks.get(id) ?? 0),
    ...endsOf(group.map(({ competitorIds }) => competitorIds.length)),
    ...endsOf(group.map(({ discovered }) => discovered.length)),
    ...named,
    ...found,
  ])
  return Buffer.from(words.buffer)
}

function endsOf(lengths: number[]): number[] {
  let end = 0
  return lengths.map((length) => {
    end += length
    return end
  })
}

const placed = (texts: string[], places: Map<string, number>) => texts.map((text) => places.get(text) ?? 0)

function factsOf({ shown, mentioned, ownedSourceCited, ...other }: CountedCheck, isEcho: boolean): number {
  const { sentiment, turn, position } = other
  const flags =
    (mentioned ? mentionedFlag : 0) |
    (ownedSourceCited ? ownedFlag : 0) |
    (shown ? 0 : hiddenFlag) |
    (isEcho ? echoFlag : 0)
  const code = sentimentCodes.indexOf(sentiment) << sentimentShift
  return flags | code | (turn << 8) | (Math.min(position ?? 0, largest) << 16)
}

/** A row as the database returns it, unparsed. A libSQL server returns the bytes as an ArrayBuffer. */
export type StoredTally = Omit<TallyRow, 'names' | 'cells' | 'capturedAt' | 'isTwin' | 'searched'> & {
  names: string
  cells: Uint8Array | ArrayBuffer
  capturedAt: number
  isTwin: number
  searched: number | null
}

/** Reads the tallies of some scans, each with all of its rows. */
export function readTallies(rows: StoredTally[]): Tally[] {
  const names = new Map<string, Names>()
  for (const row of rows) if (row.names !== noNamesStored) names.set(row.scanId, JSON.parse(row.names))
  return rows.map((row) => {
    const words = toWords(row.cells)
    const [answers = 0, , , before = 0] = words
    return {
      scanId: row.scanId,
      projectId: row.projectId,
      engine: row.engine,
      language: row.language,
      isTwin: row.isTwin === 1,
      capturedAt: row.capturedAt,
      answeredAt: row.capturedAt - before,
      modelReported: row.modelReported,
      page: row.page,
      searched: row.searched === null ? null : row.searched === 1,
      instructionsVersion: row.instructionsVersion,
      matcherVersion: row.matcherVersion,
      names: names.get(row.scanId) ?? noNames,
      answers,
      words,
    }
  })
}

/** Returns a view of the bytes if they are aligned, else a copy. */
function toWords(cells: Uint8Array | ArrayBuffer): Uint32Array {
  if (cells instanceof ArrayBuffer) return new Uint32Array(cells)
  const bytes = cells.byteOffset % 4 === 0 ? cells : new Uint8Array(cells)
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
}

const column = (number: number, { words, answers }: Tally, answer: number) =>
  words[headLength + number * answers + answer] as number
const factsIn = (tally: Tally, answer: number) => column(1, tally, answer)

/** The index of an answer's prompt in the names. */
export const promptOf = (tally: Tally, answer: number) => column(0, tally, answer)
/** False for a page without an answer of an AI, which neither names a brand nor leaves it out. */
export const isShown = (tally: Tally, answer: number) => (factsIn(tally, answer) & hiddenFlag) === 0
export const isMentioned = (tally: Tally, answer: number) => (factsIn(tally, answer) & mentionedFlag) !== 0
/**
 * Whether an answer names the brand by more than a repetition of the question. Baskets, verdicts and shares count this;
 * the fields of the contract count mentions.
 */
export const isNamed = (tally: Tally, answer: number) =>
  (factsIn(tally, answer) & (mentionedFlag | echoFlag)) === mentionedFlag
export const isOwnedCited = (tally: Tally, answer: number) => (factsIn(tally, answer) & ownedFlag) !== 0
export const sentimentOf = (tally: Tally, answer: number) =>
  sentimentCodes[(factsIn(tally, answer) >>> sentimentShift) & 3] ?? null
/** 0 for a plain prompt, from 1 on in a conversation. */
export const turnOf = (tally: Tally, answer: number) => (factsIn(tally, answer) >>> 8) & 0xff
/** The brand's position in an answer; 0 if it has none. */
export const positionOf = (tally: Tally, answer: number) => factsIn(tally, answer) >>> 16
/** The rank of an answer in its scan, by time and id. */
export const rankOf = (tally: Tally, answer: number) => column(2, tally, answer)

/** Returns the competitors and discovered names in an answer, by their index in the names. */
export function placesIn(tally: Tally, answer: number) {
  const { words } = tally
  const competitorsStart = headLength + 5 * tally.answers
  const discoveredStart = competitorsStart + (words[1] as number)
  const list = (number: number, start: number) =>
    words.subarray(
      start + (answer === 0 ? 0 : column(number, tally, answer - 1)),
      start + column(number, tally, answer),
    )
  return { competitors: list(3, competitorsStart), discovered: list(4, discoveredStart) }
}

/**
 * Where the words of a tally have the lists of all answers, and where each list ends, for loops that create no objects.
 */
export function listsIn({ words, answers }: Tally) {
  const competitorEnds = headLength + 3 * answers
  const competitors = competitorEnds + 2 * answers
  const discovered = competitors + (words[1] as number)
  return {
    ...{ competitors, competitorEnds, discovered, discoveredEnds: competitorEnds + answers },
    length: words.length - competitors,
  }
}

/** Returns the competitor ids and discovered names in an answer. */
export function namesIn(tally: Tally, answer: number) {
  const { names } = tally
  const { competitors, discovered } = placesIn(tally, answer)
  return {
    competitorIds: Array.from(competitors, (place) => names.competitors[place] ?? ''),
    discovered: Array.from(discovered, (place) => names.discovered[place] ?? ''),
  }
}

/** Returns the answers of a tally as objects. */
export function answersOf(tally: Tally): TalliedAnswer[] {
  return Array.from({ length: tally.answers }, (_, answer) => ({
    promptId: tally.names.prompts[promptOf(tally, answer)] ?? '',
    turn: turnOf(tally, answer),
    rank: rankOf(tally, answer),
    shown: isShown(tally, answer),
    mentioned: isMentioned(tally, answer),
    ownedSourceCited: isOwnedCited(tally, answer),
    position: positionOf(tally, answer) || null,
    sentiment: sentimentOf(tally, answer),
    ...namesIn(tally, answer),
  }))
}

export type TalliedAnswer = Pick<
  CountedCheck,
  | 'promptId'
  | 'turn'
  | 'shown'
  | 'mentioned'
  | 'ownedSourceCited'
  | 'position'
  | 'sentiment'
  | 'competitorIds'
  | 'discovered'
> & { rank: number }

/** Compares by code unit, so that every machine packs the same way. */
function compareText(a: string, b: string) {
  if (a === b) return 0
  return a < b ? -1 : 1
}
