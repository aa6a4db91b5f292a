import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { badRequest, notFound } from '../../../errors.ts'
import { findEarlierResult } from '../../../http/idempotency.ts'
import type { Caller } from '../../keys/model.ts'
import { getProject } from '../projects/service.ts'
import { findAutoPrompts } from '../prompts/auto-prompts.ts'
import { prompts } from '../prompts/table.ts'
import type { SettingsRow } from '../settings/model.ts'
import { findSettings } from '../settings/record.ts'
import { beginScan } from './begin-scan.ts'
import { planProject } from './plan-project.ts'
import { notSetUp, toRefusal, toStarted } from './service.ts'
import type { Plan } from './table.ts'

/** Sends one prompt, even a paused one, to all engines in its own language. */
export async function rescanPrompt(ctx: Context, caller: Caller, projectId: string, promptId: string) {
  const { organizationId } = await getProject(ctx, caller, projectId)
  const made = await findEarlierResult(ctx, caller)
  if (made) return toStarted(caller, projectId, made)
  const plan = await planRescan(ctx, caller, projectId, promptId)
  await caller.spend()
  const begun = await beginScan(ctx, { projectId, organizationId, cause: 'rescan', plan, caller })
  if ('refused' in begun) throw toRefusal(begun)
  return toStarted(caller, projectId, begun.scanId)
}

/** Plans a scan of one prompt. */
export async function planRescan(
  ctx: Context,
  caller: Pick<Caller, 'organization'>,
  projectId: string,
  promptId: string,
): Promise<Plan> {
  const { organizationId } = await getProject(ctx, caller, projectId)
  const settings = await findSettings(ctx, projectId)
  if (!settings) throw notFound(notSetUp)
  const prompt = await findPrompt(ctx, settings, promptId)
  if (!prompt) throw notFound('Prompt not found')
  const named = {
    prompts: [{ id: prompt.id, prompt: prompt.prompt }],
    sequences: [],
    languages: [settings.promptLanguage],
  }
  const { plan, nothing } = await planProject(ctx, organizationId, settings, named)
  if (nothing !== null) throw badRequest(nothing)
  return plan
}

/** Finds a prompt by its id, with or without the prefix of stored answers (contract geo 2: Scan ids). */
async function findPrompt(ctx: Context, settings: SettingsRow, promptId: string) {
  const { projectId } = settings
  const id = promptId.replace(/^custom-/, '')
  const [row] = await ctx.db
    .select({ prompt: prompts.prompt })
    .from(prompts)
    .where(and(eq(prompts.projectId, projectId), eq(prompts.id, id)))
  if (row) return { id: `custom-${id}`, prompt: row.prompt }
  const computed = await findAutoPrompts(ctx, settings)
  return computed.find((each) => each.id === promptId) ?? null
}
