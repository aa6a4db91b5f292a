import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { ceilingGuard } from '../../../../db/ceilings.ts'
import { atomically } from '../../../../db/client.ts'
import { isGuardViolation } from '../../../../db/errors.ts'
import { guard } from '../../../../db/table.ts'
import { badRequest, notFound } from '../../../../errors.ts'
import { csvFile } from '../../../../text/csv.ts'
import type { Caller } from '../../../keys/model.ts'
import { getProject } from '../../projects/service.ts'
import { projects } from '../../projects/table.ts'
import { geoSettings } from '../../settings/table.ts'
import { prompts, suggestions } from '../table.ts'
import { draftSuggestions } from './draft-suggestions.ts'
import { type SearchConsoleFile, type SuggestionRow, toSuggestion } from './model.ts'
import { cleanDrafts, type Draft, rankQueries, readSearchConsole, sumQueries } from './rank-queries.ts'

/**
 * Turns a search console's export into suggested prompts, which replace those that were pending. What is tracked, or was
 * accepted or dismissed before, is not suggested again (contract geo 13, 23).
 */
export async function importSuggestions(
  ctx: Context,
  caller: Caller,
  projectId: string,
  { csv }: SearchConsoleFile,
) {
  const project = await getProject(ctx, caller, projectId)
  if (csvFile.isLong(csv.length)) await caller.spend()
  const { queries, issues } = readSearchConsole(
    await csvFile.run({ text: csv, required: [] }, csv.length, caller.organization.id),
  )
  if (queries.length === 0) {
    const [first] = issues
    throw badRequest(first ? `Line ${first.line}: ${first.message}` : 'The file has no queries.')
  }
  await caller.spend()
  const [brand, known] = await Promise.all([
    readBrand(ctx, projectId, project.name),
    readKnown(ctx, projectId),
  ])
  const ranked = rankQueries(queries, brand.terms)
  const drafted = await draftSuggestions(ctx, caller.organization.id, ranked, brand.language)
  const drafts = cleanDrafts(drafted, brand.terms, known.settled)
  await replacePending(ctx, projectId, drafts)
  const used = drafts.reduce((sum, draft) => sum + draft.queries.length, 0)
  const updated = drafts.filter(({ prompt }) => known.pending.has(prompt.toLowerCase())).length
  return { imported: drafts.length - updated, updated, skipped: queries.length - used, issues }
}

/** The suggestions that nobody has settled, the newest and then the most shown first. */
export async function listSuggestions(ctx: Context, caller: Caller, projectId: string) {
  const { searchConsoleAt } = await getProject(ctx, caller, projectId)
  const rows = await ctx.db
    .select()
    .from(suggestions)
    .where(isPending(projectId))
    .orderBy(desc(suggestions.createdAt), desc(suggestions.impressions), desc(suggestions.id))
  return { suggestions: rows.map(toSuggestion), importedAt: searchConsoleAt?.toISOString() ?? null }
}

/** Tracks a suggested prompt, or all of them where none is named; a prompt that is tracked already is taken for it. */
export async function acceptSuggestions(
  ctx: Context,
  caller: Caller,
  projectId: string,
  id: string | null,
): Promise<string[]> {
  await getProject(ctx, caller, projectId)
  const wanted = await ctx.db
    .select()
    .from(suggestions)
    .where(and(isPending(projectId), id === null ? undefined : eq(suggestions.id, id)))
  if (id !== null && wanted.length === 0) throw notFound('Suggestion not found')
  const accepted = wanted.flatMap((row) => accept(ctx, row))
  if (accepted.length > 0)
    await atomically(ctx.db, [...accepted, ctx.db.run(ceilingGuard('prompts', projectId))])
  const found = await ctx.db
    .select({ promptId: suggestions.promptId })
    .from(suggestions)
    .where(
      inArray(
        suggestions.id,
        wanted.map((row) => row.id),
      ),
    )
  return found.flatMap(({ promptId }) => promptId ?? [])
}

/** Suggests a prompt never again. */
export async function dismissSuggestion(
  ctx: Context,
  caller: Caller,
  projectId: string,
  id: string,
): Promise<void> {
  await getProject(ctx, caller, projectId)
  try {
    await ctx.db.batch([
      ctx.db
        .update(suggestions)
        .set({ status: 'dismissed', updatedAt: ctx.now() })
        .where(and(isPending(projectId), eq(suggestions.id, id))),
      ctx.db.run(guard),
    ])
  } catch (error) {
    throw isGuardViolation(error) ? notFound('Suggestion not found') : error
  }
}

const isPending = (projectId: string) =>
  and(eq(suggestions.projectId, projectId), eq(suggestions.status, 'pending'))

/** The words for one's own brand, and the language that prompts are written in. */
async function readBrand(ctx: Context, projectId: string, projectName: string) {
  const { companyName, aliases, promptLanguage } = geoSettings
  const [settings] = await ctx.db
    .select({ companyName, aliases, promptLanguage })
    .from(geoSettings)
    .where(eq(geoSettings.projectId, projectId))
  if (!settings) return { terms: [projectName], language: 'en' }
  return { terms: [settings.companyName, ...settings.aliases], language: settings.promptLanguage }
}

/** Prompts that are not suggested again, and those that are suggested now, by what they fold to. */
async function readKnown(ctx: Context, projectId: string) {
  const [tracked, suggested] = await Promise.all([
    ctx.db.select({ folded: prompts.folded }).from(prompts).where(eq(prompts.projectId, projectId)),
    ctx.db
      .select({ folded: suggestions.folded, status: suggestions.status })
      .from(suggestions)
      .where(eq(suggestions.projectId, projectId)),
  ])
  const settled = suggested.filter(({ status }) => status !== 'pending')
  const pending = suggested.filter(({ status }) => status === 'pending')
  return {
    settled: new Set([...tracked, ...settled].map(({ folded }) => folded)),
    pending: new Set(pending.map(({ folded }) => folded)),
  }
}

async function replacePending(ctx: Context, projectId: string, drafts: Draft[]) {
  const now = ctx.now()
  await atomically(ctx.db, [
    ctx.db.delete(suggestions).where(and(isPending(projectId), eq(suggestions.source, 'search_console'))),
    ...drafts.map(({ prompt, title, queries }) =>
      ctx.db
        .insert(suggestions)
        .values({
          ...{ id: Bun.randomUUIDv7(), projectId, prompt, folded: prompt.toLowerCase(), title, queries },
          ...{ source: 'search_console', createdAt: now, updatedAt: now },
          ...sumQueries(queries),
        })
        // Somebody may have settled it in between.
        .onConflictDoNothing(),
    ),
    ctx.db.run(ceilingGuard('suggestions', projectId)),
    ctx.db.update(projects).set({ searchConsoleAt: now }).where(eq(projects.id, projectId)),
  ])
}

/** Statements that track the prompt of a suggestion, unless somebody settles it meanwhile. */
function accept(ctx: Context, { id, projectId, prompt, folded }: SuggestionRow) {
  const now = ctx.now()
  const tracked = sql`(select id from geo_prompts where project_id = ${projectId} and folded = ${folded})`
  return [
    ctx.db
      .insert(prompts)
      .values({ id: Bun.randomUUIDv7(), projectId, prompt, folded, tags: [], createdAt: now })
      .onConflictDoNothing(),
    ctx.db
      .update(suggestions)
      .set({ status: 'accepted', promptId: tracked, updatedAt: now })
      .where(and(isPending(projectId), eq(suggestions.id, id))),
  ]
}
