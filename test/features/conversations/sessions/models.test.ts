import { describe, expect, test } from 'bun:test'
import { performDueJobs } from '../../../../src/jobs/runner.ts'
import { jobs } from '../../../../src/registry.ts'
import { agentApp, type Line, typesOf } from '../../../support/agent.ts'
import { answer, call, done, end, say, think } from '../../../support/talking.ts'

// Failing models: only real output is stored, and every turn ends.

const limited = (headers: Record<string, string> = {}) => new Response('no', { status: 429, headers })
const oops = { error: { message: 'the key sk-secret said no', type: 'server_error' } }

/** A session whose turn is tried as often as allowed; returns its events. */
async function talkTo(...scripts: Parameters<typeof agentApp>) {
  const app = await agentApp(...scripts)
  const id = await app.begin()
  for (const wait of [2000, 4000]) {
    app.ctx.clock.advance(wait)
    await performDueJobs(app.ctx, jobs)
  }
  return { ...app, id, told: await app.events(id) }
}

const failureIn = (told: Line[]) => told.find(({ type }) => type === 'turn.failed')?.data.message
const saidIn = (told: Line[]) => told.findLast(({ type }) => type === 'message.completed')?.data

test.each([
  ['answers nothing', [done], 'The model writer returned an invalid response.'],
  ['answers with blanks', answer('', '  '), 'The model writer returned no response.'],
  ['only thinks', [...think('Hm.'), ...end()], 'The model writer returned no response.'],
  ['only thinks aloud', answer('<think>Hm.</think>'), 'The model writer returned no response.'],
  ['says an error first', [oops, done], 'The model writer returned an invalid response.'],
  [
    'says an error in the midst',
    [...say('Well'), oops, done],
    'The model writer stopped in the middle of its answer.',
  ],
  ['ends without an end', say('Well'), 'The model writer stopped in the middle of its answer.'],
  [
    'says what is no JSON',
    [...say('Well'), 'data: {"cho\n\n', ...end()],
    'The model writer stopped in the middle of its answer.',
  ],
  ['limits the rate', limited(), 'The provider of "writer" is limiting requests.'],
  [
    'limits the rate for an hour',
    limited({ 'retry-after': '3600' }),
    'The provider of "writer" is limiting requests.',
  ],
] as [string, object[] | Response, string][])(
  'a model that %s is asked three times, and the turn fails with a sentence of Herald',
  async (_name, script, sentence) => {
    const { id, send, talking, told, events } = await talkTo(script)
    expect(talking.talks.length).toBe(3)
    expect(failureIn(told)).toBe(sentence)
    expect(typesOf(told).slice(-3)).toEqual(['step.failed', 'turn.failed', 'session.waiting'])
    expect(told.some(({ type }) => type === 'message.completed' || type === 'step.completed')).toBe(false)
    expect(JSON.stringify(told)).not.toContain('sk-secret')
    talking.play(answer('Again.'))
    await send(id, { message: 'Again' })
    expect(saidIn(await events(id))?.message).toBe('Again.')
  },
)

test('a model that asks to wait a moment is asked again then, without using an attempt', async () => {
  const { begin, ctx, events, talking } = await agentApp(
    ...Array.from({ length: 5 }, () => limited({ 'retry-after': '30' })),
    answer('At last.'),
  )
  const id = await begin()
  for (let time = 1; time <= 5; time++) {
    expect(talking.talks.length).toBe(time)
    ctx.clock.advance(29_000)
    await performDueJobs(ctx, jobs)
    expect(talking.talks.length).toBe(time)
    ctx.clock.advance(1000)
    await performDueJobs(ctx, jobs)
  }
  expect(saidIn(await events(id))?.message).toBe('At last.')
})

test('a model that keeps asking to wait is not asked beyond the time limit of a turn', async () => {
  const { begin, ctx, events } = await agentApp(() => limited({ 'retry-after': '60' }))
  const id = await begin()
  for (let minute = 0; minute < 16; minute++) {
    ctx.clock.advance(60_000)
    await performDueJobs(ctx, jobs)
  }
  expect(failureIn(await events(id))).toBe('The turn took 15 minutes without coming to an end.')
})

test('a model that never answers is given up', async () => {
  const real = globalThis.setTimeout
  // The two minutes of silence end soon after the model was asked.
  let expire = () => {}
  const controlled = (act: () => void, milliseconds?: number) => {
    if (milliseconds === 120_000) expire = act
    return real(act, milliseconds)
  }
  globalThis.setTimeout = Object.assign(controlled, real) as typeof setTimeout
  try {
    const { told, talking } = await talkTo(async function* () {
      real(expire, 20)
      await new Promise(() => {})
    })
    expect(failureIn(told)).toBe('The model writer did not answer in time.')
    for (const { left } of talking.talks) await left
    expect(talking.talks.length).toBe(3)
  } finally {
    globalThis.setTimeout = real
  }
})

test('an answer of ten megabytes is read up to the length limit', async () => {
  const { told, talking } = await talkTo(async function* () {
    for (let count = 0; count < 10_000; count++) yield* say('x'.repeat(1024))
    yield* end()
  })
  const deltas = told.filter(({ type }) => type === 'message.appended').map(({ data }) => data.messageDelta)
  const said = saidIn(told)
  expect([said?.finishReason, said?.message.length]).toEqual(['length', 782 * 1024])
  expect(deltas.join('')).toBe(said?.message)
  expect(typesOf(told).slice(-2)).toEqual(['turn.completed', 'session.waiting'])
  await talking.talks[0]?.left
})

describe('calls', () => {
  const list = call('list_projects', {})

  test.each(['length', 'content_filter'])(
    'that were truncated (%s) are not run, and the model gets an error',
    async (reason) => {
      const { told, talking } = await talkTo([list, ...end(reason)], answer('Sorry.'))
      const results = told.filter(({ type }) => type === 'action.result').map(({ data }) => data)
      const sentence = 'The answer was cut off before this call was complete.'
      expect(results.map(({ status, result }) => [status, result.output])).toEqual([['failed', sentence]])
      expect(talking.talks[1]?.body.messages.at(-1).content).toBe(sentence)
      expect(typesOf(told).slice(-2)).toEqual(['turn.completed', 'session.waiting'])
    },
  )

  test.each([
    [
      'in one step',
      [Array.from({ length: 50 }, (_, index) => call('list_projects', {}, { index, id: `call_${index}` }))],
    ],
    ['step after step', [[list]]],
    ['though there is no such tool', [[call('destroy_all', {})]]],
    ['though they are no JSON', [[call('list_projects', '{"oops')]]],
  ])('that are the same fifty times, %s, are ended after three', async (_name, [calls = []]) => {
    const { told, talking } = await talkTo([...calls, ...end('tool_calls')])
    expect(failureIn(told)).toMatch(
      /^The agent asked for the same call of (list_projects|destroy_all) again and again\.$/,
    )
    expect(talking.talks.length).toBeLessThanOrEqual(4)
    const run = told.filter(({ type, data }) => type === 'action.result' && data.status === 'completed')
    expect(run.length).toBeLessThanOrEqual(3)
    expect(typesOf(told).slice(-2)).toEqual(['turn.failed', 'session.waiting'])
  })

  test('that differ each time end after fifty steps', async () => {
    let asked = 0
    const { told, talking } = await talkTo(() => [
      call('list_posts', { page: ++asked }),
      ...end('tool_calls'),
    ])
    expect(talking.talks.length).toBe(50)
    expect(failureIn(told)).toBe('The turn took 50 steps without coming to an end.')
  })
})
