import { afterEach, beforeEach, expect, test } from 'bun:test'
import { generateText, isStepCount } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { submitFeedbackTool } from '../../src/features/tools/ai-sdk-tool.ts'
import { createSubmitFeedback } from '../../src/features/tools/submit-feedback.ts'
import { type Team, testApp } from '../support/app.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
})
let server: { stop(closeActive: boolean): void } | null = null
afterEach(() => server?.stop(true))

const url = 'http://localhost/v1/feedback/acme'
const input = { message: 'The export stops.', title: 'Export', kind: 'bug', sentiment: 'negative' } as const
const inProcess = (request: Request) => app.api.handle(request)
const list = async () => (await acme.call('GET', '/v1/feedback')).body.feedback

function answering(respond: (request: Request) => Response | Promise<Response>) {
  const started = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: respond })
  server = started
  return `http://127.0.0.1:${started.port}/`
}

test("sends the agent's text with the defaults, and returns whether it is new", async () => {
  const defaults = { agentClient: 'mine', agentModel: 'm', toolVersion: '1', metadata: { a: 1 } }
  const submit = createSubmitFeedback({ url, defaults, fetch: inProcess })
  expect(await submit(input)).toEqual({ status: 'recorded', text: 'Thank you, the feedback was recorded.' })
  expect(await submit(input)).toEqual({
    status: 'already_recorded',
    text: 'This feedback was already recorded.',
  })
  expect(await list()).toMatchObject([
    { ...input, ...defaults, source: 'sdk', idempotencyKey: expect.any(String) },
  ])
})

test('only the five inputs come from the agent', async () => {
  const submit = createSubmitFeedback({ url, defaults: { agentClient: 'mine' }, fetch: inProcess })
  await submit({
    ...input,
    agentClient: 'theirs',
    projectId: 'x',
    source: 'api',
    idempotencyKey: 'k',
  } as never)
  expect(await list()).toMatchObject([{ agentClient: 'mine', projectId: null, source: 'sdk' }])
  expect((await list())[0].idempotencyKey).not.toBe('k')
})

test('a call whose answer was lost is sent again and stored once', async () => {
  let calls = 0
  const submit = createSubmitFeedback({
    url,
    async fetch(request) {
      const response = await inProcess(request)
      if (++calls === 1) throw new TypeError('The connection was reset.')
      return response
    },
  })
  expect((await submit(input)).status).toBe('already_recorded')
  expect([calls, (await list()).length]).toEqual([2, 1])
})

test('a server error is retried once', async () => {
  let calls = 0
  const submit = createSubmitFeedback({
    url,
    fetch: async (request) => (++calls === 1 ? new Response('', { status: 503 }) : inProcess(request)),
  })
  expect((await submit(input)).status).toBe('recorded')
})

test.each([
  [
    'a refusal',
    () => Response.json({ error: 'message must have 1 to 4000 characters' }, { status: 400 }),
    'message must have 1 to 4000 characters.',
  ],
  ['an error page', () => new Response('<html>', { status: 502 }), 'the service returned status 502.'],
  ['another page', () => new Response('<html>'), 'the answer is not one of a feedback service.'],
  ['another JSON', () => Response.json(null), 'the answer is not one of a feedback service.'],
])('%s is an error result, never a throw', async (_, respond, reason) => {
  const submit = createSubmitFeedback({ url: answering(respond) })
  expect(await submit(input)).toEqual({ status: 'failed', text: `The feedback could not be sent: ${reason}` })
})

test('a silent or missing service is an error result', async () => {
  const silent = createSubmitFeedback({
    url: answering(() => new Promise(() => {})),
    timeoutMilliseconds: 20,
  })
  expect((await silent(input)).text).toBe(
    'The feedback could not be sent: the service did not answer in time.',
  )
  const absent = createSubmitFeedback({ url: 'http://127.0.0.1:9/' })
  expect((await absent(input)).text).toBe('The feedback could not be sent: the service cannot be reached.')
  const impossible = createSubmitFeedback({ url: 'no url' })
  expect((await impossible(input)).status).toBe('failed')
})

test('a model uses the AI SDK tool and reads the confirmation', async () => {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  }
  const prompts: string[] = []
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      prompts.push(JSON.stringify(prompt))
      const isFirst = prompts.length === 1
      return {
        content: isFirst
          ? [
              {
                type: 'tool-call',
                toolCallId: '1',
                toolName: 'submit_feedback',
                input: JSON.stringify(input),
              },
            ]
          : [{ type: 'text', text: 'Done.' }],
        finishReason: { unified: isFirst ? 'tool-calls' : 'stop', raw: undefined },
        usage,
        warnings: [],
      }
    },
  })
  const tools = { submit_feedback: submitFeedbackTool({ url, fetch: inProcess }) }
  const { text } = await generateText({ model, tools, prompt: 'Report it.', stopWhen: isStepCount(2) })
  expect(text).toBe('Done.')
  expect(prompts[1]).toContain('Thank you, the feedback was recorded.')
  expect(await list()).toMatchObject([input])
})
