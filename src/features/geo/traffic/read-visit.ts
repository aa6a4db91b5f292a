import { badRequest } from '../../../errors.ts'

/** The facts of a visit as a tracker or a line of a log reports them, within their limits. */
export type VisitFacts = {
  method: string
  url: URL
  at: Date
  ip: string | null
  country: string | null
  referer: string | null
  userAgent: string | null
  accept: string | null
  signals: { clientHints: boolean; fetchMode: string | null } | null
  signature: { agent: string; input: string; value: string } | null
  status: number | null
}

/** Characters of a URL. */
export const maxUrl = 2048

const hour = 60 * 60_000
const invalid = () => badRequest('Invalid payload')

/** Reads the body of an ingest request; 400 `Invalid payload` or `Invalid url` (contract geo 11). */
export function readVisit(body: unknown, now: Date): VisitFacts {
  const fields = readObject(body)
  const method = readText(fields, 'method', 16)
  const url = readText(fields, 'url', maxUrl)
  readText(fields, 'requestId', 128)
  if (!method || !url) throw invalid()
  const geo = fields.geo === undefined || fields.geo === null ? {} : readObject(fields.geo)
  for (const name of ['region', 'city', 'timezone', 'latitude', 'longitude']) readText(geo, name, 128)
  const facts = {
    method,
    at: readTime(readText(fields, 'timestamp', 128), now),
    ip: readText(fields, 'ip', 128),
    country: readText(geo, 'country', 128),
    referer: readText(fields, 'referer', 2048),
    userAgent: readText(fields, 'userAgent', 1024),
    accept: readText(fields, 'accept', 1024),
    signals: readSignals(fields.signals),
    signature: readSignature(fields.signature),
    status: readStatus(fields.status),
  }
  readText(fields, 'acceptLanguage', 1024)
  return { ...facts, url: readUrl(url) }
}

function readObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid()
  return value as Record<string, unknown>
}

function readText(fields: Record<string, unknown>, name: string, max: number): string | null {
  const value = fields[name]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string' || value.length > max) throw invalid()
  return value
}

function readSignals(value: unknown): VisitFacts['signals'] {
  if (value === undefined || value === null) return null
  const { clientHints, fetchMode = null, tracing } = readObject(value)
  if (typeof clientHints !== 'boolean') throw invalid()
  if (fetchMode !== null && typeof fetchMode !== 'string') throw invalid()
  if (tracing !== undefined && typeof tracing !== 'boolean') throw invalid()
  return { clientHints, fetchMode }
}

function readSignature(value: unknown): VisitFacts['signature'] {
  if (value === undefined || value === null) return null
  const fields = readObject(value)
  const [agent, input, text] = ['agent', 'input', 'value'].map((name) => readText(fields, name, 2048))
  return agent && input && text ? { agent, input, value: text } : null
}

function readStatus(value: unknown): number | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 100 || value > 599) throw invalid()
  return value
}

/** A time that is missing, unreadable, older than a day or more than five minutes ahead becomes now. */
function readTime(text: string | null, now: Date): Date {
  const at = text === null ? Number.NaN : Date.parse(text)
  const isNear = at >= now.getTime() - 24 * hour && at <= now.getTime() + 5 * 60_000
  return isNear ? new Date(at) : now
}

function readUrl(text: string): URL {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.hostname) return url
  throw badRequest('Invalid url')
}
