import { t } from 'elysia'
import { defineJob } from '../../jobs/define.ts'
import { afterPublication } from '../posts/publication.ts'

/** Sends a published post where the trigger or schedule that wrote it says. */
export const sendPublishedJob = defineJob(
  afterPublication,
  t.Object({ postId: t.String() }),
  async (ctx, { postId }) => {
    const { queueByRule } = await import('./send-by-rule.ts')
    return queueByRule(ctx, postId)
  },
  { title: 'Sending a published post' },
)
