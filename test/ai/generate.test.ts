import { beforeEach, expect, test } from 'bun:test'
import { t } from 'elysia'
import type { ModelError } from '../../src/ai/error.ts'
import { generateObject } from '../../src/ai/generate.ts'
import type { Model } from '../../src/ai/models.ts'
import { type TestContext, testContext } from '../support/context.ts'
import { startModels } from '../support/models.ts'

const Answer = t.Object({ word: t.String({ maxLength: 10 }) })
const question = { instructions: 'Say a word.', prompt: 'Now.' }
let ctx: TestContext
beforeEach(async () => {
  ctx = await testContext()
})

test('gives the object that the model answers, and what it used', async () => {
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

const status = (code: number, headers: Record<string, string> = {}) =>
  Response.json({ error: { message: 'the key sk-secret said no' } }, { status: code, headers })

test.each([
  ['401', () => status(401), 'unauthorized'],
  ['404', () => status(404), 'not_found'],
  ['429', () => status(429, { 'retry-after': '30' }), 'rate_limited'],
  ['500', () => status(500), 'unavailable'],
  ['garbage', () => new Response('<html>'), 'unusable'],
  ['half a JSON', () => '{"word": "hel', 'unusable'],
  ['another shape', () => ({ wort: 1 }), 'unusable'],
  ['a text over its limit', () => ({ word: 'x'.repeat(11) }), 'unusable'],
  ['nothing', () => '', 'unusable'],
])('%s is a ModelError that quotes nothing of the endpoint', async (_, reply, reason) => {
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

test('silence ends with the time-out', async () => {
  using server = startModels(() => new Promise<Response>(() => {}))
  const asked = generateObject(ctx, server.models().writer as Model, Answer, {
    ...question,
    timeoutMilliseconds: 20,
  })
  expect(asked).rejects.toMatchObject({ reason: 'unavailable' })
  await asked.catch(() => {})
})

test('without a configured endpoint there is no model', async () => {
  expect(ctx.models).toEqual({ writer: null, small: null })
})
