import { oneLine, shorten } from '../text/line.ts'
import type { Service } from './service.ts'

/** What the answer of a service means. `wait` may be tried again after so many seconds; `unknown` may have been sent. */
export type Outcome =
  | { kind: 'sent'; remoteId: string | null }
  | { kind: 'refused'; reason: string }
  | { kind: 'wait'; reason: string; seconds: number | null }
  | { kind: 'unknown'; reason: string }

type Answer = { status: number; retryAfter: string | null; text: string }

const names: Record<Service, string> = {
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Teams',
  mattermost: 'Mattermost',
  telegram: 'Telegram',
  ntfy: 'ntfy',
  gotify: 'Gotify',
  'google-chat': 'Google Chat',
  json: 'The server',
}

/** Shorter parts of an address are words such as "services" and "topic". */
const minSecret = 6

/** Reads the answer of a service to a message. */
export function readAnswer(service: Service, { status, retryAfter, text }: Answer): Outcome {
  const body = parse(text)
  if (status >= 200 && status < 300 && body.ok !== false) return { kind: 'sent', remoteId: idOf(body) }
  const { message: nested } = (typeof body.error === 'object' ? (body.error ?? {}) : {}) as Body
  const message = body.description ?? body.message ?? body.errorDescription ?? nested ?? body.error ?? text
  const line = oneLine(typeof message === 'string' ? message : JSON.stringify(message))
  const detail = /^\s*</.test(text) || line === '' ? '' : `: ${shorten(line, 200)}`
  const reason = `${names[service]} returned status ${status}${detail}`
  if (status === 429 || status === 503) return { kind: 'wait', reason, seconds: secondsIn(body, retryAfter) }
  // A proxy answers like this too after the service has accepted the message.
  if (status >= 500)
    return { kind: 'unknown', reason: `${reason.replace(/\.$/, '')}. The message may have been sent.` }
  return { kind: 'refused', reason }
}

/** A text without the secret parts of an address, which a server may repeat in its answer. */
export function hideAddress(text: string, { url, token }: { url: string; token?: string | null }): string {
  const { pathname, searchParams } = new URL(url)
  const parts = [...pathname.split('/'), ...searchParams.values(), token ?? '']
  const secrets = parts.filter((part) => part.length >= minSecret)
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
}

type Body = Record<string, unknown>

function parse(text: string): Body {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Body) : {}
  } catch {
    return {}
  }
}

/** The id of the message: Discord, ntfy and Gotify name it `id`, Telegram `message_id`, Google Chat `name`. */
function idOf(body: Body): string | null {
  const { message_id: messageId } = (body.result ?? {}) as Body
  const id = body.id ?? messageId ?? body.name
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 200) : null
}

function secondsIn(body: Body, retryAfter: string | null): number | null {
  const { retry_after: nested } = (body.parameters ?? {}) as Body
  const seconds = Number(body.retry_after ?? nested ?? retryAfter ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(3600, Math.ceil(seconds)) : null
}
