import { CircleAlert } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { PlanBody } from '../../data/briefs.ts'
import { Icon } from '../../kit/icon.tsx'

export const formats = [
  { value: 'guide', label: 'Guide' },
  { value: 'listicle', label: 'Listicle' },
  { value: 'comparison', label: 'Comparison' },
] as const

type Format = PlanBody['contentSubtype']

/** The format of the article. */
export function FormatChoice({
  value,
  isFirst,
  isMissing,
  onChange,
}: {
  value: Format
  /** It has the initial focus. */
  isFirst: boolean
  /** No format was chosen on submit. */
  isMissing: boolean
  onChange: (format: Format) => void
}) {
  const note = useId()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isMissing) first.current?.focus()
  }, [isMissing])
  return (
    <fieldset className="field" aria-describedby={isMissing ? note : undefined}>
      <legend>Format</legend>
      <div className="choice">
        {formats.map((format, place) => (
          <label key={format.value}>
            <input
              type="radio"
              name="format"
              ref={place === 0 ? first : undefined}
              aria-invalid={isMissing || undefined}
              data-autofocus={isFirst && place === 0 ? '' : undefined}
              checked={value === format.value}
              onChange={() => onChange(format.value)}
            />
            {format.label}
          </label>
        ))}
      </div>
      {isMissing && (
        <span className="error" id={note} role="alert">
          <Icon of={CircleAlert} />
          Choose a format.
        </span>
      )}
    </fieldset>
  )
}
