/*
 * What a figure says about prompts that were not asked: the tracked ones as a random sample of all prompts of their
 * kind. The interval of a figure only covers the randomness of its answers, and so covers the rate over all prompts
 * in about half of the cases.
 */

import type { Grade } from './grade.ts'
import { wilson } from './interval.ts'
import { twoSidedT } from './student.ts'

/** With fewer prompts the interval is too wide to be useful. */
const leastPrompts = 12

/**
 * The 95% confidence interval of the rate over all prompts of the same kind, from the rate of each tracked prompt;
 * null below 12 prompts.
 */
export function intervalOfOtherPrompts(rates: number[]): { low: number; high: number } | null {
  const count = rates.length
  if (count < leastPrompts) return null
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / count
  const variance = rates.reduce((sum, rate) => sum + (rate - mean) ** 2, 0) / (count - 1)
  const size = variance === 0 ? count : Math.max(count, (mean * (1 - mean) * count) / variance)
  const { low, high } = wilson(mean, size, twoSidedT(0.05, count - 1))
  return { low, high }
}

const needed = { prompts: 40, intents: 3, promptsOfIntent: 5, engines: 3, half: 0.1 }

/** Whether a figure may be called the visibility of a brand, without the number of prompts that it is about. */
export function isGeneral(
  grade: Grade,
  figure: { engines: number; promptsByIntent: number[]; otherPrompts: { low: number; high: number } | null },
): boolean {
  const { engines, promptsByIntent, otherPrompts } = figure
  return (
    grade === 'decision' &&
    engines >= needed.engines &&
    promptsByIntent.reduce((sum, prompts) => sum + prompts, 0) >= needed.prompts &&
    promptsByIntent.filter((prompts) => prompts >= needed.promptsOfIntent).length >= needed.intents &&
    otherPrompts !== null &&
    (otherPrompts.high - otherPrompts.low) / 2 <= needed.half
  )
}
