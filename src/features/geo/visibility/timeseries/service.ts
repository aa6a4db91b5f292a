import type { Context } from '../../../../context.ts'
import type { Caller } from '../../../keys/model.ts'
import { createCompare, toComparison } from '../comparison/rules.ts'
import { remember } from '../memory/service.ts'
import { findTracked, readAnswers, toWindows } from '../service.ts'
import type { WindowQuery } from '../window/model.ts'
import { windowOf } from '../window/rules.ts'
import { toDays, toModelChanges } from './rules.ts'

/** How often engines name the brand, day by day. */
export async function readTimeseries(ctx: Context, caller: Caller, projectId: string, query: WindowQuery) {
  const { organization } = caller
  const tracked = await findTracked(ctx, caller, projectId)
  if (!tracked)
    return { configured: false, points: [], brand: [], modelChanges: [], comparison: null, organization }
  const window = windowOf(query, ctx.now())
  const name = `timeseries ${tracked.promptLanguage} ${JSON.stringify(query)}`
  const found = await remember(ctx, projectId, name, window, async () => {
    const answers = await readAnswers(ctx, projectId, window)
    const windows = toWindows(answers, { language: tracked.promptLanguage, turns: 'all' })
    return {
      ...toDays(windows),
      modelChanges: toModelChanges(windows),
      comparison: window.before && toComparison(createCompare(windows)()),
    }
  })
  return { configured: true, ...found, organization }
}
