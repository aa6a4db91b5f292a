import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { ceilingGuard } from '../../../db/ceilings.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../../db/errors.ts'
import { badRequest, conflict, notFound } from '../../../errors.ts'
import { findEarlierResult, recordResult } from '../../../http/idempotency.ts'
import { updateIfUnchanged } from '../../../http/reviewed.ts'
import type { Caller } from '../../keys/model.ts'
import { getProject } from '../projects/service.ts'
import { findSettings } from '../settings/record.ts'
import { type AutoPromptId, findAutoPrompts, pauseAutoPrompt, removeAutoPrompt } from './auto-prompts.ts'
import {
  type Prompt,
  type PromptBody,
  type PromptPatch,
  type PromptRow,
  toBranded,
  toPrompt,
} from './model.ts'
import { foldPrompt, readPromptId, readTags } from './rules.ts'
import { prompts } from './table.ts'

/** Lists the prompts of a project: written ones, newest first, then auto prompts (contract geo 2). */
export async function listPrompts(ctx: Context, caller: Caller, projectId: string) {
  await getProject(ctx, caller, projectId)
  const settings = await findSettings(ctx, projectId)
  const [written, computed] = await Promise.all([
    ctx.db
      .select()
      .from(prompts)
      .where(eq(prompts.projectId, projectId))
      .orderBy(desc(prompts.createdAt), desc(prompts.id)),
    settings ? findAutoPrompts(ctx, settings) : [],
  ])
  return {
    configured: settings !== null,
    prompts: [...written.map(toPrompt), ...computed.map(toAutoPrompt)],
    organization: caller.organization,
  }
}

/** Adds a prompt. Case and surrounding blanks do not make a different prompt. */
export async function createPrompt(
  ctx: Context,
  caller: Caller,
  projectId: string,
  { prompt, tags }: PromptBody,
): Promise<Prompt> {
  await getProject(ctx, caller, projectId)
  const made = await findEarlierResult(ctx, caller)
  if (made) return getWritten(ctx, projectId, made)
  const row = { id: Bun.randomUUIDv7(), projectId, prompt, folded: foldPrompt(prompt) }
  try {
    const [[created]] = await updateIfUnchanged(ctx, caller, [
      ctx.db
        .insert(prompts)
        .values({ ...row, tags: readTags(tags ?? []), createdAt: ctx.now() })
        .returning(),
      ctx.db.run(ceilingGuard('prompts', projectId)),
      ...recordResult(ctx, caller, row.id),
    ])
    return toPrompt(created as PromptRow)
  } catch (error) {
    if (isUniqueViolation(error, 'geo_prompts.folded')) throw conflict('This prompt is tracked already')
    // The project was deleted meanwhile.
    throw isForeignKeyViolation(error) ? notFound('Project not found') : error
  }
}

async function getWritten(ctx: Context, projectId: string, id: string): Promise<Prompt> {
  const [row] = await ctx.db.select().from(prompts).where(own(projectId, id))
  if (!row) throw missing()
  return toPrompt(row)
}

/** Pauses, resumes or tags a prompt, or says whether it names the brand. Auto prompts can only be paused. */
export async function updatePrompt(
  ctx: Context,
  caller: Caller,
  projectId: string,
  promptId: string,
  { enabled, tags, namesBrand }: PromptPatch,
): Promise<Prompt> {
  if ((enabled ?? tags ?? namesBrand ?? null) === null) throw badRequest('At least one field is required')
  const named = readPromptId(promptId)
  if ('auto' in named) {
    const prompt = await getAutoPrompt(ctx, caller, projectId, named.auto)
    if (enabled === undefined || enabled === null) throw missing()
    if (namesBrand) throw badRequest('namesBrand can only be set for a custom prompt')
    return switchAutoPrompt(ctx, caller, projectId, prompt, enabled)
  }
  await getProject(ctx, caller, projectId)
  const changes = {
    enabled: enabled ?? undefined,
    tags: tags ? readTags(tags) : undefined,
    branded: namesBrand ? toBranded(namesBrand) : undefined,
  }
  const update = ctx.db.update(prompts).set(changes).where(own(projectId, named.written)).returning()
  const [[updated]] = await updateIfUnchanged(ctx, caller, [update])
  if (!updated) throw missing()
  return toPrompt(updated)
}

/** Deletes a prompt but not its answers. An auto prompt is not generated again. */
export async function deletePrompt(
  ctx: Context,
  caller: Caller,
  projectId: string,
  promptId: string,
): Promise<void> {
  const named = readPromptId(promptId)
  if ('auto' in named) {
    await getAutoPrompt(ctx, caller, projectId, named.auto)
    await updateIfUnchanged(ctx, caller, [removeAutoPrompt(ctx, projectId, named.auto)])
    return
  }
  await getProject(ctx, caller, projectId)
  const removal = ctx.db.delete(prompts).where(own(projectId, named.written)).returning({ id: prompts.id })
  const [deleted] = await updateIfUnchanged(ctx, caller, [removal])
  if (deleted.length === 0) throw missing()
}

async function switchAutoPrompt(
  ctx: Context,
  caller: Caller,
  projectId: string,
  prompt: AutoPromptState,
  enabled: boolean,
): Promise<Prompt> {
  await updateIfUnchanged(ctx, caller, [pauseAutoPrompt(ctx, projectId, prompt.id, !enabled)])
  return toAutoPrompt({ ...prompt, enabled })
}

async function getAutoPrompt(ctx: Context, caller: Caller, projectId: string, id: AutoPromptId) {
  await getProject(ctx, caller, projectId)
  const settings = await findSettings(ctx, projectId)
  const computed = settings ? await findAutoPrompts(ctx, settings) : []
  const prompt = computed.find((each) => each.id === id)
  if (!prompt) throw missing()
  return prompt
}

type AutoPromptState = Awaited<ReturnType<typeof getAutoPrompt>>

const toAutoPrompt = ({ id, prompt, enabled }: AutoPromptState): Prompt => ({
  id,
  prompt,
  enabled,
  source: 'auto',
  tags: [],
  namesBrand: 'auto',
  createdAt: null,
})

const own = (projectId: string, id: string) => and(eq(prompts.projectId, projectId), eq(prompts.id, id))

const missing = () => notFound('Prompt not found')
