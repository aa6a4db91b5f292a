import type { Message } from '../../data/chats.ts'
import { Button } from '../../kit/button.tsx'
import { Notice, toSentence } from '../../kit/notice.tsx'
import * as strings from './strings.ts'

/** Reports that the last answer is incomplete, and why if that is known, with a button to continue it. */
export function Interrupted({ goOn, error }: { goOn: () => void; error: Error | null }) {
  return (
    <Notice kind={error ? 'bad' : 'plain'}>
      <div className="row">
        <span>
          {error && `${toSentence(error.message)} `}
          {strings.interrupted.partSaved}
        </span>
        <Button slim onClick={goOn}>
          {strings.interrupted.continue}
        </Button>
      </div>
    </Notice>
  )
}

const unfinished = ['streaming', 'input-streaming', 'input-available', 'approval-responded']

/** Whether the last answer is incomplete: it is missing, or a part of it is unfinished. */
export function isCut({ role, parts, metadata }: Message): boolean {
  if (role === 'user' || parts.some(({ state }) => unfinished.includes(state))) return true
  return (metadata as Record<string, unknown> | undefined)?.generationDurationMs === undefined
}
