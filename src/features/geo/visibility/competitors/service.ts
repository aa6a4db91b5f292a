import type { Context } from '../../../../context.ts'
import type { Caller } from '../../../keys/model.ts'
import { findBrands } from '../brands/service.ts'
import { createCompare, toComparison } from '../comparison/rules.ts'
import { findLatest } from '../latest/rules.ts'
import { findChecks } from '../results/service.ts'
import { findAnswers, findTracked, toWindows } from '../service.ts'
import { countCells, keepAnswers, sumUp } from '../survey/rules.ts'
import type { WindowQuery } from '../window/model.ts'
import { dayOf } from '../window/rules.ts'
import { createNaming, toShares } from './rules.ts'

const nothing = { share: null, n: 0, interval: null, comparison: null }

/** How often answers of all languages name each brand beside the project's own. */
export async function readCompetitorShare(
  ctx: Context,
  caller: Caller,
  projectId: string,
  query: WindowQuery,
) {
  const { organization } = caller
  const tracked = await findTracked(ctx, caller, projectId)
  if (!tracked)
    return {
      configured: false,
      points: [],
      timeseries: [],
      own: { mentions: 0, ...nothing },
      organization,
    }
  const [answers, brands] = await Promise.all([
    findAnswers(ctx, projectId, query),
    findBrands(ctx, projectId),
  ])
  const windows = toWindows(answers, { turns: 'all' })
  const comparison = answers.window.before && toComparison(createCompare(windows)())
  const { own, ...shares } = toShares(windows, brands)
  return { configured: true, ...shares, own: { ...own, comparison }, organization }
}

/** A brand's own page is about so many days unless it is told others (contract geo 8). */
const standardDays = 30

/** How often answers name a brand, day by day, and the latest answer for each prompt and engine that does. */
export async function readCompetitor(
  ctx: Context,
  caller: Caller,
  projectId: string,
  brand: string,
  query: WindowQuery,
) {
  const { organization } = caller
  const tracked = await findTracked(ctx, caller, projectId)
  if (!tracked) return { configured: false, points: [], prompts: [], comparison: null, organization }
  const [answers, brands] = await Promise.all([
    findAnswers(ctx, projectId, query, standardDays),
    findBrands(ctx, projectId),
  ])
  const naming = createNaming(brands, brand)
  const windows = toWindows(answers, { turns: 'all' })
  const { survey, after } = windows
  const days = Map.groupBy(after, ({ tally }) => dayOf(tally.capturedAt))
  const points = [...days].map(([day, rows]) => {
    const { checks, mentions, n, interval } = sumUp(survey, countCells(survey, rows, naming))
    return { day, mentions, checks, n, interval }
  })
  const latest = findLatest({ ...survey, rows: keepAnswers(after, naming) }, tracked.promptLanguage)
  const found = await findChecks(ctx, latest)
  return {
    configured: true,
    points,
    prompts: found.map(({ check, answer }) => ({
      promptId: check.promptId,
      prompt: answer.prompt,
      engine: check.engine,
      capturedAt: check.capturedAt.toISOString(),
      mentioned: check.mentioned,
      position: check.position,
    })),
    comparison: answers.window.before && toComparison(createCompare(windows, naming)()),
    organization,
  }
}
