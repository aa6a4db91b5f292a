import type { Context } from '../../../context.ts'
import { nextTurn } from '../../../slices.ts'
import { detectLogFormat, type LogEntry, type LogFormat, readLogLine } from '../../../traffic/access-log.ts'
import { isPageRequest } from '../../../traffic/page-requests.ts'
import { prepareVisit } from './prepare-visit.ts'
import { maxUrl } from './read-visit.ts'
import { countNewVisits, type ImportedVisit, importVisits } from './store-visits.ts'
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
  isDryRun: boolean
}

/** Why lines cannot be imported: they lack something, or their format is not known. */
export class LogFormatError extends Error {
  constructor(readonly reason: 'unknownFormat' | 'noUserAgent' | 'noHost') {
    super(reason)
  }
}

const maxPerBatch = 500
const sampleLines = 20
const linesPerTurn = 100
const secondsRemembered = 10

/**
 * Imports an access log, a batch of lines at a time: `add` receives them, `end` stores the rest and returns the
 * summary. Importing a line twice stores it once. Throws a LogFormatError for lines that cannot be used.
 */
export function createLogImport(ctx: Context, { tracked, format: given, host, isDryRun }: ImportOptions) {
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
      else if (!sample) await take(line)
      else {
        sample.push(line)
        if (sample.length >= sampleLines) await readSample()
      }
    }
  }

  async function readSample() {
    const lines = sample ?? []
    sample = null
    summary.format = usable(detectLogFormat(lines))
    for (const line of lines) await take(line)
  }

  async function take(line: string) {
    const entries = summary.format && readLogLine(summary.format, line)
    if (!entries) summary.skipped.unreadable++
    else for (const entry of entries) await importEntry(line, entry)
  }

  async function importEntry(line: string, entry: LogEntry) {
    const name = entry.host ?? host
    if (name === null) throw new LogFormatError('noHost')
    const text = `${entry.scheme ?? 'http'}://${name}${entry.target}`
    const url = text.length > maxUrl ? null : URL.parse(text)
    if (!url) summary.skipped.unreadable++
    else if (isToCome(entry.at, ctx.now())) summary.skipped.future++
    else if (!isPageRequest(entry.method, url.pathname)) summary.skipped.notPage++
    else {
      const prepared = await prepareVisit(ctx, tracked, { ...factsOf(entry), url })
      if (prepared.outcome === 'human' || prepared.outcome === 'foreignHost')
        summary.skipped[prepared.outcome]++
      else if (prepared.outcome === 'stored') await keep(identify(line, entry), prepared.visit)
    }
  }

  async function keep(key: string, visit: ImportedVisit['visit']) {
    if (waiting.has(key)) summary.skipped.known++
    waiting.set(key, { key, visit })
    if (waiting.size >= maxPerBatch) await store()
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

function factsOf({ method, at, ip, country, referer, userAgent, status }: LogEntry) {
  return {
    method,
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

/**
 * Returns a function that identifies a line by a keyed hash of its text and its ordinal among equal lines of its
 * second, or of the request that it names: a rotated file that overlaps the previous one has the same keys.
 */
function createLineKeys(key: Uint8Array) {
  const seconds = new Map<number, Map<string, number>>()
  const digest = (text: string) => new Bun.CryptoHasher('sha256', key).update(text).digest('hex').slice(0, 32)
  return (line: string, { at, requestId, target }: LogEntry): string => {
    if (requestId !== null) return digest(`request\n${requestId}\n${target}`)
    const second = Math.floor(at.getTime() / 1000)
    const lines = seconds.get(second) ?? new Map<string, number>()
    seconds.set(second, lines)
    for (const old of seconds.keys())
      if (seconds.size > secondsRemembered && old !== second) seconds.delete(old)
    const ordinal = lines.get(line) ?? 0
    lines.set(line, ordinal + 1)
    return digest(`line\n${ordinal}\n${line}`)
  }
}
