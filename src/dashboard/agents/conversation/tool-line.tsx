import { Check, CircleAlert, LoaderCircle, Minus, X } from 'lucide-react'
import { useState } from 'react'
import { Icon } from '../../kit/icon.tsx'
import { JsonView } from '../../kit/json-view.tsx'
import { readOutput, toolWords } from './call-words.ts'
import * as strings from './strings.ts'

const looks = {
  done: { icon: Check, look: 'good' },
  failed: { icon: X, look: 'bad' },
  denied: { icon: Minus, look: 'off' },
  skipped: { icon: Minus, look: 'off' },
  running: { icon: LoaderCircle, look: 'busy' },
  waiting: { icon: CircleAlert, look: 'warn' },
  interrupted: { icon: Minus, look: 'off' },
}

/** The state of a tool call. */
export type Outcome = keyof typeof looks

/** A tool call in one line, which expands to its input and output. */
export function ToolLine({
  tool,
  outcome,
  input,
  output,
  error,
}: {
  tool: string
  outcome: Outcome
  input: unknown
  output?: unknown
  /** The error. */
  error?: string
}) {
  const [isOpen, setOpen] = useState(false)
  const { icon, look } = looks[outcome]
  return (
    <details className="call" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={`status ${look}`}>
          <Icon of={icon} />
          {toolWords(tool)}
          {outcome !== 'done' && `, ${outcome}`}
        </span>
      </summary>
      {isOpen && (
        <div className="grid grid-cols-1 gap-2">
          <JsonView value={input ?? null} label={strings.toolLine.input} />
          {error ? (
            <p>{error}</p>
          ) : (
            output !== undefined && <JsonView value={readOutput(output)} label={strings.toolLine.output} />
          )}
        </div>
      )}
    </details>
  )
}
