import { useRef } from 'react'
import { isCall, type MessagePart } from '../../../features/conversations/chats/message.ts'
import { sentencesOf } from '../conversation/spoken.tsx'
import type { StreamingReply } from './streaming.ts'
import * as strings from './strings.ts'

/**
 * The sentences for screen readers: of the streaming reply and of the last one, which a reader may still be
 * reading.
 */
export function useSpoken(live: StreamingReply | undefined, isInterrupted: boolean): string[] {
  const newest = useRef<string[]>([])
  if (live) newest.current = sentencesOfParts(live.said.parts)
  const isHeard = newest.current.length > 0
  return isHeard && isInterrupted ? [...newest.current, strings.spoken.interrupted] : newest.current
}

/** The complete sentences of a reply, and its request for approval. */
function sentencesOfParts(parts: MessagePart[]): string[] {
  return parts.flatMap((part) => {
    if (isCall(part)) return part.state === 'approval-requested' ? [strings.spoken.needsApproval] : []
    if (part.type !== 'text' || !('text' in part)) return []
    return sentencesOf(part.text, part.state === 'done')
  })
}
