import type { Context } from '../../../../context.ts'
import type { Caller } from '../../../keys/model.ts'
import { createCompare, toComparison } from '../comparison/rules.ts'
import { findAnswers, findTracked, toWindows } from '../service.ts'
import type { WindowQuery } from '../window/model.ts'
import { toDays, toModelChanges } from './rules.ts'

/** How often engines name the brand, day by day. */
export async function readTimeseries(ctx: Context, caller: Caller, projectId: string, query: WindowQuery) {
  const { organization } = caller
  const tracked = await findTracked(ctx, caller, projectId)
  if (!tracked)
    return { configured: false, points: [], brand: [], modelChanges: [], comparison: null, organization }
  const answers = await findAnswers(ctx, projectId, query)
  const windows = toWindows(answers, { language: tracked.promptLanguage, turns: 'all' })
  const comparison = answers.window.before && toComparison(createCompare(windows)())
  return {
    configured: true,
    ...toDays(windows),
    modelChanges: toModelChanges(windows),
    comparison,
    organization,
  }
}
