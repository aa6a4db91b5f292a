import { and, asc, desc, eq, isNull, ne, type SQL } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { OperatorError, UsageError } from '../../errors.ts'
import { hashToken, newToken } from '../../ids.ts'
import { hasProject } from '../projects/service.ts'
import { scopes as allScopes, feedbackTokenScope, legacyScopes, toFeedbackToken, toKey } from './model.ts'
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
  const id = await keep(ctx, key, 12, {
    organizationId,
    name,
    scopes: wanted.scopes?.length ? wanted.scopes : allScopes,
    perMinute: wanted.perMinute ?? null,
    expiresAt: wanted.expiresAt ?? null,
  })
  return { id, key }
}

/** Makes a token that can send feedback and nothing else; the token is in the answer and nowhere else (contract 3.1). */
export async function createFeedbackToken(
  ctx: Context,
  organizationId: string,
  projectId: string | null,
): Promise<{ id: string; token: string }> {
  if (projectId !== null && !(await hasProject(ctx, organizationId, projectId)))
    throw new OperatorError(`There is no project with the id "${projectId}" in this organization.`)
  const token = newToken('nfb_', 24)
  const scopes = [feedbackTokenScope]
  const id = await keep(ctx, token, 9, { organizationId, projectId, name: 'Feedback token', scopes })
  return { id, token }
}

/** The keys of an organization that were not revoked, newest first. */
export async function listKeys(ctx: Context, organizationId: string) {
  const rows = await ctx.db
    .select()
    .from(apiKeys)
    .where(and(standing(organizationId), isKey))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
  return rows.map(toKey)
}

/** The feedback tokens of an organization that were not revoked, oldest first. */
export async function listFeedbackTokens(ctx: Context, organizationId: string) {
  const rows = await ctx.db
    .select()
    .from(apiKeys)
    .where(and(standing(organizationId), isToken))
    .orderBy(asc(apiKeys.id))
  return rows.map(toFeedbackToken)
}

/** Ends a key at once. */
export async function revokeKey(ctx: Context, organizationId: string, id: string): Promise<void> {
  if (await revoke(ctx, and(standing(organizationId), isKey, eq(apiKeys.id, id)))) return
  throw new OperatorError(`There is no key with the id "${id}" in this organization.`)
}

/** Ends a feedback token at once. */
export async function revokeFeedbackToken(ctx: Context, organizationId: string, id: string): Promise<void> {
  if (await revoke(ctx, and(standing(organizationId), isToken, eq(apiKeys.id, id)))) return
  throw new OperatorError(`There is no feedback token with the id "${id}" in this organization.`)
}

const isToken = eq(apiKeys.scopes, [feedbackTokenScope])
const isKey = ne(apiKeys.scopes, [feedbackTokenScope])

const standing = (organizationId: string) =>
  and(eq(apiKeys.organizationId, organizationId), isNull(apiKeys.revokedAt))

type Row = typeof apiKeys.$inferInsert

async function keep(
  ctx: Context,
  key: string,
  shown: number,
  row: Omit<Row, 'id' | 'start' | 'hash' | 'createdAt'>,
): Promise<string> {
  const id = Bun.randomUUIDv7()
  const start = key.slice(0, shown)
  await ctx.db.insert(apiKeys).values({ ...row, id, start, hash: hashToken(key), createdAt: ctx.now() })
  return id
}

async function revoke(ctx: Context, where: SQL | undefined): Promise<boolean> {
  const revoked = await ctx.db
    .update(apiKeys)
    .set({ revokedAt: ctx.now() })
    .where(where)
    .returning({ id: apiKeys.id })
  return revoked.length > 0
}
