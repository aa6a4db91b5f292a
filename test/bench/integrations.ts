import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKey } from '../../src/features/keys/service.ts'
import type { Row, Workshop } from './benchmark.ts'
import { connectRepository } from './generation.ts'
import { perSecondAt } from './support/format.ts'
import { install, startHerald } from './support/herald.ts'
import { createTarget, measure, saturate } from './support/load.ts'
import { takeTurns } from './support/rounds.ts'
import { startBaseline } from './support/service.ts'

const warmUpSeconds = 10

/** The smallest authenticated read, one row: the cost of the framework, the guard and the log. */
export async function integrations(workshop: Workshop): Promise<Row[]> {
  const installation = await install(workshop, 'integrations')
  const { ctx, database, organizationId } = installation
  const { key } = await createKey(ctx, organizationId, { name: 'bench' })
  await connectRepository(installation, 'acme/app')
  const herald = await startHerald(workshop, installation)
  const copy = join(workshop.folder, 'integrations-baseline.db')
  copyFileSync(database, copy)
  const baseline = await startBaseline('integrations', { DATABASE: copy })

  const request = ['GET /v1/integrations', `Authorization: Bearer ${key}`]
  const ours = createTarget(herald, request)
  const theirs = createTarget(baseline, request)
  // Until all of the way is compiled: a server runs for longer than a second.
  await saturate(ours, warmUpSeconds)
  await saturate(theirs, warmUpSeconds)
  const cost = await takeTurns(5, { herald: () => measure(ours, 1), baseline: () => measure(theirs, 1) })
  await Promise.all([herald.stop(), baseline.stop()])
  return [
    {
      what: 'GET /v1/integrations, one row',
      reached: perSecondAt(cost.herald),
      baseline: perSecondAt(cost.baseline),
      ratio: cost.baseline.microseconds / cost.herald.microseconds,
      aim: 'at least 0.4 of the baseline, by processor time',
      met: cost.baseline.microseconds >= 0.4 * cost.herald.microseconds,
    },
  ]
}
