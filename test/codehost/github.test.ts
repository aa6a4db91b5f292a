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
  test('is told in the spelling of the host', async () => {
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

  test('whose name would climb out of its path is not asked for', async () => {
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
    ['unauthorized', 'unauthorized', 'GitHub does not accept the token.'],
    ['forbidden', 'forbidden', 'GitHub refuses access to /repos/acme/rocket.'],
    ['notFound', 'not_found', /^GitHub found nothing at \/repos\/acme\/rocket: /],
    ['garbage', 'failed', "GitHub's answer is not understood: payload: expected an object."],
    ['wrongShape', 'failed', "GitHub's answer is not understood: name: expected a string."],
  ] as const)('%s is told as %s, after one request', async (failure, reason, message) => {
    host.failNext(failure)
    const error = await errorOf(probe())
    expect(error).toMatchObject({ reason, retryAt: undefined })
    expect(error.message).toMatch(message)
    expect(host.requests).toHaveLength(1)
  })

  test('of the server is tried again twice', async () => {
    host.failNext('serverError', 2)
    expect(await probe()).toMatchObject({ owner: 'Acme' })
  })

  test('of the server that lasts is told', async () => {
    host.failNext('serverError', 3)
    const error = await errorOf(probe())
    expect(error).toMatchObject({
      reason: 'failed',
      message: 'GitHub answered /repos/acme/rocket with status 502.',
    })
    expect(host.requests).toHaveLength(3)
  })

  test('to connect is told as unreachable', async () => {
    host.stop()
    expect(await errorOf(probe())).toMatchObject({
      reason: 'unreachable',
      message: `GitHub could not be reached at ${host.url}.`,
    })
  })

  test('to answer in time is told as unreachable', async () => {
    host.failNext('hang')
    expect(await errorOf(probe({ timeout: 20 }))).toMatchObject({
      reason: 'unreachable',
      message: 'GitHub did not answer within 0.02 seconds.',
    })
    expect(host.requests).toHaveLength(1)
  })

  test('to finish an answer in time is told as unreachable', async () => {
    host.failNext(() => new Response(new ReadableStream({ start: (body) => body.enqueue('{"name":') })))
    expect((await errorOf(probe({ timeout: 50 }))).reason).toBe('unreachable')
  })

  test('to bring a token where one is needed asks for it', async () => {
    host.failNext('unauthorized')
    expect((await errorOf(probe({ token: null }))).message).toBe('GitHub asks for a token.')
  })

  test('never carries the token, not even one that makes no header', async () => {
    for (const bad of [token, `${token}\nx`]) {
      host.failNext('unauthorized')
      const error = await errorOf(probe({ token: bad }))
      expect(Bun.inspect(error)).not.toContain(token)
    }
  })
})

describe('a rate limit', () => {
  test('that is used up tells when it is renewed, without a further request', async () => {
    const retryAt = new Date('2026-03-04T12:30:00.000Z')
    host.failNext(() => failures.rateLimit(retryAt))
    expect(await errorOf(probe())).toMatchObject({ reason: 'rate_limited', retryAt })
    expect(host.requests).toHaveLength(1)
  })

  test('on haste tells when to come back', async () => {
    host.failNext('secondaryLimit')
    const retryAt = new Date(now.getTime() + 120_000)
    expect(await errorOf(probe())).toMatchObject({
      reason: 'rate_limited',
      retryAt,
      message: "GitHub's rate limit is used up until 2026-03-04T12:02:00.000Z.",
    })
  })

  test('on haste of moments is waited for, once', async () => {
    const moment = () => failures.secondaryLimit(0.01)
    host.failNext(moment)
    expect(await probe()).toMatchObject({ owner: 'Acme' })
    host.failNext(moment, 2)
    expect((await errorOf(probe())).reason).toBe('rate_limited')
  })

  test('that does not say how long it lasts is a minute', async () => {
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

  test('to another host is refused, and the token stays here', async () => {
    using other = startGitHub({ repositories: [repository('acme/old')] })
    host.redirect(old, `${other.url}${old}`)
    expect(await errorOf(probeOld())).toMatchObject({
      reason: 'failed',
      message: 'GitHub redirected to a host that the token is not for.',
    })
    expect(other.requests).toEqual([])
  })

  test('to itself ends', async () => {
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

  test('during a request ends it with the reason of the abort', async () => {
    const controller = new AbortController()
    const reason = new Error('The program stops.')
    host.failNext(() => {
      controller.abort(reason)
      return failures.hang()
    })
    expect(await probe({ signal: controller.signal }).catch((error) => error)).toBe(reason)
    expect(host.requests).toHaveLength(1)
  })

  test('ends a pause between two attempts', async () => {
    const controller = new AbortController()
    const reason = new Error('The program stops.')
    host.failNext(() => failures.secondaryLimit(5))
    const answering = async (url: string, init: RequestInit) => {
      const response = await fetch(url, init)
      setImmediate(() => controller.abort(reason))
      return response
    }
    const started = performance.now()
    const error = await probe({ signal: controller.signal, fetch: answering }).catch((thrown) => thrown)
    expect(error).toBe(reason)
    expect(performance.now() - started).toBeLessThan(2500)
  })
})
