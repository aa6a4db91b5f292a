import type { Context } from '../../../../context.ts'
import { badRequest } from '../../../../errors.ts'
import { isTimeZone } from '../../../../text/time-zone.ts'
import type { Caller } from '../../../keys/model.ts'
import { readAbout } from '../about.ts'
import type { ChatMessage, ChatRow, RecordLocation, SendBody } from '../model.ts'
import { chooseModel } from '../models.ts'

/** The text of a message; 400 if it is empty. */
export function readMessage({ message }: SendBody): string {
  if (message) return message
  throw badRequest('message must have 1 to 50000 characters')
}

/** The channel of a message; 400 for one of another service without an id. */
export function readChannel({
  externalChannelId: channel,
}: SendBody): Pick<ChatRow, 'channelSource' | 'channelId'> {
  if (!channel) return { channelSource: null, channelId: null }
  if (!channel.id && channel.source !== 'dashboard') throw badRequest('externalChannelId.id is required')
  return { channelSource: channel.source, channelId: channel.id ?? null }
}

/** A message as it is stored, with the integrations that it is about. */
export function toAsked(
  message: string,
  { about, timezone }: { about: RecordLocation[]; timezone: string | null },
): ChatMessage {
  const metadata = { ...(about.length > 0 && { context: about }), ...(timezone && { timezone }) }
  return {
    id: Bun.randomUUIDv7(),
    role: 'user',
    parts: [{ type: 'text', text: message }],
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
}

export type Settings = Awaited<ReturnType<typeof readSettings>>

/** The settings of a message; 400 for a model, time zone or integration that does not exist. */
export async function readSettings(ctx: Context, { organization }: Caller, body: SendBody) {
  const { model, enableThinking, thinkingLevel, timezone, context } = body
  if (timezone && !isTimeZone(timezone))
    throw badRequest('Unknown time zone: send a name such as Europe/Berlin')
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
