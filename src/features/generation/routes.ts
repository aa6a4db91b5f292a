import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { idParams } from '../../http/fields.ts'
import { requireKey } from '../keys/require-key.ts'
import { GenerationStatus } from './model.ts'
import { getGeneration } from './service.ts'

export function generationRoutes(ctx: Context) {
  return new Elysia({ prefix: '/v1/posts/generate' })
    .use(requireKey(ctx, 'posts'))
    .get('/:jobId', ({ caller, params }) => getGeneration(ctx, caller, params.jobId), {
      params: idParams('jobId'),
      response: GenerationStatus,
      detail: { tags: ['Content'] },
    })
}
