import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { OperatorError, unavailable } from '../../../errors.ts'
import { findEarlierResult, recordResult } from '../../../http/idempotency.ts'
import { writeSnippets } from '../../../traffic/snippets.ts'
import type { Caller } from '../../keys/model.ts'
import { organizations } from '../../organizations/table.ts'
import { getProject } from '../projects/service.ts'
import { dayNumber, type Outcome } from './classes.ts'
import { writeToken } from './tracking-token.ts'

const receivedDays = 7

/** Returns where and how to send visits, and what arrived; 503 without a secret key (contract geo 11). */
export async function readSetup(ctx: Context, caller: Caller, projectId: string | null) {
  if (projectId !== null) await getProject(ctx, caller, projectId)
  sign(ctx, { organizationId: caller.organization.id, projectId, generation: 1 })
  return toSetup(ctx, caller, projectId)
}

/** Returns a new tracking token; earlier ones stay valid. */
export async function createToken(ctx: Context, caller: Caller, projectId: string | null) {
  if (projectId !== null) await getProject(ctx, caller, projectId)
  const [row] = await ctx.db
    .select({ generation: organizations.trackingGeneration })
    .from(organizations)
    .where(eq(organizations.id, caller.organization.id))
  return withToken(ctx, caller, projectId, row?.generation ?? 1)
}

/** Makes all tracking tokens of the organization invalid and returns a new one. */
export async function rotateTokens(ctx: Context, caller: Caller, projectId: string | null) {
  if (projectId !== null) await getProject(ctx, caller, projectId)
  if ((await findEarlierResult(ctx, caller)) !== null) return createToken(ctx, caller, projectId)
  sign(ctx, { organizationId: caller.organization.id, projectId, generation: 1 })
  const [[row]] = await ctx.db.batch([
    ctx.db
      .update(organizations)
      .set({ trackingGeneration: sql`${organizations.trackingGeneration} + 1` })
      .where(eq(organizations.id, caller.organization.id))
      .returning({ generation: organizations.trackingGeneration }),
    ...recordResult(ctx, caller, caller.organization.id),
  ])
  return withToken(ctx, caller, projectId, row?.generation ?? 1)
}

async function withToken(ctx: Context, caller: Caller, projectId: string | null, generation: number) {
  const token = sign(ctx, { organizationId: caller.organization.id, projectId, generation })
  return { ...(await toSetup(ctx, caller, projectId, token)), token }
}

function sign(ctx: Context, scope: Parameters<typeof writeToken>[1]): string {
  try {
    return writeToken(ctx, scope)
  } catch (error) {
    if (error instanceof OperatorError)
      throw unavailable('Tracking tokens cannot be signed: the secret key is missing')
    throw error
  }
}

async function toSetup(ctx: Context, { organization }: Caller, projectId: string | null, token?: string) {
  const ingestUrl = `${ctx.config.appUrl}/api/geo/ingest`
  const received = await countReceived(ctx, organization.id, projectId)
  const snippets = writeSnippets(ingestUrl, token)
  return { ingestUrl, snippet: snippets.next, snippets, received, organization }
}

/**
 * What became of the visits that arrived in the last seven days, for one project if it is named. Visits of foreign hosts
 * that arrived without a project may have been meant for any, so they count for each.
 */
async function countReceived(ctx: Context, organizationId: string, projectId: string | null) {
  const ofProject = sql`and project_id in (${projectId}, '') and (project_id <> '' or outcome <> 'stored')`
  const rows = await ctx.db.all<{ outcome: Outcome; visits: number; lastAt: number }>(sql`
    select outcome, sum(visits) as visits, max(last_at) as lastAt from traffic_received
    where organization_id = ${organizationId} and day > ${dayNumber(ctx.now()) - receivedDays}
      ${projectId === null ? sql`` : ofProject}
    group by outcome`)
  const count = (outcome: Outcome) => rows.find((row) => row.outcome === outcome)?.visits ?? 0
  return {
    stored: count('stored'),
    dropped: {
      human: count('human'),
      foreignHost: count('foreignHost'),
      rateLimited: count('rateLimited'),
    },
    lastAt: rows.length > 0 ? new Date(Math.max(...rows.map((row) => row.lastAt))).toISOString() : null,
  }
}
