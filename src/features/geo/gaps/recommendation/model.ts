import { t } from 'elysia'
import { oneOf } from '../../../../http/fields.ts'

export const recommendedActions = ['create', 'update', 'merge', 'ignore'] as const

/** A page of a sitemap, or a post, that is about what people search for. */
export const Target = t.Object({
  kind: oneOf(['page', 'post']),
  title: t.Nullable(t.String()),
  url: t.Nullable(t.String()),
  postId: t.Nullable(t.String()),
})
export type Target = typeof Target.static

/** What is to be done about a query: an article of its own, or something that is there already (contract geo 9). */
export const Recommendation = t.Object({
  action: oneOf(recommendedActions),
  reason: t.String(),
  targets: t.Array(Target),
})
export type Recommendation = typeof Recommendation.static
