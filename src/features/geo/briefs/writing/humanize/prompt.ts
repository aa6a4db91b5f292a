import type { Static } from '@sinclair/typebox'
import { t } from 'elysia'
import { toData } from '../../../../../writer/room.ts'
import { type Instructions, instructionsFor, type Skill, type Voice } from '../../../../../writer/voice.ts'

export const Rewritten = t.Object({ markdown: t.String() })
export type Rewritten = Static<typeof Rewritten>

type Manner = { voice: Voice | null; skill: Skill | null; today: Date }

/** What a model is told that goes over a finished article; `words` have to stay as they are. */
export function humanizerInstructions({ voice, skill, today }: Manner): Instructions {
  return instructionsFor(
    { voice, instructions: null, skill, humanizer: null, today },
    'You go over a finished article once more, so that it reads as a person would have written it.',
    [
      'Answer with a JSON object of the field markdown: the whole article.',
      'Change how sentences sound, never what they claim. Add nothing and cut no fact; keep about the same length.',
      'Leave as they are: the italic first line, every heading, every link with its address, every table, every list, and the order of all of it.',
      'The last paragraph before the questions stays one sentence; each answer to a question keeps two to four.',
      'Keep what stands under keep together and as it is, wherever the article says it.',
    ],
  )
}

/** An article as data, with the words of it that have to stay. */
export const toQuestion = (markdown: string, keep: string[]) =>
  `<article>\n${toData({ markdown, keep })}\n</article>`
