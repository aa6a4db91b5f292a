import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { ceilingGuard } from '../../../db/ceilings.ts'
import { atomically, type Statement } from '../../../db/client.ts'
import { AppError, badRequest, notFound } from '../../../errors.ts'
import { toNameKey } from '../../../mentions/name-key.ts'
import { findBrandIdentity } from '../../brand-identities/record.ts'
import type { Caller } from '../../keys/model.ts'
import { upsertCompetitors } from '../competitors/record.ts'
import { readDomain } from '../competitors/rules.ts'
import { requireIdentity } from '../projects/record.ts'
import { projects } from '../projects/table.ts'
import { autoPromptIds } from '../prompts/auto-prompts.ts'
import { foldPrompt } from '../prompts/rules.ts'
import { prompts } from '../prompts/table.ts'
import { nextSlot } from '../scans/recurring-scans.ts'
import { startScan } from '../scans/service.ts'
import { scanIntervals } from '../settings/model.ts'
import { storeSettings } from '../settings/record.ts'
import { defineSettings, findLanguage, resolveEngines } from '../settings/rules.ts'
import { requiresNoRetention } from '../settings/service.ts'
import { geoSettings } from '../settings/table.ts'
import type { SetUpBody } from './model.ts'

/** Creates a project with all that it tracks, and starts its first scan. Nothing is created if a part is invalid. */
export async function startTracking(ctx: Context, caller: Caller, body: SetUpBody) {
  const { organization } = caller
  const brand = await findBrandIdentity(ctx, organization.id, body.brandIdentityId)
  if (!brand) throw notFound('Brand identity not found')
  const id = Bun.randomUUIDv7()
  const language = findLanguage(brand.language ?? '') ?? 'en'
  const settings = {
    ...defineTracking(ctx, body, language),
    enforceZdr: await requiresNoRetention(ctx, organization.id),
  }
  await atomically(ctx.db, [
    requireIdentity(ctx, organization.id, brand.id),
    ctx.db.insert(projects).values({
      ...{ id, organizationId: organization.id, name: body.companyName, brandIdentityId: brand.id },
      createdAt: ctx.now(),
    }),
    ctx.db.run(ceilingGuard('projects', organization.id)),
    storeSettings(ctx, id, settings),
    ...(settings.enabled ? [postponeScans(ctx, id, settings.scanIntervalHours)] : []),
    ...addCompetitors(ctx, id, body),
    ...addPrompts(ctx, id, body.prompts),
  ])
  return { projectId: id, refused: await startFirstScan(ctx, caller, id) }
}

/** The settings of the new project. */
function defineTracking(ctx: Context, body: SetUpBody, language: string) {
  const { companyName, aliases, engines, scanIntervalHours: hours } = body
  const scanIntervalHours = hours === null ? weekly : scanIntervals.find((each) => each === hours)
  if (!scanIntervalHours) throw badRequest(`scanIntervalHours must be one of ${scanIntervals.join(', ')}`)
  const settings = {
    companyName,
    aliases,
    engines: engines.length > 0 ? engines : resolveEngines(ctx.engines, []),
    languages: [language],
    enabled: hours !== null,
    scanIntervalHours,
    enforceZdr: false,
    nonZdrApprovedEngines: [],
    // The scan asks only the prompts of the form.
    removedAutoPromptIds: [...autoPromptIds],
  }
  return defineSettings(ctx.engines, settings, null)
}

/** The interval in the settings of a project that is not scanned repeatedly. */
const weekly = 168

/** The first scan starts now, so the next one is due an interval later. */
function postponeScans(ctx: Context, projectId: string, hours: number) {
  const nextScanAt = nextSlot(ctx.now(), hours, ctx.now())
  return ctx.db.update(geoSettings).set({ nextScanAt }).where(eq(geoSettings.projectId, projectId))
}

function addCompetitors(
  ctx: Context,
  projectId: string,
  { companyName, aliases, competitors }: SetUpBody,
): Statement[] {
  const own = new Set([companyName, ...aliases].map(toNameKey))
  const changes = competitors
    .filter(({ name }) => !own.has(toNameKey(name)) && name !== '.' && name !== '..')
    .map(({ name, domain }) => {
      const host = readDomain(domain)
      if (host === undefined) throw badRequest(`The website of ${name} must be a host such as acme.com.`)
      return { name, domain: host }
    })
  return upsertCompetitors(ctx, projectId, changes)
}

function addPrompts(ctx: Context, projectId: string, texts: string[]): Statement[] {
  const once = new Map(texts.map((prompt) => [foldPrompt(prompt), prompt]))
  const rows = [...once].map(([folded, prompt]) => ({
    ...{ id: Bun.randomUUIDv7(), projectId, prompt, folded, tags: [], createdAt: ctx.now() },
  }))
  return [ctx.db.insert(prompts).values(rows), ctx.db.run(ceilingGuard('prompts', projectId))]
}

/** Starts the first scan, or returns why it cannot start. The user can start it later. */
async function startFirstScan(ctx: Context, caller: Caller, projectId: string): Promise<string | null> {
  try {
    await startScan(ctx, caller, projectId)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
