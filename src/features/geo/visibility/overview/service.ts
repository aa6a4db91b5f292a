import type { Context } from '../../../../context.ts'
import type { Caller } from '../../../keys/model.ts'
import { findAnswers, findTracked, toWindows } from '../service.ts'
import type { WindowQuery } from '../window/model.ts'
import { noAnswers, toOverview } from './rules.ts'

/** How often engines name the brand, together and each, in answers to prompts in their own language. */
export async function readOverview(ctx: Context, caller: Caller, projectId: string, query: WindowQuery) {
  const { organization } = caller
  const tracked = await findTracked(ctx, caller, projectId)
  if (!tracked) return { configured: false, brand: noAnswers, engines: [], organization }
  const answers = await findAnswers(ctx, projectId, query)
  const windows = toWindows(answers, { language: tracked.promptLanguage })
  return { configured: true, ...toOverview(windows, answers.window.before !== null), organization }
}
