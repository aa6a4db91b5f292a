import type { TextChecks } from './features/posts/text-check.ts'

/** How each feature checks its texts again after an edit. */
export const textChecks: TextChecks = {
  article: async (...text) =>
    (await import('./features/geo/briefs/writing/check-again.ts')).checkArticleAgain(...text),
  generated: async (...text) =>
    (await import('./features/generation/check-again.ts')).checkPostAgain(...text),
}
