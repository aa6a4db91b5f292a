import { beforeAll, expect, test } from 'bun:test'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { approvals } from '../../../../src/features/conversations/approvals/table.ts'
import {
  agentCalls,
  agentEvents,
  agentSessions,
  agentSteps,
  agentTurns,
} from '../../../../src/features/conversations/sessions/table.ts'
import { skills } from '../../../../src/features/skills/table.ts'
import { performDueJobs } from '../../../../src/jobs/runner.ts'
import { jobs as jobRows } from '../../../../src/jobs/table.ts'
import { jobs } from '../../../../src/registry.ts'
import { agentApp, type Line, sessionPath } from '../../../support/agent.ts'
import { answer, call, end, say, think } from '../../../support/talking.ts'

/** Splits a text at fractions of its length, between any two code units. */
function cut(text: string, places: number[]): string[] {
  const at = [...new Set(places.map((place) => Math.floor(place * text.length)))].sort(
    (one, other) => one - other,
  )
  return [0, ...at].map((from, index) => text.slice(from, at[index] ?? text.length)).filter(Boolean)
}

const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { maxLength: 12 })
/** Arbitrary messages, beyond ordinary keyboard input; blanks alone are no answer. */
const words = fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => `So: ${text}`)

let app: Awaited<ReturnType<typeof agentApp>>
beforeAll(async () => {
  app = await agentApp([])
})

/** The HTTP body for chunks, as one text. */
const toWire = (chunks: (object | string)[]) =>
  chunks.map((chunk) => (typeof chunk === 'string' ? chunk : `data: ${JSON.stringify(chunk)}\n\n`)).join('')

const argumentsOf = (pieces: string[]) =>
  pieces.map((piece, index) =>
    index === 0
      ? call('list_projects', piece)
      : {
          ...call('', ''),
          choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: piece } }] } }],
        },
  )

test('however the output of a model and its transport are split, the same events are stored', async () => {
  await fc.assert(
    fc.asyncProperty(
      words,
      words,
      words,
      places,
      places,
      places,
      places,
      async (thought, text, last, ...cuts) => {
        const { begin, ctx, events, talking } = app
        const [ofThought, ofText, ofInput, ofWire] = cuts as [number[], number[], number[], number[]]
        const asking = [
          ...think(...cut(thought, ofThought)),
          ...say(...cut(text, ofText)),
          ...argumentsOf(cut('{ }', ofInput)),
          ...end('tool_calls'),
        ]
        talking.play(cut(toWire(asking), ofWire), cut(toWire(answer(...cut(last, ofText))), ofWire))
        // Each uses its own minute of the rate limit.
        ctx.clock.advance(61_000)
        const id = await begin(text)
        const told = await events(id)
        const of = (type: string) => told.filter((event) => event.type === type).map(({ data }) => data)
        expect(of('message.received').map(({ message }) => message)).toEqual([text])
        expect(of('reasoning.completed').map(({ reasoning }) => reasoning)).toEqual([thought])
        expect(of('message.completed').map(({ message }) => message)).toEqual([text, last])
        expect(
          of('reasoning.appended')
            .map(({ reasoningDelta }) => reasoningDelta)
            .join(''),
        ).toBe(thought)
        for (const [stepIndex, said] of [text, last].entries()) {
          const deltas = of('message.appended').filter((data) => data.stepIndex === stepIndex)
          expect(deltas.map(({ messageDelta }) => messageDelta).join('')).toBe(said)
        }
        expect(of('action.result').map(({ status }) => status)).toEqual(['completed'])
        const kept = await ctx.db
          .select()
          .from(agentSteps)
          .where(eq(agentSteps.sessionId, id))
          .orderBy(asc(agentSteps.step))
        expect(kept.map((step) => step.text)).toEqual([text, last])
        expect(told.at(-1)?.type).toBe('session.waiting')
      },
    ),
    { numRuns: 40 },
  )
}, 300_000)

type Act = 'approve' | 'deny' | 'message' | 'both' | 'cancel' | 'kill' | 'perform'
/** Concurrent steps, in one order of execution. */
const act = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Act>('perform') },
  { weight: 3, arbitrary: fc.constantFrom<Act>('approve', 'cancel') },
  { weight: 2, arbitrary: fc.constantFrom<Act>('deny', 'message', 'both', 'kill') },
)
/** A step this many milliseconds after the others. */
const late = fc.integer({ min: 0, max: 40 })
const acts = fc.array(fc.array(fc.tuple(act, late), { minLength: 1, maxLength: 4 }), {
  minLength: 2,
  maxLength: 5,
})
/** The delay of each write, one after another. */
const ways = fc.infiniteStream(fc.constantFrom(0, 1, 2, 5, 12))

