import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { requireKey } from '../keys/require-key.ts'

export function feedbackRoutes(ctx: Context) {
  return new Elysia({ prefix: '/v1/feedback' }).use(requireKey(ctx, 'feedback'))
}
