import type { Context } from '../../../../context.ts'
import type { Caller } from '../../../keys/model.ts'
import { findAnswers, findTracked, toWindows } from '../service.ts'
import { dayOf, type WindowQuery, windowOf } from '../window.ts'
import { toCounts, toDays, toEngines } from './count-sentiment.ts'

/** Days in UTC, today among them, where the query names none (contract geo 8). */
const standardDays = 30
const dayMilliseconds = 86_400_000

/** The query as it is, or the standard days where it names no window. */
export function orStandard(query: WindowQuery, now: Date): WindowQuery {
  if (query.from !== undefined || query.days !== undefined) return query
  // A last day alone says nothing, but it has to be one.
  windowOf(query, now)
  const first = new Date(now.getTime() - (standardDays - 1) * dayMilliseconds)
  return { from: dayOf(first), to: dayOf(now) }
}

/** How kindly answers in the language of the prompts speak of the brand. */
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

/** Nothing here asks a model what answers mean, so that there is nothing to wait for. */
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
