import type { MessagePart } from '../../features/chats/message/model.ts'
import { isCall } from '../../features/chats/message/rules.ts'
import { sentencesOf } from '../talk/spoken.tsx'

/** The sentences of a reply that are whole, and what it asks a person. */
export function sentencesOfParts(parts: MessagePart[]): string[] {
  return parts.flatMap((part) => {
    if (isCall(part)) return part.state === 'approval-requested' ? ['Something waits for your approval.'] : []
    if (part.type !== 'text' || !('text' in part)) return []
    return sentencesOf(part.text, part.state === 'done')
  })
}
