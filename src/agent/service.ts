import { Elysia } from 'elysia'
import type { Context } from '../context.ts'
import { feedbackRoutes } from '../features/feedback/routes.ts'
import { generationRoutes } from '../features/generation/routes.ts'
import { postRoutes } from '../features/posts/routes.ts'
import { errorMapping } from '../http/error-mapping.ts'

export type Service = ReturnType<typeof createService>

/** The routes that agents' tools stand for, called inside this process: every check, limit and answer is theirs. */
export function createService(ctx: Context) {
  const addresses = new WeakMap<Request, string>()
  const api = new Elysia({ normalize: 'typebox' })
    .use(errorMapping(ctx.log))
    .use(feedbackRoutes(ctx, (request) => addresses.get(request) ?? 'unknown'))
    .use(generationRoutes(ctx))
    .use(postRoutes(ctx))
  return {
    routes: api.routes,
    handle: (request: Request): Promise<Response> => api.handle(request),
    /** As if the request had come from an address. */
    handleFor(address: string, request: Request): Promise<Response> {
      addresses.set(request, address)
      return api.handle(request)
    },
  }
}
