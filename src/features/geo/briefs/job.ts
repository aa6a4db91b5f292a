import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob } from '../../../jobs/define.ts'
import { findSubject } from '../../organizations/subject.ts'
import { briefs } from './table.ts'
import { failWriting } from './writing/writing-steps.ts'

const Writing = t.Object({ briefId: t.String(), runId: t.String() })

/** Writes the article of an approved brief. The job key is the run id, so a run is never written twice. */
export const writeBriefJob = defineJob(
  'briefs.write',
  Writing,
  async (ctx, run, attempt) => {
    const { writeArticle } = await import('./writing/write-article.ts')
    return writeArticle(ctx, run, attempt)
  },
  {
    title: 'Writing the article of a brief',
    subject: (ctx, { briefId }) =>
      findSubject(
        ctx,
        sql`select organization_id, 'brief ' || working_title as record from ${briefs} where id = ${briefId}`,
      ),
    onDead: failWriting,
  },
)
