import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createGitHub } from '../../src/codehost/github.ts'
import type { GitHubOptions } from '../../src/codehost/github-client.ts'
import { CodeHostError } from '../../src/codehost/github-error.ts'
import { type GitHubHost, startGitHub } from '../support/github.ts'
import { failures } from '../support/github-failures.ts'
import { repository } from '../support/github-repository.ts'

const token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
const now = new Date('2026-03-04T12:00:00.000Z')

let host: GitHubHost
beforeEach(() => {
  host = startGitHub({
    repositories: [repository('Acme/Rocket'), repository('acme/secret', { isPrivate: true })],
  })
})
afterEach(() => host.stop())

const connect = (changes: Partial<GitHubOptions> = {}) =>
  createGitHub({ apiUrl: host.url, token, now: () => now, ...changes })
const probe = (changes: Partial<GitHubOptions> = {}) => connect(changes).probeRepository('acme', 'rocket')

async function errorOf(promise: Promise<unknown>): Promise<CodeHostError> {
  const error = await promise.then(
    () => new Error('Nothing was thrown.'),
    (thrown) => thrown,
  )
  if (!(error instanceof CodeHostError)) throw error
  return error
}

describe('a repository', () => {
  test('is named in the spelling of the code host', async () => {
    expect(await probe()).toEqual({
      id: 1296269,
      owner: 'Acme',
      name: 'Rocket',
      defaultBranch: 'main',
      url: 'https://github.com/Acme/Rocket',
    })
  })

  test('is read with the token, or without any', async () => {
    await probe()
    await probe({ token: null })
    expect(host.requests.map(({ authorization }) => authorization)).toEqual([`token ${token}`, null])
  })

  test('that is private is not found without a token', async () => {
    expect((await errorOf(connect({ token: null }).probeRepository('acme', 'secret'))).reason).toBe(
      'not_found',
    )
    expect(await connect().probeRepository('acme', 'secret')).toMatchObject({ name: 'secret' })
  })

  test('whose name would leave its path is not requested', async () => {
    expect((await errorOf(connect().probeRepository('..', 'user'))).reason).toBe('not_found')
    expect((await errorOf(connect().probeRepository('acme', '..'))).reason).toBe('not_found')
    expect(host.requests).toEqual([])
  })

  test("is found under the path of an enterprise's host", async () => {
    using enterprise = startGitHub({ repositories: [repository('acme/rocket')], prefix: '/api/v3' })
    expect(await probe({ apiUrl: enterprise.url })).toMatchObject({ owner: 'acme' })
    expect(enterprise.requests[0]?.path).toBe('/api/v3/repos/acme/rocket')
  })
})

describe('a failure', () => {
  test.each([
    ['unauthorized', 'unauthorized', 'GitHub refused the token of acme/rocket. Enter a new one.'],
    [
      'forbidden',
      'forbidden',
      'GitHub refuses access to /repos/acme/rocket. Check the permissions of the token of acme/rocket.',
    ],
    [
      'singleSignOn',
      'forbidden',
      "GitHub refuses access to /repos/acme/rocket. Check the permissions of the token of acme/rocket, and authorize it for the organization's single sign-on (SAML).",
    ],
    ['notFound', 'not_found', /^GitHub found nothing at \/repos\/acme\/rocket: /],
    [
      'garbage',
      'failed',
      "GitHub's answer has an unexpected format (payload: expected an object). Check GITHUB_API_URL.",
    ],
    [
      'wrongShape',
      'failed',
      "GitHub's answer has an unexpected format (name: expected a string). Check GITHUB_API_URL.",
    ],
  ] as const)('%s is reported as %s, after one request', async (failure, reason, message) => {
    host.failNext(failure)
    const error = await errorOf(probe())
    expect(error).toMatchObject({ reason, retryAt: undefined })
    expect(error.message).toMatch(message)
    expect(host.requests).toHaveLength(1)
  })

  test('of the server is reported without a retry: the queue retries', async () => {
    host.failNext('serverError')
    const error = await errorOf(probe())
    expect(error).toMatchObject({
      reason: 'failed',
      message: 'GitHub answered /repos/acme/rocket with status 502.',
    })
    expect(host.requests).toHaveLength(1)
    expect(await probe()).toMatchObject({ owner: 'Acme' })
  })

  test('to connect is reported as unreachable', async () => {
    host.stop()
    expect(await errorOf(probe())).toMatchObject({
      reason: 'unreachable',
      message: `GitHub could not be reached at ${host.url}.`,
    })
  })

  test('to answer in time is reported as unreachable', async () => {
    host.failNext('hang')
    expect(await errorOf(probe({ timeout: 20 }))).toMatchObject({
      reason: 'unreachable',
      message: 'GitHub did not answer within 0.02 seconds.',
    })
    expect(host.requests).toHaveLength(1)
  })

  test('to finish an answer in time is reported as unreachable', async () => {
    host.failNext(() => new Response(new ReadableStream({ start: (body) => body.enqueue('{"name":') })))
    expect((await errorOf(probe({ timeout: 50 }))).reason).toBe('unreachable')
  })

  test('without a token where one is needed asks for a token', async () => {
    host.failNext('unauthorized')
    expect((await errorOf(probe({ token: null }))).message).toBe(
      'GitHub requires a token for acme/rocket. Enter one on the General tab of the repository.',
    )
  })

  test('never contains the token, not even one that is no valid header', async () => {
    for (const bad of [token, `${token}\nx`]) {
      host.failNext('unauthorized')
      const error = await errorOf(probe({ token: bad }))
      expect(Bun.inspect(error)).not.toContain(token)
    }
  })
})

