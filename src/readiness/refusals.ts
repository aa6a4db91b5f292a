import type { CrawlerCategory } from '../traffic/agents.ts'

/** How often the own server refused an agent, as its trackers reported. */
export type Refusal = { agent: string; category: CrawlerCategory | null; status: number; visits: number }

const maxListed = 5

/** The check that a refusal is evidence for: what an agent is for, or that pages are reachable at all. */
const checkOf = (category: Refusal['category']) =>
  category === 'search-index'
    ? 'ai-search-allowed'
    : category === 'assistant-browse'
      ? 'ai-assistants-allowed'
      : 'reachable'

/** Evidence for a check, for example: Your server answered GPTBot with 403 31 times in the last 30 days. */
export function listRefusals(refusals: Refusal[], check: string): string[] {
  return refusals
    .filter(({ category }) => checkOf(category) === check)
    .slice(0, maxListed)
    .map(
      ({ agent, status, visits }) =>
        `Your server answered ${agent} with ${status} ${visits === 1 ? 'once' : `${visits} times`} in the last 30 days.`,
    )
}
