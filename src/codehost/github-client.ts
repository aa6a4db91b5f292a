import { Octokit } from '@octokit/core'
import pLimit from 'p-limit'
import type { Repository } from '../changelog/activity.ts'
import { asRepository, isPublic } from './github-answer.ts'
import { CodeHostError, toCodeHostError } from './github-error.ts'
import { createFetch, type Fetch } from './github-fetch.ts'
import type { Validated } from './github-shape.ts'
import type { SharedAnswers } from './shared-answers.ts'

export type GitHubOptions = {
  apiUrl: string
  token: string | null
  /** Refuse private repositories: the token belongs to the operator, and the caller may only see public ones. */
  publicOnly?: boolean
  signal?: AbortSignal
  fetch?: Fetch
  /** Caches responses. Wraps the whole request, so its own time does not count against `timeout`. */
  remember?: (fetch: Fetch) => Fetch
  /** Uses responses that other clients requested at this time of performance.now() or later. */
  shared?: { answers: SharedAnswers; freshFrom: number }
  now?: () => Date
  /** Time limit of one request in milliseconds. */
  timeout?: number
}

export type GitHubClient = ReturnType<typeof createClient>
type RepositoryName = Pick<Repository, 'owner' | 'name'>
type Parameters = Record<string, string | number | undefined>
type Parse<T> = (answer: unknown) => Validated<T>

const pageSize = 100
/** A long range reads many pages at once, and GitHub limits concurrent requests. */
const maxAtOnce = 10
const silent = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * Reads repositories of the code host with a concurrency limit, a timeout and errors that say what to do. It neither
 * waits nor retries: that is up to the caller and the job queue.
 */
export function createClient(options: GitHubOptions) {
  const {
    apiUrl,
    token,
    publicOnly = false,
    signal,
    fetch = globalThis.fetch,
    remember = (fetch) => fetch,
    shared,
    now = () => new Date(),
    timeout = 10_000,
  } = options
  const octokit = new Octokit({
    baseUrl: apiUrl,
    auth: token ?? undefined,
    userAgent: 'herald',
    log: silent,
    request: { fetch: remember(createFetch(apiUrl, fetch, timeout, signal)) },
  })
  const inTurn = pLimit(maxAtOnce)

  async function send(
    { owner, name }: RepositoryName,
    path: string,
    parameters: Parameters,
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' = 'GET',
  ) {
    // A name of only dots would leave `/repos`.
    if (/^\.+$/.test(owner) || /^\.+$/.test(name))
      throw new CodeHostError('not_found', 'No repository has this name.')
    try {
      return await inTurn(() =>
        octokit.request(`${method} /repos/{owner}/{repo}${path}`, {
          owner,
          repo: name,
          ...parameters,
          // Newer versions of the API leave out the merge commits of pull requests.
          headers: { 'x-github-api-version': '2022-11-28' },
        }),
      )
    } catch (error) {
      signal?.throwIfAborted()
      if ((error as Error).name === 'AbortError')
        throw new CodeHostError('unreachable', `GitHub did not answer within ${timeout / 1000} seconds.`)
      throw toCodeHostError(error, apiUrl, now())
    }
  }

  const checked = new Map<string, Promise<unknown>>()

  /** Checks a repository before the first read of it, once per client. */
  function refusePrivate(place: RepositoryName): Promise<unknown> {
    const name = `${place.owner}/${place.name}`.toLowerCase()
    const check =
      checked.get(name) ??
      ask(place, '', {}, asRepository).then(({ value }) => {
        if (!isPublic(value)) throw privateRepository(place)
      })
    checked.set(name, check)
    return check
  }

  async function ask<T>(place: RepositoryName, path: string, parameters: Parameters, read: Parse<T>) {
    if (publicOnly && path !== '') await refusePrivate(place)
    const request = async () => {
      const { length, ...value } = await askAlone(place, path, parameters, read)
      return { value, length }
    }
    if (!shared) return (await request()).value
    const key = JSON.stringify([apiUrl, token, place.owner, place.name, path, parameters])
    return shared.answers(key, shared.freshFrom, request)
  }

  async function askAlone<T>(place: RepositoryName, path: string, parameters: Parameters, read: Parse<T>) {
    const { status, data, headers } = await send(place, path, parameters)
    if (status >= 300)
      throw new CodeHostError(
        'failed',
        'GitHub redirected to another host, which must not receive the token.',
      )
    const answer = read(parse(data))
    if (answer.issues)
      throw new CodeHostError(
        'failed',
        `GitHub's answer has an unexpected format (${answer.issues[0]}). Check GITHUB_API_URL.`,
      )
    const [, next = null] = /<([^>]+)>; rel="next"/.exec(headers.link ?? '') ?? []
    const cursor = next === null ? null : new URL(next).searchParams.get('cursor')
    return { value: answer.value, isLast: next === null, cursor, length: String(data).length }
  }

  return {
    /** Reads the repository. */
    async repository(place: RepositoryName) {
      const { value } = await ask(place, '', {}, asRepository)
      if (publicOnly && !isPublic(value)) throw privateRepository(place)
      return value
    },

    async get<T>(place: RepositoryName, path: string, parameters: Parameters, read: Parse<T>): Promise<T> {
      return (await ask(place, path, parameters, read)).value
    },

    /** Like `get`, with null for 404. */
    async find<T>(
      place: RepositoryName,
      path: string,
      parameters: Parameters,
      read: Parse<T>,
    ): Promise<T | null> {
      try {
        return (await ask(place, path, parameters, read)).value
      } catch (error) {
        if (error instanceof CodeHostError && error.reason === 'not_found') return null
        throw error
      }
    },

    /** Reads the pages of a list until the last one, `most` at most. */
    async *pages<T>(
      place: RepositoryName,
      path: string,
      parameters: Parameters,
      read: Parse<T>,
      most: number,
    ) {
      // Some lists use a cursor instead of page numbers.
      let position: Parameters = { page: 1 }
      for (let page = 1; page <= most; page++) {
        const { value, isLast, cursor } = await ask(
          place,
          path,
          { per_page: pageSize, ...position, ...parameters },
          read,
        )
        yield value
        if (isLast) return
        position = cursor === null ? { page: page + 1 } : { cursor }
      }
    },

    /** Creates, changes or deletes a record; parameters that the path does not name are the fields of the body. */
    async write(
      place: RepositoryName,
      method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
      path: string,
      parameters: Parameters,
    ): Promise<void> {
      await send(place, path, parameters, method)
    },

    /** Sends a POST request without a body. */
    async post(place: RepositoryName, path: string): Promise<void> {
      await send(place, path, {}, 'POST')
    },
  }
}

const privateRepository = ({ owner, name }: RepositoryName) =>
  new CodeHostError(
    'forbidden',
    `The repository ${owner}/${name} is private. Add a token to its integration, or ask the operator to allow the operator's token for this organization.`,
  )

/** A response that is not JSON is returned as text, which fits no expected shape. */
function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return data
  }
}
