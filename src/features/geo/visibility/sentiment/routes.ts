import type { Context } from '../../../../context.ts'
import { idParams } from '../../../../http/fields.ts'
import { operation } from '../../../../http/operation.ts'
import { guarded } from '../../../keys/guard.ts'
import { WindowQuery } from '../window/model.ts'
import { listEvidence } from './evidence/service.ts'
import { EvidenceQuery, Sentiment, SentimentAnalysis, SentimentEvidencePage } from './model.ts'
import { readAnalysis, readSentiment } from './service.ts'

const resource = 'visibility'
const refusals = { 404: 'Project not found' }

/** How kindly answers speak of the brand. */
export function sentimentRoutes(ctx: Context) {
  const params = idParams('projectId')
  return guarded(ctx, '/v1/projects/:projectId/geo/sentiment', 'GEO')
    .get('', ({ caller, params, query }) => readSentiment(ctx, caller, params.projectId, query), {
      params,
      query: WindowQuery,
      response: Sentiment,
      detail: operation(
        'getSentiment',
        resource,
        'Tell how answers that name the brand speak of it, against the days just before. Counts 30 days in UTC unless told.',
        { tool: 'get_sentiment', refusals },
      ),
    })
    .get('/analysis', ({ caller, params }) => readAnalysis(ctx, caller, params.projectId), {
      params,
      response: SentimentAnalysis,
      detail: operation(
        'getSentimentAnalysis',
        resource,
        'Tell which themes answers speak of. This server sorts none: the status is `unavailable`.',
        { refusals },
      ),
    })
    .get('/evidence', ({ caller, params, query }) => listEvidence(ctx, caller, params.projectId, query), {
      params,
      query: EvidenceQuery,
      response: SentimentEvidencePage,
      detail: operation(
        'listSentimentEvidence',
        resource,
        'List the answers whose sentiment counts, the newest first.',
        { refusals },
      ),
    })
}
