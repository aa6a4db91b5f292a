import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'

/** Pictures of posts, for anyone who knows their address. */
export function imageRoutes(_ctx: Context) {
  return new Elysia({ prefix: '/images' })
}
