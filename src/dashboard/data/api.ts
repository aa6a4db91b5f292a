import { treaty } from '@elysiajs/eden'
import type { TypedApi } from '../../api.ts'
import { serverUrl } from '../kit/base-path.ts'
import { Problem } from '../kit/problem.ts'
import { noteOffline, noteSignedOut } from './signals.ts'
import * as strings from './strings.ts'

let organizationId: string | null = null

/** Sets the organization of this document's requests; returns false if they already belong to another. */
export function chooseOrganization(id: string): boolean {
  organizationId ??= id
  return organizationId === id
}

/** The client of the API, typed by the server's list of routes. */
export const api = treaty<TypedApi>(serverUrl, {
  parseDate: false,
  headers: () => (organizationId ? { 'X-Organization-Id': organizationId } : {}),
})

/** Asks for an answer within 20 seconds, or for a URL to poll: proxies close requests after a minute. */
export const soon = { headers: { Prefer: 'respond-async, wait=20' } }

type Answer<T> =
  | { data: T; error: null; response?: Response }
  | { data: null; error: { status: unknown; value: unknown }; response?: Response }

/** The answer of an API call; a Problem if it failed. */
export async function ask<T>(call: Promise<Answer<T>>): Promise<T> {
  const answer = await call.catch(() => null)
  if (answer === null || (answer.error !== null && !answer.response)) {
    noteOffline(true)
    throw new Problem(0, strings.api.unreachable)
  }
  noteOffline(false)
  if (answer.error === null) return answer.data as T
  throw toProblem(Number(answer.error.status), bodyOf(answer.error.value), answer.response)
}

type Patient<T> = Exclude<T, { statusUrl: string }>

/**
 * Sends a request that may take minutes, and polls the URL that the server returns until it has the answer.
 */
export async function askPatiently<T extends object>(
  call: (options: typeof soon) => Promise<Answer<T>>,
): Promise<Patient<T>> {
  const { signal } = new AbortController()
  let data: T = await ask(call(soon))
  while ('statusUrl' in data) data = await (await open(String(data.statusUrl), { ...soon, signal })).json()
  return data as Patient<T>
}

/** Sends a request with a streamed answer; returns the response when it starts, or a Problem. */
export const begin = (path: string, body: object) =>
  open(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Reads a stream, in the same way. */
export const listen = (path: string, signal: AbortSignal) => open(path, { signal })

/** Reads a record as Markdown. The server sends it in pieces, which the typed client does not put together. */
export const readMarkdown = async (path: string) =>
  (await open(path, { headers: { Accept: 'text/markdown' } })).text()

/** Sends a request; returns the response, or a Problem. */
export async function open(path: string, request: RequestInit): Promise<Response> {
  const headers = { ...request.headers, 'X-Organization-Id': organizationId ?? '' }
  const answer = await fetch(serverUrl + path, { ...request, headers }).catch(() => null)
  request.signal?.throwIfAborted()
  noteOffline(answer === null)
  if (answer === null) throw new Problem(0, strings.api.unreachable)
  if (answer.ok) return answer
  throw toProblem(answer.status, bodyOf(await answer.text()), answer)
}

function toProblem(status: number, body: Record<string, unknown>, response?: Response): Problem {
  if (status === 401 && !String(response?.url).endsWith('/api/app/session')) noteSignedOut(true)
  const wait = response?.headers.get('retry-after')
  const sentence = String(body.error ?? strings.api.serverError(status))
  return new Problem(status, sentence, wait ? Number(wait) : null, body)
}

function bodyOf(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  try {
    return JSON.parse(String(value))
  } catch {
    return {}
  }
}

/** The parameters of a list; undefined and empty ones are left out, so that the server's defaults apply. */
export function queryOf(values: Record<string, string | number | boolean | undefined>): never {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  ) as never
}
