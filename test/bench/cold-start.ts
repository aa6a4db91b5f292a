import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Row, Workshop } from './benchmark.ts'
import { compile } from './support/build.ts'
import { megabytes, milliseconds } from './support/format.ts'
import { install, startHerald } from './support/herald.ts'
import { median, takeTurns } from './support/rounds.ts'
import { processorTime, residentMemory, type Service, startService } from './support/service.ts'
import { startProbed } from './support/turns.ts'

/** The binary on an existing database: time to the first answer, first API document, idle memory, file size. */
export async function coldStart(workshop: Workshop): Promise<Row[]> {
  const installation = await install(workshop, 'cold-start')
  const folder = join(workshop.folder, 'cold-start-baseline')
  mkdirSync(folder)
  const source = `${import.meta.dir}/cold-start-baseline.ts`
  const baselineBinary = await compile(source, join(folder, 'baseline'))

  const herald = () => startHerald(workshop, installation)
  const baseline = () => startService([baselineBinary], { DATABASE: join(folder, 'baseline.db') })
  const start = await takeTurns(9, {
    herald: () => costOfStart(herald),
    baseline: () => costOfStart(baseline),
  })
  const memory = await takeTurns(3, {
    herald: () => idleMemory(herald),
    baseline: () => idleMemory(baseline),
  })
  const turns: number[] = []
  for (let round = 0; round < 3; round++)
    turns.push(await turnOfDocument(workshop.binary, installation.dataDir))
  const turn = median(turns)
  const elapsed = { herald: start.herald.elapsed, baseline: start.baseline.elapsed }
  const size = {
    herald: Bun.file(workshop.binary).size / 1024 / 1024,
    baseline: Bun.file(baselineBinary).size / 1024 / 1024,
  }
  return [
    row('binary, from its start to /readyz', elapsed, milliseconds, 200),
    {
      what: '  processor time until then',
      reached: milliseconds(start.herald.processor),
      aim: `under ${milliseconds(150)}`,
      met: start.herald.processor < 150,
    },
    {
      what: '  longest turn of the first request of /openapi.json',
      reached: milliseconds(turn),
      aim: `under ${milliseconds(50)}`,
      met: turn < 50,
    },
    row('  resident when idle', memory, megabytes, 95),
    row('  size of the file', size, megabytes, 145),
  ]
}

async function costOfStart(start: () => Promise<Service>) {
  const service = await start()
  const processor = processorTime(service.pid) / 1000
  await service.stop()
  return { elapsed: service.readyAfter, processor }
}

/** Milliseconds of processor time of the longest turn while the API document is created. */
async function turnOfDocument(binary: string, dataDir: string): Promise<number> {
  const herald = await startProbed(binary, { DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  await herald.longestTurn()
  const answer = await fetch(`http://127.0.0.1:${herald.port}/openapi.json`)
  await answer.text()
  const turn = await herald.longestTurn()
  await herald.stop()
  rmSync(join(dataDir, 'turns.sock'), { force: true })
  return turn
}

async function idleMemory(start: () => Promise<Service>): Promise<number> {
  const service = await start()
  for (let request = 0; request < 20; request++) {
    await fetch(`http://127.0.0.1:${service.port}/readyz`).then((response) => response.text())
  }
  const resident = await residentMemory(service.pid)
  await service.stop()
  return resident
}

function row(
  what: string,
  { herald, baseline }: { herald: number; baseline: number },
  format: (value: number) => string,
  most: number,
): Row {
  return {
    what,
    reached: format(herald),
    baseline: format(baseline),
    ratio: herald / baseline,
    aim: `under ${format(most)}`,
    met: herald < most,
  }
}
