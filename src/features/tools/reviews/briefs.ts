import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { stateOf } from '../../../http/reviewed.ts'
import { findBrandIdentity } from '../../brand-identities/record.ts'
import type { BriefRow } from '../../geo/briefs/model.ts'
import { toSourceId } from '../../geo/briefs/planning/request-plan.ts'
import { readTopic } from '../../geo/briefs/planning/topic.ts'
import { findOpenBrief, findVariants, getOwnBrief } from '../../geo/briefs/record.ts'
import type { ApproveBody, PlanBody } from '../../geo/briefs/request-model.ts'
import { briefs } from '../../geo/briefs/table.ts'
import { approveVariants } from '../../geo/briefs/variants.ts'
import { competitors } from '../../geo/competitors/table.ts'
import { getProject } from '../../geo/projects/service.ts'
import { prompts, suggestions } from '../../geo/prompts/table.ts'
import { sitemaps } from '../../geo/sitemaps/table.ts'
import type { Input } from '../call.ts'
import { linesFor, listNames, quote, type Review, type Reviewer, type ToolReview, textOf } from './review.ts'
import {
  competitorsState,
  factsState,
  identitiesState,
  newestScanState,
  projectState,
  settingsState,
  sitemapState,
  skillsState,
} from './states.ts'

const writingCost = 'Cost: one of the monthly long-form posts, or AI credits once those are used up.'

/** The skills that articles use. */
const articleSkills = ['humanizer']

/** How briefs are reviewed. */
export const briefReviews: Record<string, ToolReview> = {
  approve_brief: {
    async review(ctx, reviewer, input) {
      const project = await getProject(ctx, reviewer, textOf(input.projectId))
      const brief = await getOwnBrief(ctx, project.id, textOf(input.briefId))
      return {
        depends: [
          briefState(brief),
          projectState(reviewer, project.id),
          identitiesState(reviewer),
          factsState(reviewer),
          competitorsState(reviewer, project.id),
          skillsState(reviewer, articleSkills),
          sitemapState(project.id, brief.sitemapId ?? ''),
        ],
        outcome: [
          ...linesFor('briefs.read', await describeBrief(ctx, await withVariants(ctx, brief, input))),
          ...linesFor('briefs.write', [writingCost]),
        ],
      }
    },
  },
  plan_brief: { review: reviewPlanning },
}

const briefState = ({ id, projectId }: Pick<BriefRow, 'id' | 'projectId'>) =>
  stateOf('brief', id, [briefs.updatedAt], and(eq(briefs.projectId, projectId), eq(briefs.id, id)))

/** The brief with the variants of an approval. */
async function withVariants(ctx: Context, brief: BriefRow, input: Input = {}): Promise<BriefRow> {
  const { variantPromptIds: chosen } = input as ApproveBody
  return { ...brief, variantPromptIds: await approveVariants(ctx, brief.projectId, brief, chosen) }
}

/** The full content of a brief for its writer. */
async function describeBrief(ctx: Context, brief: BriefRow): Promise<string[]> {
  const { document } = brief
  const identity =
    brief.brandIdentityId && (await findBrandIdentity(ctx, brief.organizationId, brief.brandIdentityId))
  const variants = await findVariants(ctx, brief.projectId, brief)
  const list = (name: string, values: string[] = []) => values.map((value) => `${name}: ${quote(value)}`)
  return [
    `Title: ${quote(document.workingTitle)}`,
    `Type: ${document.contentSubtype}. Answers: ${quote(document.targetPrompt)}`,
    ...list(
      'Further prompt',
      variants.map(({ prompt }) => prompt),
    ),
    `Intent: ${quote(document.intent)}`,
    `Audience: ${quote(document.audience)}`,
    `Job to be done: ${quote(document.jobToBeDone)}`,
    ...(document.recommendedAngle ? [`Angle: ${quote(document.recommendedAngle)}`] : []),
    `Brand identity: ${listNames(identity ? [identity.name] : [], 'the one of the project')}`,
    `Sections: ${document.sections.length}`,
    ...document.sections.flatMap(({ heading, goal, claims }, index) => [
      `Section ${index + 1}: ${quote(heading)}. Goal: ${quote(goal)}`,
      ...list('  Claim', claims),
    ]),
    `Questions to answer: ${document.questionsToAnswer.length}`,
    ...list('  Question', document.questionsToAnswer),
    ...document.internalLinks.map(({ url, anchor }) => `Link: ${quote(anchor)} to ${quote(url)}`),
    ...list('Competitor to counter', document.competitorsToCounter),
    ...list('Source to reference', document.sourcesToReference),
    ...list('Missing coverage', document.missingCoverage),
    ...list('Checklist', document.acceptanceChecklist),
  ]
}

