import { beforeEach, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { t } from 'elysia'
import type { ModelError } from '../../src/ai/error.ts'
import { generateObject, warmUpModel } from '../../src/ai/generate.ts'
import type { Model } from '../../src/ai/models.ts'
import { oneOf } from '../../src/http/fields.ts'
import { type TestContext, testContext } from '../support/context.ts'
import { aloud, completion, startModels } from '../support/models.ts'

const wellFormed = {
  choices: [
    { index: 0, message: { role: 'assistant', content: '{"word": "hello"}' }, finish_reason: 'stop' },
  ],
}

const Answer = t.Object({ word: t.String({ maxLength: 10 }) })
const question = { instructions: 'Say a word.', prompt: 'Now.' }
let ctx: TestContext
beforeEach(async () => {
  ctx = await testContext()
})

test("returns the object of the model's answer and the usage", async () => {
  using server = startModels({ word: 'hello' })
  const model = server.models().writer as Model
  const { object, usage } = await generateObject(ctx, model, Answer, question)
  expect(object).toEqual({ word: 'hello' })
  expect(usage).toEqual({ model: 'writer', inputTokens: 1000, outputTokens: 100, cents: 1 })
  expect(server.asked[0]).toMatchObject({
    model: 'writer',
    instructions: 'Say a word.',
    prompt: 'Now.',
    authorization: 'Bearer test-key',
  })
})

test('cached input tokens have their own price', async () => {
  const usage = {
    prompt_tokens: 100_000,
    completion_tokens: 100,
    total_tokens: 100_100,
    prompt_tokens_details: { cached_tokens: 90_000 },
  }
  const price = { input: 1, output: 4, cacheRead: 0.1, cacheWrite: 1, perSearch: 0 }
  const fetch = Object.assign(async () => Response.json({ ...completion({ word: 'hello' }), usage }), {
    preconnect() {},
  })
  using server = startModels()
  const model = { ...(server.models().writer as Model), price }
  const { exactCents } = await generateObject(ctx, model, Answer, { ...question, fetch })
  expect(exactCents).toBeCloseTo((10_000 * 1 + 90_000 * 0.1 + 100 * 4) / 10_000, 9)
})

test.each(aloud)('reads an object with %s', async (_, say) => {
  const word = 'a "{\\'
  using server = startModels(say(JSON.stringify({ word })))
  const { object } = await generateObject(ctx, server.models().writer as Model, Answer, question)
  expect(object).toEqual({ word })
})

test('the last of several valid objects is returned', async () => {
  using server = startModels('First {"word": "draft"}, or rather {"word": "final"}.')
  const { object } = await generateObject(ctx, server.models().writer as Model, Answer, question)
  expect(object).toEqual({ word: 'final' })
})

test('accepts an answer without optional fields, though the request marks all fields as required', async () => {
  const Both = t.Object({ word: t.String(), more: t.Optional(t.Nullable(t.String())) })
  using server = startModels({ word: 'hello' })
  const { object } = await generateObject(ctx, server.models().writer as Model, Both, question)
  expect(object).toEqual({ word: 'hello' })
  expect(server.asked[0]?.body.response_format.json_schema.schema.required).toEqual(['word', 'more'])
})

test('the schema in the request is closed at every depth and has no keyword of Herald', async () => {
  const Wide = t.Object({
    error: t.String({ minLength: 1, maxLength: 80, error: 'error must have 1 to 80 characters' }),
    kind: oneOf(['bug', 'praise'], { error: 'kind must be one of two', default: 'bug' }),
    items: t.Array(t.Object({ id: t.Optional(Type.Integer({ minimum: 1 })) }), { maxItems: 3 }),
    tone: t.String({ enum: ['Casual'], description: 'How it speaks', error: () => 'no' }),
    note: t.Nullable(t.String()),
  })
  using server = startModels('no')
  await generateObject(ctx, server.models().writer as Model, Wide, question).catch(() => {})
  const [asked] = server.asked
  const { schema, strict } = asked?.body.response_format.json_schema ?? {}
  expect(strict).toBe(true)
  expect(schema).toEqual({
    type: 'object',
    properties: {
      error: { type: 'string' },
      kind: {
        anyOf: [
          { type: 'string', const: 'bug' },
          { type: 'string', const: 'praise' },
        ],
      },
      items: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: { type: 'integer' } },
          required: ['id'],
          additionalProperties: false,
        },
      },
      tone: { type: 'string', enum: ['Casual'], description: 'How it speaks' },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    },
    required: ['error', 'kind', 'items', 'tone', 'note'],
    additionalProperties: false,
  })
})

