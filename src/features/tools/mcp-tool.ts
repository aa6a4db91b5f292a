import type { Context } from '../../context.ts'
import type { Actor } from '../../http/internal-request.ts'
import { createNamed, toSchema } from '../../http/openapi/schema.ts'
import { effectOf, type OperationRoute } from '../../http/operation.ts'
import { advice } from './advice.ts'
import { type CallOptions, callOperation, type Input } from './call.ts'
import { readCursor, toCursor } from './cursor.ts'
import type { Hints, OfferedTool } from './offered-tool.ts'
import { describeInputs, inputsOf, type JsonSchema } from './tool-schema.ts'

type Caller = Pick<CallOptions, 'address'> & {
  asker: Actor
  toCallId(name: string, input: Input): string | undefined
}

/** An operation as a tool of MCP clients: a call passes through the whole API, with the rights of the caller. */
export function toMcpTool(ctx: Context, route: OperationRoute, caller: Caller): OfferedTool {
  const { asker, address, toCallId } = caller
  const description = describeTool(route)
  return {
    ...description,
    async call(given, signal) {
      const input = hasPages(route) ? withPage(given) : given
      if (input === null)
        return { text: 'cursor must be the nextCursor of an earlier result.', isError: true }
      const callId = toCallId(description.name, input)
      const result = await callOperation(ctx, route, input, { asker, address, callId, signal })
      if (result.isError) return result
      const compacted = compact(JSON.parse(result.text), new Set(omitted[description.name]))
      const structured = hasPages(route) ? withNextCursor(compacted as Paged) : compacted
      return {
        text: JSON.stringify(structured),
        isError: false,
        structured: structured as Record<string, unknown>,
      }
    },
  }
}

/** Whether an operation returns numbered pages, for which its tool has cursors as well. */
function hasPages(route: OperationRoute): boolean {
  const { page, limit } = inputsOf(route).query.properties
  return page !== undefined && limit !== undefined
}

/** An input with the page of its cursor; null if the cursor is unknown. */
function withPage({ cursor, ...given }: Record<string, unknown>) {
  if (cursor === undefined) return given
  const page = readCursor(cursor)
  return page === null ? null : { ...given, page }
}

type Paged = { pagination: { nextPage: number | null } }

function withNextCursor<T extends Paged>(list: T) {
  const { nextPage } = list.pagination
  return { ...list, nextCursor: nextPage === null ? null : toCursor(nextPage) }
}

/** The schemas of a list with its cursor. */
const cursorInput = {
  cursor: { type: 'string', description: 'The `nextCursor` of the previous result, to get the next page.' },
}
const cursorOutput = {
  nextCursor: { type: ['string', 'null'], description: 'The cursor of the next page; null on the last one.' },
}

function withProperties(schema: JsonSchema, added: Record<string, JsonSchema>): JsonSchema {
  return { ...schema, properties: { ...schema.properties, ...added } }
}

/** Fields that lists leave out: long texts that a tool for one record returns. */
const omitted: Record<string, string[]> = {
  list_posts: ['content', 'markdown', 'rawHtml', 'recommendations', 'sourceMetadata', 'faults'],
  list_collections: ['sourceMetadata'],
  list_prompt_results: ['answer', 'sources', 'searchQueries'],
}

type Description = Omit<OfferedTool, 'call'>

/** Cached: schemas do not change, and every request lists them. */
const descriptions = new WeakMap<OperationRoute, Description>()

function describeTool(route: OperationRoute): Description {
  const known = descriptions.get(route)
  if (known) return known
  const { operation } = route
  const name = operation.tool ?? operation.operationId
  const inputs = describeInputs(route)
  const outputs = toOutputSchema(route, new Set(omitted[name]))
  const described = {
    name,
    title: operation.summary,
    description:
      [describeForAgents(operation), advice[name]].filter(Boolean).join(' ') || operation.description,
    inputSchema: hasPages(route) ? withProperties(inputs, cursorInput) : inputs,
    outputSchema: hasPages(route) ? withProperties(outputs, cursorOutput) : outputs,
    hints: toHints(route),
  }
  descriptions.set(route, described)
  return described
}

/** The description without its first sentence, which is the title, and without sentences about HTTP headers. */
function describeForAgents({ summary, description }: OperationRoute['operation']): string {
  const sentences = description.split(/(?<=\.) (?=[A-Z`])/)
  const [first, ...others] = sentences.filter((sentence) => !/`(?:Prefer|Accept): /.test(sentence))
  return [...(first === `${summary}.` ? [] : [first]), ...others].join(' ')
}

function toHints(route: OperationRoute): Hints {
  const effect = effectOf(route)
  return {
    readOnlyHint: effect === 'read',
    destructiveHint: route.method === 'DELETE',
    idempotentHint: route.method !== 'POST' || effect === 'read',
    openWorldHint: effect === 'external',
  }
}

/** The schema of a successful response, open for further fields. */
function toOutputSchema({ hooks }: OperationRoute, left: ReadonlySet<string>): JsonSchema {
  const schemas = successesOf(hooks.response).map((schema) =>
    without(toSchema(schema as JsonSchema, createNamed({}, true)) as JsonSchema, left),
  )
  const [only] = schemas
  return schemas.length === 1 && only ? { ...only, type: 'object' } : { type: 'object', anyOf: schemas }
}

function successesOf(response: unknown): unknown[] {
  if (typeof response !== 'object' || response === null) return [{}]
  const isByStatus = Object.keys(response).every((key) => /^\d{3}$/.test(key))
  if (!isByStatus) return [response]
  return Object.entries(response).flatMap(([status, schema]) => (status < '300' ? [schema] : []))
}

function without(schema: JsonSchema, left: ReadonlySet<string>): JsonSchema {
  const { properties, items, anyOf, required } = schema
  const inner = (each: JsonSchema) => without(each, left)
  return {
    ...schema,
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).flatMap(([name, each]) => (left.has(name) ? [] : [[name, inner(each)]])),
      ),
    }),
    ...(Array.isArray(required) && { required: required.filter((name) => !left.has(name)) }),
  }
}

/** A value without fields of these names, at any depth. */
function compact(value: unknown, left: ReadonlySet<string>): unknown {
  if (left.size === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => compact(each, left))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (left.has(name) ? [] : [[name, compact(each, left)]])),
  )
}
