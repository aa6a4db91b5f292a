import { readOverview } from '../features/geo/traffic/overview.ts'
import { readPages } from '../features/geo/traffic/pages.ts'
import { getOrganizationBySlug } from '../features/organizations/service.ts'
import { terminalLine } from '../text/line.ts'
import { defineCommand, printJson } from './command.ts'
import { org, wholeNumber } from './options.ts'
import { withContext } from './session.ts'

const standardDays = 30
const maxDays = 365
const shownPages = 20
const maxPages = 500

/** The line about each state of the addresses. */
const notes = {
  not_fetched: 'No crawler is verified yet. To verify new visits, run: herald traffic ranges refresh',
  unproven:
    'No crawler could be verified. If the website is behind a proxy, check that it reports the IP address of the visitor.',
  proven: null,
}

type Overview = Awaited<ReturnType<typeof readOverview>>
type Page = Awaited<ReturnType<typeof readPages>>['pages'][number]
type Print = (line: string) => void

export const showTraffic = defineCommand({
  name: 'traffic show',
  summary: 'Show AI traffic by source and page.',
  examples: [
    'traffic show --org acme --project 0199b7a2-5c1e-7d3f-8a40-6b2c9d1e4f57',
    'traffic show --org acme --project 0199b7a2-5c1e-7d3f-8a40-6b2c9d1e4f57 --days 7 --json',
  ],
  options: {
    org,
    project: { type: 'string', value: 'ID', required: true, help: 'ID of the project.' },
    days: {
      type: 'string',
      value: 'N',
      read: wholeNumber(1, maxDays),
      help: `Days up to now, at most ${maxDays}. Default: ${standardDays}.`,
    },
    json: { type: 'boolean', help: 'Print JSON.' },
  },
  run: ({ org, project, days = standardDays, json }, terminal) =>
    withContext(terminal, async (ctx) => {
      const caller = { organization: await getOrganizationBySlug(ctx, org) }
      const {
        configured: _,
        organization: __,
        ...overview
      } = await readOverview(ctx, caller, project, { days })
      const { pages } = await readPages(ctx, caller, project, { days, limit: maxPages })
      const failed = await readPages(ctx, caller, project, { days, failed: 'true', limit: shownPages })
      if (json) return printJson(terminal, { ...overview, pages })
      printSources(terminal.print, overview, days)
      printPages(terminal.print, pages, failed.pages)
    }),
})

type Shown = Omit<Overview, 'configured' | 'organization'>

function printSources(print: Print, { totals, sources, pretended, addresses }: Shown, days: number) {
  const { crawler, cited, aiReferral, conversions } = totals
  print(`Days: ${days}`)
  print(`Visits of crawlers: ${crawler}, for a user: ${cited}`)
  const landed = conversions === null ? '' : `, on a conversion path: ${conversions}`
  print(`People from AI answers: ${aiReferral}${landed}`)
  printTable(
    print,
    ['Visits', 'Verified', 'Pages', 'Source'],
    sources.map(({ source, agent, visits, paths, verification, visitorType }) => [
      visits,
      visitorType === 'crawler' ? verification.verified : '',
      paths,
      agent ?? source,
    ]),
  )
  for (const { source, agent, visits } of pretended)
    print(`Visits that only claimed to be ${terminalLine(agent ?? source)}: ${visits}`)
  const note = addresses && notes[addresses]
  if (note) print(note)
}

function printPages(print: Print, pages: Page[], failed: Page[]) {
  const printFirst = (head: string, of: Page[]) =>
    printTable(
      print,
      ['Visits', 'Failed', 'Source', head],
      of.slice(0, shownPages).map((page) => [page.visits, page.failed, page.source, page.host + page.path]),
    )
  printFirst('Page', pages)
  printFirst('Page with failed requests', failed)
}

/** Numbers are aligned to the right; nothing without rows. */
function printTable(print: Print, head: string[], rows: (string | number)[][]) {
  if (rows.length === 0) return
  const lines = [head, ...rows]
  const widths = head.map((_, at) => Math.max(...lines.map((cells) => terminalLine(`${cells[at]}`).length)))
  print('')
  for (const cells of lines) {
    const shown = cells.map((cell, at) => {
      const text = terminalLine(`${cell}`)
      const isNumber = typeof rows[0]?.[at] === 'number'
      return isNumber || text === '' ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)
    })
    print(shown.join('  ').trimEnd())
  }
}
