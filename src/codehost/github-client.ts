import { Octokit } from '@octokit/core'
import pLimit from 'p-limit'
import type { Repository } from '../changelog/activity.ts'
import { asRepository, isPublic } from './github-answer.ts'
import { CodeHostError, toCodeHostError } from './github-error.ts'
import { createFetch, type Fetch } from './github-fetch.ts'
import type { Shaped } from './github-shape.ts'

export type GitHubOptions = {
  apiUrl: string
  token: string | null
  /** Refuse private repositories: the token belongs to the operator, and the reader may see only what is public. */
  publicOnly?: boolean
  signal?: AbortSignal
  fetch?: Fetch
  /** Keeps answers, around a whole request: what it takes is not the host's time. */
  remember?: (fetch: Fetch) => Fetch
  now?: () => Date
  /** Milliseconds that one request may take. */
  timeout?: number
}

export type GitHubClient = ReturnType<typeof createClient>
type Place = Pick<Repository, 'owner' | 'name'>
type Parameters = Record<string, string | number | undefined>
type Read<T> = (answer: unknown) => Shaped<T>

const pageSize = 100
/** A long range asks for many pages together; the host takes haste amiss. */
const maxAtOnce = 10
const silent = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * Reads repositories of the code host: politely, within a time, and with errors that say what to do. It neither waits
 * nor tries again: whoever asked can come back, and the queue does.
 */
export function createClient(options: GitHubOptions) {
  const {
    apiUrl,
    token,
    publicOnly = false,
    signal,
    fetch = globalThis.fetch,
    remember = (fetch) => fetch,
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
    { owner, name }: Place,
    path: string,
    parameters: Parameters,
    method: 'GET' | 'POST' = 'GET',
  ) {
    // A name of dots would climb out of /repos.
    if (/^\.+$/.test(owner) || /^\.+$/.test(name))
      throw new CodeHostError('not_found', 'No repository has such a name.')
    try {
      return await inTurn(() =>
        octokit.request(`${method} /repos/{owner}/{repo}${path}`, {
          owner,
          repo: name,
          ...parameters,
          // Newer versions leave out the merge commits of pull requests.
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

  /** Looks at a repository before anything else of it is read, once per client. */
  function refusePrivate(place: Place): Promise<unknown> {
    const name = `${place.owner}/${place.name}`.toLowerCase()
    const check =
      checked.get(name) ??
      ask(place, '', {}, asRepository).then(({ value }) => {
        if (!isPublic(value)) throw privateRepository(place)
      })
    checked.set(name, check)
    return check
  }

  async function ask<T>(place: Place, path: string, parameters: Parameters, read: Read<T>) {
    if (publicOnly && path !== '') await refusePrivate(place)
    const { status, data, headers } = await send(place, path, parameters)
    if (status >= 300)
      throw new CodeHostError('failed', 'GitHub redirected to a host that the token is not for.')
    const answer = read(parse(data))
    if (answer.issues)
      throw new CodeHostError(
        'failed',
        `GitHub's answer has an unexpected format (${answer.issues[0]}). Check GITHUB_API_URL.`,
      )
    const [, next = null] = /<([^>]+)>; rel="next"/.exec(headers.link ?? '') ?? []
    const cursor = next === null ? null : new URL(next).searchParams.get('cursor')
    return { value: answer.value, isLast: next === null, cursor }
  }

  return {
    /** The repository itself. */
    async repository(place: Place) {
      const { value } = await ask(place, '', {}, asRepository)
      if (publicOnly && !isPublic(value)) throw privateRepository(place)
      return value
    },

    async get<T>(place: Place, path: string, parameters: Parameters, read: Read<T>): Promise<T> {
      return (await ask(place, path, parameters, read)).value
    },

    /** As `get`, with null for what does not exist. */
    async find<T>(place: Place, path: string, parameters: Parameters, read: Read<T>): Promise<T | null> {
      try {
        return (await ask(place, path, parameters, read)).value
      } catch (error) {
        if (error instanceof CodeHostError && error.reason === 'not_found') return null
        throw error
      }
    },

    /** The pages of a list, one after the other, until the last or until `most` were read. */
    async *pages<T>(place: Place, path: string, parameters: Parameters, read: Read<T>, most: number) {
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

    /** Sends a POST request without a body. */
    async post(place: Place, path: string): Promise<void> {
      await send(place, path, {}, 'POST')
    },
  }
}

const privateRepository = ({ owner, name }: Place) =>
  new CodeHostError(
    'forbidden',
    `The repository ${owner}/${name} is private. Add a token to its integration, or ask the operator to allow the operator's token for this organization.`,
  )

/** What is no JSON stays what it is, and has a shape that nobody asked for. */
function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return data
  }
}
