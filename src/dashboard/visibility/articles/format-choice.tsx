import { CircleAlert } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { PlanBody } from '../../data/briefs.ts'
import { Icon } from '../../kit/icon.tsx'
import * as strings from './strings.ts'

export const formats = [
  { value: 'guide', label: strings.formatChoice.guide },
  { value: 'listicle', label: strings.formatChoice.listicle },
  { value: 'comparison', label: strings.formatChoice.comparison },
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
      <legend>{strings.formatChoice.format}</legend>
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
          {strings.formatChoice.chooseAFormat}
        </span>
      )}
    </fieldset>
  )
}
