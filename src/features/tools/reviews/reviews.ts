import { automationReviews } from './automations.ts'
import { briefReviews } from './briefs.ts'
import { contentReviews } from './content.ts'
import type { ToolReview } from './review.ts'
import { visibilityReviews } from './visibility.ts'

/** The review of each tool that changes something, by tool name. */
export const reviews: Record<string, ToolReview | undefined> = {
  ...contentReviews,
  ...automationReviews,
  ...visibilityReviews,
  ...briefReviews,
}
