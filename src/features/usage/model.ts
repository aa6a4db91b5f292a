import type { ContentType } from '../posts/table.ts'
import type { usageFeatures, usageLimits } from './table.ts'

export type UsageFeature = (typeof usageFeatures)[number]
export type DenialReason = 'quota_exhausted' | 'insufficient_ai_credits' | 'no_entitlement'
export type LimitsRow = typeof usageLimits.$inferSelect

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
}

/** The monthly limit of a feature; null is unlimited. */
export function limitOf(limits: LimitsRow | undefined, feature: UsageFeature): number | null {
  if (!limits) return null
  if (feature === 'long_form_posts') return limits.longFormPosts
  return feature === 'social_posts' ? limits.socialPosts : limits.imageGenerations
}

/** The month that a moment counts in, for example 2026-03. */
export const periodOf = (moment: Date) => moment.toISOString().slice(0, 7)
