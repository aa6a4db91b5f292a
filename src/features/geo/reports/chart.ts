import { type Html, html } from '../../../page/html.ts'

type Point = { day: string; rate: number; interval: { low: number; high: number } | null }

const width = 800
const height = 280
const left = 44
const right = 12
const top = 12
const bottom = 28
const dayMilliseconds = 86_400_000
/** Points are not joined across a longer gap, in usual distances of two points. */
const maxGap = 2.5

const shortDay = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })
const ink = '#1a1a17'
const muted = '#6b6b63'
const grid = '#e3e2da'
const accent = '#0b5670'
const band = '#cbdfe6'

type Day = { day: string; basket: Omit<Point, 'day'> | null }

/** The days that a chart covers; without a start it begins at the first point. */
type Range = { from: Date | null; to: Date }

/** The mention rate by day over the tracked prompts and engines, as an SVG image that needs no stylesheet. */
export const drawRateChart = (days: Day[], company: string, range: Range) =>
  drawChart(
    days.flatMap(({ day, basket }) =>
      basket ? [{ day, rate: basket.rate, interval: basket.interval }] : [],
    ),
    `Mention rate of ${company} by day`,
    range,
  )

function drawChart(points: Point[], title: string, { from, to }: Range): Html {
  const times = points.map((point) => Date.parse(point.day))
  const first = from ? startOfDay(from) : (times[0] ?? startOfDay(to))
  const last = startOfDay(to)
  const x = (time: number) =>
    (left + (last === first ? 0.5 : (time - first) / (last - first)) * (width - left - right)).toFixed(1)
  const y = (rate: number) => (top + (1 - rate) * (height - top - bottom)).toFixed(1)
  const runs = listRuns(times)
  const line = ([from, to]: Run, rateOf: (point: Point) => number) =>
    points.slice(from, to).map((point, at) => `${x(times[from + at] ?? 0)} ${y(rateOf(point))}`)
  return html`
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"
      role="img" aria-label="${title}" font-family="Inter, system-ui, sans-serif" font-size="12">
      <title>${title}</title>
      <rect class="ground" width="${width}" height="${height}" fill="#ffffff"/>
      ${[0, 0.25, 0.5, 0.75, 1].map(
        (rate) => html`
          <line x1="${left}" x2="${width - right}" y1="${y(rate)}" y2="${y(rate)}" class="grid" stroke="${grid}"/>
          <text x="${left - 8}" y="${y(rate)}" dy="4" text-anchor="end" class="scale" fill="${muted}">${rate * 100}%</text>`,
      )}
      ${runs.map((run) => {
        const high = line(run, ({ rate, interval }) => interval?.high ?? rate)
        const low = line(run, ({ rate, interval }) => interval?.low ?? rate).reverse()
        return html`<path d="M${[...high, ...low].join('L')}Z" class="band" fill="${band}" stroke="${band}" stroke-width="2"/>`
      })}
      ${runs.map(
        (run) => html`
          <path d="M${line(run, ({ rate }) => rate).join('L')}" class="line" fill="none" stroke="${accent}" stroke-width="2"/>`,
      )}
      ${points.map(({ rate }, at) => html`<circle cx="${x(times[at] ?? 0)}" cy="${y(rate)}" r="2.5" class="point" fill="${accent}"/>`)}
      ${listDays(first, last).map(
        ({ time, at, anchor }) =>
          html`<text x="${at}" y="${height - 8}" text-anchor="${anchor}" fill="${ink}">${shortDay.format(time)}</text>`,
      )}
    </svg>`
}

const startOfDay = (time: Date) => Math.floor(time.getTime() / dayMilliseconds) * dayMilliseconds

/** The first and the last day with their places; a single day is in the middle, below its point. */
function listDays(first: number, last: number) {
  if (first === last) return [{ time: first, at: (left + width - right) / 2, anchor: 'middle' }]
  return [
    { time: first, at: left, anchor: 'start' },
    { time: last, at: width - right, anchor: 'end' },
  ]
}

type Run = [from: number, to: number]

/** The parts of a line without a gap. */
function listRuns(times: number[]): Run[] {
  const distances = times.slice(1).map((time, at) => time - (times[at] ?? 0))
  const usual = distances.toSorted((a, b) => a - b)[Math.floor(distances.length / 2)] ?? 0
  const starts = times.flatMap((_, at) => (at === 0 || (distances[at - 1] ?? 0) > maxGap * usual ? [at] : []))
  return starts.map((start, at) => [start, starts[at + 1] ?? times.length])
}
