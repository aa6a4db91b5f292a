import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Context } from '../context.ts'
import { OperatorError, UsageError } from '../errors.ts'
import { forgetTraffic } from '../features/geo/traffic/forget.ts'
import {
  createLogImport,
  type ImportOptions,
  type ImportSummary,
  type SkipReason,
  skipReasons,
} from '../features/geo/traffic/import-log.ts'
import { refreshFile } from '../features/geo/traffic/refresh-ranges.ts'
import { findProjectHosts } from '../features/geo/traffic/tracked-hosts.ts'
import { type ListedRanges, listRanges } from '../features/geo/traffic/vendor-ranges.ts'
import { getOrganizationBySlug } from '../features/organizations/service.ts'
import { readBareHost } from '../net/bare-host.ts'
import { terminalLine } from '../text/line.ts'
import { logFormats } from '../traffic/access-log.ts'
import { addressFiles } from '../traffic/address-files.ts'
import { readLines } from '../traffic/log-lines.ts'
import { defineCommand, printJson, type Terminal } from './command.ts'
import { oneOf, org, reader } from './options.ts'
import { withContext } from './session.ts'

const forget = defineCommand({
  name: 'traffic forget',
  summary: 'Delete what is stored about AI traffic.',
  examples: [
    'traffic forget --org acme --project 0199b7a2-5c1e-7d3f-8a40-6b2c9d1e4f57 --host docs.acme.com',
    'traffic forget --org acme --project 0199b7a2-5c1e-7d3f-8a40-6b2c9d1e4f57',
  ],
  options: {
    org,
    project: { type: 'string', value: 'ID', required: true, help: 'Id of the project.' },
    host: { type: 'string', value: 'H', help: 'Only visits of this host.' },
  },
  run: ({ org, project, host }, terminal) =>
    withContext(terminal, async (ctx) => {
      const organization = await getOrganizationBySlug(ctx, org)
      const what = terminalLine(host ?? `project ${project}`)
      if (!(await forgetTraffic(ctx, organization, project, host ?? null)))
        throw new OperatorError(`Nothing is stored about AI traffic of ${what}.`)
      terminal.print(`The AI traffic of ${what} is deleted.`)
    }),
})

const readHost = reader('a host such as docs.acme.com', (text) => readBareHost(text) ?? undefined)
const readFormat = oneOf(logFormats)

const importLog = defineCommand({
  name: 'traffic import',
  summary: 'Import visits from an access log.',
  examples: [
    'traffic import access.log --org acme --project 0199b7a2-5c1e-7d3f-8a40-6b2c9d1e4f57 --host acme.com',
    'traffic import logpush.json.gz --org acme --project 0199b7a2-5c1e-7d3f-8a40-6b2c9d1e4f57 --dry-run',
  ],
  argument: { value: 'FILE', help: 'Access log, also gzipped (.gz). A line that is stored is skipped.' },
  options: {
    org,
    project: { type: 'string', value: 'ID', required: true, help: 'Id of the project.' },
    host: {
      type: 'string',
      value: 'H',
      read: readHost,
      help: 'Host of the site, for formats without one.',
    },
    format: {
      type: 'string',
      value: 'F',
      read: readFormat,
      help: `Default: detected. ${logFormats.join(', ')}.`,
    },
    'dry-run': { type: 'boolean', help: 'Count what would be stored, and store nothing.' },
    json: { type: 'boolean', help: 'Print JSON.' },
  },
  run: ({ org, project, host = null, format = null, 'dry-run': isDryRun, json }, terminal, file) =>
    withContext(terminal, async (ctx) => {
      if (file === undefined) throw new UsageError('herald traffic import needs a FILE.')
      const organization = await getOrganizationBySlug(ctx, org)
      const tracked = await findProjectHosts(ctx, organization.id, project)
      if (!tracked) throw new OperatorError(`There is no project ${terminalLine(project)}.`)
      const summary = await readFile(ctx, file, { tracked, format, host, isDryRun })
      if (json) printJson(terminal, summary)
      else for (const line of describe(summary, isDryRun)) terminal.print(line)
    }),
})

async function readFile(ctx: Context, file: string, options: ImportOptions): Promise<ImportSummary> {
  const log = createLogImport(ctx, options)
  const input = createReadStream(file)
  const read = async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const lines of readLines(chunks)) await log.add(lines)
  }
  try {
    await (file.endsWith('.gz') ? pipeline(input, createGunzip(), read) : pipeline(input, read))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined || error instanceof UsageError) throw error
    throw new OperatorError(`${terminalLine(file)} cannot be read: ${code}.`)
  }
  return await log.end()
}

function describe({ format, lines, stored, skipped }: ImportSummary, isDryRun: boolean): string[] {
  const reasons = Object.entries(skipped).filter(([, count]) => count > 0)
  return [
    `${isDryRun ? 'Would store' : 'Stored'} ${stored} of ${lines} lines (format ${format ?? 'unknown'}).`,
    ...reasons.map(([reason, count]) => `Skipped ${count}: ${skipReasons[reason as SkipReason]}.`),
  ]
}

const json = { type: 'boolean', help: 'Print JSON.' } as const

const refreshRanges = defineCommand({
  name: 'traffic ranges refresh',
  summary: 'Fetch the addresses of AI vendors.',
  examples: ['traffic ranges refresh'],
  options: { json },
  run: ({ json }, terminal) =>
    withContext(terminal, async (ctx) => {
      const faults: (string | null)[] = []
      for (const file of addressFiles) faults.push(await refreshFile(ctx, file))
      printRanges(terminal, await listRanges(ctx), json)
      if (!faults.includes(null)) throw new OperatorError('No file could be read.')
    }),
})

const rangesList = defineCommand({
  name: 'traffic ranges list',
  summary: 'List the fetched addresses of AI vendors.',
  examples: ['traffic ranges list', 'traffic ranges list --json'],
  options: { json },
  run: ({ json }, terminal) =>
    withContext(terminal, async (ctx) => printRanges(terminal, await listRanges(ctx), json)),
})

function printRanges(terminal: Terminal, files: ListedRanges[], isJson: boolean) {
  if (isJson) return printJson(terminal, files)
  const widest = Math.max(...files.map(({ id }) => id.length))
  for (const { id, ranges, fetchedAt, fault } of files) {
    const state =
      fetchedAt === null
        ? 'not fetched'
        : `${ranges} ${ranges === 1 ? 'range' : 'ranges'}, fetched ${fetchedAt}`
    terminal.print(`${id.padEnd(widest)}  ${state}${fault === null ? '' : `. ${terminalLine(fault)}`}`)
  }
}

export const commands = [forget, importLog, refreshRanges, rangesList]
