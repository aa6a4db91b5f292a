import { type checks, sentiments, type tallies } from './table.ts'

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

/** The answers of a scan, an engine and a language, as they are stored; times are in milliseconds. */
export type Tally = Omit<TallyRow, 'names' | 'cells' | 'capturedAt'> & {
  /** When the last answer of the scan came. */
  capturedAt: number
  /** When the last of these answers came. */
  answeredAt: number
  /** The same object for all tallies of a scan. */
  names: Names
  answers: number
  /**
   * Numbers of 32 bits, so that an answer is read without being built: a head, then one column after the other, each
   * with a number for each answer (prompt, facts, rank, and where its lists end), then the lists of competitors and of
   * discovered names.
   */
  words: Uint32Array
}

const headLength = 4
/** Facts are 8 bits of flags, 8 of the turn and 16 of the position, which is 0 where there is none. */
const mentionedFlag = 1
const ownedFlag = 2
const sentimentShift = 2
/** In its flags, a sentiment is its place in this list. */
const sentimentCodes = [null, ...sentiments] as const
const largest = 0xffff

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
        last.capturedAt,
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

function packCells(group: Counted[], places: Places, ranks: Map<string, number>, scanEnd: Date): Buffer {
  const answeredAt = Math.max(...group.map(({ capturedAt }) => capturedAt.getTime()))
  const named = group.flatMap(({ competitorIds }) => placed(competitorIds, places.competitors))
  const found = group.flatMap(({ discovered }) => placed(discovered, places.discovered))
  const words = Uint32Array.from([
    ...[group.length, named.length, found.length, scanEnd.getTime() - answeredAt],
    ...group.map(({ promptId }) => places.prompts.get(promptId) ?? 0),
    ...group.map(factsOf),
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

function factsOf({ mentioned, ownedSourceCited, sentiment, turn, position }: Counted): number {
  const flags = (mentioned ? mentionedFlag : 0) | (ownedSourceCited ? ownedFlag : 0)
  const code = sentimentCodes.indexOf(sentiment) << sentimentShift
  return flags | code | (turn << 8) | (Math.min(position ?? 0, largest) << 16)
}

/** A row as it comes from the database, nothing of it parsed; a server gives bytes in a buffer of their own. */
export type StoredTally = Omit<TallyRow, 'names' | 'cells' | 'capturedAt' | 'isTwin' | 'searched'> & {
  names: string
  cells: Uint8Array | ArrayBuffer
  capturedAt: number
  isTwin: number
  searched: number | null
}

/** The tallies of some scans, each with all of its rows. */
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
      searched: row.searched === null ? null : row.searched === 1,
      instructionsVersion: row.instructionsVersion,
      matcherVersion: row.matcherVersion,
      names: names.get(row.scanId) ?? noNames,
      answers,
      words,
    }
  })
}

/** A view of the bytes where they begin as words must, else a copy of them. */
function toWords(cells: Uint8Array | ArrayBuffer): Uint32Array {
  if (cells instanceof ArrayBuffer) return new Uint32Array(cells)
  const bytes = cells.byteOffset % 4 === 0 ? cells : Uint8Array.from(cells)
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
}

const column = (number: number, { words, answers }: Tally, answer: number) =>
  words[headLength + number * answers + answer] as number
const factsIn = (tally: Tally, answer: number) => column(1, tally, answer)

/** The place of an answer's prompt among the names. */
export const promptOf = (tally: Tally, answer: number) => column(0, tally, answer)
export const isMentioned = (tally: Tally, answer: number) => (factsIn(tally, answer) & mentionedFlag) !== 0
export const isOwnedCited = (tally: Tally, answer: number) => (factsIn(tally, answer) & ownedFlag) !== 0
export const sentimentOf = (tally: Tally, answer: number) =>
  sentimentCodes[(factsIn(tally, answer) >>> sentimentShift) & 3] ?? null
/** 0 for a plain prompt, from 1 on in a conversation. */
export const turnOf = (tally: Tally, answer: number) => (factsIn(tally, answer) >>> 8) & 0xff
/** The brand's position in an answer, 0 where there is none. */
export const positionOf = (tally: Tally, answer: number) => factsIn(tally, answer) >>> 16
/** The place of an answer among all of its scan, by time and id. */
export const rankOf = (tally: Tally, answer: number) => column(2, tally, answer)

/** The ids of competitors and the discovered names that an answer names. */
export function namesIn(tally: Tally, answer: number) {
  const { names, words } = tally
  const competitorsStart = headLength + 5 * tally.answers
  const discoveredStart = competitorsStart + (words[1] as number)
  const list = (number: number, start: number) =>
    words.subarray(
      start + (answer === 0 ? 0 : column(number, tally, answer - 1)),
      start + column(number, tally, answer),
    )
  return {
    competitorIds: Array.from(list(3, competitorsStart), (place) => names.competitors[place] ?? ''),
    discovered: Array.from(list(4, discoveredStart), (place) => names.discovered[place] ?? ''),
  }
}

/** The answers of a tally in words. */
export function answersOf(tally: Tally): TalliedAnswer[] {
  return Array.from({ length: tally.answers }, (_, answer) => ({
    promptId: tally.names.prompts[promptOf(tally, answer)] ?? '',
    turn: turnOf(tally, answer),
    rank: rankOf(tally, answer),
    mentioned: isMentioned(tally, answer),
    ownedSourceCited: isOwnedCited(tally, answer),
    position: positionOf(tally, answer) || null,
    sentiment: sentimentOf(tally, answer),
    ...namesIn(tally, answer),
  }))
}

export type TalliedAnswer = Pick<
  Counted,
  | 'promptId'
  | 'turn'
  | 'mentioned'
  | 'ownedSourceCited'
  | 'position'
  | 'sentiment'
  | 'competitorIds'
  | 'discovered'
> & { rank: number }

/** By code unit, so that every machine packs alike. */
function compareText(a: string, b: string) {
  if (a === b) return 0
  return a < b ? -1 : 1
}
