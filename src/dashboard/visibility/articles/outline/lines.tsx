import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../../kit/button.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { changed, type Line, moved, newLine, onOneLine } from './outline.ts'
import * as strings from './strings.ts'

/**
 * A list that is edited line by line: Enter starts the next line, Backspace in an empty one removes it, Alt
 * with an arrow moves it.
 */
export function Lines({
  noun,
  lines,
  most,
  onChange,
  below,
}: {
  /** One item: "claim". */
  noun: string
  lines: Line[]
  most: number
  onChange: (lines: Line[]) => void
  /** A note below a line. */
  below?: (line: Line) => ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  const [wanted, want] = useState<number | null>(null)
  // A line is focused when it is new, was moved, or the one after it was removed.
  useEffect(() => {
    if (wanted === null) return
    list.current?.querySelector<HTMLElement>(`[data-line="${wanted}"]`)?.focus()
    want(null)
  }, [wanted])

  function addAfter(place: number) {
    if (lines.length >= most) return
    const line = newLine()
    onChange(lines.toSpliced(place + 1, 0, line))
    want(line.key)
  }
  function remove(place: number) {
    onChange(lines.toSpliced(place, 1))
    want((lines[place - 1] ?? lines[place + 1])?.key ?? null)
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>, place: number) {
    const line = lines[place]
    if (!line || event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) addAfter(place)
    else if (event.key === 'Backspace' && line.text === '') remove(place)
    else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      onChange(moved(lines, place, event.key === 'ArrowUp' ? -1 : 1))
      want(line.key)
    } else return
    event.preventDefault()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is none to some readers */}
      <ul className="lines" role="list" ref={list}>
        {lines.map((line, place) => (
          <li key={line.key}>
            <textarea
              className="line"
              rows={1}
              data-line={line.key}
              aria-label={`${noun} ${place + 1}`}
              value={line.text}
              onChange={({ target }) => onChange(changed(lines, line.key, { text: onOneLine(target.value) }))}
              onKeyDown={(event) => press(event, place)}
            />
            <Button
              look="quiet"
              slim
              iconOnly
              aria-label={strings.lines.remove(noun, place + 1)}
              onClick={() => remove(place)}
            >
              <Icon of={X} />
            </Button>
            {below?.(line)}
          </li>
        ))}
      </ul>
      {lines.length < most && (
        <Button look="quiet" slim onClick={() => addAfter(lines.length - 1)}>
          <Icon of={Plus} />
          {strings.lines.add(noun)}
        </Button>
      )}
    </>
  )
}
