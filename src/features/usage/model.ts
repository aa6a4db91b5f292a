import { t } from 'elysia'
import { integer, oneOf } from '../../http/fields.ts'
import { Organization } from '../organizations/model.ts'
import type { ContentType } from '../posts/table.ts'
import { usageFeatures, type usageLimits } from './table.ts'

export type UsageFeature = (typeof usageFeatures)[number]
export type DenialReason = 'quota_exhausted' | 'insufficient_ai_credits' | 'no_entitlement'
export type LimitsRow = typeof usageLimits.$inferSelect

/** What was used of what may be used in a month; null is unlimited, or of credits that none are kept. */
export const Usage = t.Object({
  /** The month, as 2026-03. */
  period: t.String(),
  /** When the next one begins. */
  resetsAt: t.String(),
  features: t.Array(
    t.Object({
      feature: oneOf(usageFeatures),
      label: t.String(),
      used: integer,
      /** What runs that are not done yet have set aside. */
      held: integer,
      limit: t.Nullable(integer),
    }),
  ),
  modelCents: t.Number(),
  creditCents: t.Nullable(integer),
  /** In cents: what was drawn of AI credits, what runs have set aside of them, and what planning briefs cost. */
  credits: t.Object({ used: t.Number(), held: integer, planning: t.Number() }),
})
export type Usage = typeof Usage.static
export const UsageReport = t.Object({ usage: Usage, organization: Organization })

/** What a post of a type is counted as (contract 5.2). */
export function featureOf(contentType: ContentType): UsageFeature {
  if (contentType === 'image') return 'image_generations'
  if (contentType === 'linkedin_post' || contentType === 'twitter_post') return 'social_posts'
  return 'long_form_posts'
}

/** A feature as people call it. */
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

/** The month that a moment counts in, for example 2026-03. */
export const periodOf = (moment: Date) => moment.toISOString().slice(0, 7)

/** The month before the one that a moment counts in. */
export const previousPeriod = (moment: Date) =>
  periodOf(new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() - 1)))

/** When the month after a moment begins. */
export const nextPeriod = (moment: Date) =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1))
