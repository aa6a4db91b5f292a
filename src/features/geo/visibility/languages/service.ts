import type { Context } from '../../../../context.ts'
import type { Caller } from '../../../keys/model.ts'
import { createCompare, toComparison, type Windows } from '../comparison/rules.ts'
import { compareText } from '../latest/rules.ts'
import { toAverage, toRate } from '../model.ts'
import { findAnswers, findTracked, toWindows } from '../service.ts'
import { countCells, countPositions, sumUp } from '../survey/rules.ts'
import type { WindowQuery } from '../window/model.ts'
import { dayOf } from '../window/rules.ts'

/** How often answers in each language name the brand; the language with the most answers comes first. */
export async function readLanguageShare(ctx: Context, caller: Caller, projectId: string, query: WindowQuery) {
  const { organization } = caller
  const tracked = await findTracked(ctx, caller, projectId)
  if (!tracked) return { configured: false, points: [], organization }
  const answers = await findAnswers(ctx, projectId, query)
  const languages = [...new Set(answers.after.map(({ language }) => language))]
  const isCompared = answers.window.before !== null
  const points = languages.map((language) => ({
    language,
    ...toPoint(toWindows(answers, { language, turns: 'all' }), isCompared),
  }))
  points.sort((a, b) => b.checks - a.checks || compareText(a.language, b.language))
  return { configured: true, points, organization }
}

function toPoint(windows: Windows, isCompared: boolean) {
  const { survey, after } = windows
  const { checks, mentions, n, interval } = sumUp(survey, countCells(survey, after))
  const trend = [...Map.groupBy(after, ({ tally }) => dayOf(tally.capturedAt))].map(([day, rows]) => {
    const ofDay = sumUp(survey, countCells(survey, rows))
    return { day, value: toRate(ofDay.mentions, ofDay.checks) }
  })
  return {
    checks,
    mentions,
    mentionRate: toRate(mentions, checks),
    ...toAverage(countPositions(after)),
    trend,
    n,
    interval,
    comparison: isCompared ? toComparison(createCompare(windows)()) : null,
  }
}
