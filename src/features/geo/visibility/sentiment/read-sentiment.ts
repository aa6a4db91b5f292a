import type { Context } from '../../../../context.ts'
import type { Caller } from '../../../keys/model.ts'
import { findAnswers, findTracked, toWindows } from '../service.ts'
import { dayOf, type WindowQuery, windowOf } from '../window.ts'
import { toCounts, toDays, toEngines } from './count-sentiment.ts'

/** Default number of UTC days, including today (contract geo 8). */
const standardDays = 30
const dayMilliseconds = 86_400_000

/** Returns the query, or the default days if it has no window. */
export function orStandard(query: WindowQuery, now: Date): WindowQuery {
  if (query.from !== undefined || query.days !== undefined) return query
  // A last day alone is ignored, but it must be valid.
  windowOf(query, now)
  const first = new Date(now.getTime() - (standardDays - 1) * dayMilliseconds)
  return { from: dayOf(first), to: dayOf(now) }
}

/** Returns the sentiment of answers in the prompt language. */
export async function readSentiment(ctx: Context, caller: Caller, projectId: string, query: WindowQuery) {
  const { organization } = caller
  const tracked = await findTracked(ctx, caller, projectId)
  if (!tracked) {
    return {
      configured: false,
      summary: toCounts([]),
      engines: [],
      points: [],
      comparison: null,
      organization,
    }
  }
  const answers = await findAnswers(ctx, projectId, orStandard(query, ctx.now()))
  const { after, before } = toWindows(answers, { language: tracked.promptLanguage })
  const { window } = answers
  const summary = toCounts(after)
  const earlier = toCounts(before)
  const delta = summary.score === null || earlier.score === null ? null : summary.score - earlier.score
  return {
    configured: true,
    summary,
    engines: toEngines(after),
    points: toDays(after),
    comparison: window.before && {
      current: toSpan({ from: window.before.to, to: window.to ?? ctx.now() }),
      previous: toSpan(window.before),
      summary: earlier,
      points: toDays(before),
      delta,
    },
    organization,
  }
}

/** No model analyses themes here, so the analysis is never pending. */
export async function readAnalysis(ctx: Context, caller: Caller, projectId: string) {
  const { organization } = caller
  const tracked = await findTracked(ctx, caller, projectId)
  const message = 'This server does not sort claims into themes.'
  return { configured: tracked !== null, status: 'unavailable' as const, result: null, message, organization }
}

const toSpan = ({ from, to }: { from: Date; to: Date }) => ({
  from: from.toISOString(),
  to: to.toISOString(),
})
