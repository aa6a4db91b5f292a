import { isMentioned, promptOf, type Tally, turnOf } from '../../scans/answer-counts.ts'
import type { PromptPresence } from './model.ts'

/** What the newest answer of an engine to a prompt says, with its search and without. */
type Newest = { bySearch?: boolean; byHeart?: boolean }

/**
 * How present the brand is in the newest answers to each prompt, in the order of their stored ids (contract geo 8:
 * presence badge). `canSearch` tells of an engine whether it searches when it is asked as usual.
 */
export function findPresence(tallies: Tally[], canSearch: (engine: string) => boolean): PromptPresence[] {
  const prompts = new Map<string, Map<string, Newest>>()
  for (const tally of tallies.toReversed()) {
    const way = !tally.isTwin && canSearch(tally.engine) ? 'bySearch' : 'byHeart'
    for (let answer = 0; answer < tally.answers; answer++) {
      if (turnOf(tally, answer) > 0) continue
      const promptId = tally.names.prompts[promptOf(tally, answer)] ?? ''
      const engines = prompts.getOrInsertComputed(promptId, () => new Map<string, Newest>())
      const newest = engines.getOrInsertComputed(tally.engine, () => ({}) as Newest)
      newest[way] ??= isMentioned(tally, answer)
    }
  }
  return [...prompts]
    .map(([promptId, engines]) => ({ promptId, ...sumUp([...engines.values()]) }))
    .sort((a, b) => (a.promptId < b.promptId ? -1 : 1))
}

function sumUp(engines: Newest[]): Omit<PromptPresence, 'promptId'> {
  const mentioned = engines.filter(({ bySearch, byHeart }) => bySearch || byHeart).length
  const isKnown = engines.some(({ byHeart }) => byHeart)
  return {
    presence: isKnown ? 'knowledge' : mentioned > 0 ? 'search' : 'absent',
    engines: engines.length,
    mentioned,
  }
}
