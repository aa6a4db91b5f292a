import type { TextChecks } from './features/posts/text-check.ts'

/** How texts with faults are checked again, by the features that wrote them. */
export const textChecks: TextChecks = {
  article: async (...text) =>
    (await import('./features/geo/briefs/writing/check-again.ts')).checkArticleAgain(...text),
  generated: async (...text) =>
    (await import('./features/generation/check-again.ts')).checkPostAgain(...text),
}
