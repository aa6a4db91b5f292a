import type { Actor } from '../../../../http/internal-request.ts'
import type { ApprovalRow } from '../../approvals/model.ts'
import type { Said } from '../message.ts'
import type { ChatMessage, thinkingLevels } from '../model.ts'
import type { Chosen } from '../models.ts'
import type { Owned } from '../record.ts'

export type ThinkingLevel = (typeof thinkingLevels)[number]

/** A reply that is about to be written. */
export type Reply = {
  owned: Owned
  /** Who sent the message: the reply has their tools and rights, also when somebody else approves its calls. */
  asker: Actor
  chosen: Chosen
  requestedModel: string
  thinkingLevel: ThinkingLevel
  requestedThinkingLevel: ThinkingLevel
  showsThoughts: boolean
  timezone: string | null
  /** What was said before, the message that is answered included. */
  history: ChatMessage[]
  /** What it says; one that waited for an approval goes on. */
  said: Said
  /** The calls that somebody answered just now. */
  answered: ApprovalRow[]
  /** The metadata of its first frame. */
  metadata: Record<string, unknown>
  /** Where people answer what waits. */
  chatUrl: string
}
