import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { once } from '../../../db/prepared.ts'
import { prepareSelect } from '../../../db/prepared-select.ts'
import { badRequest } from '../../../errors.ts'
import type { Caller } from '../../keys/model.ts'
import { getProject } from '../projects/service.ts'
import { tallies } from '../scans/table.ts'
import { resolveEngines } from '../settings/rules.ts'
import { geoSettings } from '../settings/table.ts'
import { apiSurface, standardSurface, surfaceOfEngine } from './surface.ts'
import { type PromptFilter, type Window, type WindowQuery, windowOf } from './window.ts'

/** The query of a read: a range, a surface, and the prompts and the language that are counted. */
export type ScopeQuery = WindowQuery & PromptFilter & { language?: string | undefined }

/** What a read counts. Every read of answers gets its project, range, surface, language and prompts from here. */
export type ReadScope = {
  projectId: string
  window: Window
  /** `api`, or the page engine that figures are about. */
  surface: string
  /** The language of the prompts, or the one that the query names. */
  promptLanguage: string
  /** The tracked engines, and the generated prompts that users removed. */
  engines: string[]
  removedAutoPromptIds: string[]
  scanIntervalHours: number
  query: ScopeQuery
}

/**
 * Returns the scope of a read of the caller's project; null before its settings are saved, because nothing can have
 * been asked. Refuses an unknown project, an invalid range and an unknown surface. `standardDays` is the default range.
 */
export async function findScope(
  ctx: Context,
  caller: Pick<Caller, 'organization'>,
  projectId: string,
  query: ScopeQuery = {},
  standardDays: number | null = null,
): Promise<ReadScope | null> {
  // A faulty range is refused before the project is looked up (contract geo 0: Order of checks).
  windowOf(query, ctx.now(), standardDays)
  await getProject(ctx, caller, projectId)
  const scope = await scopeOf(ctx, projectId, query, standardDays)
  await refuseUnknownSurface(ctx, projectId, query.surface)
  return scope
}

/** The same for a project that is known to exist, without a check of its surface. */
export async function scopeOf(
  ctx: Context,
  projectId: string,
  query: ScopeQuery = {},
  standardDays: number | null = null,
): Promise<ReadScope | null> {
  const settings = await settingsOf(ctx).get({ projectId })
  const window = windowOf(query, ctx.now(), standardDays)
  if (!settings) return null
  const { promptLanguage, engines, removedAutoPromptIds, scanIntervalHours } = settings
  return {
    projectId,
    window,
    surface: query.surface ?? standardSurface(ctx.engines, resolveEngines(ctx.engines, engines)),
    promptLanguage: query.language ?? promptLanguage,
    ...{ engines, removedAutoPromptIds, scanIntervalHours, query },
  }
}

/** The name of a cached read of a scope. `depends` are names of everything else that it depends on. */
export const scopeKey = (read: string, { promptLanguage, surface, query }: ReadScope, ...depends: string[]) =>
  [read, promptLanguage, surface, ...depends, JSON.stringify(query)].join(' ')

/** Refuses a surface that is neither `api` nor a page of the catalog or of stored answers. */
async function refuseUnknownSurface(ctx: Context, projectId: string, surface: string | undefined) {
  if (surface === undefined || surface === apiSurface) return
  if (surfaceOfEngine(ctx.engines, surface) === surface) return
  const [stored] = await ctx.db
    .select({ engine: tallies.engine })
    .from(tallies)
    .where(and(eq(tallies.projectId, projectId), eq(tallies.engine, surface), isNotNull(tallies.page)))
    .limit(1)
  if (!stored) throw badRequest('surface must be "api" or the ID of a page engine')
}

const settingsOf = once((db) => {
  const { promptLanguage, engines, removedAutoPromptIds, scanIntervalHours } = geoSettings
  return prepareSelect(
    db,
    db
      .select({ promptLanguage, engines, removedAutoPromptIds, scanIntervalHours })
      .from(geoSettings)
      .where(eq(geoSettings.projectId, sql.placeholder('projectId'))),
  )
})
