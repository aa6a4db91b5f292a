import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob, type Work } from '../../../jobs/define.ts'
import { findSubject } from '../../organizations/subject.ts'
import { failReading } from './stored-facts.ts'
import { brandFacts } from './table.ts'

const Reading = t.Object({ factId: t.String(), url: t.String() })

async function read(...reading: Parameters<Work<typeof Reading.static>>) {
  const { readFactPage } = await import('./read-fact-page.ts')
  return readFactPage(...reading)
}

/** Reads the page of a fact. */
export const readFactJob = defineJob('brand-facts.read', Reading, read, {
  title: 'Reading the page of a brand fact',
  subject: (ctx, { factId, url }) =>
    findSubject(ctx, sql`select organization_id, ${url} as record from ${brandFacts} where id = ${factId}`),
  attempts: 3,
  onDead: (ctx, reading, reason) => [failReading(ctx, reading, reason)],
})
