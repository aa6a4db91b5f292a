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

/** What a project tracks and how, null before it is first saved, and what can be chosen. */
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

/** Replaces the whole document, or makes it; the recurring scan is armed anew by it (spec: GEO settings). */
export async function saveSettings(ctx: Context, caller: Caller, projectId: string, body: SettingsBody) {
  const { organization } = caller
  await getProject(ctx, caller, projectId)
  const stored = await findSettings(ctx, projectId)
  const definition = defineSettings(ctx.engines, body, stored)
  const wishes = definition.enforceZdr || (stored === null && (await forbidsRetention(ctx, organization.id)))
  const enforceZdr = wishes && (await mayForbidRetention(ctx, organization.id))
  try {
    const [[row]] = await updateIfUnchanged(ctx, caller, [
      storeSettings(ctx, projectId, { ...definition, enforceZdr }),
      ...(stored && changesNames(stored, definition) ? [rescore(ctx, projectId)] : []),
    ])
    return { configured: true, settings: await show(ctx, caller, row as SettingsRow), organization }
  } catch (error) {
    // It was deleted in between.
    if (isForeignKeyViolation(error)) await getProject(ctx, caller, projectId)
    throw error
  }
}

/** Whether an organization wants nothing kept of what models are sent: its new projects begin so. */
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
