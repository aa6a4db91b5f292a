import type { Context } from '../../context.ts'
import { isRefusal } from '../../errors.ts'
import type { Actor } from '../../http/internal-request.ts'
import { type Effect, effectOf, type OperationRoute } from '../../http/operation.ts'
import type { ReviewedState } from '../../http/reviewed.ts'
import { mayUse } from '../keys/guard.ts'
import { identifyAsker } from '../keys/identify.ts'
import { type CallResult, callOperation, hasMade, type Input } from './call.ts'
import { chooseTools, type Topic } from './choice.ts'
import type { OfferedTool } from './offered-tool.ts'
import { type Preview, previewOperation } from './preview.ts'
import { findChange, reviewCall } from './reviewed-call.ts'
import { findEarlierSuccess } from './subject.ts'
import { describeFeedbackInput, description, thanks } from './submit-feedback.ts'
import { inputsOf, toInputSchema } from './tool-schema.ts'

/** One call of a tool by a model. */
export type ToolCall = {
  /** The same for every attempt: a call creates a record once. */
  callId: string
  /** The chat of the call. */
  chatId?: string
  signal?: AbortSignal
  /** The state that the approval of the call is bound to: if any of it changed since, nothing runs. */
  subject?: ReviewedState | null
}

/** A tool for models in a chat or a session. */
export type Tool = Pick<OfferedTool, 'name' | 'description' | 'inputSchema'> & {
  effect: Effect
  /** Its area: the resource of its scope. */
  area: string
  /** Related areas: all that concern projects are one family. */
  family: string
  /** Returns the full result; `cutOutput` truncates what goes to a model. */
  call(input: Input, call: ToolCall): Promise<CallResult>
  /** The question to the user before a call: written by code from the input and the current record. */
  preview(input: Input): Promise<Preview>
}

type Choice = Topic & { maxSchemaTokens?: number }

/** The tools that a user may use now, as far as their schemas fit the token budget. */
export async function findTools(
  ctx: Context,
  asker: Actor,
  { maxSchemaTokens = 10_000, ...topic }: Choice = {},
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

/** The operations with a tool name, in the order of the table. */
export function toolRoutes(ctx: Context): OperationRoute[] {
  return ctx.ownApi.operations().filter(({ operation }) => operation.tool !== null)
}

/** True if a caller may use a tool now. */
export async function mayCall(ctx: Context, asker: Actor, name: string): Promise<boolean> {
  const route = toolRoutes(ctx).find(({ operation }) => operation.tool === name)
  return route !== undefined && mayUse(await identifyAsker(ctx, asker), route)
}

/** The preview of a call for a user; null if they may not use the tool. */
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

/** An operation as a tool: it has the inputs of the route, and a call passes through the whole API. */
export const toTool = (ctx: Context, route: OperationRoute, asker: Actor): Tool => ({
  ...describeRoute(route),
  call: (input, call) => callReviewed(ctx, route, input, asker, call),
  preview: (input) => previewOperation(ctx, route, input, asker),
})

type Description = Omit<Tool, 'call' | 'preview'>

/** Leaves out the sentences about a request header, which a tool cannot send. */
const withoutHeaders = (description: string) =>
  description
    .split(/(?<=\.) /)
    .filter((sentence) => !sentence.includes('`Prefer:'))
    .join(' ')

/** Cached: schemas do not change, and every turn of a conversation reads all of them. */
const descriptions = new WeakMap<OperationRoute, Description>()

function describeRoute(route: OperationRoute): Description {
  const known = descriptions.get(route)
  if (known) return known
  const { operation } = route
  const parts = Object.values(inputsOf(route))
  const description = {
    name: operation.tool ?? operation.operationId,
    description: withoutHeaders(operation.description),
    inputSchema: toInputSchema(parts),
    effect: effectOf(route),
    area: operation.resource ?? '',
    family: route.path.split('/')[2] ?? '',
  }
  descriptions.set(route, description)
  return description
}

/** Calls an operation unless its dependencies or its effect changed since its review. */
async function callReviewed(
  ctx: Context,
  route: OperationRoute,
  input: Input,
  asker: Actor,
  { subject = null, ...call }: ToolCall,
): Promise<CallResult> {
  // An earlier attempt of this call ran: its route returns what that created.
  const ran = route.method === 'POST' && (await hasMade(ctx, asker, call.callId))
  if (!subject || ran) return callOperation(ctx, route, input, { asker, ...call })
  const identity = await identifyAsker(ctx, asker)
  if (!mayUse(identity, route)) return { text: 'Forbidden', isError: true, status: 403 }
  try {
    const reviewed = await reviewCall(ctx, route, input, identity)
    const change = findChange(reviewed, subject)
    if (change) return (await findEarlierSuccess(ctx, route, input, asker)) ?? change
    // The batch that writes compares the dependencies again, so that no change can happen in between.
    return callOperation(ctx, route, input, { asker, ...call, reviewed: reviewed.dependencies })
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { text: error.message, isError: true, status: error.status }
  }
}

/** `submit_feedback` with the same input as for MCP clients; the id of the call is the idempotency key. */
function toSubmitTool(ctx: Context, route: OperationRoute, asker: Actor): Tool {
  return {
    ...toTool(ctx, route, asker),
    description,
    inputSchema: describeFeedbackInput(),
    async call({ message, title, kind, sentiment, contextUrl }, { callId, signal }) {
      const input = { message, title, kind, sentiment, contextUrl, idempotencyKey: callId }
      const result = await callOperation(ctx, route, input, { asker, callId, signal })
      return result.isError ? result : { ...result, text: thanks }
    },
  }
}

const maxCharacters = 20_000

/** The output of a tool for a model: truncated with a note if it is long. */
export function cutOutput(text: string): string {
  if (text.length <= maxCharacters) return text
  const head = text.slice(0, maxCharacters).toWellFormed()
  return `${head}\n[Cut here: ${text.length - maxCharacters} of ${text.length} characters were left out. Ask for less at a time.]`
}
