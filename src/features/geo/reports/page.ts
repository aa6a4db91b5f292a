import { drawFrame, type Files } from '../../../page/document.ts'
import { type Html, html } from '../../../page/html.ts'
import { drawRateChart } from './chart.ts'
import type { Report } from './read-report.ts'
import { describeChange, describeExcluded, describeRate, nameFigure, percent, span } from './words.ts'

const longDay = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const maxGaps = 20

/** The page of a report: how often answers name the brand, by engine and next to competitors, and its gaps. */
export function drawReport(report: Report, files: Files): string {
  const title = nameFigure(report.company, report.overview)
  return drawFrame(
    files,
    html`
      <title>${title}</title>
      <meta name="robots" content="noindex, nofollow">
      <meta name="referrer" content="no-referrer">`,
    html`
      <main id="main" tabindex="-1" class="report">
        <div class="lead">
          <h1>${title}</h1>
          <p>${longDay.format(report.from)} to ${longDay.format(report.to)}</p>
        </div>
        <div class="prose">
          ${drawHeadline(report)}
          ${drawTrend(report)}
          ${drawEngines(report)}
          ${drawShare(report)}
          ${drawGaps(report)}
          <p class="muted small">
            A likely range is a 95% confidence interval over the answers of these scans. It does not show whether the
            rate changed, and says nothing about other prompts, other days and the engines’ own apps.
          </p>
        </div>
      </main>
      <footer class="no-print">
        <a href="?format=csv">CSV</a> <a href="?format=svg">Chart as SVG</a>
        <span class="end">This link works until ${longDay.format(report.expiresAt)}.</span>
      </footer>`,
  )
}

/** The chart of the rate by day; null for a single day, whose rate the headline states. */
function drawTrend({ timeseries: { brand }, company, from, to }: Report): Html | null {
  const isShown = brand.filter(({ basket }) => basket !== null).length > 1
  return isShown ? drawRateChart(brand, company, { from, to }) : null
}

function drawHeadline({ overview: { brand, evidence }, engines }: Report): Html {
  const { basket, comparison } = brand
  const nameOf = (engine: string) => engines.get(engine)?.label ?? engine
  const grades = {
    exploratory: 'First impression: not enough data for a conclusion.',
    directional: 'Good enough for a rough picture, not for a decision.',
    decision: 'Reliable enough for a decision.',
  }
  return html`
    <p>
      <strong>${describeRate(brand)}</strong> ${describeChange(comparison)} ${comparison && describeExcluded(comparison, nameOf)}
    </p>
    ${
      basket &&
      html`<p>${describeBasis(basket)}, ${counted(brand.n, 'answer')}.${
        evidence && ` ${grades[evidence.grade]}`
      }</p>`
    }`
}

const describeBasis = ({ prompts, engines, scans }: { prompts: number; engines: number; scans: number }) =>
  [counted(prompts, 'prompt'), counted(engines, 'engine'), counted(scans, 'scan')].join(' × ')

const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

function drawEngines({ overview: { engines }, engines: known }: Report): Html | null {
  if (engines.length === 0) return null
  return drawTable(
    'By engine',
    ['Engine', 'Asked through', 'Answers', 'Mention rate', 'Likely range'],
    engines.map(({ engine, n, basket, mentionRate, interval }) => {
      const model = known.get(engine)
      const figure = basket?.rate == null ? { rate: mentionRate, interval } : basket
      return [
        model?.label ?? engine,
        model?.searches === false ? 'API without search' : 'API with web search',
        n,
        figure.rate === null ? '–' : percent(figure.rate),
        span(figure.interval),
      ]
    }),
  )
}

function drawShare({ share: { own, points }, company }: Report): Html | null {
  const rows = [
    { brand: company, ...own },
    ...points.filter(({ competitorId }) => competitorId !== null),
  ].filter((row) => row.share !== null)
  if (rows.length === 0) return null
  return drawTable(
    'Share of voice',
    ['Brand', 'Share', 'Likely range'],
    rows
      .toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0))
      .slice(0, 10)
      .map(({ brand, share, interval }) => [brand, percent(share ?? 0), span(interval)]),
  )
}

/** The gaps of the last 30 days, whatever the range is. */
function drawGaps({ gaps }: Report): Html | null {
  if (gaps.length === 0) return null
  const shown = gaps.toSorted((a, b) => Number(b.confident) - Number(a.confident)).slice(0, maxGaps)
  return drawTable(
    gaps.length > shown.length
      ? `Gaps of the last 30 days, first ${shown.length} of ${gaps.length}`
      : 'Gaps of the last 30 days',
    ['Prompt', 'Named in', 'Likely range', 'Competitors named'],
    shown.map(({ prompt, rate, interval, competitors, confident }) => [
      confident ? prompt : `${prompt} (low confidence)`,
      rate === null ? '–' : percent(rate),
      span(interval),
      competitors.slice(0, 5).join(', '),
    ]),
  )
}

function drawTable(title: string, head: string[], rows: (string | number)[][]): Html {
  return html`
    <h2>${title}</h2>
    <table>
      <thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
    </table>`
}
