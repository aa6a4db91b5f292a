import { join } from 'node:path'
import { maxLines } from '../../src/features/geo/traffic/ingest-log.ts'
import { writeToken } from '../../src/features/geo/traffic/tracking-token.ts'
import { detectLogFormat, readLogLine } from '../../src/traffic/access-log.ts'
import { readLines } from '../../src/traffic/log-lines.ts'
import { addIdentity, addProject } from '../support/app.ts'
import type { Row, Workshop } from './benchmark.ts'
import { grouped, megabytes, milliseconds, perSecond } from './support/format.ts'
import { install } from './support/herald.ts'
import { startProbed } from './support/turns.ts'
import { trafficScale } from './traffic-scale.ts'

const lineCount = Math.max(1_000, Math.round(1_000_000 * trafficScale))
const leastParsed = 150_000
const leastStored = 40_000
const mostMegabytes = 200
const requests = Math.max(1, Math.round(20 * trafficScale))
const mostTurn = 50
const hugeLine = Math.round(1024 * 1024 * 1024 * Math.min(1, trafficScale))

/** The import of access logs: how fast lines are parsed and stored, and the memory that any file needs. */
export async function trafficImport(workshop: Workshop): Promise<Row[]> {
  const installation = await install(workshop, 'traffic-import')
  const { ctx, organizationId, dataDir } = installation
  await addIdentity(ctx, organizationId, 'brand')
  const project = await addProject(ctx, organizationId)
  const token = writeToken(ctx, { organizationId, projectId: project, generation: 1 })
  ctx.db.$client.close()
  const file = join(workshop.folder, 'access.log')
  await writeLog(file)
  const hostile = join(workshop.folder, 'hostile.log.gz')
  await writeBomb(hostile)

  const parsed = await parse(file)
  const command = [workshop.binary, 'traffic', 'import', file, '--org', 'acme', '--project', project]
  const options = ['--host', 'acme.com', '--json']
  const whole = await run([...command, ...options], dataDir)
  const { stored } = JSON.parse(whole.printed) as { stored: number }
  if (stored !== lineCount) throw new Error(`${stored} of ${lineCount} lines were stored.`)
  const bomb = await run(
    [...command.slice(0, 3), hostile, ...command.slice(4), '--format', 'combined', ...options],
    dataDir,
  )
  const rate = lineCount / whole.seconds
  const sent = await sendLines(workshop.binary, dataDir, token)
  return [
    {
      what: `access log of ${grouped(lineCount)} lines: parsed`,
      reached: perSecond(parsed),
      aim: `at least ${perSecond(leastParsed)}`,
      met: parsed >= leastParsed,
    },
    {
      what: '  stored, with the start of the command',
      reached: perSecond(rate),
      aim: `at least ${perSecond(leastStored)}`,
      met: rate >= leastStored,
    },
    memoryRow('  peak of memory', whole.megabytes),
    memoryRow(
      `  peak of memory with a line of ${grouped(hugeLine / 1024 / 1024)} MiB, compressed`,
      bomb.megabytes,
    ),
    {
      what: `POST /api/geo/ingest/logs of ${grouped(maxLines)} lines: longest turn of the event loop`,
      reached: milliseconds(sent.turn),
      aim: `under ${mostTurn} ms`,
      met: sent.turn < mostTurn,
    },
  ]
}

/** Sends lines to a server, and returns the processor time of its longest turn. */
async function sendLines(binary: string, dataDir: string, token: string) {
  const herald = await startProbed(binary, { DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  const url = `http://127.0.0.1:${herald.port}/api/geo/ingest/logs?host=acme.com`
  const send = async (request: number) => {
    const lines = Array.from({ length: maxLines }, (_, index) =>
      lineOf(lineCount + request * maxLines + index),
    )
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: lines.join(''),
    })
    const { stored } = (await response.json()) as { stored?: number }
    if (stored !== maxLines) throw new Error(`${stored} of ${maxLines} lines were stored.`)
  }
  await send(0)
  await herald.longestTurn()
  for (let request = 1; request <= requests; request++) await send(request)
  const turn = await herald.longestTurn()
  await herald.stop()
  return { turn }
}

const memoryRow = (what: string, peak: number): Row => ({
  what,
  reached: megabytes(peak),
  aim: `under ${mostMegabytes} MB`,
  met: peak < mostMegabytes,
})

async function parse(file: string): Promise<number> {
  const started = performance.now()
  let format: ReturnType<typeof detectLogFormat> = null
  let count = 0
  for await (const lines of readLines(Bun.file(file).stream() as unknown as AsyncIterable<Uint8Array>)) {
    format ??= detectLogFormat(lines.filter((line) => line !== null))
    for (const line of lines) if (line && format && format !== 'common' && readLogLine(format, line)) count++
  }
  if (count !== lineCount) throw new Error(`${count} of ${lineCount} lines were parsed.`)
  return (lineCount / (performance.now() - started)) * 1000
}

async function run(command: string[], dataDir: string) {
  const started = performance.now()
  const child = Bun.spawn(command, {
    env: { DATA_DIR: dataDir, PATH: process.env.PATH ?? '' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const memory = peakMemory(child)
  const [printed, errors, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (exitCode !== 0) throw new Error(`The import ended with ${exitCode}: ${errors}`)
  const seconds = (performance.now() - started) / 1000
  return { printed, seconds, megabytes: await memory }
}

const pollMilliseconds = 50

/** The peak of the resident memory of a process. The usage that Linux reports at its end includes that of its parent. */
async function peakMemory(child: Bun.Subprocess): Promise<number> {
  let peak = 0
  while (child.exitCode === null) {
    const status = await Bun.file(`/proc/${child.pid}/status`)
      .text()
      .catch(() => '')
    peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0))
    await Bun.sleep(pollMilliseconds)
  }
  return peak / 1024
}

const logStart = Date.UTC(2026, 0, 5)

function lineOf(index: number): string {
  const at = new Date(logStart + index * 20).toUTCString()
  const time = `${at.slice(5, 7)}/${at.slice(8, 11)}/${at.slice(12, 16)}:${at.slice(17, 25)} +0000`
  return `20.15.${index % 250}.80 - - [${time}] "GET /docs/${index % 5000} HTTP/1.1" 200 5120 "-" "Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)"\n`
}

async function writeLog(file: string) {
  const sink = Bun.file(file).writer()
  for (let index = 0; index < lineCount; index++) {
    sink.write(lineOf(index))
    if (index % 10_000 === 0) await sink.flush()
  }
  await sink.end()
}

/** A small file that is one huge line. */
async function writeBomb(file: string) {
  const part = Bun.gzipSync(new Uint8Array(1024 * 1024).fill(120))
  const sink = Bun.file(file).writer()
  // Members of a gzip file follow each other.
  for (let written = 0; written < hugeLine; written += 1024 * 1024) sink.write(part)
  await sink.end()
}
