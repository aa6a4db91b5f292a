import { traced } from '../../src/tracing/active.ts'
import type { Row, Workshop } from './benchmark.ts'
import { connectRepository, pushTarget } from './deliveries.ts'
import { milliseconds } from './support/format.ts'
import { install } from './support/herald.ts'
import { measure } from './support/load.ts'
import { takeTurns } from './support/rounds.ts'
import { type Service, startService } from './support/service.ts'

const rounds = 7
/** Linux counts processor time in hundredths of a second. */
const seconds = 3
const token = 'a token of the bench'
const settings = {
  plain: {},
  // A second server without either shows how much two equal ones differ.
  again: {},
  metrics: { METRICS_TOKEN: token },
}

/** What metrics and disabled tracing add to a delivery, in processor time against the same run. */
export async function observing(workshop: Workshop): Promise<Row[]> {
  const start = async (name: keyof typeof settings) => {
    const installation = await install(workshop, `observing-${name}`)
    const path = await connectRepository(installation)
    installation.ctx.db.$client.close()
    const environment = { DATA_DIR: installation.dataDir, ...settings[name] }
    return pushTarget(await startService([workshop.binary, 'serve'], environment), path)
  }
  const targets = {
    plain: await start('plain'),
    again: await start('again'),
    metrics: await start('metrics'),
  }
  for (const target of Object.values(targets)) await measure(target, 1)
  const cost = await takeTurns(rounds, {
    plain: () => measure(targets.plain, seconds),
    again: () => measure(targets.again, seconds),
    metrics: () => measure(targets.metrics, seconds),
  })
  const metrics = await takeTurns(rounds, { read: () => timeMetrics(targets.metrics.service) })
  await Promise.all(Object.values(targets).map(({ service }) => service.stop()))
  const without = (cost.plain.microseconds + cost.again.microseconds) / 2
  const noise = Math.abs(cost.plain.microseconds - cost.again.microseconds) / without
  const added = cost.metrics.microseconds / without - 1
  return [
    {
      what: 'processor time that metrics add to a delivery',
      reached: percent(added),
      baseline: `two equal servers differ by ${percent(noise)}`,
      aim: 'under 2%',
      met: added < 0.02,
    },
    {
      what: '  GET /metrics',
      reached: milliseconds(metrics.read),
      aim: 'under 5 ms',
      met: metrics.read < 5,
    },
    disabledTracing(without),
  ]
}

/** Milliseconds until the metrics are read. */
async function timeMetrics({ port }: Service): Promise<number> {
  const started = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await response.text()
  if (!response.ok) throw new Error(`/metrics answered ${response.status}.`)
  return performance.now() - started
}

const calls = 1_000_000
/** A delivery makes fewer calls that could be spans. */
const callsPerDelivery = 20

/** What the calls that would be spans cost where tracing is disabled. */
function disabledTracing(delivery: number): Row {
  const ended = Promise.resolve()
  const act = () => ended
  const time = (call: () => Promise<void>) => {
    const before = process.cpuUsage()
    for (let count = 0; count < calls; count++) void call()
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const span = () => traced('bench', {}, act)
  time(span)
  const added = ((time(span) - time(act)) / calls) * callsPerDelivery
  return {
    what: `  of ${callsPerDelivery} spans where tracing is disabled`,
    reached: percent(Math.max(0, added) / delivery),
    aim: 'under 0.1%',
    met: added / delivery < 0.001,
  }
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`
