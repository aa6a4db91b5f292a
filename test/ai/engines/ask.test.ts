import { beforeEach, expect, test } from 'bun:test'
import type { EngineAnswer, Question } from '../../../src/ai/engines/answer.ts'
import { askEngine } from '../../../src/ai/engines/ask.ts'
import type { Engine } from '../../../src/ai/engines/engine.ts'
import { ModelError } from '../../../src/ai/error.ts'
import { type TestContext, testContext } from '../../support/context.ts'
import { badDays, type EngineReply, engineServer } from '../../support/engine-server.ts'

let ctx: TestContext
beforeEach(async () => {
  ctx = await testContext()
})

const question = (more: Partial<Question> = {}): Question => ({
  instructions: 'Answer directly.',
  turns: [{ role: 'user', content: 'What are the best tools?' }],
  search: true,
  signal: new AbortController().signal,
  ...more,
})

/** Asks a scripted server that gives one reply. */
async function answerOf(reply: EngineReply, entry: Partial<Engine> = {}): Promise<EngineAnswer> {
  using server = engineServer(reply)
  return await askEngine(ctx, server.engine(entry), question())
}

async function failureOf(reply: EngineReply, entry: Partial<Engine> = {}): Promise<ModelError> {
  const error = await answerOf(reply, entry).then(
    () => null,
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(ModelError)
  return error
}

test('chat: the question, the turns before it and the search switch go out; text, usage and sources come back', async () => {
  using server = engineServer({})
  const turns = [
    { role: 'user', content: 'Hello.' },
    { role: 'assistant', content: 'Yes.' },
    { role: 'user', content: 'Which tool.' },
  ] as const
  const engine = server.engine({ search: { supported: true, body: { web_search_options: {} } } })
  expect(await askEngine(ctx, engine, question({ turns: [...turns] }))).toEqual({
    text: 'Acme is one of the tools that teams name first.',
    finishReason: 'stop',
    modelReported: 'one',
    searched: true,
    queries: [],
    cited: [{ url: 'https://acme.example/pricing', title: 'Pricing of Acme', domain: 'acme.example' }],
    consulted: [{ url: 'https://reviews.example/best', title: 'The best tools', domain: 'reviews.example' }],
    usage: { input: 1000, output: 200, reasoning: 50 },
    // 1,000 tokens at 1 $, 200 at 4 $ a million, and one search at 1 cent.
    cents: expect.closeTo(1.18, 10),
  })
  expect(server.asked[0]?.body).toEqual({
    model: 'one',
    messages: [{ role: 'system', content: 'Answer directly.' }, ...turns],
    max_tokens: 4096,
    web_search_options: {},
  })
})

test.each([
  ['silent', 'timed_out', 'test/one did not answer within 1 seconds.'],
  ['garbage', 'unusable', 'The endpoint of test/one gave an answer that cannot be read.'],
  ['half', 'unusable', 'The endpoint of test/one gave an answer that cannot be read.'],
  ['unauthorized', 'unauthorized', 'The endpoint of test/one refuses the key: set its keyVariable.'],
  ['limited', 'rate_limited', 'The endpoint of test/one limits the rate.'],
  ['broken', 'unavailable', 'The endpoint of test/one answered with status 500.'],
] as const)('an engine that is %s is a ModelError: %s', async (day, reason, message) => {
  const error = await failureOf(badDays[day], { timeoutSeconds: 1 })
  expect([error.reason, error.message]).toEqual([reason, message])
  expect(error.retryAt).toEqual(day === 'limited' ? new Date(ctx.now().getTime() + 30_000) : undefined)
})
