import type { Context } from '../../../context.ts'
import { isForeignKeyViolation } from '../../../db/errors.ts'
import { updateIfUnchanged } from '../../../http/reviewed.ts'
import type { Caller } from '../../keys/model.ts'
import { forbidsRetention } from '../../organizations/service.ts'
import { mayForbidRetention } from '../../usage/limits.ts'
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
  const enforceZdr = definition.enforceZdr
    ? await mayForbidRetention(ctx, organization.id)
    : stored === null && (await requiresNoRetention(ctx, organization.id))
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

/** Whether new projects of an organization require zero data retention. */
export const requiresNoRetention = async (ctx: Context, organizationId: string): Promise<boolean> =>
  (await forbidsRetention(ctx, organizationId)) && (await mayForbidRetention(ctx, organizationId))

async function show(ctx: Context, { organization }: Caller, row: SettingsRow) {
  return toGeoSettings(row, {
    organizationId: organization.id,
    engines: resolveEngines(ctx.engines, row.engines),
    competitors: await listCompetitorNames(ctx, row.projectId),
    isScanning: isScanning(row, ctx.now()),
  })
}