async function reviewPlanning(ctx: Context, reviewer: Reviewer, input: Input): Promise<Review> {
  const body = input as PlanBody
  const { id: projectId, organizationId } = await getProject(ctx, reviewer, textOf(input.projectId))
  const kind = body.sourceKind ?? 'manual'
  const sourceId = textOf(body.sourceId) || null
  const topic = await readTopic(ctx, projectId, { kind, id: sourceId }, body.topic)
  const source = { kind, id: sourceId === null ? null : toSourceId(kind, sourceId) }
  const open = await findOpenBrief(ctx, projectId, source)
  const identityId = textOf(body.brandVoiceIds?.[0])
  const identity = identityId ? await findBrandIdentity(ctx, organizationId, identityId) : null
  if (identityId && !identity) throw notFound('Brand identity not found')
  const competitorIds = body.competitorIds ?? []
  const isChosen = and(eq(competitors.projectId, projectId), inArray(competitors.id, competitorIds))
  const chosen = await ctx.db.select({ name: competitors.name }).from(competitors).where(isChosen)
  const isSitemap = and(eq(sitemaps.projectId, projectId), eq(sitemaps.id, textOf(body.sitemapId)))
  const [sitemap] = await ctx.db.select({ url: sitemaps.url }).from(sitemaps).where(isSitemap)
  const id = source.id ?? ''
  return {
    depends: [
      projectState(reviewer, projectId),
      settingsState(projectId),
      identitiesState(reviewer),
      factsState(reviewer),
      competitorsState(reviewer, projectId),
      ...(body.autoApprove ? [skillsState(reviewer, articleSkills)] : []),
      sitemapState(projectId, textOf(body.sitemapId)),
      newestScanState(projectId),
      stateOf('prompt', id, [prompts.prompt], and(eq(prompts.projectId, projectId), eq(prompts.id, id))),
      stateOf(
        'suggestion',
        id,
        [suggestions.prompt],
        and(eq(suggestions.projectId, projectId), eq(suggestions.id, id)),
      ),
      stateOf(
        'brief',
        id,
        [briefs.id, briefs.updatedAt],
        and(
          eq(briefs.projectId, projectId),
          eq(briefs.sourceKind, kind),
          eq(briefs.sourceId, id),
          inArray(briefs.status, ['draft', 'failed']),
        ),
      ),
    ],
    outcome: [
      ...linesFor('briefs.read', [
        `Topic: ${quote(topic)}`,
        open
          ? `A brief for this source is there already: ${quote(open.workingTitle)}. It is used unchanged.`
          : null,
        ...(open && body.autoApprove ? await describeBrief(ctx, await withVariants(ctx, open)) : []),
      ]),
      ...linesFor('brand-identities.read', [
        `Brand identity: ${listNames(identity ? [identity.name] : [], 'the one of the project')}`,
      ]),
      ...linesFor('competitors.read', [
        `Competitors: ${listNames(chosen.map(({ name }) => name).sort(), 'all that are tracked')}`,
      ]),
      ...linesFor('briefs.write', [
        sitemap ? `Sitemap: ${quote(sitemap.url)}` : null,
        open ? null : 'Cost of planning: AI credits, by what the model uses.',
        body.autoApprove
          ? `The article is written as soon as the brief is planned, and nobody reviews the plan. ${writingCost}`
          : 'The brief becomes a draft. Nothing is written until it is approved.',
      ]),
    ],
  }
}
