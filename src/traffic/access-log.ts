import { type FieldMap, renameFields } from './log-fields.ts'

/** A request as a web server logged it. What the format lacks is null. */
export type LogEntry = {
  at: Date
  ip: string | null
  method: string
  host: string | null
  scheme: 'http' | 'https' | null
  /** Path and query. */
  target: string
  status: number | null
  userAgent: string | null
  referer: string | null
  country: string | null
  /** Identifies the request among several entries about it. */
  requestId: string | null
}

export const logFormats = ['combined', 'vhost', 'caddy', 'nginx-json', 'cloudflare', 'vercel'] as const
export type LogFormat = (typeof logFormats)[number]

/**
 * Reads one line; null if it has no request in this format. A line of Vercel may have several. `names` are those of the
 * fields of `nginx-json`, where they differ from the names of nginx's variables.
 */
export function readLogLine(
  format: LogFormat,
  line: string,
  names: FieldMap | null = null,
): LogEntry[] | null {
  if (format === 'combined' || format === 'vhost') {
    const entry = readCombined(format, line)
    return entry && [entry]
  }
  const value = parseObject(line)
  if (value === null) return null
  const values = Array.isArray(value) ? value : [value]
  const entries = values.map((each) =>
    isObject(each) ? readers[format](names ? renameFields(each, names) : each) : null,
  )
  const found = entries.filter((entry) => entry !== null)
  return found.length > 0 ? found : null
}

/** A format, `common` for lines without a user agent, or null if most of the first lines fit none. */
export function detectLogFormat(lines: string[]): LogFormat | 'common' | null {
  const sample = lines.filter((line) => line.trim() !== '').slice(0, 20)
  const fits = (test: (line: string) => boolean) => sample.filter(test).length * 2 > sample.length
  const found = logFormats.find((format) => fits((line) => readLogLine(format, line) !== null))
  if (found) return found
  return fits((line) => common.test(line)) ? 'common' : null
}

const quoted = String.raw`"((?:[^"\\]|\\.)*)"`
// The user may contain spaces. Bounded repetitions keep a hostile line linear.
const start = String.raw`([0-9a-fA-F.:]{2,45}|[\w.-]{1,253}) \S{1,256} [^[]{1,256}? \[([^\]]{20,32})\] ${quoted} (\d{3}) (?:\d{1,20}|-)`
const combined = new RegExp(`^${start} ${quoted} ${quoted}(?: |$)`)
const hostAndPort = String.raw`([\w.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\]):(\d{1,5})`
const vhost = new RegExp(`^${hostAndPort} ${start} ${quoted} ${quoted}(?: |$)`)
const common = new RegExp(`^${start}\\s*$`)

function readCombined(format: 'combined' | 'vhost', line: string): LogEntry | null {
  const found = (format === 'vhost' ? vhost : combined).exec(line)
  if (!found) return null
  const fields = found.slice(1)
  const [host = null, port = null] = format === 'vhost' ? fields.splice(0, 2) : []
  const [ip = '', time = '', request = '', status = '', referer = '', userAgent = ''] = fields
  const at = readLocalTime(time)
  const asked = readRequest(unescapeText(request))
  if (!at || !asked) return null
  const { method, target, ofHost } = asked
  return {
    ...{ method, target, at, ip },
    host: ofHost ?? host,
    scheme: port === '443' ? 'https' : null,
    status: readStatus(status),
    userAgent: presentText(unescapeText(userAgent)),
    referer: presentText(unescapeText(referer)),
    country: null,
    requestId: null,
  }
}

const presentText = (text: string) => (text === '-' || text === '' ? null : text)

type Target = { target: string; ofHost: string | null }

/** `GET /path HTTP/1.1`; null for bytes of TLS and the like. */
function readRequest(text: string): ({ method: string } & Target) | null {
  const [, method, target] = /^([A-Z]{1,16}) (\S{1,4096})(?: HTTP\/\d(?:\.\d)?)?$/.exec(text) ?? []
  const path = target === undefined ? null : readTarget(target)
  return method && path ? { method, ...path } : null
}

/** Path and query of a request target. Requests to a proxy name a whole URL, whose host may be a foreign one. */
function readTarget(target: string): Target | null {
  if (target.startsWith('/')) return { target, ofHost: null }
  const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null
  return url && { target: url.pathname + url.search, ofHost: url.hostname }
}

const escapes: Record<string, number> = { n: 10, t: 9, r: 13, b: 8, f: 12, v: 11 }

/** Reads the escapes of nginx (`\xHH`) and Apache (`\"`, `\\`, `\t`). */
function unescapeText(text: string): string {
  if (!text.includes('\\')) return text
  const parts: Buffer[] = []
  for (const [part] of text.matchAll(/\\x[0-9a-fA-F]{2}|\\.|[^\\]+/g)) {
    if (!part.startsWith('\\')) parts.push(Buffer.from(part))
    else if (part.length === 4) parts.push(Buffer.from(part.slice(2), 'hex'))
    else {
      const code = escapes[part[1] ?? '']
      parts.push(code === undefined ? Buffer.from(part.slice(1)) : Buffer.from([code]))
    }
  }
  return Buffer.concat(parts).toString('utf8')
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

let previousText = ''
let previousTime: Date | null = null

/** `21/Nov/2026:15:20:30 +0000`. Most lines have the time of the line before. */
function readLocalTime(text: string): Date | null {
  if (text !== previousText) {
    previousText = text
    previousTime = parseLocalTime(text)
  }
  return previousTime
}

function parseLocalTime(text: string): Date | null {
  const found = /^(\d{2})\/(\w{3})\/(\d{4}):(\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2})$/.exec(text)
  if (!found) return null
  const [, day, name = '', year, clock, hours, minutes] = found
  const month = String(months.indexOf(name) + 1).padStart(2, '0')
  return checkedTime(Date.parse(`${year}-${month}-${day}T${clock}${hours}:${minutes}`))
}

