/** One thing counted: a highlight, listed, left out, removed by hand, failed, or not settled yet. */
export type Tick = 'hi' | 'li' | 'out' | 'gone' | 'bad' | 'wait'

export type Group = { kind: Tick; count: number; label: string }

/** Rows of ticks of one width; what is more than this many is said in words alone. */
const most = 72

/** Every thing counted as a stroke of its own. The label says the counts to those who do not see the strokes. */
export function Tally({ groups, height = 18, noun }: { groups: Group[]; height?: number; noun: string }) {
  const ticks = groups.flatMap(({ kind, count }) => Array<Tick>(count).fill(kind))
  const shown = ticks.slice(0, most)
  const step = stepOf(shown.length)
  const said = groups.filter(({ count }) => count > 0).map(({ count, label }) => `${count} ${label}`)
  const name = `${ticks.length} ${noun}${said.length ? `: ${said.join(', ')}` : ''}`
  return (
    <svg className="tally" role="img" aria-label={name} width={shown.length * step} height={height}>
      {shown.map((kind, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tick is its place in the row
        <Stroke key={place} kind={kind} x={place * step} height={height} width={step > 3 ? 3 : 2} />
      ))}
    </svg>
  )
}

const stepOf = (count: number) => (count > 48 ? 3 : 6)

function Stroke({ kind, x, height, width }: { kind: Tick; x: number; height: number; width: number }) {
  const middle = Math.round(height * 0.6)
  if (kind === 'hi' || kind === 'bad')
    return <rect className={kind} x={x} y={0} width={width} height={height} />
  if (kind === 'gone') return <path className="gone" d={`M${x + 1.5} ${height - middle}v${middle}`} />
  if (kind === 'out')
    return <rect className="out" x={x + 0.5} y={height - 5.5} width={width - 1} height={5} />
  return <rect className={kind} x={x} y={height - middle} width={width} height={middle} />
}

/** What the strokes of a tally mean, with their numbers. */
export function Legend({ groups }: { groups: Group[] }) {
  return (
    <p className="legend">
      {groups
        .filter(({ count }) => count > 0)
        .map(({ kind, count, label }) => (
          <span key={label}>
            <svg className="tally" width={3} height={14} aria-hidden="true">
              <Stroke kind={kind} x={0} height={14} width={3} />
            </svg>
            <b>{count}</b> {label}
          </span>
        ))}
    </p>
  )
}
