import { t } from 'elysia'
import { defineJob } from '../../../jobs/define.ts'
import { failWriting } from './writing/record.ts'

const Writing = t.Object({ briefId: t.String(), runId: t.String() })

/** Writes the article of an approved brief; its key is the run, so that a run is written once. */
export const writeBriefJob = defineJob(
  'briefs.write',
  Writing,
  async (ctx, run, attempt) => {
    const { writeArticle } = await import('./writing/work.ts')
    return writeArticle(ctx, run, attempt)
  },
  { onDead: failWriting },
)
