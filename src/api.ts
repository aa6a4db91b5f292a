import { Elysia } from 'elysia'
import type { Context } from './context.ts'
import { discoveryRoutes } from './features/discovery/routes.ts'
import { errorMapping } from './http/error-mapping.ts'
import { headers } from './http/headers.ts'

export type Api = ReturnType<typeof createApi>

/** Every route of the service. */
export function createApi(ctx: Context) {
  return new Elysia({ normalize: true })
    .use(headers(ctx.config.corsOrigins))
    .use(errorMapping(ctx.log))
    .use(discoveryRoutes(ctx))
}
