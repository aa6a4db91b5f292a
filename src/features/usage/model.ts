import { t } from 'elysia'
import { integer, oneOf } from '../../http/fields.ts'
import type { ContentType } from '../../writer/content-types.ts'
import { Organization } from '../organizations/model.ts'
import { usageFeatures, type usageLimits } from './table.ts'

export type UsageFeature = (typeof usageFeatures)[number]
export type DenialReason = 'quota_exhausted' | 'insufficient_ai_credits' | 'no_entitlement'
export type LimitsRow = typeof usageLimits.$inferSelect

/** Usage and limits of a month; a null limit is unlimited, null credits mean that no balance is tracked. */
export const Usage = t.Object({
  /** The month, as 2026-03. */
  period: t.String(),
  /** When the next month begins. */
  resetsAt: t.String(),
  features: t.Array(
    t.Object({
      feature: oneOf(usageFeatures),
      label: t.String(),
      used: integer,
      /** Reserved by runs that have not ended. */
      held: integer,
      limit: t.Nullable(integer),
    }),
  ),
  modelCents: t.Number(),
  creditCents: t.Nullable(integer),
  /** In cents: AI credits used, AI credits reserved by runs, and the cost of planning briefs. */
  credits: t.Object({ used: t.Number(), held: integer, planning: t.Number() }),
})
export type Usage = typeof Usage.static
export const UsageReport = t.Object({ usage: Usage, organization: Organization })

/** The feature that a post type counts towards (contract 5.2). */
export function featureOf(contentType: ContentType): UsageFeature {
  if (contentType === 'image') return 'image_generations'
  if (contentType === 'linkedin_post' || contentType === 'twitter_post') return 'social_posts'
  return 'long_form_posts'
}

/** The display name of a feature. */
export const labels: Record<UsageFeature, string> = {
  long_form_posts: 'long-form posts',
  social_posts: 'social posts',
  image_generations: 'image generations',
  ai_answers: 'AI answers',
}

/** The monthly limit of a feature; null is unlimited. */
export function limitOf(limits: LimitsRow | undefined, feature: UsageFeature): number | null {
  if (!limits) return null
  switch (feature) {
    case 'long_form_posts':
      return limits.longFormPosts
    case 'social_posts':
      return limits.socialPosts
    case 'image_generations':
      return limits.imageGenerations
    case 'ai_answers':
      return limits.aiAnswers
  }
}

/** The usage month of a date, for example 2026-03. */
export const periodOf = (moment: Date) => moment.toISOString().slice(0, 7)

/** The usage month before that of a date. */
export const previousPeriod = (moment: Date) =>
  periodOf(new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() - 1)))

/** The start of the month after a date. */
export const nextPeriod = (moment: Date) =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1))
