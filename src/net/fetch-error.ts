import { AppError, ExplainedError } from '../errors.ts'

type Reason =
  /** Herald does not go there: a private address, another scheme, a rule of robots.txt. */
  | 'refused'
  /** There is no such host or no such page. */
  | 'missing'
  /** Nothing came back, or an error of the server; another try may help. */
  | 'unreachable'
  /** What came back is no page that can be read. */
  | 'unusable'

/** Why a page was not read, in one sentence for the person who named it. */
export class FetchError extends ExplainedError {
  constructor(
    readonly reason: Reason,
    message: string,
  ) {
    super(message)
  }
}

const notResolved = ['EAI_AGAIN', 'ETIMEOUT', 'ESERVFAIL', 'ECONNREFUSED', 'DNS_ETIMEOUT', 'DNS_ESERVFAIL']

/** A resolver's error as a sentence: a name that does not exist, or a name server that does not answer. */
export function toResolveError(error: unknown, host: string): FetchError {
  const code = String((error as NodeJS.ErrnoException)?.code)
  if (notResolved.includes(code)) return new FetchError('unreachable', `The name ${host} cannot be resolved.`)
  return new FetchError('missing', `There is no host called ${host}.`)
}

/** A connection's error as a sentence; what waiting does not mend is told apart. */
export function toConnectionError(error: unknown, host: string): FetchError {
  const code = String((error as NodeJS.ErrnoException)?.code)
  if (/^Z_|BROTLI|ERR__ERROR/.test(code)) {
    return new FetchError('unusable', `The page at ${host} is broken.`)
  }
  if (/CERT|VERIFY|ERR_TLS/.test(code)) {
    return new FetchError('unusable', `The certificate of ${host} is not valid.`)
  }
  return new FetchError('unreachable', `The host ${host} cannot be reached.`)
}

/** Converts the error of a text that took too long or could not be queued; rethrows other errors. */
export function toFetchError(error: unknown, sentence: string): FetchError {
  if (!(error instanceof AppError)) throw error
  return new FetchError(error.status === 503 ? 'unreachable' : 'unusable', sentence)
}
