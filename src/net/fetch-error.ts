import { AppError, ExplainedError } from '../errors.ts'

type Reason =
  /** Herald does not fetch it: a private address, another scheme, a rule of robots.txt. */
  | 'refused'
  /** The host or the page does not exist. */
  | 'missing'
  /** No response, or a server error; a retry may help. */
  | 'unreachable'
  /** The response is not a readable page. */
  | 'unusable'

/** Why a page was not read, in one sentence for the user. */
export class FetchError extends ExplainedError {
  constructor(
    readonly reason: Reason,
    message: string,
  ) {
    super(message)
  }
}

const notResolved = ['EAI_AGAIN', 'ETIMEOUT', 'ESERVFAIL', 'ECONNREFUSED', 'DNS_ETIMEOUT', 'DNS_ESERVFAIL']

/** A resolver's error as a sentence: the name does not exist, or the name server does not respond. */
export function toResolveError(error: unknown, host: string): FetchError {
  const code = String((error as NodeJS.ErrnoException)?.code)
  if (notResolved.includes(code)) return new FetchError('unreachable', `The name ${host} cannot be resolved.`)
  return new FetchError('missing', `The host ${host} does not exist.`)
}

/** A connection's error as a sentence; permanent errors are separate. */
export function toConnectionError(error: unknown, host: string): FetchError {
  const code = String((error as NodeJS.ErrnoException)?.code)
  if (/^Z_|BROTLI|ERR__ERROR/.test(code)) {
    return new FetchError('unusable', `The response of ${host} is malformed.`)
  }
  if (/CERT|VERIFY|ERR_TLS/.test(code)) {
    return new FetchError('unusable', `The certificate of ${host} is not valid.`)
  }
  return new FetchError('unreachable', `The host ${host} cannot be reached.`)
}

/** Converts the error of a text that needs too much work or could not be queued; rethrows other errors. */
export function toFetchError(error: unknown, sentence: string): FetchError {
  if (!(error instanceof AppError)) throw error
  return new FetchError(error.status === 503 ? 'unreachable' : 'unusable', sentence)
}