const firstTime = Date.UTC(1990)
const lastTime = Date.UTC(2100)

function checkedTime(milliseconds: number): Date | null {
  return milliseconds >= firstTime && milliseconds < lastTime ? new Date(milliseconds) : null
}

/** RFC 3339, or a number of seconds, milliseconds, microseconds or nanoseconds. */
function readTime(value: unknown): Date | null {
  if (typeof value === 'string' && !/^\d+(?:\.\d+)?$/.test(value))
    return checkedTime(Date.parse(value)) ?? readLocalTime(value)
  let time = typeof value === 'string' ? Number(value) : value
  if (typeof time !== 'number' || !Number.isFinite(time)) return null
  if (time < 1e11) time *= 1e3
  while (time > 1e14) time /= 1e3
  return checkedTime(Math.floor(time))
}

function readStatus(value: unknown): number | null {
  const status = Number(value)
  return Number.isInteger(status) && status >= 100 && status <= 599 ? status : null
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseObject(line: string): unknown {
  if (!/^\s*[[{]/.test(line)) return null
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

const objectOf = (value: unknown): Json => (isObject(value) ? value : {})
/** A text, or the first of a list. */
function textOf(value: unknown): string | null {
  const first = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' && first !== '' && first !== '-' ? first : null
}

/** The value of the first of several names that a line has. */
const firstOf = (line: Json, names: string[]) =>
  names.map((name) => line[name]).find((value) => value !== undefined && value !== null)

/** The host without its port. */
const hostOf = (value: unknown) => textOf(value)?.replace(/:\d{1,5}$/, '') ?? null

type Fields = { [K in keyof Omit<LogEntry, 'scheme' | 'requestId'>]: unknown } & {
  scheme?: unknown
  requestId?: unknown
}

function toEntry({ at, method, target, host, ip, status, userAgent, referer, country, ...rest }: Fields) {
  const time = readTime(at)
  const name = textOf(method)
  const path = readTarget(textOf(target) ?? '')
  if (!time || !name || !path || !/^[A-Z]{1,16}$/.test(name)) return null
  return {
    at: time,
    ip: textOf(ip),
    method: name,
    host: path.ofHost ?? hostOf(host),
    scheme: rest.scheme === 'https' || rest.scheme === 'http' ? rest.scheme : null,
    target: path.target,
    status: readStatus(status),
    userAgent: textOf(userAgent),
    referer: textOf(referer),
    country: textOf(country),
    requestId: textOf(rest.requestId),
  } satisfies LogEntry
}

const readers: Record<Exclude<LogFormat, 'combined' | 'vhost'>, (line: Json) => LogEntry | null> = {
  caddy(line) {
    if (!String(line.logger ?? '').startsWith('http.log.access')) return null
    const request = objectOf(line.request)
    const headers = objectOf(request.headers)
    return toEntry({
      at: line.ts,
      method: request.method,
      target: request.uri,
      host: request.host,
      scheme: isObject(request.tls) ? 'https' : 'http',
      ip: request.client_ip ?? request.remote_ip,
      status: line.status,
      userAgent: headers['User-Agent'],
      referer: headers.Referer,
      country: null,
    })
  },
  'nginx-json'(line) {
    const userAgent = firstOf(line, ['http_user_agent', 'user_agent', 'userAgent', 'agent'])
    if (userAgent === undefined) return null
    const asked = readRequest(textOf(line.request) ?? '')
    return toEntry({
      at: firstOf(line, ['time_iso8601', 'msec', 'time_local', 'timestamp', 'time', '@timestamp']),
      method: firstOf(line, ['request_method', 'method']) ?? asked?.method,
      target: firstOf(line, ['request_uri', 'uri', 'path']) ?? asked?.target,
      host: firstOf(line, ['host', 'http_host', 'vhost', 'server_name']),
      scheme: line.scheme,
      ip: firstOf(line, ['remote_addr', 'client_ip', 'remote_ip', 'ip']),
      status: line.status,
      userAgent,
      referer: firstOf(line, ['http_referer', 'referer', 'referrer']),
      country: null,
    })
  },
  cloudflare(line) {
    if (!('EdgeStartTimestamp' in line)) return null
    return toEntry({
      at: line.EdgeStartTimestamp,
      method: line.ClientRequestMethod,
      target: line.ClientRequestURI,
      host: line.ClientRequestHost,
      scheme: line.ClientRequestScheme,
      ip: line.ClientIP,
      status: line.EdgeResponseStatus,
      userAgent: line.ClientRequestUserAgent,
      referer: line.ClientRequestReferer,
      country: line.ClientCountry,
      requestId: line.RayID,
    })
  },
  vercel(line) {
    const proxy = objectOf(line.proxy)
    // A revalidation in the background has the status -1.
    if (!('deploymentId' in line) || proxy.statusCode === -1) return null
    return toEntry({
      at: proxy.timestamp,
      method: proxy.method,
      target: proxy.path,
      host: proxy.host,
      scheme: proxy.scheme ?? 'https',
      ip: proxy.clientIp,
      status: proxy.statusCode,
      userAgent: proxy.userAgent,
      referer: proxy.referer,
      country: null,
      requestId: line.requestId,
    })
  },
}
