import { expect, test } from 'bun:test'
import { LibsqlError } from '@libsql/client/web'
import { TransformKind } from '@sinclair/typebox'
import { Elysia, t } from 'elysia'
import { newUser } from '../../src/features/members/record.ts'
import { errorMapping } from '../../src/http/error-mapping.ts'
import { wholeNumber } from '../../src/http/fields.ts'
import { wantsMarkdown as prefersMarkdownToJson } from '../../src/http/markdown.ts'
import { takesGzip, wantsMarkdown, wantsPage } from '../../src/http/public-answer.ts'
import { createLog } from '../../src/log.ts'
import { testApp } from '../support/app.ts'
import { testContext } from '../support/context.ts'
import { recordLog } from '../support/log.ts'

type Schema = { [TransformKind]?: { Encode(value: unknown): unknown } }

/** Every transformation in a schema, with its location. */
function transformationsOf(schema: unknown, where: string): [string, Schema][] {
  if (schema === null || typeof schema !== 'object') return []
  const here: [string, Schema][] = TransformKind in schema ? [[where, schema as Schema]] : []
  return [
    ...here,
    ...Object.entries(schema).flatMap(([key, part]) => transformationsOf(part, `${where}/${key}`)),
  ]
}

test('no answer relies on an encoder, since answers are not encoded', async () => {
  const { api } = await testApp()
  const declared = api.routes.filter(({ hooks }) => hooks.response !== undefined)
  expect(declared.length).toBeGreaterThan(25)
  const transformations = declared.flatMap(({ method, path, hooks }) =>
    transformationsOf(hooks.response, `${method} ${path}`),
  )
  // Elysia's integers also parse numbers in strings, which only a request has.
  expect(transformations.length).toBeGreaterThan(0)
  const value = Symbol('what the handler gave')
  const encoding = transformations.filter(([, schema]) => schema[TransformKind]?.Encode(value) !== value)
  expect(encoding.map(([where]) => where)).toEqual([])
})

test.each([
  ['SQLITE_BUSY', 503, '5', 'Service unavailable'],
  ['SQLITE_FULL', 503, '5', 'Service unavailable'],
  ['SQLITE_IOERR', 503, '5', 'Service unavailable'],
  ['SQLITE_READONLY', 503, '5', 'Service unavailable'],
  ['SERVER_SILENT', 503, '5', 'Service unavailable'],
  ['SERVER_UNREACHABLE', 503, '5', 'Service unavailable'],
  ['SQLITE_CONSTRAINT', 500, null, 'Internal server error'],
])(
  'an error of the database with the code %s is answered with %d',
  async (code, status, retryAfter, error) => {
    const api = new Elysia().use(errorMapping(createLog({ level: 'silent' }))).get('/', () => {
      throw new Error('Failed query: select 1', { cause: new LibsqlError('of the database', code) })
    })
    const response = await api.handle(new Request('http://localhost/'))
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, retryAfter])
    expect(await response.json()).toEqual({ error })
  },
)

test('a body that its sender interrupted is no server error', async () => {
  const api = new Elysia().use(errorMapping(createLog({ level: 'silent' }))).get('/', ({ request }) => {
    throw request.signal.reason
  })
  const request = new Request('http://localhost/', { signal: AbortSignal.abort() })
  const response = await api.handle(request)
  expect([response.status, await response.json()]).toEqual([400, { error: 'The body is incomplete.' }])
})

test.each(['info', 'debug'])(
  'a failed statement leaves its reason code in the log at %s, not its SQL, values or driver message',
  async (level) => {
    const ctx = await testContext()
    const { log, lines } = recordLog(level)
    const add = () =>
      newUser(ctx, { email: 'ada@acme.test', name: 'Ada', passwordHash: '$argon2id$secret' }).statement
    await add()
    const api = new Elysia().use(errorMapping(log)).get('/', async () => void (await add()))
    expect((await api.handle(new Request('http://localhost/'))).status).toBe(500)
    expect(lines[0]?.error).toMatch(/^The database refused a statement \(SQLITE_CONSTRAINT_UNIQUE\)\.$/)
    expect(JSON.stringify(lines)).not.toMatch(/argon2id|ada@acme|insert into|users\.email/)
    expect(JSON.stringify(lines).includes('"stack"')).toBe(level === 'debug')
  },
)

test('an unexpected error is logged by its name, without the message of a library', async () => {
  const { log, lines } = recordLog()
  const api = new Elysia().use(errorMapping(log)).get('/', () => {
    throw new TypeError('undefined is not an object')
  })
  expect((await api.handle(new Request('http://localhost/'))).status).toBe(500)
  expect(lines.map(({ error }) => error)).toEqual(['Unexpected error (TypeError).'])
})

test('a route without a guard names the fault of its query, whose values are texts', async () => {
  const limit = wholeNumber({ minimum: 1, maximum: 9, description: 'Items.', error: 'limit is too small' })
  const api = new Elysia()
    .use(errorMapping(createLog({ level: 'silent' })))
    .get('/', () => 'ok', { query: t.Object({ size: t.Union([t.Literal(1), t.Literal(2)]), limit }) })
  const response = await api.handle(new Request('http://localhost/?size=1&limit=0&other=1'))
  expect([response.status, await response.json()]).toEqual([400, { error: 'limit is too small' }])
})

test('content codings and media types of a request may be written in capitals', () => {
  const asks = (accept: string, encodings = '') =>
    new Request('http://localhost/', { headers: { accept, 'accept-encoding': encodings } })
  expect(takesGzip(asks('', 'GZIP'))).toBe(true)
  expect(takesGzip(asks('', 'GZIP;Q=0'))).toBe(false)
  expect(wantsPage(asks('TEXT/HTML'))).toBe(true)
  expect(prefersMarkdownToJson(asks('Text/Markdown'))).toBe(true)
  expect(wantsMarkdown(asks('Text/Markdown, text/html'))).toBe(true)
  expect(wantsMarkdown(asks('Text/Markdown;Q=0.1, text/html'))).toBe(false)
})
