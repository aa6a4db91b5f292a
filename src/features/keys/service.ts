import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { OperatorError, UsageError } from '../../errors.ts'
import { newToken } from '../../ids.ts'
import { scopes as allScopes, legacyScopes, toKey } from './model.ts'
import { apiKeys } from './table.ts'

type NewKey = { name: string; scopes?: string[]; expiresAt?: Date | null; perMinute?: number | null }

/** Makes a key for an organization; the key is in the answer and nowhere else. */
export async function createKey(
  ctx: Context,
  organizationId: string,
  wanted: NewKey,
): Promise<{ id: string; key: string }> {
  const name = wanted.name.trim()
  if (name.length < 1 || name.length > 100) throw new UsageError('A key has a name of 1 to 100 characters.')
  for (const scope of wanted.scopes ?? []) {
    if (!allScopes.includes(scope) && !legacyScopes.includes(scope)) {
      throw new UsageError(`There is no scope "${scope}"; the scopes are ${allScopes.join(', ')}.`)
    }
  }
  const key = newToken('herald_', 24)
  const row = {
    id: Bun.randomUUIDv7(),
    organizationId,
    name,
    start: key.slice(0, 12),
    hash: hashKey(key),
    scopes: wanted.scopes?.length ? wanted.scopes : allScopes,
    perMinute: wanted.perMinute ?? null,
    createdAt: ctx.now(),
    expiresAt: wanted.expiresAt ?? null,
  }
  await ctx.db.insert(apiKeys).values(row)
  return { id: row.id, key }
}

/** The keys of an organization that were not revoked, newest first. */
export async function listKeys(ctx: Context, organizationId: string) {
  const rows = await ctx.db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.organizationId, organizationId), isNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
  return rows.map(toKey)
}

/** Ends a key at once. */
export async function revokeKey(ctx: Context, organizationId: string, id: string): Promise<void> {
  const revoked = await ctx.db
    .update(apiKeys)
    .set({ revokedAt: ctx.now() })
    .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id })
  if (revoked.length === 0)
    throw new OperatorError(`There is no key with the id "${id}" in this organization.`)
}

/** Keys are random, so a plain hash is as good as a slow one, and every unknown key costs the same single look-up. */
export function hashKey(key: string): string {
  return new Bun.CryptoHasher('sha256').update(key).digest('hex')
}
