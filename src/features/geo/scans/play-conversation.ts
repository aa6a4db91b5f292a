import { and, eq } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { badRequest, conflict, notFound } from '../../../errors.ts'
import { integer } from '../../../http/fields.ts'
import { findEarlierResult } from '../../../http/idempotency.ts'
import type { Preference } from '../../../http/prefer.ts'
import type { Caller } from '../../keys/model.ts'
import { Organization } from '../../organizations/model.ts'
import { getProject } from '../projects/service.ts'
import { sequences } from '../sequences/table.ts'
import { findSettings } from '../settings/record.ts'
import { beginScan } from './begin-scan.ts'
import { planProject } from './plan-project.ts'
import { notSetUp, toRefusal, toStarted } from './service.ts'
import { checks, scans } from './table.ts'

/** The result of a conversation (contract geo 4: Run). */
export const PlayedConversation = t.Object({
  checks: integer,
  mentions: integer,
  /** The engines that answered. */
  engines: t.Array(t.String()),
  organization: Organization,
})

/** After this time the conversation continues in the background. */
const maxWaitMilliseconds = 4 * 60_000
const pollMilliseconds = 200

/**
 * Plays a conversation with every tracked engine that searches, in its own scan. Waits for its end, or as
 * long as the client prefers. If another scan holds the project's slot, both run (contract geo 4: Run).
 */
export async function playSequence(
  ctx: Context,
  caller: Caller,
  projectId: string,
  sequenceId: string,
  { isAsync, waitMilliseconds }: Preference,
) {
  await getProject(ctx, caller, projectId)
  const scanId =
    (await findEarlierResult(ctx, caller)) ?? (await beginSequence(ctx, caller, projectId, sequenceId))
  const scan = await waitAtMost(ctx, scanId, isAsync ? waitMilliseconds : maxWaitMilliseconds)
  if (scan === null && isAsync) return toStarted(caller, projectId, scanId)
  if (scan === null) throw conflict(stillInProgress)
  const { saved, errorMessage } = scan
  if (saved === 0) throw badRequest(errorMessage ?? 'No engine answered.')
  return { ...(await sumUp(ctx, scanId)), organization: caller.organization }
}

/** Starts the scan of a conversation; returns its id. */
async function beginSequence(
  ctx: Context,
  caller: Caller,
  projectId: string,
  sequenceId: string,
): Promise<string> {
  const organizationId = caller.organization.id
  const { plan } = await planSequence(ctx, caller, projectId, sequenceId)
  await caller.spend()
  const cause = 'sequence'
  const begun = await beginScan(ctx, { projectId, organizationId, cause, plan, isParallel: true, caller })
  if ('refused' in begun) throw toRefusal(begun)
  return begun.scanId
}

/** Plans the scan of a conversation, and names it. */
export async function planSequence(
  ctx: Context,
  caller: Pick<Caller, 'organization'>,
  projectId: string,
  sequenceId: string,
) {
  const { organizationId } = await getProject(ctx, caller, projectId)
  const [sequence] = await ctx.db
    .select()
    .from(sequences)
    .where(and(eq(sequences.projectId, projectId), eq(sequences.id, sequenceId)))
  if (!sequence) throw notFound('Conversation not found')
  const settings = await findSettings(ctx, projectId)
  if (!settings) throw notFound(notSetUp)
  const played = { id: `sequence-${sequenceId}`, steps: sequence.steps }
  const named = { prompts: [], sequences: [played], languages: [settings.promptLanguage] }
  const { plan, nothing } = await planProject(ctx, organizationId, settings, named)
  if (nothing !== null) throw badRequest(nothing)
  return { plan, name: sequence.name }
}

/** Waits for a scan to end; null after a timeout. */
async function waitAtMost(ctx: Context, scanId: string, milliseconds: number) {
  const until = ctx.now().getTime() + milliseconds
  for (;;) {
    const [scan] = await ctx.db.select().from(scans).where(eq(scans.id, scanId))
    if (!scan) throw notFound('Project not found')
    if (scan.status !== 'running') return scan
    if (ctx.now().getTime() >= until) return null
    await Bun.sleep(pollMilliseconds)
  }
}

const stillInProgress = 'The conversation is still in progress: wait for its scan to end'

async function sumUp(ctx: Context, scanId: string) {
  const rows = await ctx.db
    .select({ engine: checks.engine, mentioned: checks.mentioned })
    .from(checks)
    .where(eq(checks.scanId, scanId))
  return {
    checks: rows.length,
    mentions: rows.filter(({ mentioned }) => mentioned).length,
    engines: [...new Set(rows.map(({ engine }) => engine))].sort(),
  }
}
