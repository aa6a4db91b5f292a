import type { Context } from '../../../../context.ts'
import { badRequest } from '../../../../errors.ts'
import type { Caller } from '../../../keys/model.ts'
import { readAbout } from '../../about/service.ts'
import type { SendBody } from '../../model.ts'
import { chooseModel } from '../../models/service.ts'
import { isTimezone } from '../../rules.ts'

export type Settings = Awaited<ReturnType<typeof readSettings>>

/** What a message asks for besides what it says; 400 for what there is not. */
export async function readSettings(ctx: Context, { organization }: Caller, body: SendBody) {
  const { model, enableThinking, thinkingLevel, timezone, context } = body
  if (timezone && !isTimezone(timezone))
    throw badRequest('There is no such timezone: send a name such as Europe/Berlin')
  const requestedModel = model ?? 'auto'
  const chosen = await chooseModel(ctx, organization.id, requestedModel)
  const showsThoughts = enableThinking !== false
  const requested = thinkingLevel ?? (showsThoughts ? 'medium' : 'off')
  return {
    chosen,
    requestedModel,
    requestedThinkingLevel: requested,
    thinkingLevel: chosen.model.thinking ? requested : ('off' as const),
    showsThoughts,
    timezone: timezone ?? null,
    about: await readAbout(ctx, organization.id, context ?? []),
  }
}
