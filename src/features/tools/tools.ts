import type { Context } from '../../context.ts'
import { isRefusal } from '../../errors.ts'
import type { Actor } from '../../http/internal-request.ts'
import { effectOf, type OperationRoute } from '../../http/operation.ts'
import type { ReviewedState } from '../../http/reviewed.ts'
import { mayUse } from '../keys/guard.ts'
import { identifyAsker } from '../keys/identify.ts'
import { type CallResult, callOperation, hasMade, type Input } from './call.ts'
import { chooseTools, type Topic } from './choice.ts'
import type { OfferedTool } from './offered-tool.ts'
import { type Preview, previewOperation } from './preview.ts'
import { findChange, reviewCall } from './reviewed-call.ts'
import { findEarlierSuccess } from './subject.ts'
import { description, inputSchema, thanks } from './submit-feedback.ts'
import { inputsOf } from './tool-schema.ts'

/** One call of a tool by a model. */
export type ToolCall = {
  /** The same for every try of it: what a call makes is made once. */
  callId: string
  /** The chat that it is made in. */
  chatId?: string
  signal?: AbortSignal
  /** What the approval of the call is bound to: if any of it changed since, nothing is done. */
  subject?: ReviewedState | null
}

/** What a model may call in a chat or a session. */
export type Tool = Omit<OfferedTool, 'call'> & {
  /** What it is about: the resource of its scope. */
  area: string
  /** What it belongs with: all that is about projects is one. */
  family: string
  /** Does the work whole; what goes to a model is cut by `cutOutput`. */
  call(input: Input, call: ToolCall): Promise<CallResult>
  /** What a person is asked before it is called: told by code, of the input and the record as it stands. */
  preview(input: Input): Promise<Preview>
}

type Choice = Topic & { maxSchemaTokens?: number }

/** The tools that somebody may use now, as far as their schemas find room beside each other. */
export async function findTools(
  ctx: Context,
  asker: Actor,
  { maxSchemaTokens = 8000, ...topic }: Choice = {},
): Promise<Tool[]> {
  const identity = await identifyAsker(ctx, asker)
  const tools = toolRoutes(ctx)
    .filter((route) => mayUse(identity, route))
    .map((route) =>
      route.operation.tool === 'submit_feedback'
        ? toSubmitTool(ctx, route, asker)
        : toTool(ctx, route, asker),
    )
  return chooseTools(tools, maxSchemaTokens, topic)
}

/** The operations that agents call by a name, in the order of the table. */
export function toolRoutes(ctx: Context): OperationRoute[] {
  return ctx.ownApi.operations().filter(({ operation }) => operation.tool !== null)
}

/** True where somebody may call a tool now, by its name. */
export async function mayCall(ctx: Context, asker: Actor, name: string): Promise<boolean> {
  const route = toolRoutes(ctx).find(({ operation }) => operation.tool === name)
  return route !== undefined && mayUse(await identifyAsker(ctx, asker), route)
}

/** The preview of a call as somebody may read it; null if they may not use the tool. */
export async function previewTool(
  ctx: Context,
  asker: Actor,
  name: string,
  input: Input,
): Promise<Preview | null> {
  const route = toolRoutes(ctx).find(({ operation }) => operation.tool === name)
  const mayCall = route !== undefined && mayUse(await identifyAsker(ctx, asker), route)
  return mayCall ? previewOperation(ctx, route, input, asker) : null
}

/** An operation as a tool: its inputs are the route's own, and a call goes through the whole API. */
export function toTool(ctx: Context, route: OperationRoute, asker: Actor): Tool {
  const { operation } = route
  const parts = Object.values(inputsOf(route))
  return {
    name: operation.tool ?? operation.operationId,
    description: operation.description,
    inputSchema: {
      type: 'object',
      properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
      required: parts.flatMap(({ required }) => required),
      additionalProperties: false,
    },
    effect: effectOf(route),
    area: operation.resource ?? '',
    family: route.path.split('/')[2] ?? '',
    call: (input, call) => callReviewed(ctx, route, input, asker, call),
    preview: (input) => previewOperation(ctx, route, input, asker),
  }
}

/** Calls an operation unless something that it depends on, or what it would do, changed since its review. */
async function callReviewed(
  ctx: Context,
  route: OperationRoute,
  input: Input,
  asker: Actor,
  { subject = null, ...call }: ToolCall,
): Promise<CallResult> {
  // An earlier attempt of this call ran: its route returns what that has made.
  const ran = route.method === 'POST' && (await hasMade(ctx, asker, call.callId))
  if (!subject || ran) return callOperation(ctx, route, input, { asker, ...call })
  const identity = await identifyAsker(ctx, asker)
  if (!mayUse(identity, route)) return { text: 'Forbidden', isError: true, status: 403 }
  try {
    const reviewed = await reviewCall(ctx, route, input, identity)
    const change = findChange(reviewed, subject)
    if (change) return (await findEarlierSuccess(ctx, route, input, asker)) ?? change
    // The batch that writes compares them once more, so that no change can come in between.
    return callOperation(ctx, route, input, { asker, ...call, reviewed: reviewed.dependencies })
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { text: error.message, isError: true, status: error.status }
  }
}

/** `submit_feedback` as MCP clients know it: what an agent says is in its input, and the call is what tells repeats. */
function toSubmitTool(ctx: Context, route: OperationRoute, asker: Actor): Tool {
  return {
    ...toTool(ctx, route, asker),
    description,
    inputSchema,
    async call({ message, title, kind, sentiment, contextUrl }, { callId, signal }) {
      const input = { message, title, kind, sentiment, contextUrl, idempotencyKey: callId }
      const result = await callOperation(ctx, route, input, { asker, callId, signal })
      return result.isError ? result : { ...result, text: thanks }
    },
  }
}

const maxCharacters = 20_000

/** What a tool answered as a model gets it: cut where it is long, with a word that says so. */
export function cutOutput(text: string): string {
  if (text.length <= maxCharacters) return text
  const head = text.slice(0, maxCharacters).toWellFormed()
  return `${head}\n[Cut here: ${text.length - maxCharacters} of ${text.length} characters were left out. Ask for less at a time.]`
}
