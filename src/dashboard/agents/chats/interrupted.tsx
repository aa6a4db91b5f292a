import type { Message } from '../../data/chats.ts'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'

/** Says of the last answer that it is not whole, and goes on with it. */
export function Interrupted({ goOn }: { goOn: () => void }) {
  return (
    <Notice>
      <div className="row">
        <span>This answer was interrupted. The part you see was saved.</span>
        <Button slim onClick={goOn}>
          Continue
        </Button>
      </div>
    </Notice>
  )
}

const unfinished = ['streaming', 'input-streaming', 'input-available', 'approval-responded']

/** Whether what was said last was not said to its end: nothing of it, or something that was still under way. */
export function isCut({ role, parts, metadata }: Message): boolean {
  if (role === 'user' || parts.some(({ state }) => unfinished.includes(state))) return true
  return (metadata as Record<string, unknown> | undefined)?.generationDurationMs === undefined
}
