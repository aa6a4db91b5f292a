import { afterAll, beforeEach, expect, test } from 'bun:test'
import { createGitHub } from '../../src/codehost/github.ts'
import { rememberAnswers, sweepAnswers } from '../../src/codehost/github-cache.ts'
import { CodeHostError } from '../../src/codehost/github-error.ts'
import { codehostAnswers } from '../../src/codehost/table.ts'
import { explainDatabase } from '../../src/explain.ts'
import { performDueJobs } from '../../src/jobs/runner.ts'
import { type TestContext, testContext } from '../support/context.ts'

const day = 24 * 60 * 60 * 1000
let ctx: TestContext
let asked: (string | null)[]
let content = 'first'
const host = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    asked.push(request.headers.get('if-none-match'))
    const etag = `"${content}"`
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304 })
    const headers = { etag, link: '<next>; rel="next"', 'content-type': 'application/json' }
    if (request.url.endsWith('/plain')) return Response.json({ content })
    if (request.url.endsWith('/missing')) return Response.json({}, { status: 404, headers })
    return Response.json({ content }, { headers })
  },
})

beforeEach(async () => {
  ctx = await testContext()
  asked = []
  content = 'first'
})
afterAll(() => host.stop(true))

async function read(path = '/list', token = 'one') {
  const fetch = rememberAnswers(ctx, globalThis.fetch)
  const response = await fetch(`http://127.0.0.1:${host.port}${path}`, {
    headers: { authorization: `token ${token}` },
  })
  return { status: response.status, link: response.headers.get('link'), body: await response.json() }
}

test('an unchanged answer is not sent again, and reads the same', async () => {
  const first = await read()
  expect(await read()).toEqual(first)
  expect(first).toEqual({ status: 200, link: '<next>; rel="next"', body: { content: 'first' } })
  expect(asked).toEqual([null, '"first"'])
})

test('a changed answer replaces the cached one', async () => {
  await read()
  content = 'second'
  expect((await read()).body).toEqual({ content: 'second' })
  expect((await read()).body).toEqual({ content: 'second' })
  expect(asked).toEqual([null, '"first"', '"second"'])
})

test('an answer for one token is not used for another', async () => {
  await read('/list', 'one')
  await read('/list', 'two')
  expect(asked).toEqual([null, null])
})

test.each(['/plain', '/missing'])('%s is not cached: it has no tag or is no answer', async (path) => {
  await read(path)
  expect(await ctx.db.$count(codehostAnswers)).toBe(0)
})

test('answers unused for a week are deleted', async () => {
  await read()
  const sweep = async () => {
    await sweepAnswers.insert(ctx, {})
    await performDueJobs(ctx, [sweepAnswers])
  }
  ctx.clock.advance(7 * day)
  await sweep()
  expect(await ctx.db.$count(codehostAnswers)).toBe(1)
  ctx.clock.advance(1)
  await sweep()
  expect(await ctx.db.$count(codehostAnswers)).toBe(0)
})

test('a database error is reported as such, not as a failure of the code host', async () => {
  await ctx.db.$client.execute('alter table codehost_answers rename to elsewhere')
  const apiUrl = `http://127.0.0.1:${host.port}`
  const github = createGitHub({ apiUrl, token: null, remember: (fetch) => rememberAnswers(ctx, fetch) })
  const error = await github.probeRepository('acme', 'widgets').catch((thrown) => thrown)
  await ctx.db.$client.execute('alter table elsewhere rename to codehost_answers')
  expect(error).not.toBeInstanceOf(CodeHostError)
  expect(explainDatabase(error)).toBe('Tables of the database are missing: restore it from a backup.')
})