const status = (code: number, headers: Record<string, string> = {}) =>
  Response.json({ error: { message: 'the key sk-secret said no' } }, { status: code, headers })

test.each([
  ['401', () => status(401), 'unauthorized'],
  ['404', () => status(404), 'not_found'],
  ['429', () => status(429, { 'retry-after': '30' }), 'rate_limited'],
  ['500', () => status(500), 'unavailable'],
  [
    '500 with more than 4 MB',
    () => new Response(' '.repeat(5 * 1024 * 1024), { status: 500 }),
    'unavailable',
  ],
  ['garbage', () => new Response('<html>'), 'unusable'],
  ['half a JSON', () => '{"word": "hel', 'unusable'],
  ['another shape', () => ({ wort: 1 }), 'unusable'],
  ['a text over its limit', () => ({ word: 'x'.repeat(11) }), 'unusable'],
  ['nothing', () => '', 'unusable'],
  [
    'an answer of more than 4 MB',
    () => new Response(`${' '.repeat(5 * 1024 * 1024)}${JSON.stringify(wellFormed)}`),
    'unusable',
  ],
  ['thoughts that never end', () => '<think>Perhaps {"word": "hello"}, or', 'unusable'],
  ['thoughts without an answer', () => '<think>Perhaps {"word": "hello"}.</think>Sorry.', 'unusable'],
  ['braces without end', () => '{'.repeat(100_000), 'unusable'],
])('%s is a ModelError without text of the endpoint', async (_, reply, reason) => {
  using server = startModels(reply)
  const error: ModelError = await generateObject(ctx, server.models().writer as Model, Answer, question).then(
    () => null as never,
    (thrown) => thrown,
  )
  expect(error.reason).toBe(reason as ModelError['reason'])
  expect(error.message).toEndWith('.')
  expect(error.message).not.toContain('sk-secret')
  if (reason === 'rate_limited') expect(error.retryAt).toEqual(new Date(ctx.now().getTime() + 30_000))
  expect(server.asked).toHaveLength(1)
})

test('an endpoint that answers with a web page is named with its setting', async () => {
  using server = startModels(() => new Response('<!doctype html><p>distinct-answer</p>'))
  const asked = generateObject(ctx, server.models().writer as Model, Answer, question)
  expect(asked).rejects.toMatchObject({
    message:
      'The endpoint of the model writer answered with a web page instead of JSON: check OPENAI_BASE_URL, or a proxy in front of it.',
  })
  await asked.catch(() => {})
})

test('no answer ends with the time-out', async () => {
  using server = startModels(() => new Promise<Response>(() => {}))
  const asked = generateObject(ctx, server.models().writer as Model, Answer, {
    ...question,
    timeoutMilliseconds: 20,
  })
  expect(asked).rejects.toMatchObject({ reason: 'timed_out' })
  await asked.catch(() => {})
})

test('without a configured endpoint there is no model', async () => {
  expect(ctx.models).toEqual({ writer: null, small: null })
})

test('warming up sends no request and never fails', async () => {
  using server = startModels({})
  await warmUpModel(ctx, server.models().small as Model)
  expect(server.asked).toEqual([])
})
