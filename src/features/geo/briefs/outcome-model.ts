import { t } from 'elysia'
import { integer, oneOf } from '../../../http/fields.ts'
import type { Verdict } from '../../../statistics/comparison.ts'
import { certainty } from '../visibility/model.ts'

const verdicts = ['moved', 'within_noise', 'insufficient_data', 'model_changed'] as const satisfies Verdict[]

/** The share of answers to a prompt that name the brand; null without answers. */
export const Rate = t.Object({ rate: t.Nullable(t.Number()), ...certainty })

/** How the answers to a brief's prompt changed after its article was published. */
export const Outcome = t.Object({
  /** Always true: an article that is not public has no effect on answers, and no outcome. */
  published: t.Boolean(),
  /** Whether more than half of the engines name the brand in their newest answers. */
  closed: t.Boolean(),
  /** Whether the change in the rate is statistically significant. */
  verdict: oneOf(verdicts),
  before: Rate,
  after: Rate,
  /** The change in the rate, from engines that did not change in between. */
  delta: t.Nullable(t.Number()),
  /**
   * Scans since the article, and how many more a verdict needs; null if there were too few scans before it.
   */
  scansAfter: integer,
  scansNeeded: t.Nullable(integer),
  /** The time of the newest answer. */
  at: t.String(),
})
export type Outcome = typeof Outcome.static
