import { across, listRuns } from './scale.ts'
import type { Point } from './series.ts'
import { pathOf } from './spark.tsx'

// Drawn in a square of 100 that is stretched over the plot; strokes keep their width.

/** A line with gaps at days without data. */
export function Line({ points, className }: { points: Point[]; className: string }) {
  const at = (place: number) => `${across(place, points.length)} ${top(points[place]?.rate ?? 0)}`
  return listRuns(points).map(({ from, to }) => (
    <path key={from} className={className} d={pathOf(from, to, at)} />
  ))
}

/** The 95% interval around a line; a stroke for a single day. */
export function Band({ points }: { points: Point[] }) {
  const bands = points.map((point) => point?.interval ?? null)
  const x = (place: number) => across(place, points.length)
  const low = (place: number) => `${x(place)} ${top(bands[place]?.low ?? 0)}`
  const high = (place: number) => `${x(place)} ${top(bands[place]?.high ?? 0)}`
  return listRuns(bands).map(({ from, to }) => {
    if (from === to) return <path key={from} className="lone" d={`M${high(from)}L${low(from)}`} />
    const places = Array.from({ length: to - from + 1 }, (_, step) => from + step)
    const around = [...places.map(high), ...places.toReversed().map(low)]
    return <path key={from} className="band" d={`M${around.join('L')}Z`} />
  })
}

const top = (rate: number) => Math.round((1 - rate) * 10_000) / 100
