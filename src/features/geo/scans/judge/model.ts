import { t } from 'elysia'
import { sentiments } from '../table.ts'

/** What a judge is asked for; words that are none of the choices are mended by `readVerdict`, and cost no other answer. */
export const Verdict = t.Object({
  position: t.Union([t.Number(), t.Null()], {
    description:
      'At which place the brand is recommended among all that are, 1 for the first; null if it is not',
  }),
  sentiment: t.Union([t.String(), t.Null()], {
    description: `How the answer speaks of the brand: ${sentiments.join(', ')}; null if it does not`,
  }),
  competitors: t.Array(t.String(), {
    description: 'Other products, services or companies that the answer names as alternatives, at most 10',
  }),
  excerpt: t.Union([t.String(), t.Null()], {
    description: 'What the answer says of the brand, word for word, at most 300 characters; null if nothing',
  }),
  unsure: t.Array(t.Object({ id: t.String(), isNamed: t.Boolean() }), {
    description:
      'For each id of `unsure`: whether that company or product is meant there, and not an ordinary word',
  }),
})
export type Verdict = typeof Verdict.static

/** How the unsure subjects are called towards the judge, by their order. */
export const idOf = (index: number) => `u${index + 1}`
