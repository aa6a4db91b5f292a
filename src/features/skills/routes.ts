import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { requireKey } from '../keys/require-key.ts'

export function skillRoutes(ctx: Context) {
  return new Elysia({ prefix: '/v1/skills' }).use(requireKey(ctx, 'skills'))
}
