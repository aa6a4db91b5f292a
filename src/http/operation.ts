import { jsonBytes } from './body.ts'
import type { Bucket } from './rate-limits.ts'

/**
 * What a route says of itself, in its `detail`. The guard reads there what it needs and what it is charged to, the
 * OpenAPI document how it is called and what it answers, agents their tools.
 */
export type Operation = {
  operationId: string
  summary: string
  description: string
  /** What its scopes are named after; `anyKey` where every key will do, null where none is needed. */
  resource: string | null
  /** Who among people may call it, where it is internal: it takes no key, and is in no document and no agent's tools. */
  role: InternalRole | null
  hide: boolean
  /** A narrow scope that opens this operation too. */
  narrowScope: string | null
  /** What a call is charged to. */
  limits: Bucket[]
  /** How large its body may be. */
  bodyBytes: number
  /** Name of the tool by which agents call it. */
  tool: string | null
  /** What a call by an agent does: what is asked for with GET reads, any other tool has to say it. */
  effect: Effect | null
  /**
   * Returns the address that the server contacts for an input, if any; `stored` if the address is in the record and the
   * review of the call shows it. Set if and only if the effect is `external`.
   */
  contacts: ((input: Record<string, unknown>) => URL | null) | 'stored' | null
  /** What it sends by and by, where that is no JSON answer. */
  streams: 'application/x-ndjson' | 'text/event-stream' | null
  /** Fields of its body that agents are not offered. */
  withheld: string[]
  /** A body that can be sent as it stands. */
  example: unknown
  /** What it refuses beyond what any request is refused for: sentences by status, null for what it never answers. */
  refusals: Record<number, string | null>
}

/**
 * `read` changes nothing; `draft` creates something new and unpublished that costs at most the plan's quota; `change`
 * changes, publishes, deletes or spends; `external` makes the server contact a host that its input or its record names. `change` and
 * `external` need the approval of a person whenever a model asks for them.
 */
export type Effect = 'read' | 'draft' | 'change' | 'external'

/** True for calls that no model may make without the approval of a person. */
export const needsApproval = (effect: Effect) => effect === 'change' || effect === 'external'

/** The resource of what any key is good for, whatever its scopes (contract 3.3). */
export const anyKey = 'any'

/** `self` is any person who is signed in, about their own account; `anyone` need not be signed in. */
export type InternalRole = 'owner' | 'admin' | 'member' | 'self' | 'anyone'

type Options = Partial<
  Pick<
    Operation,
    | 'narrowScope'
    | 'limits'
    | 'bodyBytes'
    | 'tool'
    | 'effect'
    | 'contacts'
    | 'withheld'
    | 'streams'
    | 'example'
    | 'refusals'
  >
>

/** Defines an operation. The first sentence of its description is its summary: at most 50 characters, verb first. */
export function operation(
  operationId: string,
  resource: string | null,
  description: string,
  {
    narrowScope = null,
    limits = [],
    bodyBytes = jsonBytes,
    tool = null,
    effect = null,
    contacts = null,
    streams = null,
    withheld = [],
    example,
    refusals = {},
  }: Options = {},
): Operation {
  const [summary = description] = description.split(/\.(?:\s|$)/, 1)
  return {
    operationId,
    summary,
    description,
    resource,
    role: null,
    hide: false,
    narrowScope,
    limits,
    bodyBytes,
    tool,
    effect,
    contacts,
    streams,
    withheld,
    example,
    refusals,
  }
}

/** An operation of the dashboard alone, by its name, the least role that may call it, and what it does. */
export function internal(
  operationId: string,
  role: InternalRole,
  description: string,
  options: Pick<Options, 'limits' | 'refusals'> = {},
): Operation {
  return { ...operation(operationId, null, description, options), role, hide: true }
}

/** A route with its operation, as Elysia lists it. */
export type OperationRoute = {
  method: string
  path: string
  hooks: { params?: object; query?: object; body?: object; response?: unknown }
  operation: Operation
}

/** The routes that say which operation they are. */
export function operationsOf(routes: Route[]): OperationRoute[] {
  return routes.flatMap(({ method, path, hooks }) =>
    hooks.detail?.operationId ? [{ method, path, hooks, operation: hooks.detail as Operation }] : [],
  )
}

type Route = {
  method: string
  path: string
  hooks: OperationRoute['hooks'] & { detail?: { operationId?: string } }
}

/** The scope that an operation needs; null where none is asked for (contract 3.3). */
export function scopeOf(method: string, { resource }: Pick<Operation, 'resource'>): string | null {
  if (resource === null || resource === anyKey) return null
  return `${resource}.${method.toUpperCase() === 'GET' ? 'read' : 'write'}`
}

/** What a call of an operation by an agent does; of what does not say it the worst is thought. */
export function effectOf({ method, operation }: Pick<OperationRoute, 'method' | 'operation'>): Effect {
  return operation.effect ?? (method === 'GET' ? 'read' : 'change')
}
