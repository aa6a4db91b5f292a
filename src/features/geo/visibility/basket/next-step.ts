import type { Context } from '../../../../context.ts'
import { nextStep } from '../../../../statistics/grade.ts'
import type { Caller } from '../../../keys/model.ts'
import { estimatePlan, meanOf } from '../../scans/estimate.ts'
import { planProject } from '../../scans/plan-project.ts'
import type { SettingsRow } from '../../settings/model.ts'
import { findSettings } from '../../settings/record.ts'
import { apiSurface, surfaceOfEngine } from '../surface.ts'
import type { Window } from '../window.ts'
import type { Evidence, MeasuredEvidence } from './evidence.ts'

const day = 86_400_000

/** Adds the cheapest way to the next grade, at what the project's scans cost. */
export async function withNextStep(
  ctx: Context,
  { organization }: Pick<Caller, 'organization'>,
  projectId: string,
  window: Window,
  measured: MeasuredEvidence | null,
): Promise<typeof Evidence.static | null> {
  const settings = measured && (await findSettings(ctx, projectId))
  if (!measured || !settings) return null
  const { facts, grade, variance, reach, isPage } = measured
  const isOver = window.to !== null && window.to <= ctx.now()
  if (grade === 'decision' || isOver) return { grade, ...facts, ...reach, nextStep: null }
  const { plan } = await planProject(ctx, organization.id, settings)
  const { checks, cents, prompts } = await estimatePlan(ctx, projectId, plan)
  const unused = ctx.engines.list
    .filter((engine) => ctx.engines.isAvailable(engine) && !settings.engines.includes(engine.id))
    .filter((engine) => !isPage && surfaceOfEngine(ctx.engines, engine.id) === apiSurface)
    .map((engine) => ({ id: engine.id, cents: meanOf(engine, engine.search.supported).cents }))
    .sort((a, b) => a.cents - b.cents)
  const step = nextStep(facts, variance, {
    perPrompt: checks > 0 ? cents / prompts : listPrice(ctx, settings),
    perAnswer: unused.map((each) => each.cents),
    isPage,
    maxScans: countScans(window, ctx.now(), settings.enabled ? settings.scanIntervalHours : 24),
  })
  const engines = unused.slice(0, step?.engines).map(({ id }) => id)
  return {
    grade,
    ...facts,
    ...reach,
    nextStep: step && { ...step, engines, cents: Math.round(step.cents * 100) / 100 },
  }
}

/** The catalog price of a prompt, for a project whose engines cannot be asked now. */
function listPrice(ctx: Context, { engines, languages }: SettingsRow): number {
  const tracked = ctx.engines.list.filter(({ id }) => engines.includes(id))
  return languages.length * tracked.reduce((sum, each) => sum + meanOf(each, each.search.supported).cents, 0)
}

/** The most scans that a window can have, with one every so many hours. */
function countScans({ from, to }: Window, now: Date, hours: number): number {
  if (from === null) return Number.POSITIVE_INFINITY
  return Math.floor(((to ?? now).getTime() - from.getTime()) / day / (hours / 24))
}
