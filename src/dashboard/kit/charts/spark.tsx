import { across, listRuns } from './scale.ts'

const height = 28

/** The trend of a rate, as a small line between 0 and 100 with gaps at days without a value. */
export function Spark({ values }: { values: (number | null)[] }) {
  const last = values.findLastIndex((value) => value !== null)
  if (last < 0) return null
  const y = (place: number) => (1 - (values[place] ?? 0)) * height
  const at = (place: number) => `${across(place, values.length)} ${y(place).toFixed(1)}`
  return (
    <svg className="spark" aria-hidden="true">
      <line x1="0" x2="100%" y1=".5" y2=".5" />
      <line x1="0" x2="100%" y1="27.5" y2="27.5" />
      <svg
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        width="100%"
        height={height}
        aria-hidden="true"
      >
        {listRuns(values).map(({ from, to }) => (
          <path key={from} d={pathOf(from, to, at)} />
        ))}
      </svg>
      <circle cx={`${across(last, values.length)}%`} cy={y(last)} r="2.5" />
    </svg>
  )
}

/** A line through points; a single one is a dot, drawn as a line without length. */
export function pathOf(from: number, to: number, at: (place: number) => string): string {
  const places = Array.from({ length: to - from + 1 }, (_, step) => at(from + step))
  return `M${places.join('L')}${places.length === 1 ? 'h0' : ''}`
}