describe('a rate limit', () => {
  test('that is used up has its reset time, without a further request', async () => {
    const retryAt = new Date('2026-03-04T12:30:00.000Z')
    host.failNext(() => failures.rateLimit(retryAt))
    expect(await errorOf(probe())).toMatchObject({ reason: 'rate_limited', retryAt })
    expect(host.requests).toHaveLength(1)
  })

  test('for too many requests at a time has the time to retry after', async () => {
    host.failNext('secondaryLimit')
    const retryAt = new Date(now.getTime() + 120_000)
    expect(await errorOf(probe())).toMatchObject({
      reason: 'rate_limited',
      retryAt,
      message: 'GitHub API rate limit reached until 12:02 UTC.',
    })
  })

  test('for a moment is reported too, not waited for', async () => {
    host.failNext(() => failures.secondaryLimit(1))
    const retryAt = new Date(now.getTime() + 1000)
    expect(await errorOf(probe())).toMatchObject({ reason: 'rate_limited', retryAt })
    expect(host.requests).toHaveLength(1)
  })

  test('with the status for too many requests has the time to retry after', async () => {
    const headers = { 'retry-after': '7' }
    host.failNext(() => Response.json({ message: 'Slow down' }, { status: 429, headers }))
    const retryAt = new Date(now.getTime() + 7000)
    expect(await errorOf(probe())).toMatchObject({ reason: 'rate_limited', retryAt })
  })

  test('without a time lasts a minute', async () => {
    host.failNext(() => Response.json({ message: 'Too many requests' }, { status: 429 }))
    expect((await errorOf(probe())).retryAt).toEqual(new Date(now.getTime() + 60_000))
  })
})

describe('a redirect', () => {
  const old = '/repos/acme/old'
  const probeOld = () => connect().probeRepository('acme', 'old')

  test('of a renamed repository is followed on the same host', async () => {
    host.redirect(old, `${host.url}/repos/acme/rocket`)
    expect(await probeOld()).toMatchObject({ owner: 'Acme', name: 'Rocket' })
  })

  test('to another host is refused, and the token is not sent', async () => {
    using other = startGitHub({ repositories: [repository('acme/old')] })
    host.redirect(old, `${other.url}${old}`)
    expect(await errorOf(probeOld())).toMatchObject({
      reason: 'failed',
      message: 'GitHub redirected to another host, which must not receive the token.',
    })
    expect(other.requests).toEqual([])
  })

  test('to itself ends with an error', async () => {
    host.redirect(old, old)
    expect((await errorOf(probeOld())).reason).toBe('failed')
    expect(host.requests.length).toBeLessThanOrEqual(4)
  })
})

describe('an abort', () => {
  test('before a request sends none', async () => {
    const reason = new Error('The program stops.')
    expect(await probe({ signal: AbortSignal.abort(reason) }).catch((error) => error)).toBe(reason)
    expect(host.requests).toEqual([])
  })

  test('during a request ends it with its own reason', async () => {
    const controller = new AbortController()
    const reason = new Error('The program stops.')
    host.failNext(() => {
      controller.abort(reason)
      return failures.hang()
    })
    expect(await probe({ signal: controller.signal }).catch((error) => error)).toBe(reason)
    expect(host.requests).toHaveLength(1)
  })

  test('sends none of the queued requests', async () => {
    const controller = new AbortController()
    const reason = new Error('The program stops.')
    const begun: string[] = []
    const hanging = (url: string, init: RequestInit) => {
      begun.push(url)
      if (begun.length === 10) controller.abort(reason)
      return fetch(url, init)
    }
    host.failNext('hang', 100)
    const github = connect({ signal: controller.signal, fetch: hanging })
    const ended = await Promise.allSettled(
      Array.from({ length: 30 }, () => github.probeRepository('acme', 'rocket')),
    )
    expect(ended.map((each) => each.status === 'rejected' && each.reason)).toEqual(Array(30).fill(reason))
    expect(host.requests.length).toBeLessThanOrEqual(10)
  })
})

test('at most ten requests are in flight at once, and all are answered', async () => {
  let underWay = 0
  let most = 0
  const counting = async (url: string, init: RequestInit) => {
    underWay++
    most = Math.max(most, underWay)
    return fetch(url, init).finally(() => underWay--)
  }
  const github = connect({ fetch: counting })
  const probes = Array.from({ length: 40 }, () => github.probeRepository('acme', 'rocket'))
  expect((await Promise.all(probes)).map(({ owner }) => owner)).toEqual(Array(40).fill('Acme'))
  expect(most).toBe(10)
})

describe('an oversized answer', () => {
  const tooLarge = 'The response of GitHub is too large.'

  test.each([
    ['of more than 32 MB', () => new Response('x'.repeat(33 * 1024 * 1024))],
    [
      'of more than 32 MB, that does not tell its length',
      () => new Response(new Blob(['x'.repeat(33 * 1024 * 1024)]).stream()),
    ],
    ['of more values than can be parsed in passing', () => new Response(`[${'{},'.repeat(700_000)}1]`)],
  ])('%s is refused', async (_, answer) => {
    using host = startGitHub()
    host.failNext(answer)
    const probe = createGitHub({ apiUrl: host.url, token: null }).probeRepository('acme', 'rocket')
    expect(await probe.catch((error) => [error.reason, error.message])).toEqual(['failed', tooLarge])
  })
})
