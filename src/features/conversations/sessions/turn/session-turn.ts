import { and, eq, inArray } from 'drizzle-orm'
import type { Model } from '../../../../ai/models.ts'
import { centsOf, noTokens } from '../../../../ai/usage.ts'
import type { Statement } from '../../../../db/client.ts'
import { giveUp } from '../../../../errors.ts'
import type { ApprovalRow } from '../../approvals/model.ts'
import { approvals } from '../../approvals/table.ts'
import type { ActiveTurn, Answer, PendingCall } from '../../engine/active-turn.ts'
import { type Call, isOpen } from '../../engine/call.ts'
import { createMeter } from '../../engine/meter.ts'
import { toModelMessages } from '../../engine/model-messages.ts'
import { type SessionEvent, sessionEvent, toAction, toActionResult } from '../log/events.ts'
import type { CallRow, StepRow } from '../model.ts'
import { whereCall, whereSteps } from '../record.ts'
import { maxEvents } from '../rules.ts'
import { agentCalls, agentSteps } from '../table.ts'
import { toTurns } from './history.ts'
import { instructionsOf } from './instructions.ts'
import type { TurnAttempt } from './start-turn.ts'

/**
 * A turn of a session as a turn of the engine: its calls are rows, and each change is an event of the log. If a step is
 * interrupted, its text is discarded, and it begins again at the same place. Returns the calls that a person is asked
 * about in `asked`, to be stored when the job ends.
 */
