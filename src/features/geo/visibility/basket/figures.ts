import { t } from 'elysia'
import { integer } from '../../../../http/fields.ts'
import { Interval } from '../model.ts'

/**
 * A rate over the tracked prompts and engines, each pair with the same weight. What did not answer in the window is
 * filled from its last answers.
 */
export const Basket = t.Object({
  /** Null without cells. A cell is a prompt sent to an engine. */
  rate: t.Nullable(t.Number()),
  interval: t.Nullable(Interval),
  cells: integer,
  filled: integer,
  /** Cells that count once they have answers in half of the scans. */
  new: integer,
  /** Cells whose pages showed no answer of an AI in the window. They are no part of the rate. */
  notShown: integer,
  /** Answers of the window that name the brand only by repeating the question. They count as not named. */
  echoes: integer,
  /** Engines with filled cells. */
  missing: t.Array(t.String()),
  /** Whether more than a third of the cells is filled, too many for a figure. */
  incomplete: t.Boolean(),
  /** What was asked: prompts that do not name the brand, engines, and scans. */
  prompts: integer,
  engines: integer,
  scans: integer,
})
export type Basket = typeof Basket.static
/** Null if nothing that the project still tracks was asked. */
export const basket = t.Nullable(Basket)

/** The same rate on a day: the level of the window and how far the day's answers differ from it. */
export const DayBasket = t.Object({
  rate: t.Number(),
  interval: Interval,
  /** Whether at least half of the cells answered. */
  complete: t.Boolean(),
})
/** Null without an answer of a tracked prompt and engine on that day. */
export const dayBasket = t.Nullable(DayBasket)
