import { type Engine, standardPrice } from '../../../../ai/engines/engine.ts'
import type { Task } from '../plan/rules.ts'
import type { Mean } from './model.ts'

/** What an answer takes before an engine has given any: an engine that searches reads the pages that it finds. */
const usual = {
  searching: { input: 8000, output: 800, searches: 1 },
  plain: { input: 200, output: 700, searches: 0 },
}

/** What an answer of an engine takes by its price in the catalog. */
export function meanOf({ price }: Engine, search: boolean): Mean {
  const mean = search ? usual.searching : usual.plain
  const { input, output, perSearch } = price ?? standardPrice
  const dollars = (mean.input * input + mean.output * output) / 1_000_000 + mean.searches * perSearch
  return { ...mean, cents: dollars * 100 }
}

/** The means by which an engine is known, with search and without. */
export const meanKey = (engine: string, isTwin: boolean) => `${isTwin ? 'twin' : 'usual'} ${engine}`

/** Adds up what tasks take; by the catalog as soon as one of their engines has not answered before. */
export function sumUp(tasks: Task[], recorded: Map<string, Mean>, catalogMean: (task: Task) => Mean) {
  const sum: Mean = { input: 0, output: 0, searches: 0, cents: 0 }
  let basis: 'catalog' | 'recorded' = tasks.length > 0 ? 'recorded' : 'catalog'
  for (const task of tasks) {
    const known = recorded.get(meanKey(task.engine, task.isTwin))
    if (!known) basis = 'catalog'
    const mean = known ?? catalogMean(task)
    for (const part of ['input', 'output', 'searches', 'cents'] as const)
      sum[part] += mean[part] * task.turns.length
  }
  return {
    searches: Math.round(sum.searches),
    tokens: { input: Math.round(sum.input), output: Math.round(sum.output) },
    cents: Math.round(sum.cents * 100) / 100,
    basis,
  }
}
