import { and, eq } from 'drizzle-orm'
import { converse } from '../../../../ai/converse/converse.ts'
import type { Part } from '../../../../ai/converse/part.ts'
import type { Model } from '../../../../ai/models.ts'
import { centsOf, guessTokens } from '../../../../ai/usage.ts'
import { giveUp } from '../../../../errors.ts'
import { toCanonicalJson } from '../../approvals/rules.ts'
import { callOutcomes } from '../../engine/call-outcomes.ts'
import { toModelMessages } from '../../engine/model-messages.ts'
import { type SessionEvent, sessionEvent, toAction, toActionResult } from '../log/events.ts'
import type { CallRow, StepRow } from '../model.ts'
import { isCutOff } from '../rules.ts'
import { agentCalls, agentSteps } from '../table.ts'
import { toTurns } from './history.ts'
import { instructionsOf } from './instructions.ts'
import type { TurnAttempt } from './start-turn.ts'

/**
 * Asks the model once and writes its answer to the event log while it arrives. If the call is interrupted, its text is
 * discarded, and the call begins again at the same place of the turn.
 */
export async function askModel(running: TurnAttempt): Promise<void> {
  const { ctx, writer, signal, tools } = running
  const model = getModel(running)
  const asked = {
    instructions: instructionsOf(ctx.now(), running.organizationName, running.session.postId !== null),
    messages: toModelMessages(toTurns(running.history), running.preface),
  }
  const step = await begin(running, guessTokens(JSON.stringify(asked).length))
  const place = { ...running.place, stepIndex: step.step }
  const said = { text: '', thought: '' }
  const calls: Call[] = []

  const endThought = (): SessionEvent[] => {
    const reasoning = said.thought
    said.thought = ''
    return reasoning === '' ? [] : [sessionEvent('reasoning.completed', { ...place, reasoning })]
  }

  for await (const part of converse(ctx, model, { ...asked, tools, signal })) {
    if (part.type === 'reasoning') {
      said.thought += part.delta
      writer.say('reasoning', place, part.delta)
    } else if (part.type === 'text') {
      if (said.thought !== '') await writer.write(endThought())
      said.text += part.delta
      writer.say('message', place, part.delta)
    } else if (part.type === 'call' || part.type === 'bad-call') calls.push(part)
    else if (part.type === 'finish') await finish(part)
  }

  async function finish({ reason, tokens }: Extract<Part, { type: 'finish' }>) {
    const { inputTokens, outputTokens, cacheReadTokens } = tokens
    const cents = centsOf(model, tokens)
    const fault = isCutOff(reason) ? callOutcomes.cutOff : null
    const rows = calls.map((call) => toRow(running, step, call, fault))
    const ended = {
      text: said.text,
      finishReason: reason,
      inputTokens,
      outputTokens,
      cents,
      finishedAt: ctx.now(),
    }
    const usage = { inputTokens, outputTokens, cacheReadTokens, costUsd: toDollars(cents) }
    const message = said.text === '' ? null : said.text
    await writer.write(
      [
        ...endThought(),
        ...(message !== null || rows.length === 0
          ? [sessionEvent('message.completed', { ...place, message, finishReason: reason })]
          : []),
        ...(rows.length > 0
          ? [sessionEvent('actions.requested', { ...place, actions: rows.map(toAction) })]
          : []),
        sessionEvent('step.completed', { ...place, finishReason: reason, usage }),
        ...rows.filter(({ status }) => status === 'failed').map(toActionResult),
      ],
      [
        ctx.db.update(agentSteps).set(ended).where(isStep(step)),
        ...(rows.length > 0 ? [ctx.db.insert(agentCalls).values(rows)] : []),
      ],
    )
    Object.assign(step, ended)
    running.history.calls.push(...rows)
  }
}

function getModel({ found: { model, obstacle } }: TurnAttempt): Model {
  if (!model) throw giveUp(obstacle)
  return model
}

type Call = Extract<Part, { type: 'call' | 'bad-call' }>

/** Without the digits that only floating point adds. */
const toDollars = (cents: number) => Math.round(cents * 1e7) / 1e9

/**
 * The step that comes next, begun: the one that was interrupted, or a new one. Until it ends its input is an estimate,
 * by which a turn is charged that is cancelled meanwhile.
 */
async function begin(
  { ctx, writer, place, turn, history }: TurnAttempt,
  inputTokens: number,
): Promise<StepRow> {
  const own = history.steps.filter((step) => step.turn === turn.number)
  const interrupted = own.find(({ finishedAt }) => finishedAt === null)
  if (interrupted) {
    const attempt = ++interrupted.attempts
    await writer.write(
      [{ type: 'step.started', data: { ...place, stepIndex: interrupted.step, attempt } }],
      [ctx.db.update(agentSteps).set({ attempts: attempt, inputTokens }).where(isStep(interrupted))],
    )
    return interrupted
  }
  const step: StepRow = {
    sessionId: turn.sessionId,
    turn: turn.number,
    step: own.length,
    attempts: 1,
    text: '',
    finishReason: null,
    inputTokens,
    outputTokens: 0,
    cents: 0,
    startedAt: ctx.now(),
    finishedAt: null,
  }
  await writer.write(
    [{ type: 'step.started', data: { ...place, stepIndex: step.step } }],
    [ctx.db.insert(agentSteps).values(step)],
  )
  history.steps.push(step)
  return step
}

const isStep = ({ sessionId, turn, step }: StepRow) =>
  and(eq(agentSteps.sessionId, sessionId), eq(agentSteps.turn, turn), eq(agentSteps.step, step))

/** A call as it is kept: endpoints repeat ids and leave them out, so that ours are our own. */
function toRow({ turn }: TurnAttempt, { step }: StepRow, call: Call, cutOff: string | null): CallRow {
  const fault = call.type === 'bad-call' ? call.error : cutOff
  return {
    sessionId: turn.sessionId,
    id: `call_${Bun.randomUUIDv7().replaceAll('-', '')}`,
    turn: turn.number,
    step,
    tool: call.toolName,
    input: toCanonicalJson(call.input ?? {}),
    status: fault === null ? 'requested' : 'failed',
    output: fault,
  }
}
