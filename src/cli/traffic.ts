import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Context } from '../context.ts'
import { OperatorError, UsageError } from '../errors.ts'
import { deleteTraffic } from '../features/geo/traffic/forget.ts'
import {
  createLogImport,
  type ImportOptions,
  type ImportSummary,
  LogFormatError,
  type SkipReason,
  skipReasons,
} from '../features/geo/traffic/import-log.ts'
import { refreshFile, refreshKeys } from '../features/geo/traffic/refresh-ranges.ts'
import { type ListedKeys, listKeys } from '../features/geo/traffic/signing-keys.ts'
import { findProjectHosts } from '../features/geo/traffic/tracked-hosts.ts'
import { type ListedRanges, listRanges, readRanges } from '../features/geo/traffic/vendor-ranges.ts'
import { getOrganizationBySlug } from '../features/organizations/service.ts'
import { readBareHost } from '../net/bare-host.ts'
import { terminalLine } from '../text/line.ts'
import { logFormats } from '../traffic/access-log.ts'
import { addressFiles } from '../traffic/address-files.ts'
import { keyDirectories } from '../traffic/key-directories.ts'
import { type FieldMap, fieldNames } from '../traffic/log-fields.ts'
import { readLines } from '../traffic/log-lines.ts'
import { defineCommand, printJson, type Terminal } from './command.ts'
import { oneOf, org, reader } from './options.ts'
import { startProgress } from './progress.ts'
import { withContext } from './session.ts'
import { showTraffic } from './traffic-show.ts'

const deleteVisits = defineCommand({
  name: 'traffic delete',
  summary: 'Delete the AI traffic of a project.',
  examples: [
    'traffic delete --org acme --project 0199b7a2-5c1e-7d3f-8a40-6b2c9d1e4f57 --host docs.acme.com',
    'traffic delete --org acme --project 0199b7a2-5c1e-7d3f-8a40-6b2c9d1e4f57',
  ],
  options: {
    org,
    project: { type: 'string', value: 'ID', required: true, help: 'ID of the project.' },
    host: { type: 'string', value: 'H', help: 'Only visits to this host.' },
  },
  run: ({ org, project, host }, terminal) =>
    withContext(terminal, async (ctx) => {
      const organization = await getOrganizationBySlug(ctx, org)
      const what = terminalLine(host ?? `project ${project}`)
      if (!(await deleteTraffic(ctx, organization, project, host ?? null)))
        throw new OperatorError(`No AI traffic of ${what} is stored.`)
      terminal.print(`The AI traffic of ${what} is deleted.`)
    }),
})

const readHost = reader('a host such as docs.acme.com', (text) => readBareHost(text) ?? undefined)
const readFormat = oneOf(logFormats)
const readMap = reader(
  `field=name pairs such as host=vhost,path=uri; fields: ${fieldNames.join(', ')}`,
  parseMap,
)

/** `host=vhost,path=uri` as an object; undefined for an unknown field, a missing name or a repeated field. */
function parseMap(text: string): FieldMap | undefined {
  const map: FieldMap = {}
  for (const pair of text.split(',')) {
    const [key = '', ...rest] = pair.split('=')
    const field = fieldNames.find((each) => each === key.trim())
    const name = rest.join('=').trim()
    if (!field || name === '' || field in map) return undefined
    map[field] = name
  }
  return map
}

const importLog = defineCommand({
  name: 'traffic import',
  summary: 'Import visits from an access log.',
  examples: [
    'traffic import access.log access.log.1.gz --org acme --project 0199b7a2-5c1e-7d3f-8a40-6b2c9d1e4f57 --host acme.com',
    'traffic import access.json --org acme --project 0199b7a2-5c1e-7d3f-8a40-6b2c9d1e4f57 --map host=vhost,agent=ua',
  ],
  argument: {
    value: 'FILE',
    help: 'Access log, plain or gzipped. Lines imported before are skipped.',
    required: true,
    isRepeatable: true,
  },
  options: {
    org,
    project: { type: 'string', value: 'ID', required: true, help: 'ID of the project.' },
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
      help: `One of ${logFormats.join(', ')}. Default: detected.`,
    },
    map: {
      type: 'string',
      value: 'M',
      read: readMap,
      help: 'Names of the fields of nginx JSON, for example host=vhost,path=uri,agent=ua.',
    },
    'dry-run': { type: 'boolean', help: 'Count what would be stored, and store nothing.' },
    json: { type: 'boolean', help: 'Print JSON.' },
  },
  run: (
    { org, project, host = null, format: given = null, map: names = null, 'dry-run': isDryRun, json },
    terminal,
    first = '',
    others = [],
  ) =>
    withContext(terminal, async (ctx) => {
      const format = names ? 'nginx-json' : given
      if (given !== null && given !== format)
        throw new UsageError('--map is for the format nginx-json. Leave out --format.')
      const organization = await getOrganizationBySlug(ctx, org)
      const tracked = await findProjectHosts(ctx, organization.id, project)
      if (!tracked) throw new OperatorError(`There is no project ${terminalLine(project)}.`)
      const files = [first, ...others]
      const read: FileSummary[] = []
      for (const file of files) {
        const summary = await readFile(ctx, file, { tracked, format, host, names, isDryRun }, terminal)
        read.push({ file, ...summary })
        if (json) continue
        if (files.length > 1) terminal.print(`${terminalLine(file)}:`)
        for (const line of describe(summary, isDryRun)) terminal.print(line)
      }
      if (json) return printJson(terminal, { ...sumOf(read), files: read })
      if (sumOf(read).stored > 0 && (await readRanges(ctx)).size === 0) terminal.print(withoutAddresses)
    }),
})

