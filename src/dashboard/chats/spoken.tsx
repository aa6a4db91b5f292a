import type { MessagePart } from '../../features/chats/message/model.ts'
import { isCall } from '../../features/chats/message/rules.ts'

/** A reply as it is read aloud: sentence by sentence, each once it is whole. */
export function Spoken({ parts }: { parts: MessagePart[] }) {
  return (
    <div className="sr" aria-live="polite" aria-relevant="additions">
      {sentencesOf(parts).map((sentence, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a reply grows at its end
        <p key={place}>{sentence}</p>
      ))}
    </div>
  )
}

/** The sentences of a reply that are whole, and what it asks a person. */
export function sentencesOf(parts: MessagePart[]): string[] {
  return parts.flatMap((part) => {
    if (isCall(part)) return part.state === 'approval-requested' ? ['Something waits for your approval.'] : []
    if (part.type !== 'text' || !('text' in part)) return []
    const sentences = part.text.match(/[^.!?\n]*(?:[.!?](?=\s|$)|\n|[.!?](?=\S))+/g) ?? []
    const rest = part.text.slice(sentences.join('').length)
    const said = part.state === 'done' ? [...sentences, rest] : sentences
    return said.map((sentence) => sentence.trim()).filter(Boolean)
  })
}
