import type { Context } from '../../../../context.ts'
import type { Statement } from '../../../../db/client.ts'
import { giveUp } from '../../../../errors.ts'
import type { Attempt } from '../../../../jobs/define.ts'
import { findModels } from '../../../organizations/service.ts'
import { release } from '../../../usage/service.ts'
import { claimWriting, type Run } from './record.ts'

/** Writes the article of an approved brief and ends its run: completed with a post, or failed with the reason. */
export async function writeArticle(ctx: Context, run: Run, _attempt: Attempt): Promise<Statement[]> {
  const brief = await claimWriting(ctx, run)
  if (!brief) return [release(ctx, run.runId)]
  const { writer } = await findModels(ctx, brief.organizationId)
  if (writer === null)
    throw giveUp('An article takes a model to write: set OPENAI_BASE_URL, OPENAI_API_KEY and WRITER_MODEL.')
  throw giveUp('Articles are not written yet.')
}
