import type { Context } from '../../../context.ts'
import { nextTurn } from '../../../slices.ts'
import { detectLogFormat, type LogEntry, type LogFormat, readLogLine } from '../../../traffic/access-log.ts'
import type { FieldMap } from '../../../traffic/log-fields.ts'
import { isPageRequest } from '../../../traffic/page-requests.ts'
import { createLineKeys } from './line-keys.ts'
import { prepareVisit } from './prepare-visit.ts'
import { maxUrl, type VisitFacts } from './read-visit.ts'
import { countNewVisits, type ImportedVisit, importVisits } from './store-import.ts'
import type { TokenHosts } from './tracked-hosts.ts'

/** Why a line is not stored. */
export const skipReasons = {
  tooLong: 'longer than 64 KB',
  unreadable: 'not in the format of the file',
  future: 'of a time that is still to come',
  notPage: 'not the request of a page',
  human: 'a person or a classic bot',
  foreignHost: 'of a host that the project does not track',
  known: 'already stored',
}
export type SkipReason = keyof typeof skipReasons

export type ImportSummary = {
  format: LogFormat | null
  lines: number
  stored: number
  skipped: Record<SkipReason, number>
}

export type ImportOptions = {
  tracked: TokenHosts
  /** Detected from the first lines if it is null. */
  format: LogFormat | null
  /** For formats without a host. */
  host: string | null
  /** The names of the fields of `nginx-json`, where they differ from those of nginx. */
  names?: FieldMap | null
  isDryRun: boolean
  /** How many visits are stored at once: storing 1,000 takes about 12 ms, during which a server does nothing else. */
  batch?: number
}

/** Why lines cannot be imported: they lack something, or their format is not known. */
export class LogFormatError extends Error {
  constructor(readonly reason: 'unknownFormat' | 'noUserAgent' | 'noHost') {
    super(reason)
  }
}

const standardBatch = 500
const sampleLines = 20
const linesPerTurn = 100

/**
 * Imports an access log, a batch of lines at a time: `add` receives them, `end` stores the rest and returns the
 * summary. Importing a line twice stores it once. Throws a LogFormatError for lines that cannot be used.
 */
export function createLogImport(
  ctx: Context,
  { tracked, format: given, host, isDryRun, names = null, batch = standardBatch }: ImportOptions,
) {
  const summary: ImportSummary = {
    format: given,
    lines: 0,
    stored: 0,
    skipped: { tooLong: 0, unreadable: 0, future: 0, notPage: 0, human: 0, foreignHost: 0, known: 0 },
  }
  const identify = createLineKeys(ctx.secrets.deriveKey('log lines'))
  let sample: string[] | null = given === null ? [] : null
  let waiting = new Map<string, ImportedVisit>()

  async function add(lines: (string | null)[]): Promise<void> {
    for (const line of lines) {
      summary.lines++
      if (summary.lines % linesPerTurn === 0) await nextTurn()
      if (line === null) summary.skipped.tooLong++
      else if (sample) {
        sample.push(line)
        if (sample.length >= sampleLines) await readSample()
      } else {
        const work = take(line)
        if (work) await work
      }
    }
  }

  async function readSample() {
    const lines = sample ?? []
    sample = null
    summary.format = usable(detectLogFormat(lines))
    for (const line of lines) await take(line)
  }

  /** Returns undefined if there is nothing to await, which saves a microtask per line. */
  function take(line: string): Promise<void> | undefined {
    const entries = summary.format && readLogLine(summary.format, line, names)
    const visits = (entries ?? []).flatMap((entry) => readEntry(entry) ?? [])
    if (!entries) summary.skipped.unreadable++
    return visits.length > 0 ? keep(line, visits) : undefined
  }

  /** The facts of a request; null, and counted, if it is none of a page. */
  function readEntry(entry: LogEntry): { entry: LogEntry; facts: VisitFacts } | null {
    const name = entry.host ?? host
    if (name === null) throw new LogFormatError('noHost')
    const text = `${entry.scheme ?? 'http'}://${name}${entry.target}`
    const url = text.length > maxUrl ? null : URL.parse(text)
    if (!url) summary.skipped.unreadable++
    else if (isToCome(entry.at, ctx.now())) summary.skipped.future++
    else if (!isPageRequest(entry.method, url.pathname)) summary.skipped.notPage++
    else return { entry, facts: factsOf(entry, url) }
    return null
  }

  async function keep(line: string, visits: { entry: LogEntry; facts: VisitFacts }[]) {
    for (const { entry, facts } of visits) {
      const prepared = await prepareVisit(ctx, tracked, facts)
      if (prepared.outcome === 'human' || prepared.outcome === 'foreignHost')
        summary.skipped[prepared.outcome]++
      if (prepared.outcome !== 'stored') continue
      const key = identify(line, entry)
      if (waiting.has(key)) summary.skipped.known++
      waiting.set(key, { key, visit: prepared.visit })
      if (waiting.size >= batch) await store()
    }
  }

  async function store() {
    const visits = [...waiting.values()]
    waiting = new Map()
    const stored = await (isDryRun ? countNewVisits : importVisits)(ctx, visits)
    summary.stored += stored
    summary.skipped.known += visits.length - stored
  }

  async function end(): Promise<ImportSummary> {
    if (sample && sample.length > 0) await readSample()
    await store()
    return summary
  }

  return { add, end, summary }
}

/** Clocks of servers may be some minutes ahead. */
const isToCome = (at: Date, now: Date) => at.getTime() > now.getTime() + 300_000

function usable(format: ReturnType<typeof detectLogFormat>): LogFormat {
  if (format === 'common') throw new LogFormatError('noUserAgent')
  if (format === null) throw new LogFormatError('unknownFormat')
  return format
}

const maxUserAgent = 1024
const maxReferer = 2048

function factsOf({ method, at, ip, country, referer, userAgent, status }: LogEntry, url: URL): VisitFacts {
  return {
    method,
    url,
    at,
    ip,
    country,
    referer: referer?.slice(0, maxReferer) ?? null,
    userAgent: userAgent?.slice(0, maxUserAgent) ?? null,
    status,
    // Logs have neither.
    accept: null,
    signals: null,
    signature: null,
  }
}
