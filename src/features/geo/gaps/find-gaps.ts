import { opportunityOf } from '../../../statistics/opportunity.ts'
import type { Rate } from '../../../statistics/rate.ts'
import { toPromptId } from '../prompts/rules.ts'
import { isMentioned, isNamed, isShown, namesIn, type Tally } from '../scans/answer-counts.ts'
import type { Rounds } from '../scans/rounds.ts'
import {
  type AnswerGrid,
  answerGrid,
  type CellCounts,
  countCells,
  countOnce,
  type Row,
  sumUpQuestion,
} from '../visibility/answer-grid.ts'
import { type Brands, brandsIn } from '../visibility/brands.ts'
import { compareText, findLatest } from '../visibility/latest-answers.ts'
import { dayOf } from '../visibility/window.ts'

/** Default maximum number of answers considered (spec: Gap computation rules, 1). */
const maxChecks = 400

/** The newest answer of an engine to a prompt, with the fields that gaps need. */
export type NewestAnswer = {
  promptId: string
  question: number
  engine: string
  language: string
  mentioned: boolean
  competitorIds: string[]
  discovered: string[]
}

/** How often answers to a question name the brand, in the window and in each of its parts. */
export type QuestionRate = Rate & { trend: (Rate & { day: string })[] }

/** The length of a part of the window in a trend: with daily scans, as many scans as a comparison needs. */
const partMilliseconds = 5 * 86_400_000

/** Returns the newest answers, and per question the rate at which all answers name the brand. */
export function* readNewestAnswers(tallies: Tally[], rounds: Rounds, promptLanguage: string) {
  const grid = yield* answerGrid(tallies)
  const rows = yield* countOnce(grid, rounds)
  const counts = yield* countCells(grid, rows, isNamed)
  const parts = yield* countParts(grid, rows)
  const latest = (yield* findLatest(grid, promptLanguage)).filter(({ tally, answer }) =>
    isShown(tally, answer),
  )
  return {
    newestAnswers: latest.map(
      ({ promptId, question, engine, tally, answer }): NewestAnswer => ({
        ...{ promptId, question, engine, language: tally.language },
        mentioned: isMentioned(tally, answer),
        ...namesIn(tally, answer),
      }),
    ),
    rates: Array.from({ length: grid.questions }, (_, question): QuestionRate => {
      const rateIn = (counted: CellCounts): Rate => {
        const { rate, n, interval } = sumUpQuestion(grid, counted, question)
        return { rate, n, interval }
      }
      const trend = parts.map(({ day, counted }) => ({ day, ...rateIn(counted) }))
      return { ...rateIn(counts), trend: trend.filter(({ n }) => n > 0) }
    }),
  }
}

/** Counts each part of the window. Parts begin at fixed days, so that a figure changes only with its answers. */
function* countParts(grid: AnswerGrid, rows: Row[]) {
  const byPart = Map.groupBy(rows, ({ tally }) => Math.floor(tally.capturedAt / partMilliseconds))
  const parts: { day: string; counted: CellCounts }[] = []
  for (const [part, own] of [...byPart].sort(([a], [b]) => a - b))
    parts.push({ day: dayOf(part * partMilliseconds), counted: yield* countCells(grid, own, isNamed) })
  return parts
}

/**
 * Selects the answers to consider, of prompts that are still tracked, up to a number. A prompt is considered with all of
 * its answers or not at all.
 */
export function consider(
  latest: NewestAnswer[],
  isAsked: (promptId: string) => boolean,
  maxAnswers = maxChecks,
) {
  const asked = latest.filter(({ promptId }) => isAsked(promptId))
  if (asked.length <= maxAnswers) return { considered: asked, truncated: false }
  const cut = asked[maxAnswers]?.promptId
  const whole = asked.slice(0, maxAnswers).filter(({ promptId }) => promptId !== cut)
  return { considered: whole.length > 0 ? whole : asked.slice(0, maxAnswers), truncated: true }
}

/**
 * Finds the prompts for which at least half of the answering engines leave the brand out, best opportunity
 * first (spec: Gap computation rules, 2 to 5). Also returns prompts with an article (`isWritten`) that are no
 * longer gaps.
 */
export function findGaps(
  considered: NewestAnswer[],
  rates: QuestionRate[],
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

function measureGap(promptId: string, answers: NewestAnswer[], rates: QuestionRate[], brands: Brands) {
  const mentioned = answers.filter((each) => each.mentioned)
  const missing = answers.filter((each) => !each.mentioned)
  const ownMentionRate = mentioned.length / answers.length
  const named = countBrands(answers, brands)
  const opportunity = (1 - ownMentionRate) * named.tracked.length * answers.length
  const rate = rates[answers[0]?.question ?? 0] ?? { rate: null, n: 0, interval: null, trend: [] }
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
    ...rate,
  }
}

const byOpportunity = (a: Gap, b: Gap) =>
  b.opportunity - a.opportunity ||
  a.ownMentionRate - b.ownMentionRate ||
  compareText(toPromptId(a.promptId), toPromptId(b.promptId))

/** Counts the brands in some answers, most frequent first. */
function countBrands(answers: NewestAnswer[], brands: Brands) {
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
