import type { AnyElysia } from 'elysia'
import type { InternalRequest } from './internal-request.ts'
import { type OperationRoute, operationsOf } from './operation.ts'

/** The API of this process, for requests that the server makes on behalf of a user or key. */
export type InternalApi = {
  /** Its operations, in the order of the routes. */
  operations(): OperationRoute[]
  /** Handles a request like an external one: with the same checks, limits and errors. */
  handle(request: InternalRequest): Promise<Response>
  /** Sets the routes; they are built from the context, so they are set after it. */
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
