import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { onReplica } from '../../../db/on-replica.ts'
import { integer } from '../../../http/fields.ts'
import { runInSlices } from '../../../slices.ts'
import type { Caller } from '../../keys/model.ts'
import { Organization } from '../../organizations/model.ts'
import { countCells, countPositions, sumUp } from './answer-grid.ts'
import { createCompare, toComparison, type Windows } from './comparison.ts'
import { compareText } from './latest-answers.ts'
import { averages, certainty, comparison, toAverage, toRate } from './model.ts'
import { type Answers, readAnswers, toWindows } from './read-answers.ts'
import { findScope } from './read-scope.ts'
import { ofSurface } from './surface.ts'
import { dayOf, type WindowQuery } from './window.ts'

export const LanguageShare = t.Object({
  configured: t.Boolean(),
  points: t.Array(
    t.Object({
      /** A code such as de. */
      language: t.String(),
      checks: integer,
      mentions: integer,
      mentionRate: t.Number(),
      ...averages,
      trend: t.Array(t.Object({ day: t.String(), value: t.Number() })),
      ...certainty,
      comparison,
    }),
  ),
  organization: Organization,
})

/** Returns how often answers in each language name the brand, the language with the most answers first. */
export async function readLanguageShare(ctx: Context, caller: Caller, projectId: string, query: WindowQuery) {
  const { organization } = caller
  const scope = await findScope(ctx, caller, projectId, query)
  if (!scope) return { configured: false, points: [], organization }
  const answers = await readAnswers(onReplica(ctx), scope)
  return {
    configured: true,
    points: await runInSlices(toPoints(ofSurface(answers, scope.surface))),
    organization,
  }
}

function* toPoints(answers: Answers) {
  const points: (typeof LanguageShare.static)['points'] = []
  const isCompared = answers.window.before !== null
  for (const language of new Set(answers.after.map(({ language }) => language))) {
    const windows = yield* toWindows(answers, { language, turns: 'all' })
    points.push({ language, ...(yield* toPoint(windows, isCompared)) })
  }
  return points.sort((a, b) => b.checks - a.checks || compareText(a.language, b.language))
}

function* toPoint(windows: Windows, isCompared: boolean) {
  const { grid, after } = windows
  const { checks, mentions, n, interval } = sumUp(grid, yield* countCells(grid, after))
  const trend: { day: string; value: number }[] = []
  for (const [day, rows] of Map.groupBy(after, ({ tally }) => dayOf(tally.capturedAt))) {
    const ofDay = sumUp(grid, yield* countCells(grid, rows))
    trend.push({ day, value: toRate(ofDay.mentions, ofDay.checks) })
  }
  return {
    checks,
    mentions,
    mentionRate: toRate(mentions, checks),
    ...toAverage(yield* countPositions(after)),
    trend,
    n,
    interval,
    comparison: isCompared ? toComparison((yield* createCompare(windows))()) : null,
  }
}
