import { badRequest } from '../../../../errors.ts'
import type { About, ChatMessage, ChatRow, SendBody } from '../../model.ts'

/** What somebody says; 400 where they say nothing. */
export function readMessage({ message }: SendBody): string {
  if (message) return message
  throw badRequest('message must have 1 to 50000 characters')
}

/** The channel that a message comes from; 400 for one of another place that is not named. */
export function readChannel({
  externalChannelId: channel,
}: SendBody): Pick<ChatRow, 'channelSource' | 'channelId'> {
  if (!channel) return { channelSource: null, channelId: null }
  if (!channel.id && channel.source !== 'dashboard') throw badRequest('externalChannelId.id is required')
  return { channelSource: channel.source, channelId: channel.id ?? null }
}

/** A message as it is kept, with what it is about. */
export function toAsked(
  message: string,
  { about, timezone }: { about: About[]; timezone: string | null },
): ChatMessage {
  const metadata = { ...(about.length > 0 && { context: about }), ...(timezone && { timezone }) }
  return {
    id: Bun.randomUUIDv7(),
    role: 'user',
    parts: [{ type: 'text', text: message }],
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
}
