import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { ceilingGuard } from '../../../../db/ceilings.ts'
import { atomically, type Statement } from '../../../../db/client.ts'
import { isGuardViolation } from '../../../../db/errors.ts'
import { guard } from '../../../../db/table.ts'
import { badRequest, notFound } from '../../../../errors.ts'
import { csvFile } from '../../../../text/csv.ts'
import type { Caller } from '../../../keys/model.ts'
import type { ProjectRow } from '../../projects/model.ts'
import { getProject } from '../../projects/service.ts'
import { projects } from '../../projects/table.ts'
import { geoSettings } from '../../settings/table.ts'
import { prompts, type SearchQuery, suggestions } from '../table.ts'
import { draftSuggestions } from './draft-suggestions.ts'
import { type SearchConsoleFile, type SuggestionRow, toSuggestion } from './model.ts'
import { cleanDrafts, type Draft, rankQueries, readSearchConsole, sumQueries } from './rank-queries.ts'

/**
 * Replaces pending suggestions by those from a search console export. Prompts that are tracked, or were
 * accepted or dismissed before, are not suggested again (contract geo 13, 23).
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
  const drafted = await draftFor(ctx, project, queries)
  const { drafts, updated, statements } = await replaceWith(ctx, project, drafted)
  await atomically(ctx.db, statements)
  const used = drafts.reduce((sum, draft) => sum + draft.queries.length, 0)
  return { imported: drafts.length - updated, updated, skipped: queries.length - used, issues }
}

type NamedProject = Pick<ProjectRow, 'id' | 'organizationId' | 'name'>

/** Drafts prompts for the queries of a project that are worth one. */
export async function draftFor(
  ctx: Context,
  project: NamedProject,
  queries: SearchQuery[],
): Promise<Draft[]> {
  const { terms, language } = await readBrand(ctx, project)
  return draftSuggestions(ctx, project.organizationId, rankQueries(queries, terms), language)
}

/** Statements that replace the pending suggestions of a project by valid drafts, and how many were pending before. */
export async function replaceWith(ctx: Context, project: NamedProject, drafted: Draft[]) {
  const [{ terms }, known] = await Promise.all([readBrand(ctx, project), readExisting(ctx, project.id)])
  const drafts = cleanDrafts(drafted, terms, known.settled)
  const updated = drafts.filter(({ prompt }) => known.pending.has(prompt.toLowerCase())).length
  return { drafts, updated, statements: replacePending(ctx, project.id, drafts) }
}

/** Lists pending suggestions: newest first, then by impressions. */
export async function listSuggestions(ctx: Context, caller: Caller, projectId: string) {
  const { searchConsoleAt } = await getProject(ctx, caller, projectId)
  const rows = await ctx.db
    .select()
    .from(suggestions)
    .where(isPending(projectId))
    .orderBy(desc(suggestions.createdAt), desc(suggestions.impressions), desc(suggestions.id))
  return { suggestions: rows.map(toSuggestion), importedAt: searchConsoleAt?.toISOString() ?? null }
}

/**
 * Accepts a suggested prompt, or all if none is given. A prompt that is already tracked counts as accepted.
 */
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

/** Dismisses a suggested prompt permanently. */
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

/** Returns the names of the brand, and the language of the prompts. */
async function readBrand(ctx: Context, { id, name }: NamedProject) {
  const { companyName, aliases, promptLanguage } = geoSettings
  const [settings] = await ctx.db
    .select({ companyName, aliases, promptLanguage })
    .from(geoSettings)
    .where(eq(geoSettings.projectId, id))
  if (!settings) return { terms: [name], language: 'en' }
  return { terms: [settings.companyName, ...settings.aliases], language: settings.promptLanguage }
}

/** Returns the folded prompts that are not suggested again, and the pending ones. */
async function readExisting(ctx: Context, projectId: string) {
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

function replacePending(ctx: Context, projectId: string, drafts: Draft[]): Statement[] {
  const now = ctx.now()
  return [
    ctx.db.delete(suggestions).where(and(isPending(projectId), eq(suggestions.source, 'search_console'))),
    ...drafts.map(({ prompt, title, queries }) =>
      ctx.db
        .insert(suggestions)
        .values({
          ...{ id: Bun.randomUUIDv7(), projectId, prompt, folded: prompt.toLowerCase(), title, queries },
          ...{ source: 'search_console', createdAt: now, updatedAt: now },
          ...sumQueries(queries),
        })
        // The suggestion may have been settled meanwhile.
        .onConflictDoNothing(),
    ),
    ctx.db.run(ceilingGuard('suggestions', projectId)),
    ctx.db.update(projects).set({ searchConsoleAt: now }).where(eq(projects.id, projectId)),
  ]
}

/** Returns statements that track the prompt of a suggestion, unless it is settled meanwhile. */
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
