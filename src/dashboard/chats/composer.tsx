import { ArrowUp, Square } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Notice } from '../parts/notice.tsx'
import { Choices } from './choices.tsx'
import type { Draft } from './draft.ts'
import { useModels } from './queries.ts'

/** Where a message is written: Enter sends it, Shift Enter breaks the line. */
export function Composer({
  label,
  field,
  draft,
  change,
  isBusy,
  onSend,
  onStop,
}: {
  label: string
  field?: RefObject<HTMLTextAreaElement | null>
  draft: Draft
  change: (patch: Partial<Draft>) => void
  /** A reply is being written. */
  isBusy: boolean
  onSend: () => void
  /** Ends the reply; absent where it is another page's. */
  onStop?: () => void
}) {
  const models = useModels()
  const obstacle = models.data?.obstacle
  const canSend = draft.text.trim() !== '' && !isBusy && !obstacle
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (canSend) onSend()
  }
  return (
    <form
      className="composer"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend) onSend()
      }}
    >
      {obstacle && <Notice kind="warn">{obstacle}</Notice>}
      <div className="box">
        <textarea
          ref={field}
          aria-label={label}
          placeholder={label}
          rows={1}
          maxLength={50_000}
          value={draft.text}
          onChange={(event) => change({ text: event.target.value })}
          onKeyDown={press}
        />
        <div className="row">
          <Choices draft={draft} change={change} models={models.data} />
          <span className="end">
            {isBusy && onStop ? (
              <Button onClick={onStop}>
                <Icon of={Square} />
                Stop
              </Button>
            ) : (
              <Button look="primary" type="submit" disabled={!canSend}>
                <Icon of={ArrowUp} />
                Send
              </Button>
            )}
          </span>
        </div>
      </div>
    </form>
  )
}