export function createSessionTurn(running: TurnAttempt): { turn: ActiveTurn; asked: PendingCall[] } {
  const { ctx, session, turn, place, history, writer } = running
  const asked: PendingCall[] = []
  let step: StepRow | undefined
  let text = ''
  let thought = ''

  const own = () => history.calls.filter((call) => call.turn === turn.number)
  const newest = () => history.steps.findLast((each) => each.turn === turn.number)
  const stepPlace = () => ({ ...place, stepIndex: currentStep().step })

  function currentStep(): StepRow {
    if (!step) throw new Error('No step of the turn has begun.')
    return step
  }

  function endThought(): SessionEvent[] {
    const reasoning = thought
    thought = ''
    return reasoning === '' ? [] : [sessionEvent('reasoning.completed', { ...stepPlace(), reasoning })]
  }

  async function storeAnswer({ reason, tokens, calls }: Answer): Promise<void> {
    const { inputTokens, outputTokens, cacheReadTokens } = tokens
    const current = currentStep()
    const cents = centsOf(getModel(running), tokens)
    const rows = calls.map((call) => ({
      ...call,
      ...{ sessionId: session.id, turn: turn.number, step: current.step },
    }))
    const ended = { text, finishReason: reason, inputTokens, outputTokens, cents, finishedAt: ctx.now() }
    const usage = { inputTokens, outputTokens, cacheReadTokens, costUsd: toDollars(cents) }
    const message = text === '' ? null : text
    const events = [
      ...endThought(),
      ...(message !== null || rows.length === 0
        ? [sessionEvent('message.completed', { ...stepPlace(), message, finishReason: reason })]
        : []),
      ...(rows.length > 0
        ? [sessionEvent('actions.requested', { ...stepPlace(), actions: rows.map(toAction) })]
        : []),
      sessionEvent('step.completed', { ...stepPlace(), finishReason: reason, usage }),
      ...rows.filter(({ status }) => status === 'failed').map(toActionResult),
    ]
    await writer.write(events, [
      ctx.db.update(agentSteps).set(ended).where(whereStep(current)),
      ...(rows.length > 0 ? [ctx.db.insert(agentCalls).values(rows)] : []),
    ])
    Object.assign(current, ended)
    history.calls.push(...rows)
    await running.noteProgress()
  }

  /** Begins the interrupted step again, or the next one. A turn that is canceled meanwhile is charged by the estimate. */
  async function beginStep(inputTokens: number): Promise<void> {
    if (session.nextIndex >= maxEvents) throw giveUp('This session is full. Start a new one.')
    const last = newest()
    const interrupted = last?.finishedAt === null ? last : null
    ;[text, thought] = ['', '']
    step = interrupted ?? {
      ...{ sessionId: session.id, turn: turn.number, step: last ? last.step + 1 : 0 },
      ...{ attempts: 0, text, finishReason: null, inputTokens, outputTokens: 0, cents: 0 },
      ...{ startedAt: ctx.now(), finishedAt: null },
    }
    const attempt = ++step.attempts
    await writer.write(
      [sessionEvent('step.started', { ...stepPlace(), ...(interrupted && { attempt }) })],
      [
        interrupted
          ? ctx.db.update(agentSteps).set({ attempts: attempt, inputTokens }).where(whereStep(step))
          : ctx.db.insert(agentSteps).values(step),
      ],
    )
    if (!interrupted) history.steps.push(step)
  }

  async function updateCall({ id }: Call, change: Partial<CallRow>, statements: Statement[] = []) {
    const row = history.calls.find((each) => each.id === id)
    if (!row) throw new Error('The turn has no such call.')
    Object.assign(row, change)
    await writer.write(isOpen(row) ? [] : [toActionResult(row)], [
      ...statements,
      ctx.db.update(agentCalls).set(change).where(whereCall(row)),
    ])
  }

  const activeTurn: ActiveTurn = {
    ctx,
    conversation: { conversationKind: 'session', conversationId: session.id, turnId: place.turnId },
    sender: { id: turn.sentBy, organizationId: session.organizationId },
    tools: running.tools,
    signal: running.signal,
    startedAt: turn.resumedAt ?? turn.createdAt,
    meter: createMeter(readUsed(history.steps.filter((each) => each.turn === turn.number))),
    getModel: () => getModel(running),
    getQuestion: () => ({
      instructions: instructionsOf(ctx.now(), running.organizationName, session.postId !== null),
      messages: toModelMessages(toTurns(history), running.preface),
    }),
    newCallId: () => `call_${Bun.randomUUIDv7().replaceAll('-', '')}`,
    toToolCall: ({ id }) => ({ callId: id }),
    calls: own,
    isAnswered() {
      const last = newest()
      return Boolean(last?.finishedAt) && !own().some((call) => call.step === last?.step)
    },
    readApprovals: () => readApprovals(running, own()),
    beginStep,
    async show(part) {
      if (part.type === 'reasoning') {
        thought += part.delta
        writer.say('reasoning', stepPlace(), part.delta)
      } else if (part.type === 'text') {
        if (thought !== '') await writer.write(endThought())
        text += part.delta
        writer.say('message', stepPlace(), part.delta)
      }
    },
    storeAnswer,
    beginCall: (call, statements) => updateCall(call, { status: 'begun' }, statements),
    endCall: (call, status, output) => updateCall(call, { status, output }),
    async askPerson(waiting) {
      asked.push(...waiting)
    },
    async endStep() {},
  }
  return { turn: activeTurn, asked }
}

function getModel({ found: { model, obstacle } }: TurnAttempt): Model {
  if (!model) throw giveUp(obstacle)
  return model
}

function readUsed(steps: StepRow[]) {
  const finished = steps.filter(({ finishedAt }) => finishedAt !== null)
  const outputTokens = finished.reduce((sum, step) => sum + step.outputTokens, 0)
  return { steps: finished.length, tokens: { ...noTokens, outputTokens } }
}

async function readApprovals({ ctx, session }: TurnAttempt, calls: CallRow[]) {
  const ids = calls.filter(({ status }) => ['waiting', 'begun'].includes(status)).map(({ id }) => id)
  if (ids.length === 0) return new Map<string, ApprovalRow>()
  const rows = await ctx.db
    .select()
    .from(approvals)
    .where(and(eq(approvals.conversationId, session.id), inArray(approvals.callId, ids)))
  return new Map(rows.map((row) => [row.callId, row]))
}

/** Without the digits that only floating point adds. */
const toDollars = (cents: number) => Math.round(cents * 1e7) / 1e9

const whereStep = ({ sessionId, turn, step }: StepRow) =>
  and(whereSteps(sessionId, turn), eq(agentSteps.step, step))
