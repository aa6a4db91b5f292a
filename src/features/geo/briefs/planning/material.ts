import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { controlsNeeded } from '../../../../statistics/effect.ts'
import type { Voice } from '../../../../writer/voice.ts'
import type { UsableFact } from '../../../brand-identities/facts/model.ts'
import { findUsableFacts } from '../../../brand-identities/facts/stored-facts.ts'
import type { BrandIdentityRow } from '../../../brand-identities/model.ts'
import { chooseBrandIdentity, findBrandIdentity } from '../../../brand-identities/record.ts'
import { findCompetitors } from '../../competitors/record.ts'
import { findPromptGaps } from '../../gaps/service.ts'
import type { ProjectRow } from '../../projects/model.ts'
import { projects } from '../../projects/table.ts'
import { foldPrompt } from '../../prompts/rules.ts'
import { prompts } from '../../prompts/table.ts'
import { findSettings } from '../../settings/record.ts'
import type { SitemapPage } from '../../sitemaps/model.ts'
import { findOwnSitemap, findSitemapPages } from '../../sitemaps/record.ts'
import { most } from '../model.ts'
import type { Variant } from '../record.ts'
import { targetsOf } from '../rules.ts'
import { proposeVariants } from '../similarity.ts'
import type { Baseline, PlanRequest } from '../table.ts'
import { findVariantChoices } from '../variants.ts'
import { type Evidence, findNewestAnswers, toBaseline, toEvidence } from './evidence.ts'
import type { PlanRow } from './stored-plans.ts'

/** All input of a plan, as stored by the step that gathers it. */
export type Material = {
  brand: { name: string; aliases: string[]; website: string | null }
  voice: Voice | null
  /** Competitors that the brief is about: the chosen ones, else the most relevant ones. */
  competitors: string[]
  /** Similar prompts that the article answers too. Absent in plans that an earlier version started. */
  variants?: Variant[]
  /** Prompts whose answers do not name the brand, and the engines that gave those answers. */
  gaps: { prompt: string; missing: string[] }[]
  pages: SitemapPage[]
  /** True statements by the brand about itself. Absent in plans that an earlier version started. */
  facts?: UsableFact[]
  evidence: Evidence[]
  baseline: Baseline | null
}

const maxGaps = 20

/** Reads all input of a plan; null if its project was deleted (contract geo 10: Plan flow, 3). */
export async function findMaterial(ctx: Context, { projectId, request }: PlanRow): Promise<Material | null> {
  const [project] = await ctx.db.select().from(projects).where(eq(projects.id, projectId))
  if (!project) return null
  const settings = await findSettings(ctx, projectId)
  const promptId = await findPromptId(ctx, projectId, request)
  const [identity, { promptGaps }, pages, stored, tracked] = await Promise.all([
    findIdentity(ctx, project, request),
    findPromptGaps(ctx, projectId),
    findSitemapPages(ctx, projectId, request.sitemapId),
    promptId === null ? [] : findNewestAnswers(ctx, projectId, promptId, settings?.promptLanguage ?? ''),
    findCompetitors(ctx, projectId),
  ])
  const chosen = tracked.filter(({ id }) => request.competitorIds.includes(id))
  // Competitors named in answers go before those that no answer names.
  const named = new Set([
    ...stored.flatMap(({ names }) => names),
    ...promptGaps.flatMap(({ competitors }) => competitors),
  ])
  const target = { ...request, variantPromptIds: [] }
  const open = new Set(promptGaps.flatMap(({ id, brief }) => (brief === null ? id : [])))
  const choices = await findVariantChoices(ctx, projectId, target)
  const byWeight = [...tracked].sort((a, b) => Number(named.has(b.name)) - Number(named.has(a.name)))
  return {
    brand: {
      name: identity?.companyName ?? settings?.companyName ?? project.name,
      aliases: settings?.aliases ?? [],
      website: identity?.websiteUrl ?? null,
    },
    voice: identity && toVoice(identity),
    facts: identity ? await findUsableFacts(ctx, identity.id) : [],
    competitors: (chosen.length > 0 ? chosen : byWeight).slice(0, most.competitors).map(({ name }) => name),
    variants:
      targetsOf(target).length > 0
        ? proposeVariants(
            request.topic,
            choices.filter(({ id }) => open.has(id)),
            // The effect is measured against the other choices.
            choices.length - controlsNeeded,
          )
        : [],
    gaps: promptGaps.slice(0, maxGaps).map(({ prompt, engines }) => ({ prompt, missing: engines })),
    pages,
    evidence: stored.map(toEvidence),
    baseline: toBaseline(promptId ?? '', stored),
  }
}

const findIdentity = (ctx: Context, project: ProjectRow, { brandVoiceId }: PlanRequest) =>
  chooseBrandIdentity(ctx, project.organizationId, brandVoiceId ?? project.brandIdentityId)

/**
 * Returns the prompt whose answers a brief is planned from: that of its source, else the one with the same
 * text as the topic.
 */
async function findPromptId(ctx: Context, projectId: string, request: PlanRequest): Promise<string | null> {
  const { sourceKind, sourceId, topic } = request
  if (sourceId !== null && (sourceKind === 'gap' || sourceKind === 'prompt')) return sourceId
  const [same] = await ctx.db
    .select({ id: prompts.id })
    .from(prompts)
    .where(and(eq(prompts.projectId, projectId), eq(prompts.folded, foldPrompt(topic))))
  return same?.id ?? null
}

function toVoice({
  companyName,
  companyDescription,
  toneProfile,
  customTone,
  language,
  audience,
  customInstructions,
}: BrandIdentityRow) {
  return {
    ...{ companyName, companyDescription, toneProfile, customTone },
    ...{ language, audience, customInstructions },
  }
}

/**
 * Returns why a plan cannot end because its identity or sitemap was deleted meanwhile; null if both exist.
 */
export async function findLoss(
  ctx: Context,
  { organizationId, projectId, request: { brandVoiceId, sitemapId } }: PlanRow,
): Promise<string | null> {
  const [identity, sitemap] = await Promise.all([
    brandVoiceId === null || findBrandIdentity(ctx, organizationId, brandVoiceId),
    sitemapId === null || findOwnSitemap(ctx, projectId, sitemapId),
  ])
  if (!identity) return 'The brand identity was deleted while the brief was planned'
  return sitemap ? null : 'The sitemap was deleted while the brief was planned'
}