test('in any order of answers, messages, cancels and kills, one turn runs at a time, and each approval runs one call', async () => {
  await fc.assert(
    fc.asyncProperty(acts, ways, async (rounds, ways) => {
      let asked = 0
      const world = await agentApp(({ body: { messages } }) =>
        messages.at(-1).role === 'user'
          ? [
              call('create_skill', { name: `skill-${++asked}`, description: 'Ours', content: 'Be brief.' }),
              ...end('tool_calls'),
            ]
          : answer('Done.'),
      )
      const { begin, ctx, talking } = world
      const id = await begin('Make a skill')
      const write = ctx.db.$client.batch
      ctx.db.$client.batch = async (statements, mode) => {
        await Bun.sleep(ways.next().value)
        return write.call(ctx.db.$client, statements, mode)
      }
      try {
        for (const round of rounds) {
          const requests = await ctx.db
            .select({ id: approvals.id })
            .from(approvals)
            .where(eq(approvals.status, 'open'))
          const begun = round.map(async ([act, late]) => {
            await Bun.sleep(late)
            await perform(world, id, act, requests)
          })
          await Promise.all(begun)
          await expectOneTurn(world)
        }
      } finally {
        // On a database server the next test has the same connection.
        ctx.db.$client.batch = write
      }
      for (let time = 0; time < 4; time++) {
        ctx.clock.advance(20_000)
        await performDueJobs(ctx, jobs)
      }
      await expectOneTurn(world)
      await expectSettled(world, id)
      talking[Symbol.dispose]()
    }),
    { numRuns: 25 },
  )
}, 300_000)

type World = typeof app

/** An action of a user or a failure of the process, with errors ignored. */
async function perform({ ctx, team }: World, id: string, act: Act, requests: { id: string }[]) {
  const path = `${sessionPath}/${id}`
  const inputResponses = requests.map((request) => ({
    requestId: request.id,
    optionId: act === 'deny' ? 'deny' : 'approve',
  }))
  if (act === 'perform') return performDueJobs(ctx, jobs)
  if (act === 'cancel') return team.call('POST', `${path}/cancel`)
  if (act === 'kill') {
    await ctx.db.run(sql`
      update jobs set state = 'ready', lease_owner = null, lease_until = null
      where name = 'agent-sessions.turn' and state = 'running'`)
    // Another one claims it immediately.
    return performDueJobs(ctx, jobs)
  }
  const hasAnswers = act !== 'message' && inputResponses.length > 0
  const sent = {
    ...(hasAnswers && { inputResponses }),
    ...((!hasAnswers || act === 'both') && { message: 'Make a skill' }),
  }
  const { status } = await team.call('POST', path, sent)
  expect([200, 400, 409]).toContain(status)
}

/** At most one turn is open, and it is the one in the session. */
async function expectOneTurn({ ctx }: World) {
  const open = await ctx.db
    .select({ number: agentTurns.number })
    .from(agentTurns)
    .where(inArray(agentTurns.status, ['running', 'waiting']))
  const [session] = await ctx.db.select().from(agentSessions)
  expect(open.length).toBeLessThanOrEqual(1)
  for (const { number } of open) expect(session?.openTurn).toBe(`turn_${number}`)
}

/** Once no job is due, all events, answers and effects are consistent. */
async function expectSettled({ ctx, events }: World, id: string) {
  const told: Line[] = await events(id)
  const [turns, calls, answers, rows] = await Promise.all([
    ctx.db.select().from(agentTurns),
    ctx.db.select().from(agentCalls),
    ctx.db.select().from(approvals),
    ctx.db.select({ index: agentEvents.index }).from(agentEvents).orderBy(asc(agentEvents.index)),
  ])
  expect(rows.map(({ index }) => index)).toEqual(rows.map((_, index) => index))
  expect(turns.filter(({ status }) => status === 'running' || status === 'queued')).toEqual([])
  const waiting = turns.filter(({ status }) => status === 'waiting')
  const [session] = await ctx.db.select().from(agentSessions)
  expect(session?.openTurn ?? null).toBe(waiting[0] ? `turn_${waiting[0].number}` : null)
  expect(await ctx.db.$count(jobRows, sql`name = 'agent-sessions.turn' and state <> 'done'`)).toBe(0)
  const ids = told.map(({ meta }) => meta.id)
  expect(new Set(ids).size).toBe(ids.length)
  const once = (values: string[]) => expect(values.length).toBe(new Set(values).size)
  const of = (type: string) => told.filter((event) => event.type === type).map(({ data }) => data)
  once(of('action.result').map(({ result }) => result.callId))
  once(of('approval.settled').map(({ requestId }) => requestId))
  once(
    told
      .filter(({ type }) => /^turn\.(completed|cancelled|failed)$/.test(type))
      .map(({ data }) => data.turnId),
  )
  const spent = answers.filter(({ status }) => status === 'spent').map(({ callId }) => callId)
  const done = calls.filter(({ status }) => status === 'completed').map(({ id: callId }) => callId)
  expect(spent).toEqual(expect.arrayContaining(done))
  const made = await ctx.db.$count(skills)
  expect(made).toBeGreaterThanOrEqual(done.length)
  expect(made).toBeLessThanOrEqual(spent.length)
}
