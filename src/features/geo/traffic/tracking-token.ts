import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../context.ts'

/** What a tracking token is valid for (contract geo 11). */
export type TokenScope = { organizationId: string; projectId: string | null; generation: number }

const id = /^[A-Za-z0-9_-]{1,100}$/

/** A tracking token: `<organization>[.<project>][.g<generation>].<signature>`. Nothing is stored. */
export function writeToken(ctx: Context, { organizationId, projectId, generation }: TokenScope): string {
  const parts = [organizationId, projectId, generation > 1 ? `g${generation}` : null]
  const signed = parts.filter((part) => part !== null).join('.')
  return `${signed}.${sign(ctx, signed)}`
}

/** What a token says, if this server signed it; null otherwise. The generation may be outdated. */
export function readToken(ctx: Context, token: string): TokenScope | null {
  if (token.length > 300) return null
  const end = token.lastIndexOf('.')
  const signed = token.slice(0, Math.max(end, 0))
  const given = Buffer.from(token.slice(end + 1))
  const expected = Buffer.from(sign(ctx, signed))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const [organizationId = '', ...rest] = signed.split('.')
  const generation = /^g([1-9]\d{0,8})$/.exec(rest.at(-1) ?? '')
  if (generation) rest.pop()
  const [projectId = null] = rest
  if (rest.length > 1 || !id.test(organizationId) || (projectId !== null && !id.test(projectId))) return null
  return { organizationId, projectId, generation: Number(generation?.[1] ?? 1) }
}

const sign = (ctx: Context, signed: string) =>
  createHmac('sha256', ctx.secrets.deriveKey('tracking token')).update(signed).digest('hex')
