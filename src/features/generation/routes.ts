import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { idParams } from '../../http/fields.ts'
import { requireKey } from '../keys/require-key.ts'
import { GenerationRequest, GenerationStatus, QueuedGeneration } from './model.ts'
import { getGeneration } from './service.ts'
import { requestGeneration } from './start.ts'

export function generationRoutes(ctx: Context) {
  return new Elysia({ prefix: '/v1/posts/generate' })
    .use(requireKey(ctx, 'posts'))
    .post(
      '',
      ({ caller, body, spend, status }) =>
        requestGeneration(ctx, caller, body, spend).then((queued) => status(202, queued)),
      { body: GenerationRequest, response: { 202: QueuedGeneration }, detail: { tags: ['Content'] } },
    )
    .get('/:jobId', ({ caller, params }) => getGeneration(ctx, caller, params.jobId), {
      params: idParams('jobId'),
      response: GenerationStatus,
      detail: { tags: ['Content'] },
    })
}
