import { t } from 'elysia'
import { link, oneOf, optional, text } from '../../../http/fields.ts'
import { minSections, most } from './model.ts'
import { contentSubtypes, sourceKinds } from './table.ts'

const subtypeError = `contentSubtype must be one of ${contentSubtypes.join(', ')}`

/** The request for a plan (spec: Briefs). */
export const PlanBody = t.Object({
  topic: text('topic', 3, 200, {
    description: 'Topic or question of the article. Ignored if a source is given.',
  }),
  contentSubtype: optional(oneOf(contentSubtypes, { error: subtypeError })),
  sourceKind: optional(oneOf(sourceKinds, { error: `sourceKind must be one of ${sourceKinds.join(', ')}` })),
  sourceId: optional(
    text('sourceId', 1, 128, {
      description: 'The gap, prompt or suggestion.',
    }),
  ),
  competitorIds: optional(
    t.Array(text('competitorIds', 1, 128), {
      maxItems: most.competitors,
      error: `competitorIds must have at most ${most.competitors} IDs`,
    }),
  ),
  brandVoiceIds: optional(
    t.Array(text('brandVoiceIds', 1, 128), {
      maxItems: 8,
      error: 'brandVoiceIds must have at most 8 IDs; only the first is used',
    }),
  ),
  sitemapId: optional(
    text('sitemapId', 1, 128, { description: 'The sitemap to whose pages the article may link.' }),
  ),
  existingPageUrl: optional(link('existingPageUrl', most.url)),
  autoApprove: optional(
    t.Boolean({
      error: 'autoApprove must be true or false',
      description: 'Approve the brief as soon as it is planned.',
    }),
  ),
})
export type PlanBody = typeof PlanBody.static

const list = (name: string, length: number, maxItems: number) =>
  t.Array(text(name, 1, length), { maxItems, error: `${name} must have at most ${maxItems} strings` })

const sectionFields = {
  heading: text('heading', 1, most.title),
  goal: text('goal', 1, most.paragraph),
  claims: list('claims', most.claim, most.claims),
}
const linkFields = {
  url: link('url', most.url),
  anchor: text('anchor', 1, most.title),
  why: text('why', 1, most.sentence),
}

const variantPromptIds = t.Optional(
  t.Array(text('variantPromptIds', 1, 128), {
    maxItems: most.variants,
    error: `variantPromptIds must have at most ${most.variants} IDs`,
    description:
      'Further prompts that the article answers. Default: the proposed ones that no other article answers. Each one leaves one prompt fewer to compare with; at least 8 are needed.',
  }),
)

/** The choices of an approval. */
export const ApproveBody = t.Object({ variantPromptIds })
export type ApproveBody = typeof ApproveBody.static

/** A change to a brief, and the `updatedAt` of the version that it is based on. */
export const BriefPatch = t.Object({
  updatedAt: text('updatedAt', 24, 24, {
    pattern: [/^\d{4}(-\d\d){2}T(\d\d:){2}\d\d\.\d{3}Z$/, 'updatedAt must be the updatedAt of the brief'],
  }),
  targetPrompt: t.Optional(text('targetPrompt', 1, most.sentence)),
  intent: t.Optional(text('intent', 1, most.paragraph)),
  contentSubtype: t.Optional(oneOf(contentSubtypes, { error: subtypeError })),
  workingTitle: t.Optional(text('workingTitle', 1, most.title)),
  audience: t.Optional(text('audience', 1, most.paragraph)),
  jobToBeDone: t.Optional(text('jobToBeDone', 1, most.paragraph)),
  sections: t.Optional(
    t.Array(t.Object(sectionFields), {
      minItems: minSections,
      maxItems: most.sections,
      error: `sections must have ${minSections} to ${most.sections} sections`,
    }),
  ),
  questionsToAnswer: t.Optional(list('questionsToAnswer', most.sentence, most.questions)),
  internalLinks: t.Optional(
    t.Array(t.Object(linkFields), {
      maxItems: most.links,
      error: `internalLinks must have at most ${most.links} links`,
    }),
  ),
  acceptanceChecklist: t.Optional(list('acceptanceChecklist', most.sentence, most.checks)),
  recommendedAngle: t.Optional(text('recommendedAngle', 1, most.paragraph)),
  competitorsToCounter: t.Optional(list('competitorsToCounter', 128, most.competitors)),
  sourcesToReference: t.Optional(list('sourcesToReference', most.url, most.sources)),
  missingCoverage: t.Optional(list('missingCoverage', most.sentence, most.questions)),
  variantPromptIds,
})
export type BriefPatch = typeof BriefPatch.static
