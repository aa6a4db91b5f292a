import type { Question } from '../../../ai/converse/converse.ts'
import type { FinishReason, Part } from '../../../ai/converse/part.ts'
import type { OfferedTool } from '../../../ai/converse/tools.ts'
import type { Model } from '../../../ai/models.ts'
import type { Tokens } from '../../../ai/usage.ts'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import type { Actor } from '../../../http/internal-request.ts'
import type { Tool, ToolCall } from '../../tools/tools.ts'
import type { ApprovalRow } from '../approvals/model.ts'
import type { openApproval } from '../approvals/record.ts'
import type { Call } from './call.ts'
import { checkLimits } from './limits.ts'
import type { Meter } from './meter.ts'

/** What the model answered in one step. */
export type Answer = { reason: FinishReason; tokens: Tokens; firstPartAt: Date; calls: Call[] }

/** A call that waits for a person: for an approval, or, if that is null, for the answer to a question. */
export type PendingCall = { call: Call; approval: ReturnType<typeof openApproval> | null }

/** A reply of a chat or a turn of a session while it runs. Both store and show its steps in their own ways. */
export type ActiveTurn = {
  ctx: Context
  conversation: Pick<ApprovalRow, 'conversationKind' | 'conversationId' | 'turnId'>
  sender: Actor
  /** What the model may call. A tool without `call` is a question to a person. */
  tools: (Tool | OfferedTool)[]
  /** Aborted if the turn ends early, with a ReachedLimit if it took too long. */
  signal: AbortSignal
  startedAt: Date
  meter: Meter
  /** Throws if there is no model; approved calls run without one. */
  getModel(): Model
  getQuestion(): Pick<Question, 'instructions' | 'messages' | 'thinkingLevel'>
  newCallId(): string
  toToolCall(call: Call): Pick<ToolCall, 'callId' | 'chatId'>
  /** All calls of the turn, in their order. */
  calls(): Call[]
  /** Whether the newest answer of the model asked for no calls. */
  isAnswered(): boolean
  /** The approvals of calls that have waited, by the ids of the calls. */
  readApprovals(): Promise<Map<string, ApprovalRow>>
  beginStep(inputTokens: number): Promise<void>
  /** Shows a part of the answer while it arrives. */
  show(part: Part): Promise<void>
  storeAnswer(answer: Answer): Promise<void>
  /** Stores in one batch with `statements` that a call begins. */
  beginCall(call: Call, statements: Statement[]): Promise<void>
  endCall(call: Call, status: Call['status'], output: string): Promise<void>
  askPerson(asked: PendingCall[]): Promise<void>
  /** Called when all calls of a step have ended or wait. */
  endStep(): Promise<void>
}

/** Throws a ReachedLimit if the turn has used as much as it may. */
export function checkTurn({ ctx, meter, startedAt }: ActiveTurn): void {
  checkLimits({
    ...meter.finished(),
    milliseconds: ctx.now().getTime() - startedAt.getTime(),
  })
}
