import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { requireKey } from '../keys/require-key.ts'

export function brandIdentityRoutes(ctx: Context) {
  return new Elysia({ prefix: '/v1/brand-identities' }).use(requireKey(ctx, 'brand-identities'))
}
