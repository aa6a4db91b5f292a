import { sentencesOf } from '../conversation/spoken.tsx'
import type { Event } from './event.ts'
import * as strings from './strings.ts'

/** The announcements of a turn for screen readers: complete sentences and the one in progress. */
export type Announcements = { said: string[]; text: string }

export const silent: Announcements = { said: [], text: '' }

/** Adds new events. */
export const hear = (speech: Announcements, events: Event[]): Announcements =>
  events.reduce(announceEvent, speech)

function announceEvent(speech: Announcements, { type, data }: Event): Announcements {
  const { said, text } = speech
  switch (type) {
    case 'turn.started':
      return silent
    case 'message.appended':
      return { said, text: text + data.messageDelta }
    case 'message.completed':
      return { said: [...said, ...sentencesOf(data.message ?? '', true)], text: '' }
    case 'step.started':
      return { said, text: '' }
    case 'input.requested':
      return { said: [...said, ...data.requests.map(formatRequest)], text }
    case 'turn.failed':
      return { said: [...said, strings.speech.turnFailed(data.message)], text: '' }
    case 'turn.cancelled':
      return { said: [...said, strings.speech.turnCancelled], text: '' }
    default:
      return speech
  }
}

const formatRequest = ({ kind, prompt }: { kind: string; prompt: string }) =>
  kind === 'question' ? strings.speech.heraldAsks(prompt) : strings.speech.needsApproval

/** The complete sentences. */
export const wholeSentences = ({ said, text }: Announcements) => [...said, ...sentencesOf(text, false)]
