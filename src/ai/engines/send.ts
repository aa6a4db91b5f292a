import { readCappedText } from '../../net/read-capped.ts'
import { ModelError } from '../error.ts'
import { isWebPage } from '../web-page.ts'
import type { Engine } from './engine.ts'
import { type Json, record } from './json.ts'

export type EngineRequest = {
  method: 'GET' | 'POST'
  /** Appended to the base URL of the engine. */
  path: string
  headers: Record<string, string>
  body?: unknown
  maxMebibytes: number
}

export type EngineResponse = { status: number; retryAfter: string | null; body: string }

/** Sends a request to the endpoint of an engine and returns the response; throws a ModelError without one. */
export async function sendRequest(
  engine: Engine,
  { method, path, headers: sent, body: content, maxMebibytes }: EngineRequest,
  signal: AbortSignal,
): Promise<EngineResponse> {
  const timeout = AbortSignal.timeout(engine.timeoutSeconds * 1000)
  try {
    const response = await fetch(`${engine.baseUrl}${path}`, {
      method,
      headers: content === undefined ? sent : { 'content-type': 'application/json', ...sent },
      ...(content === undefined ? {} : { body: JSON.stringify(content) }),
      // A redirect would send the key to another host.
      redirect: 'manual',
      // While an engine thinks, the socket may be idle for longer than Bun's default; the time-out of the
      // engine applies.
      timeout: false,
      signal: AbortSignal.any([signal, timeout]),
    })
    const { status, headers } = response
    const tooLarge = () =>
      new ModelError(
        'unusable',
        `The endpoint of ${engine.id} returned a response of more than ${maxMebibytes} MiB.`,
      )
    const body = await readCappedText(response.body, maxMebibytes * 1024 * 1024, tooLarge)
    return { status, retryAfter: headers.get('retry-after'), body }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ModelError) throw error
    if (timeout.aborted)
      throw new ModelError(
        'timed_out',
        `${engine.id} did not answer within ${engine.timeoutSeconds} seconds.`,
      )
    throw new ModelError('unavailable', `The endpoint of ${engine.id} cannot be reached.`)
  }
}

/** The JSON object in the body of a response; null if there is none. */
export function parseAnswer(body: string): Json | null {
  try {
    const answer = record(JSON.parse(body))
    return Object.keys(answer).length > 0 ? answer : null
  } catch {
    return null
  }
}

/** For a response that is not in the format of its API. */
export function unreadable({ id }: Pick<Engine, 'id'>, body: string, said?: string): ModelError {
  const problem = isWebPage(body)
    ? `The endpoint of ${id} answered with a web page instead of JSON: check its baseUrl, or a proxy in front of it.`
    : `The endpoint of ${id} returned a response that cannot be parsed.`
  return new ModelError('unusable', problem, undefined, said)
}
