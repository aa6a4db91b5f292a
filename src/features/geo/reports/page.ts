import { drawFrame, type Files } from '../../../page/document.ts'
import { type Html, html } from '../../../page/html.ts'
import type { Comparison } from '../visibility/model.ts'
import { drawRateChart } from './chart.ts'
import type { Report } from './read-report.ts'

const longDay = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const percent = (rate: number) => `${Math.round(rate * 100)}%`
type Interval = { low: number; high: number } | null
const span = (interval: Interval) =>
  interval ? `${Math.round(interval.low * 100)}–${Math.round(interval.high * 100)}%` : ''

/** With fewer answers or a wider interval, counts are shown instead of a rate. */
const fewAnswers = 10
const widest = 0.15

const maxGaps = 20

/** The page of a report: how often answers name the brand, by engine and next to competitors, and its gaps. */
export function drawReport(report: Report, files: Files): string {
  const title = `AI visibility of ${report.company}`
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
          ${drawRateChart(report.timeseries.brand, report.company)}
          ${drawEngines(report)}
          ${drawShare(report)}
          ${drawGaps(report)}
          <p class="muted small">
            Ranges are 95% confidence intervals over the answers of these scans. Other questions, other days and people’s
            own apps can give other results.
          </p>
        </div>
      </main>
      <footer class="no-print">
        <a href="?format=csv">CSV</a> <a href="?format=svg">Chart as SVG</a>
        <span class="end">This link works until ${longDay.format(report.expiresAt)}.</span>
      </footer>`,
  )
}

function drawHeadline({ overview: { brand, evidence } }: Report): Html {
  const { basket } = brand
  const rate = basket && !basket.incomplete ? basket.rate : brand.mentionRate
  const interval = basket && !basket.incomplete ? basket.interval : brand.interval
  const grades = {
    exploratory: 'First impression, too little to compare.',
    directional: 'Shows a direction. Not enough to decide on.',
    decision: 'Solid enough to decide on.',
  }
  return html`
    <p><strong>${describeRate(rate, interval, brand)}</strong> ${describeChange(brand.comparison)}</p>
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

/** A rate in words; few answers are counted. */
function describeRate(
  rate: number | null,
  interval: Interval,
  { mentions, n }: { mentions: number; n: number },
) {
  if (n === 0 || rate === null) return 'There is no figure for this range.'
  const half = interval ? (interval.high - interval.low) / 2 : 0
  if (n < fewAnswers || half > widest) return `Named in ${mentions} of ${n} answers.`
  return `Named in ${percent(rate)} of the answers (${span(interval)}).`
}

/** Whether the rate changed; only a significant difference is called a change. */
function describeChange(comparison: Comparison | null): string {
  if (!comparison || comparison.delta === null) return ''
  const points = Math.abs(Math.round(comparison.delta * 100))
  if (comparison.verdict === 'moved')
    return `${comparison.delta > 0 ? 'Up' : 'Down'} ${points} points from the period before.`
  if (comparison.verdict === 'insufficient_data') return 'Not enough data for a comparison.'
  return comparison.verdict === 'model_changed'
    ? 'A model changed: no comparison.'
    : 'No real change from the period before.'
}

function drawEngines({ overview: { engines }, engines: known }: Report): Html | null {
  if (engines.length === 0) return null
  return drawTable(
    'By engine',
    ['Engine', 'Asked by', 'Answers', 'Mention rate', 'Range'],
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
    ['Brand', 'Share', 'Range'],
    rows
      .toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0))
      .slice(0, 10)
      .map(({ brand, share, interval }) => [brand, percent(share ?? 0), span(interval)]),
  )
}

/** The gaps of the last 30 days, whatever the range is. */
function drawGaps({ gaps }: Report): Html | null {
  if (gaps.length === 0) return null
  const shown = gaps.slice(0, maxGaps)
  return drawTable(
    gaps.length > shown.length
      ? `Gaps of the last 30 days, first ${shown.length} of ${gaps.length}`
      : 'Gaps of the last 30 days',
    ['Prompt', 'Named in', 'Range', 'Competitors named'],
    shown.map(({ prompt, rate, interval, competitors }) => [
      prompt,
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
