import type { Context } from '../../../../context.ts'
import type { Caller } from '../../../keys/model.ts'
import { remember } from '../memory/service.ts'
import { findTracked, readAnswers, toWindows } from '../service.ts'
import type { WindowQuery } from '../window/model.ts'
import { windowOf } from '../window/rules.ts'
import { noAnswers, toOverview } from './rules.ts'

/** How often engines name the brand, together and each, in answers to prompts in their own language. */
export async function readOverview(ctx: Context, caller: Caller, projectId: string, query: WindowQuery) {
  const { organization } = caller
  const tracked = await findTracked(ctx, caller, projectId)
  if (!tracked) return { configured: false, brand: noAnswers, engines: [], organization }
  const window = windowOf(query, ctx.now())
  const name = `overview ${tracked.promptLanguage} ${JSON.stringify(query)}`
  const overview = await remember(ctx, projectId, name, window, async () => {
    const answers = await readAnswers(ctx, projectId, window)
    return toOverview(toWindows(answers, { language: tracked.promptLanguage }), window.before !== null)
  })
  return { configured: true, ...overview, organization }
}
