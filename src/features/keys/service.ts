import { and, asc, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ceilingGuard } from '../../db/ceilings.ts'
import type { Statement } from '../../db/client.ts'
import { badRequest, notFound, UsageError } from '../../errors.ts'
import { hashToken, newToken } from '../../ids.ts'
import { nearest } from '../../text/nearest.ts'
import { hasProject } from '../geo/projects/service.ts'
import {
  scopes as allScopes,
  feedbackTokenScope,
  type KeyPatch,
  legacyScopes,
  toFeedbackToken,
  toKey,
} from './model.ts'
import { apiKeys } from './table.ts'

const maxRevoked = 1000

type NewKey = {
  name: string
  scopes?: string[]
  expiresAt?: Date | null
  perMinute?: number | null
  /** The member who creates it; null for the operator. */
  createdBy?: string | null
}

/** Creates a key for an organization; only this response contains the key itself. */
export async function createKey(ctx: Context, organizationId: string, wanted: NewKey) {
  const name = wanted.name.trim()
  if (name.length < 1 || name.length > 100)
    throw new UsageError('The name of a key must have 1 to 100 characters.')
  for (const scope of wanted.scopes ?? []) {
    if (!allScopes.includes(scope) && !legacyScopes.includes(scope)) {
      const meant = nearest(scope, allScopes)
      const hint = meant ? `did you mean "${meant}"?` : `the scopes are ${allScopes.join(', ')}.`
      throw new UsageError(`There is no scope "${scope}"; ${hint}`)
    }
  }
  const key = newToken('herald_', 24)
  const row = await storeKey(ctx, key, 12, {
    organizationId,
    name,
    scopes: wanted.scopes?.length ? [...new Set(wanted.scopes)] : allScopes,
    perMinute: wanted.perMinute ?? null,
    expiresAt: wanted.expiresAt ?? null,
    createdBy: wanted.createdBy ?? null,
  })
  return { id: row.id, key, listed: toKey(row) }
}

/** Creates a token that can only send feedback; only this response contains the token itself (contract 3.1). */
export async function createFeedbackToken(
  ctx: Context,
  organizationId: string,
  projectId: string | null,
  createdBy: string | null = null,
) {
  if (projectId !== null && !(await hasProject(ctx, organizationId, projectId)))
    throw notFound(`There is no project with the ID "${projectId}" in this organization.`)
  const token = newToken('nfb_', 24)
  const scopes = [feedbackTokenScope]
  const row = await storeKey(ctx, token, 9, {
    organizationId,
    projectId,
    name: 'Feedback token',
    scopes,
    createdBy,
  })
  return { id: row.id, token, listed: toFeedbackToken(row) }
}

/** The active keys of an organization, newest first. */
export async function listKeys(ctx: Context, organizationId: string) {
  const rows = await ctx.db
    .select()
    .from(apiKeys)
    .where(and(whereValid(organizationId), isKey))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
  return rows.map(toKey)
}

/** The active feedback tokens of an organization, oldest first. */
export async function listFeedbackTokens(ctx: Context, organizationId: string) {
  const rows = await ctx.db
    .select()
    .from(apiKeys)
    .where(and(whereValid(organizationId), isToken))
    .orderBy(asc(apiKeys.id))
  return rows.map(toFeedbackToken)
}

/** Changes the name and scopes of a key, effective immediately. */
export async function updateKey(ctx: Context, organizationId: string, id: string, changes: KeyPatch) {
  if (Object.keys(changes).length === 0) throw badRequest('At least one field must be provided')
  const [row] = await ctx.db
    .update(apiKeys)
    .set(changes)
    .where(and(whereValid(organizationId), isKey, eq(apiKeys.id, id)))
    .returning()
  if (!row) throw noKey(id)
  return toKey(row)
}

/** Revokes a key immediately. */
export async function revokeKey(ctx: Context, organizationId: string, id: string): Promise<void> {
  if (await revoke(ctx, and(whereValid(organizationId), isKey, eq(apiKeys.id, id)))) return
  throw noKey(id)
}

const noKey = (id: string) => notFound(`There is no key with the ID "${id}" in this organization.`)

/** Revokes a feedback token immediately. */
export async function revokeFeedbackToken(ctx: Context, organizationId: string, id: string): Promise<void> {
  if (await revoke(ctx, and(whereValid(organizationId), isToken, eq(apiKeys.id, id)))) return
  throw notFound(`There is no feedback token with the ID "${id}" in this organization.`)
}

const isToken = eq(apiKeys.scopes, [feedbackTokenScope])
const isKey = ne(apiKeys.scopes, [feedbackTokenScope])

const whereValid = (organizationId: string) =>
  and(eq(apiKeys.organizationId, organizationId), isNull(apiKeys.revokedAt))

type Row = typeof apiKeys.$inferInsert
type KeyFields = Omit<Row, 'id' | 'start' | 'hash' | 'createdAt'>

async function storeKey(
  ctx: Context,
  key: string,
  shown: number,
  row: KeyFields,
): Promise<typeof apiKeys.$inferSelect> {
  const values = { ...row, id: Bun.randomUUIDv7(), ...storedForm(key, shown), createdAt: ctx.now() }
  const [[kept]] = await ctx.db.batch([
    ctx.db.insert(apiKeys).values(values).returning(),
    ...afterInsert(ctx, row.organizationId),
  ])
  return kept as typeof apiKeys.$inferSelect
}

/** The stored parts of a key: its first characters and its hash. */
export const storedForm = (key: string, shown: number) => ({
  start: key.slice(0, shown),
  hash: hashToken(key),
})

/** Statements that insert a key with a given id. */
export const insertKey = (ctx: Context, row: Row): Statement[] => [
  ctx.db.insert(apiKeys).values(row),
  ...afterInsert(ctx, row.organizationId),
]

const afterInsert = (ctx: Context, organizationId: string) =>
  [ctx.db.run(ceilingGuard('keys', organizationId)), dropOldRevoked(ctx, organizationId)] as const

/**
 * A statement that deletes all but the newest revoked keys, so that creating and revoking in a loop cannot fill the
 * disk.
 */
function dropOldRevoked(ctx: Context, organizationId: string) {
  return ctx.db.run(sql`
    delete from api_keys where id in (
      select id from api_keys where organization_id = ${organizationId} and revoked_at is not null
      order by revoked_at desc limit -1 offset ${maxRevoked})`)
}

async function revoke(ctx: Context, where: SQL | undefined): Promise<boolean> {
  const revoked = await ctx.db
    .update(apiKeys)
    .set({ revokedAt: ctx.now() })
    .where(where)
    .returning({ id: apiKeys.id })
  return revoked.length > 0
}