const withoutAddresses =
  'Herald has no IP ranges of vendors, so no crawler is verified. Before an import, run: herald traffic ranges refresh'

type FileSummary = { file: string } & ImportSummary

/** The counts of all files together. */
function sumOf(files: FileSummary[]): Pick<ImportSummary, 'lines' | 'stored' | 'skipped'> {
  const sum = (of: (summary: ImportSummary) => number) => files.reduce((total, each) => total + of(each), 0)
  const reasons = Object.keys(skipReasons) as SkipReason[]
  return {
    lines: sum(({ lines }) => lines),
    stored: sum(({ stored }) => stored),
    skipped: Object.fromEntries(
      reasons.map((reason) => [reason, sum(({ skipped }) => skipped[reason])]),
    ) as ImportSummary['skipped'],
  }
}

/** Large batches are faster; a server on the same database waits some 30 milliseconds for one. */
const visitsPerBatch = 2_000

async function readFile(
  ctx: Context,
  file: string,
  options: ImportOptions,
  terminal: Terminal,
): Promise<ImportSummary> {
  const log = createLogImport(ctx, { ...options, batch: visitsPerBatch })
  using progress = startProgress(terminal)
  try {
    const isPacked = await isGzip(file)
    const { size } = await stat(file)
    const input = createReadStream(file)
    const read = async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const lines of readLines(chunks)) {
        await log.add(lines)
        const { lines: all, stored } = log.summary
        // A pipe has no size.
        const share = size > 0 ? input.bytesRead / size : undefined
        progress.show(`${terminalLine(file)}: ${all} lines read, ${stored} stored`, share)
      }
    }
    await (isPacked ? pipeline(input, createGunzip(), read) : pipeline(input, read))
    return await log.end()
  } catch (error) {
    if (error instanceof LogFormatError)
      throw new UsageError(`${terminalLine(file)}: ${sentences[error.reason]}`)
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new OperatorError(`${terminalLine(file)} cannot be read: ${code}.`)
  }
}

/** Whether a file is compressed, by its name or its first bytes; those of a pipe cannot be read twice. */
async function isGzip(file: string): Promise<boolean> {
  if (!(await stat(file)).isFile()) return file.endsWith('.gz')
  const [first, second] = await Bun.file(file).slice(0, 2).bytes()
  return file.endsWith('.gz') || (first === 0x1f && second === 0x8b)
}

const sentences = {
  unknownFormat: 'the format of these lines is not known. Choose it with --format.',
  noUserAgent: 'these lines have no user agent. Use the combined format of your web server.',
  noHost: 'these lines have no host. Add it with --host.',
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
  summary: 'Fetch the IP ranges and signing keys of AI crawlers.',
  examples: ['traffic ranges refresh', 'traffic ranges refresh --json'],
  options: { json },
  run: ({ json }, terminal) =>
    withContext(terminal, async (ctx) => {
      const faults: (string | null)[] = []
      for (const file of addressFiles) faults.push(await refreshFile(ctx, file))
      for (const directory of keyDirectories) faults.push(await refreshKeys(ctx, directory))
      printRanges(terminal, await listAll(ctx), json)
      if (!faults.includes(null)) throw new OperatorError('No file could be read.')
    }),
})

const rangesList = defineCommand({
  name: 'traffic ranges list',
  summary: 'List the fetched IP ranges and signing keys of AI crawlers.',
  examples: ['traffic ranges list', 'traffic ranges list --json'],
  options: { json },
  run: ({ json }, terminal) =>
    withContext(terminal, async (ctx) => printRanges(terminal, await listAll(ctx), json)),
})

const listAll = async (ctx: Context) => [...(await listRanges(ctx)), ...(await listKeys(ctx))]

function printRanges(terminal: Terminal, files: (ListedRanges | ListedKeys)[], isJson: boolean) {
  if (isJson) return printJson(terminal, files)
  const widest = Math.max(...files.map(({ id }) => id.length))
  for (const file of files) {
    const { id, fetchedAt, fault } = file
    const [number, noun] = 'keys' in file ? [file.keys, 'key'] : [file.ranges, 'range']
    const content = `${number} ${noun}${number === 1 ? '' : 's'}`
    const state = fetchedAt === null ? 'not fetched' : `${content}, fetched ${fetchedAt}`
    terminal.print(`${id.padEnd(widest)}  ${state}${fault === null ? '' : `. ${terminalLine(fault)}`}`)
  }
}

export const commands = [showTraffic, deleteVisits, importLog, refreshRanges, rangesList]
