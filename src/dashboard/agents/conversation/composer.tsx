import { ArrowUp, Square } from 'lucide-react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { Button } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Notice } from '../../kit/notice.tsx'
import * as strings from './strings.ts'

/** The message field: Enter sends, Shift Enter breaks the line. */
export function Composer({
  label,
  field,
  text,
  onChange,
  obstacle,
  isBusy,
  onSend,
  onStop,
  stop = strings.composer.stop,
  children,
}: {
  label: string
  field?: RefObject<HTMLTextAreaElement | null>
  text: string
  onChange: (text: string) => void
  /** Why no message can be sent. */
  obstacle?: string | null
  /** An answer is streaming. */
  isBusy: boolean
  onSend: () => void
  /** Stops the answer; absent if another page streams it. */
  onStop?: () => void
  stop?: string
  /** The choice of sources and model, if there is one. */
  children?: ReactNode
}) {
  const canSend = text.trim() !== '' && !isBusy && !obstacle
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
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={press}
        />
        <div className="row">
          {children}
          <span className="end">
            {isBusy && onStop ? (
              <Button onClick={onStop}>
                <Icon of={Square} />
                {stop}
              </Button>
            ) : (
              <Button look="primary" type="submit" disabled={!canSend}>
                <Icon of={ArrowUp} />
                {strings.composer.send}
              </Button>
            )}
          </span>
        </div>
      </div>
    </form>
  )
}
