import { t } from 'elysia'
import { defineJob, type Work } from '../../../jobs/define.ts'
import { failReading } from './record.ts'

const Reading = t.Object({ factId: t.String(), url: t.String() })

async function read(...reading: Parameters<Work<typeof Reading.static>>) {
  const { readFactPage } = await import('./work.ts')
  return readFactPage(...reading)
}

/** Reads the page of a fact. */
export const readFactJob = defineJob('brand-facts.read', Reading, read, {
  attempts: 3,
  onDead: (ctx, reading, reason) => [failReading(ctx, reading, reason)],
})
