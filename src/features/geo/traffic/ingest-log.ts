import pLimit from 'p-limit'
import type { Context } from '../../../context.ts'
import { AppError, badRequest, tooLarge, unavailable } from '../../../errors.ts'
import { readBody } from '../../../http/body.ts'
import { buckets } from '../../../http/buckets.ts'
import { inflate, isGzipped } from '../../../http/inflate.ts'
import { type LimitUsage, spend } from '../../../http/rate-limits.ts'
import { readBareHost } from '../../../net/bare-host.ts'
import { type LogFormat, logFormats } from '../../../traffic/access-log.ts'
import { readLines } from '../../../traffic/log-lines.ts'
import { createLogImport, type ImportSummary, LogFormatError } from './import-log.ts'
import { authorize } from './ingest.ts'
import type { TokenHosts } from './tracked-hosts.ts'

const maxBytes = 5 * 1024 * 1024
/** Lines of one request. */
export const maxLines = 10_000
/** Requests that wait for the one whose lines are read. */
const maxWaiting = 10
const chunkBytes = 64 * 1024

/**
 * Returns a function that stores the visits of the lines in a request, one request at a time, and returns how many were
 * stored. 401 before anything else is read; 413 for more lines or bytes than allowed, also after inflating.
 */
export function createLogIntake(
  ctx: Context,
): (request: Request) => Promise<{ usage: LimitUsage; summary: ImportSummary }> {
  const oneAtATime = pLimit(1)
  return async (request) => {
    const tracked = await authorize(ctx, request)
    const { format, host } = readQuery(request)
    const isPacked = isGzipped(request)
    const usage = await spend(ctx, buckets.ingestLog, tracked.organizationId)
    if (oneAtATime.pendingCount >= maxWaiting)
      throw unavailable('Too many imports right now. Try again in a moment.')
    using body = await readBody(request, maxBytes, { budget: ctx.inputBudget, mayBeGzipped: true })
    const summary = await oneAtATime(async () =>
      importLines(ctx, tracked, await unpack(body.bytes, isPacked), format, host),
    )
    return { usage, summary }
  }
}

function readQuery(request: Request): { format: LogFormat | null; host: string | null } {
  const { searchParams } = new URL(request.url)
  const name = searchParams.get('format')
  const format = logFormats.find((each) => each === name) ?? null
  if (name !== null && format === null) throw badRequest(`format must be one of ${logFormats.join(', ')}`)
  const text = searchParams.get('host')
  const host = text === null ? null : readBareHost(text)
  if (text !== null && host === null) throw badRequest('host must be a host such as docs.acme.com')
  return { format, host }
}

/** The lines of a body. A gzipped file may also be sent without a Content-Encoding. */
function unpack(bytes: Uint8Array, isPacked: boolean): Promise<Uint8Array> | Uint8Array {
  if (!isPacked && !(bytes[0] === 0x1f && bytes[1] === 0x8b)) return bytes
  return inflate(bytes, maxBytes, 'The inflated body may be at most 5 MiB')
}

async function importLines(
  ctx: Context,
  tracked: TokenHosts,
  bytes: Uint8Array,
  format: LogFormat | null,
  host: string | null,
): Promise<ImportSummary> {
  if (countLines(bytes) > maxLines) throw tooLarge(`A request may have at most ${maxLines} lines`)
  const log = createLogImport(ctx, { tracked, format, host, isDryRun: false })
  try {
    for await (const lines of readLines(chunksOf(bytes))) await log.add(lines)
    return await log.end()
  } catch (error) {
    if (error instanceof LogFormatError) throw badRequest(sentences[error.reason])
    throw new AppError(502, 'Ingest failed', { cause: error })
  }
}

const sentences = {
  unknownFormat: 'The format of these lines is not known: name it with the query parameter format',
  noUserAgent: 'These lines have no user agent: use the combined format of your web server',
  noHost: 'These lines have no host: name it with the query parameter host',
}

/** Lines that are not empty at the end of the text. */
function countLines(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++
  return bytes.length > 0 && bytes.at(-1) !== 10 ? count + 1 : count
}

async function* chunksOf(bytes: Uint8Array) {
  for (let start = 0; start < bytes.length; start += chunkBytes)
    yield bytes.subarray(start, start + chunkBytes)
}
