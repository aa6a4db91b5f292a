import type { Context } from '../../../../context.ts'
import { runInSlices } from '../../../../slices.ts'
import type { Caller } from '../../../keys/model.ts'
import { type Answers, readAnswers, toWindows } from '../read-answers.ts'
import { findScope } from '../read-scope.ts'
import { ofSurface } from '../surface.ts'
import { dayOf, type WindowQuery, windowOf } from '../window.ts'
import { noneCounted, toCounts, toDays, toEngines } from './count-sentiment.ts'

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
  const scope = await findScope(ctx, caller, projectId, query)
  if (!scope) {
    return {
      configured: false,
      summary: noneCounted(),
      engines: [],
      points: [],
      comparison: null,
      organization,
    }
  }
  const window = windowOf(orStandard(query, ctx.now()), ctx.now())
  const answers = ofSurface(await readAnswers(ctx, { projectId, window }), scope.surface)
  const counted = await runInSlices(countIn(answers, scope.promptLanguage, ctx.now()))
  return { configured: true, ...counted, organization }
}

function* countIn(answers: Answers, language: string, now: Date) {
  const { after, before } = yield* toWindows(answers, { language })
  const { window } = answers
  const summary = yield* toCounts(after)
  const earlier = yield* toCounts(before)
  const delta = summary.score === null || earlier.score === null ? null : summary.score - earlier.score
  return {
    summary,
    engines: yield* toEngines(after),
    points: yield* toDays(after),
    comparison: window.before && {
      current: toSpan({ from: window.before.to, to: window.to ?? now }),
      previous: toSpan(window.before),
      summary: earlier,
      points: yield* toDays(before),
      delta,
    },
  }
}

/** No model analyses themes here, so the analysis is never pending. */
export async function readAnalysis(ctx: Context, caller: Caller, projectId: string) {
  const { organization } = caller
  const scope = await findScope(ctx, caller, projectId)
  const message = 'This server does not sort claims into themes.'
  return { configured: scope !== null, status: 'unavailable' as const, result: null, message, organization }
}

const toSpan = ({ from, to }: { from: Date; to: Date }) => ({
  from: from.toISOString(),
  to: to.toISOString(),
})
