import { ArrowUp, Square } from 'lucide-react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { Button } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Notice } from '../../kit/notice.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import * as strings from './strings.ts'

/** The message field: Enter sends, Shift Enter breaks the line, Escape stops the answer. */
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
  const stopping = isBusy ? onStop : undefined
  useShortcuts(stopping ? { Escape: stopping } : {})
  function press(event: KeyboardEvent) {
    if (event.key === 'Escape' && stopping) {
      event.preventDefault()
      stopping()
      return
    }
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
            {stopping ? (
              <Button onClick={stopping} shortcut={strings.composer.escape}>
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
