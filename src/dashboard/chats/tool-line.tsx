import { Check, LoaderCircle, Minus, X } from 'lucide-react'
import { useState } from 'react'
import type { CallPart } from '../../features/chats/message/model.ts'
import { Icon } from '../parts/icon.tsx'
import { JsonView } from '../parts/json-view.tsx'
import { readOutput, toolWords } from './call-words.ts'

const ends = {
  'output-available': { icon: Check, look: 'good', word: '' },
  'output-error': { icon: X, look: 'bad', word: 'failed' },
  'output-denied': { icon: Minus, look: 'off', word: 'denied' },
}
const underWay = { icon: LoaderCircle, look: 'busy', word: 'running' }
const cutShort = { icon: Minus, look: 'off', word: 'interrupted' }

/** A call of a tool as one quiet line, which opens to what went in and what came out. */
export function ToolLine({ call, isLive }: { call: CallPart; isLive: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const { icon, look, word } = ends[call.state as keyof typeof ends] ?? (isLive ? underWay : cutShort)
  return (
    <details className="call" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={`status ${look}`}>
          <Icon of={icon} />
          {toolWords(call)}
          {word && `, ${word}`}
        </span>
      </summary>
      {isOpen && (
        <div className="grid gap-2">
          <JsonView value={call.input ?? null} label="What went in" />
          {call.errorText ? (
            <p>{call.errorText}</p>
          ) : (
            call.output !== undefined && <JsonView value={readOutput(call.output)} label="What came out" />
          )}
        </div>
      )}
    </details>
  )
}
