import { jsonBytes } from './body.ts'
import type { Bucket } from './buckets.ts'

/**
 * Metadata of a route, in its `detail`: the guard reads the scope and limits, OpenAPI the names and responses, and
 * agents their tools.
 */
export type Operation = {
  operationId: string
  summary: string
  description: string
  /** Resource of its scopes; `anyKey` if any key is accepted, null if no scope is required. */
  resource: string | null
  /**
   * Role of the users who may call an internal operation: it accepts no key, and is not in OpenAPI or in the tools of
   * agents.
   */
  role: InternalRole | null
  hide: boolean
  /** A narrow scope that also allows this operation. */
  narrowScope: string | null
  /** Rate limits of a call. */
  limits: Bucket[]
  /** Maximum body size. */
  bodyBytes: number
  /** Name of its tool for agents; features/tools/advice.ts says when to use it. */
  tool: string | null
  /** Effect of a tool call: GET defaults to `read`, any other tool must set it. */
  effect: Effect | null
  /**
   * Returns the address that the server contacts for an input, if any; `stored` if the address is in the record and the
   * review of the call shows it. Set if and only if the effect is `external`.
   */
  contacts: ((input: Record<string, unknown>) => URL | null) | 'stored' | null
  /** Content type of a streamed response; null for JSON. */
  streams: 'application/x-ndjson' | 'text/event-stream' | null
  /** Fields of its body that agents do not get. */
  withheld: string[]
  /** True if its body may have fields that it does not know: it ignores them. */
  ignoresUnknown: boolean
  /** A valid example body. */
  example: unknown
  /** Errors in addition to the general ones: sentences by status, null for a status that it never returns. */
  refusals: Record<number, string | null>
}

/**
 * `read` changes nothing; `draft` creates something new and unpublished that costs at most the plan's quota; `change`
 * changes, publishes, deletes or spends; `external` makes the server contact a host from its input or record.
 * `change` and `external` always need a user's approval if a model calls them.
 */
export type Effect = 'read' | 'draft' | 'change' | 'external'

/** True for calls that need a user's approval if a model makes them. */
export const needsApproval = (effect: Effect) => effect === 'change' || effect === 'external'

/** The resource of operations that any key may call, whatever its scopes (contract 3.3). */
export const anyKey = 'any'

/** `self`: a signed-in user, for their own account. `anyone`: no sign-in required. */
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
    | 'ignoresUnknown'
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
    ignoresUnknown = false,
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
    ignoresUnknown,
    example,
    refusals,
  }
}

/** An operation for the dashboard only: its name, the minimum role, and its description. */
export function internal(
  operationId: string,
  role: InternalRole,
  description: string,
  options: Pick<Options, 'limits' | 'refusals' | 'bodyBytes'> = {},
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

/** The routes that have an operation. */
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

/** The scope that an operation requires; null if none (contract 3.3). */
export function scopeOf(method: string, { resource }: Pick<Operation, 'resource'>): string | null {
  if (resource === null || resource === anyKey) return null
  return `${resource}.${method.toUpperCase() === 'GET' ? 'read' : 'write'}`
}

/** The effect of a tool call; an operation without one gets the most restrictive. */
export function effectOf({ method, operation }: Pick<OperationRoute, 'method' | 'operation'>): Effect {
  return operation.effect ?? (method === 'GET' ? 'read' : 'change')
}
