import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { isForeignKeyViolation } from '../../../db/errors.ts'
import { updateIfUnchanged } from '../../../http/reviewed.ts'
import type { Caller } from '../../keys/model.ts'
import { organizations } from '../../organizations/table.ts'
import { mayForbidRetention } from '../../usage/service.ts'
import { rescore } from '../projects/record.ts'
import { getProject } from '../projects/service.ts'
import { type SettingsBody, type SettingsRow, toCatalog, toGeoSettings } from './model.ts'
import { findSettings, listCompetitorNames, storeSettings } from './record.ts'
import { changesNames, defineSettings, isScanning, resolveEngines } from './rules.ts'

/** Returns what a project tracks and how (null before the first save), and the choices. */
export async function readSettings(ctx: Context, caller: Caller, projectId: string) {
  await getProject(ctx, caller, projectId)
  const row = await findSettings(ctx, projectId)
  return {
    configured: row !== null,
    settings: row && (await show(ctx, caller, row)),
    catalog: toCatalog(ctx.engines),
    organization: caller.organization,
  }
}

/** Replaces or creates the settings and reschedules the recurring scan (spec: GEO settings). */
export async function saveSettings(ctx: Context, caller: Caller, projectId: string, body: SettingsBody) {
  const { organization } = caller
  await getProject(ctx, caller, projectId)
  const stored = await findSettings(ctx, projectId)
  const definition = defineSettings(ctx.engines, body, stored)
  const isRequested =
    definition.enforceZdr || (stored === null && (await forbidsRetention(ctx, organization.id)))
  const enforceZdr = isRequested && (await mayForbidRetention(ctx, organization.id))
  try {
    const [[row]] = await updateIfUnchanged(ctx, caller, [
      storeSettings(ctx, projectId, { ...definition, enforceZdr }),
      ...(stored && changesNames(stored, definition) ? [rescore(ctx, projectId)] : []),
    ])
    return { configured: true, settings: await show(ctx, caller, row as SettingsRow), organization }
  } catch (error) {
    // The project was deleted meanwhile.
    if (isForeignKeyViolation(error)) await getProject(ctx, caller, projectId)
    throw error
  }
}

/** Whether an organization requires zero data retention, the default of its new projects. */
async function forbidsRetention(ctx: Context, organizationId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ zeroDataRetention: organizations.zeroDataRetention })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  return row?.zeroDataRetention ?? false
}

async function show(ctx: Context, { organization }: Caller, row: SettingsRow) {
  return toGeoSettings(row, {
    organizationId: organization.id,
    engines: resolveEngines(ctx.engines, row.engines),
    competitors: await listCompetitorNames(ctx, row.projectId),
    isScanning: isScanning(row, ctx.now()),
  })
}
