import type { ReactNode } from 'react'
import { inDigits } from './number.ts'

/** One counted item: highlighted, listed, left out, removed manually, failed, or not settled yet. */
export type Tick = 'hi' | 'li' | 'out' | 'gone' | 'bad' | 'wait'

export type Group = { kind: Tick; count: number; label: string }

/** Up to this many items have a stroke each; the counts of more are text, since bars of them cannot be compared. */
const mostStrokes = 72

/** Each counted item as a stroke. Its name has the counts, for the pointer and for screen readers. */
export function Tally({
  groups,
  order,
  step: given,
  height = 18,
  noun,
}: {
  groups: Group[]
  /** The strokes have their own order, instead of by group. */
  order?: Tick[]
  /** The distance between strokes. */
  step?: number
  height?: number
  noun: string
}) {
  const ticks = order ?? groups.flatMap(({ kind, count }) => Array<Tick>(count).fill(kind))
  const said = groups
    .filter(({ count }) => count > 0)
    .map(({ count, label }) => `${inDigits(count)} ${label}`)
  const name = `${inDigits(ticks.length)} ${noun}${said.length ? `: ${said.join(', ')}` : ''}`
  if (ticks.length > mostStrokes && !order) return <span className="muted small">{said.join(', ')}</span>
  const shown = ticks.slice(0, mostStrokes)
  const step = given ?? stepOf(shown.length)
  return (
    <Drawing name={name} width={shown.length * step} height={height}>
      {[...new Set(shown)].map((kind) => (
        <Strokes
          key={kind}
          kind={kind}
          at={shown.flatMap((each, place) => (each === kind ? [place * step] : []))}
          height={height}
          width={step > 3 ? 3 : 2}
        />
      ))}
    </Drawing>
  )
}

type DrawingProps = { name: string; width: number; height: number; children: ReactNode }

function Drawing({ name, width, height, children }: DrawingProps) {
  return (
    <span className="contents" title={name}>
      <svg className="tally" role="img" aria-label={name} width={width} height={height}>
        {children}
      </svg>
    </span>
  )
}

const stepOf = (count: number) => (count > 48 ? 3 : 6)

/** All strokes of a kind are one path: a list of a hundred tallies has thousands of them. */
function Strokes({ kind, at, height, width }: { kind: Tick; at: number[]; height: number; width: number }) {
  return <path className={kind} d={at.map((x) => strokeOf(kind, x, height, width)).join('')} />
}

function strokeOf(kind: Tick, x: number, height: number, width: number): string {
  const middle = Math.round(height * 0.6)
  if (kind === 'hi' || kind === 'bad') return box(x, 0, width, height)
  if (kind === 'gone') return `M${x + 1.5} ${height - middle}v${middle}`
  if (kind === 'out') return box(x + 0.5, height - 5.5, width - 1, 5)
  return box(x, height - middle, width, middle)
}

const box = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}h${width}v${height}h${-width}z`

/** A tally with its legend. Many items have the legend alone, which has their counts. */
export function CountedTally({ groups, height, noun }: { groups: Group[]; height?: number; noun: string }) {
  const total = groups.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="grid gap-2">
      {total <= mostStrokes && <Tally groups={groups} height={height} noun={noun} />}
      <Legend groups={groups} />
    </div>
  )
}

/** The legend of a tally with its counts; `lead` names the counted items. */
export function Legend({ groups, lead }: { groups: Group[]; lead?: string }) {
  return (
    <p className="legend">
      {lead && <span>{lead}</span>}
      {groups
        .filter(({ count }) => count > 0)
        .map(({ kind, count, label }) => (
          <span key={label}>
            <svg className="tally" width={3} height={14} aria-hidden="true">
              <Strokes kind={kind} at={[0]} height={14} width={3} />
            </svg>
            <b>{inDigits(count)}</b> {label}
          </span>
        ))}
    </p>
  )
}
