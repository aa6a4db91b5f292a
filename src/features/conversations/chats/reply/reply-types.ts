import type { Actor } from '../../../../http/internal-request.ts'
import type { ApprovalRow } from '../../approvals/model.ts'
import type { Frame, ReplyMessage } from '../message.ts'
import type { ChatMessage, thinkingLevels } from '../model.ts'
import type { ChosenModel } from '../models.ts'
import type { ReplyLease } from '../record.ts'

export type ThinkingLevel = (typeof thinkingLevels)[number]

/** A reply that is being written. */
export type Reply = {
  owned: ReplyLease
  /** The sender of the message. The reply has their rights, even if others approve its calls. */
  asker: Actor
  chosen: ChosenModel
  requestedModel: string
  thinkingLevel: ThinkingLevel
  requestedThinkingLevel: ThinkingLevel
  showsThoughts: boolean
  timezone: string | null
  /** The messages before the reply. */
  history: ChatMessage[]
  /** The stored reply, which continues after an approval. */
  said: ReplyMessage
  /** The approvals that the request answered. */
  answered: ApprovalRow[]
  /** The metadata of its first frame. */
  metadata: Record<string, unknown>
  /** The page on which people answer approvals. */
  chatUrl: string
  /** Whether it continues after its reader has left, as for a person who closes the page. */
  continuesAlone: boolean
}

/** A reply that has begun. */
export type StartedReply = { chatId: string; frames: AsyncGenerator<Frame, void> }
