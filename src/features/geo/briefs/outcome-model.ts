import { t } from 'elysia'
import { integer, oneOf } from '../../../http/fields.ts'
import type { Verdict } from '../../../statistics/comparison.ts'
import { certainty } from '../visibility/model.ts'

const verdicts = ['moved', 'within_noise', 'insufficient_data', 'model_changed'] as const satisfies Verdict[]

/** How often the answers to a prompt name the brand; null where there are none. */
export const Rate = t.Object({ rate: t.Nullable(t.Number()), ...certainty })

/** What became of the answers to the prompt that a brief was planned for. */
export const Outcome = t.Object({
  /** Whether anybody can read the article: as long as nobody can, it has moved nothing. */
  published: t.Boolean(),
  /** Whether the newest answers name the brand for more than half of the engines. */
  closed: t.Boolean(),
  /** Whether the rate moved by more than chance. */
  verdict: oneOf(verdicts),
  before: Rate,
  after: Rate,
  /** The difference over what was asked before and after, of engines that are what they were. */
  delta: t.Nullable(t.Number()),
  /** How many scans have asked since, and how many more a verdict takes; null where too few came before the article. */
  scansAfter: integer,
  scansNeeded: t.Nullable(integer),
  /** When the newest of the answers came. */
  at: t.String(),
})
export type Outcome = typeof Outcome.static
