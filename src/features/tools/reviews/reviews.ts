import { automationReviews } from './automations.ts'
import { briefReviews } from './briefs.ts'
import { contentReviews } from './content.ts'
import type { ToolReview } from './review.ts'
import { visibilityReviews } from './visibility.ts'

/** How each tool that changes something is reviewed, by its name. */
export const reviews: Record<string, ToolReview | undefined> = {
  ...contentReviews,
  ...automationReviews,
  ...visibilityReviews,
  ...briefReviews,
}
