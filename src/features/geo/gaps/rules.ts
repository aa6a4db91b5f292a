import { opportunityOf } from '../../../statistics/opportunity.ts'
import type { Rate } from '../../../statistics/rate.ts'
import { isMentioned, namesIn } from '../scans/answer-counts.ts'
import { type AnswerGrid, countCells, sumUpQuestion } from '../visibility/answer-grid.ts'
import { type Brands, brandsIn } from '../visibility/brands.ts'
import { compareText, findLatest } from '../visibility/latest-answers.ts'

/** How many answers are considered at most (spec: Gap computation rules, 1). */
const maxChecks = 400

/** The latest answer of an engine to a prompt, as far as gaps are about it. */
export type Standing = {
  promptId: string
  question: number
  engine: string
  language: string
  mentioned: boolean
  competitorIds: string[]
  discovered: string[]
}

/** The latest answers, and by question the rate at which all answers name the brand. */
export function readStandings(grid: AnswerGrid, promptLanguage: string) {
  const counts = countCells(grid, grid.rows)
  return {
    standings: findLatest(grid, promptLanguage).map(
      ({ promptId, question, engine, tally, answer }): Standing => ({
        ...{ promptId, question, engine, language: tally.language },
        mentioned: isMentioned(tally, answer),
        ...namesIn(tally, answer),
      }),
    ),
    rates: Array.from({ length: grid.questions }, (_, question) => {
      const { rate, n, interval } = sumUpQuestion(grid, counts, question)
      return { rate, n, interval }
    }),
  }
}

/** The answers that are considered, of prompts that are still asked. */
export function consider(latest: Standing[], isAsked: (promptId: string) => boolean) {
  const asked = latest
    .values()
    .filter(({ promptId }) => isAsked(promptId))
    .take(maxChecks + 1)
    .toArray()
  return { considered: asked.slice(0, maxChecks), truncated: asked.length > maxChecks }
}

/**
 * The prompts for which the brand is missing from at least half of the engines that answered, the best opportunity first
 * (spec: Gap computation rules, 2 to 5), and those of which `isWritten` knows an article and that are none any more.
 */
export function findGaps(
  considered: Standing[],
  rates: Rate[],
  brands: Brands,
  isWritten: (promptId: string) => boolean,
) {
  const gaps: Gap[] = []
  const won: Gap[] = []
  for (const [promptId, answers] of Map.groupBy(considered, ({ promptId }) => promptId)) {
    const missing = answers.filter(({ mentioned }) => !mentioned)
    if (missing.length * 2 >= answers.length) gaps.push(measureGap(promptId, answers, rates, brands))
    else if (isWritten(promptId))
      won.push({ ...measureGap(promptId, answers, rates, brands), opportunity: 0, won: true })
  }
  return { gaps: gaps.sort(byOpportunity), won: won.sort(byOpportunity) }
}

type Gap = ReturnType<typeof measureGap>

function measureGap(promptId: string, answers: Standing[], rates: Rate[], brands: Brands) {
  const mentioned = answers.filter((each) => each.mentioned)
  const missing = answers.filter((each) => !each.mentioned)
  const ownMentionRate = mentioned.length / answers.length
  const named = countBrands(answers, brands)
  const opportunity = (1 - ownMentionRate) * named.tracked.length * answers.length
  const rate = rates[answers[0]?.question ?? 0] ?? { rate: null, n: 0, interval: null }
  return {
    promptId,
    answers,
    engines: missing.map(({ engine }) => engine),
    mentionedEngines: mentioned.map(({ engine }) => engine),
    competitors: named.tracked.map((id) => brands.byId.get(id)?.name ?? id),
    discoveredCompetitors: named.discovered,
    ownMentionRate,
    engineCoverage: answers.length,
    opportunity,
    ...opportunityOf(rate, named.tracked.length, answers.length),
    won: false,
    n: rate.n,
    interval: rate.interval,
  }
}

const byOpportunity = (a: Gap, b: Gap) =>
  b.opportunity - a.opportunity ||
  a.ownMentionRate - b.ownMentionRate ||
  compareText(toPromptId(a.promptId), toPromptId(b.promptId))

/** The brands that some answers name: those that most of them do first. */
function countBrands(answers: Standing[], brands: Brands) {
  const named = answers.map((answer) => brandsIn(brands, answer))
  return {
    tracked: byCount(named.flatMap(({ tracked }) => tracked)),
    discovered: byCount(named.flatMap(({ discovered }) => discovered)),
  }
}

function byCount(names: string[]): string[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([a, one], [b, other]) => other - one || compareText(a, b)).map(([name]) => name)
}

const customPrefix = 'custom-'

/** The id of a prompt by that under which its answers are stored (contract geo 2). */
export const toPromptId = (stored: string) =>
  stored.startsWith(customPrefix) ? stored.slice(customPrefix.length) : stored

export const isCustom = (stored: string) => stored.startsWith(customPrefix)
