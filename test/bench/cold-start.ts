import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Row, Workshop } from './benchmark.ts'
import { compile } from './support/build.ts'
import { megabytes, milliseconds } from './support/format.ts'
import { install, startHerald } from './support/herald.ts'
import { takeTurns } from './support/rounds.ts'
import { processorTime, residentMemory, type Service, startService } from './support/service.ts'

/** The binary on an existing database: time to the first answer, idle memory, file size. */
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
