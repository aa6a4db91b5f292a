import { RequestError } from '@octokit/request-error'
import { findDatabaseError } from '../db/errors.ts'
import { ExplainedError } from '../errors.ts'
import { utcTime } from '../text/utc-time.ts'

type Reason = 'unauthorized' | 'forbidden' | 'not_found' | 'empty' | 'rate_limited' | 'unreachable' | 'failed'

/** Why a request to the code host failed, in one sentence that never contains a token. */
export class CodeHostError extends ExplainedError {
  constructor(
    readonly reason: Reason,
    message: string,
    /** When the rate limit allows the next request. */
    readonly retryAt?: Date,
  ) {
    super(message)
  }
}

// Octokit's own messages are dropped: they may quote a response or the rejected header.
export function toCodeHostError(error: unknown, apiUrl: string, now: Date): unknown {
  if (!(error instanceof RequestError)) return error
  if (!error.response && (error.cause instanceof CodeHostError || findDatabaseError(error.cause)))
    return error.cause
  if (!error.response) return new CodeHostError('unreachable', `GitHub could not be reached at ${apiUrl}.`)
  const retryAt = nextRequestAt(error, now)
  if (retryAt) {
    const message = `GitHub API rate limit reached until ${utcTime(retryAt)}.`
    return new CodeHostError('rate_limited', message, retryAt)
  }
  const path = new URL(error.request.url).pathname
  if (error.status === 401) {
    const isSent = error.request.headers.authorization !== undefined
    return new CodeHostError(
      'unauthorized',
      isSent
        ? `GitHub refused the token of ${repositoryIn(path)}. Enter a new one.`
        : `GitHub requires a token for ${repositoryIn(path)}. Enter one on the General tab of the repository.`,
    )
  }
  if (error.status === 403 || error.status === 451)
    return new CodeHostError(
      'forbidden',
      `GitHub refuses access to ${path}. Check the permissions of the token of ${repositoryIn(path)}${lacksSso(error) ? `, and authorize it for the organization's single sign-on (SAML)` : ''}.`,
    )
  if (error.status === 404 || error.status === 422) {
    const message = `GitHub found nothing at ${path}: it does not exist, or a token that may read it is needed.`
    return new CodeHostError('not_found', message)
  }
  // GitHub's status for the history of an empty repository.
  if (error.status === 409) return new CodeHostError('empty', 'The repository is empty.')
  return new CodeHostError('failed', `GitHub answered ${path} with status ${error.status}.`)
}

/** True if GitHub refuses the token only because it is not authorized for the single sign-on of an organization. */
const lacksSso = ({ response }: RequestError) =>
  String(response?.headers['x-github-sso']).startsWith('required')

/** `acme/rocket` in a path under `/repos`. */
const repositoryIn = (path: string) => /\/repos\/([^/]+\/[^/]+)/.exec(path)?.[1] ?? 'this repository'

const minute = 60 * 1000

function nextRequestAt({ status, message, response }: RequestError, now: Date): Date | null {
  if (status !== 403 && status !== 429) return null
  const headers = response?.headers ?? {}
  const afterSeconds = Number(headers['retry-after'])
  if (afterSeconds > 0) return new Date(now.getTime() + afterSeconds * 1000)
  const resetSeconds = Number(headers['x-ratelimit-reset'])
  if (headers['x-ratelimit-remaining'] === '0' && resetSeconds > 0) return new Date(resetSeconds * 1000)
  // A secondary limit may not say how long it lasts; GitHub asks clients to wait a minute then.
  return status === 429 || /rate limit/i.test(message) ? new Date(now.getTime() + minute) : null
}
