import type { AnyElysia } from 'elysia'
import type { InternalRequest } from './internal-request.ts'
import { type OperationRoute, operationsOf } from './operation.ts'

/** The API of this process, for what the service asks of itself on behalf of somebody. */
export type InternalApi = {
  /** What it can do, in the order of its routes. */
  operations(): OperationRoute[]
  /** Answers as it would answer anyone: every check, limit and sentence is the route's. */
  handle(request: InternalRequest): Promise<Response>
  /** Says which routes these are; they are built from the context, and so come after it. */
  open(api: Pick<AnyElysia, 'routes' | 'handle'>): void
}

export function createInternalApi(): InternalApi {
  let opened: Pick<AnyElysia, 'routes' | 'handle'> | null = null
  let operations: OperationRoute[] | null = null
  const api = () => {
    if (!opened) throw new Error('This process serves no API.')
    return opened
  }
  return {
    operations: () => (operations ??= operationsOf(api().routes)),
    handle: async (request) => api().handle(request),
    open(routes) {
      opened = routes
      operations = null
    },
  }
}
