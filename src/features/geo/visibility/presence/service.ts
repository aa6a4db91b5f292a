import type { Context } from '../../../../context.ts'
import type { Caller } from '../../../keys/model.ts'
import { findTallies } from '../../scans/find-answer-counts.ts'
import { findTracked } from '../service.ts'
import { windowOf } from '../window/rules.ts'
import { findPresence } from './rules.ts'

/** The newest answers are looked for among those of so many days, as those that gaps are made of. */
const days = 30

/** How present the brand is in the newest answers to each prompt, in the language that prompts are written in. */
export async function readPresence(ctx: Context, caller: Caller, projectId: string) {
  const { organization } = caller
  const tracked = await findTracked(ctx, caller, projectId)
  if (!tracked) return { configured: false, prompts: [], organization }
  const tallies = await findTallies(ctx, projectId, windowOf({ days }, ctx.now()))
  const own = tallies.filter(({ language }) => language === tracked.promptLanguage)
  const canSearch = (engine: string) => ctx.engines.find(engine)?.search.supported ?? true
  return { configured: true, prompts: findPresence(own, canSearch), organization }
}
