import type { PlanBody } from './queries.ts'

export const formats = [
  { value: 'guide', label: 'Guide' },
  { value: 'listicle', label: 'Listicle' },
  { value: 'comparison', label: 'Comparison' },
] as const

type Format = PlanBody['contentSubtype']

/** As what the article is written. */
export function FormatChoice({
  value,
  isFirst,
  onChange,
}: {
  value: Format
  /** It is the first thing to be chosen. */
  isFirst: boolean
  onChange: (format: Format) => void
}) {
  return (
    <fieldset>
      <legend>Format</legend>
      <div className="choice">
        {formats.map((format, place) => (
          <label key={format.value}>
            <input
              type="radio"
              name="format"
              required
              data-autofocus={isFirst && place === 0 ? '' : undefined}
              checked={value === format.value}
              onChange={() => onChange(format.value)}
            />
            {format.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
