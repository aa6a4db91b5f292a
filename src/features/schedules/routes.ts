import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { requireKey } from '../keys/require-key.ts'

export function scheduleRoutes(ctx: Context) {
  return new Elysia({ prefix: '/v1/schedules' }).use(requireKey(ctx, 'schedules'))
}
