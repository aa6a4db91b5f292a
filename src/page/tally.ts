import { type Html, html } from './html.ts'
import { changes, countListed, type Tally } from './view.ts'

const step = 6
const rowGap = 4
/** Strokes per row next to a post; longer tallies continue in the next row. */
const perRow = 34
/** No drawing for more than ten rows; the text next to it has the count. */
const most = 10 * perRow

type Stroke = (x: number, y: number) => string

/** One stroke per change: tall for a highlight, medium for a smaller change. */
export function drawTally(tally: Tally, height: number): Html | null {
  const count = countListed(tally)
  if (count === 0 || count > most) return null
  let place = 0
  const paths = partsOf(tally, height).map(({ kind, count, stroke }) => {
    const strokes = Array.from({ length: count }, () => {
      const [column, row] = [place % perRow, Math.floor(place / perRow)]
      place++
      return stroke(column * step, row * (height + rowGap))
    })
    return html`<path class="${kind}" d="${strokes.join('')}"/>`
  })
  const said = partsOf(tally, height).map(({ count, words }) => `${count} ${words}`)
  const rows = Math.ceil(count / perRow)
  return html`
    <svg class="tally" role="img" aria-label="${changes(count)}: ${said.join(', ')}"
      width="${Math.min(count, perRow) * step}" height="${rows * (height + rowGap) - rowGap}">${paths}</svg>`
}

/** The legend of the strokes, with their numbers. */
export function drawLegend(tally: Tally): Html {
  const rows = partsOf(tally, 14).map(
    ({ kind, count, words, stroke }) => html`
      <span><svg class="tally" aria-hidden="true" width="3" height="14">
      <path class="${kind}" d="${stroke(0, 0)}"/></svg><b>${count}</b> ${words}</span>`,
  )
  return html`<p class="legend">${rows}</p>`
}

/** The kinds of changes that occur, in the order of a ledger. */
function partsOf({ highlights, listed }: Tally, height: number) {
  const parts = [
    { kind: 'hi', count: highlights, words: plural(highlights, 'highlight'), stroke: solid(height, height) },
    {
      kind: 'li',
      count: listed,
      words: plural(listed, 'smaller change'),
      stroke: solid(height, 0.6 * height),
    },
  ]
  return parts.filter(({ count }) => count > 0)
}

const plural = (count: number, word: string) => (count === 1 ? word : `${word}s`)

function solid(height: number, length: number): Stroke {
  const tall = Math.round(length)
  return (x, y) => `M${x} ${y + height - tall}h3v${tall}h-3z`
}
