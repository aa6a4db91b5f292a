/** One answer of a prompt's history. */
export type Check = {
  scanId: string
  engine: string
  /** False if a page had no AI answer. */
  shown: boolean
  mentioned: boolean
  /** Whether it only repeats the question, which is no mention. */
  echo: boolean
  position: number | null
  competitors: string[]
  capturedAt: string
}

/** The result of a scan for one prompt, compared with the previous scan. */
export type Entry = {
  scanId: string
  at: string
  named: number
  total: number
  /** The best position among the engines that name the brand. */
  position: number | null
  /** Engines that name it now and did not before, the reverse, and the position before; null in the first scan. */
  change: { gained: string[]; lost: string[]; positionBefore: number | null } | null
  /** Competitors that no engine named in the previous scan. */
  newNames: string[]
}

/** The scans of a prompt, newest first. Pages without an AI answer do not count. */
export function readHistory(checks: Check[]): Entry[] {
  const answered = checks
    .filter(({ shown }) => shown)
    .map(({ echo, ...check }) => ({ ...check, echo, mentioned: check.mentioned && !echo }))
  const scans = [...Map.groupBy(answered, ({ scanId }) => scanId).values()].toSorted((one, other) =>
    startOf(other).localeCompare(startOf(one)),
  )
  return scans.map((answers, place) => compareWith(answers, scans[place + 1]))
}

function compareWith(answers: Check[], before: Check[] | undefined): Entry {
  const named = answers.filter(({ mentioned }) => mentioned)
  const known = new Set(before?.flatMap(({ competitors }) => competitors))
  const names = new Set(answers.flatMap(({ competitors }) => competitors))
  return {
    scanId: answers[0]?.scanId ?? '',
    at: startOf(answers),
    named: named.length,
    total: answers.length,
    position: bestOf(answers),
    change: before ? changeOf(answers, before) : null,
    newNames: before ? [...names].filter((name) => !known.has(name)) : [],
  }
}

/** Engines that answered in both scans. */
function changeOf(answers: Check[], before: Check[]): NonNullable<Entry['change']> {
  const was = new Map(before.map(({ engine, mentioned }) => [engine, mentioned]))
  const turned = (to: boolean) =>
    answers.filter(({ engine, mentioned }) => mentioned === to && was.get(engine) === !to)
  return {
    gained: turned(true).map(toEngine),
    lost: turned(false).map(toEngine),
    positionBefore: bestOf(before),
  }
}

function bestOf(answers: Check[]): number | null {
  const positions = answers.flatMap(({ mentioned, position }) =>
    mentioned && position !== null ? [position] : [],
  )
  return positions.length > 0 ? Math.min(...positions) : null
}

const toEngine = ({ engine }: Check) => engine
const startOf = (answers: Check[]) => answers.map(({ capturedAt }) => capturedAt).toSorted()[0] ?? ''
