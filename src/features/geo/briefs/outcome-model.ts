import { t } from 'elysia'
import { integer, oneOf } from '../../../http/fields.ts'
import type { Verdict } from '../../../statistics/comparison.ts'
import { certainty } from '../visibility/model.ts'

const verdicts = ['moved', 'within_noise', 'insufficient_data', 'model_changed'] as const satisfies Verdict[]

/** The share of answers to a prompt that name the brand; null without answers. */
export const Rate = t.Object({ rate: t.Nullable(t.Number()), ...certainty })

const effectStates = ['measuring', 'moved', 'not_moved', 'no_controls', 'no_baseline'] as const

/**
 * By how much more the prompts of an article changed than comparable prompts without one. It is read after fixed numbers
 * of scans only, since reading it every day would find effects by chance.
 */
export const Effect = t.Object({
  state: oneOf(effectStates),
  /** The difference of the two changes, and its 95% interval; null before the first reading. */
  size: t.Nullable(t.Number()),
  interval: t.Nullable(t.Object({ low: t.Number(), high: t.Number() })),
  pValue: t.Nullable(t.Number()),
  /** The number of prompts that it is compared with; at least eight are needed. */
  controls: integer,
  /** Scans since the publication, and how many more until the next reading; null after the last one. */
  scans: integer,
  nextLook: t.Nullable(integer),
  /** The smallest rise that the last reading, or before one the first, finds in four of five cases. */
  visible: t.Nullable(t.Number()),
})
export type Effect = typeof Effect.static

/** Which rise of a brief's prompts could be seen after some scans, if its article were published now. */
export const Forecast = t.Object({
  engines: integer,
  /** The number of the brief's prompts that were asked. */
  prompts: integer,
  controls: integer,
  scanIntervalHours: integer,
  looks: t.Array(t.Object({ scans: integer, rise: t.Number() })),
  usualRise: t.Number(),
  /** Null if the last of the looks finds it already, or would not with as many prompts as an article can answer. */
  promptsNeeded: t.Nullable(integer),
})
export type Forecast = typeof Forecast.static

/** How the answers to a brief's prompts changed after its article was published. */
export const Outcome = t.Object({
  /** Always true: an article that is not public has no effect on answers, and no outcome. */
  published: t.Boolean(),
  /** Whether more than half of the engines name the brand in their newest answers to the first prompt. */
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
  effect: Effect,
  /** The time of the newest answer. */
  at: t.String(),
})
export type Outcome = typeof Outcome.static
