import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { OperatorError } from '../../errors.ts'
import { newToken } from '../../ids.ts'
import type { Caller } from '../keys/require-key.ts'
import { hashKey } from '../keys/service.ts'
import { toOrganization } from '../organizations/model.ts'
import { organizations } from '../organizations/table.ts'
import { hasProject } from '../projects/service.ts'
import { feedbackTokens } from './table.ts'

const prefix = 'hfb_'

/** Makes a token that is good for `POST /v1/feedback` and nothing else; the token is in the answer and nowhere else. */
export async function createFeedbackToken(
  ctx: Context,
  organizationId: string,
  projectId: string | null,
): Promise<{ id: string; token: string }> {
  if (projectId !== null && !(await hasProject(ctx, organizationId, projectId)))
    throw new OperatorError(`There is no project with the id "${projectId}" in this organization.`)
  const token = newToken(prefix, 24)
  const id = Bun.randomUUIDv7()
  await ctx.db.insert(feedbackTokens).values({
    id,
    organizationId,
    projectId,
    start: token.slice(0, 9),
    hash: hashKey(token),
    createdAt: ctx.now(),
  })
  return { id, token }
}

/** Who sends with a feedback token; null when it is none, or was revoked. */
export async function findTokenCaller(ctx: Context, token: string): Promise<Caller | null> {
  if (!token.startsWith(prefix)) return null
  const [found] = await ctx.db
    .select({ token: feedbackTokens, organization: organizations })
    .from(feedbackTokens)
    .innerJoin(organizations, eq(organizations.id, feedbackTokens.organizationId))
    .where(and(eq(feedbackTokens.hash, hashKey(token)), isNull(feedbackTokens.revokedAt)))
  if (!found) return null
  return {
    keyId: found.token.id,
    organization: toOrganization(found.organization),
    scopes: ['feedback.write'],
    projectId: found.token.projectId,
  }
}

/** The tokens of an organization that were not revoked, oldest first. */
export async function listFeedbackTokens(ctx: Context, organizationId: string) {
  const rows = await ctx.db
    .select()
    .from(feedbackTokens)
    .where(and(eq(feedbackTokens.organizationId, organizationId), isNull(feedbackTokens.revokedAt)))
    .orderBy(feedbackTokens.id)
  return rows.map(({ id, start, projectId, createdAt }) => ({
    id,
    start,
    projectId,
    createdAt: createdAt.toISOString(),
  }))
}

/** Ends a token at once. */
export async function revokeFeedbackToken(ctx: Context, organizationId: string, id: string): Promise<void> {
  const revoked = await ctx.db
    .update(feedbackTokens)
    .set({ revokedAt: ctx.now() })
    .where(
      and(
        eq(feedbackTokens.organizationId, organizationId),
        eq(feedbackTokens.id, id),
        isNull(feedbackTokens.revokedAt),
      ),
    )
    .returning({ id: feedbackTokens.id })
  if (revoked.length === 0)
    throw new OperatorError(`There is no feedback token with the id "${id}" in this organization.`)
}
