import type { Context } from '../../../../context.ts'
import { compressLarge } from '../../../../http/compress-large.ts'
import { idParams } from '../../../../http/fields.ts'
import { operation } from '../../../../http/operation.ts'
import { guarded } from '../../../keys/guard.ts'
import { MonthQuery } from '../window.ts'
import { listEvidence } from './list-evidence.ts'
import { EvidenceQuery, Sentiment, SentimentAnalysis, SentimentEvidencePage } from './model.ts'
import { readAnalysis, readSentiment } from './read-sentiment.ts'

const resource = 'visibility'
const refusals = { 404: 'Project not found' }

/** Routes for the sentiment of answers. */
export function sentimentRoutes(ctx: Context) {
  const params = idParams('projectId')
  return guarded(ctx, '/v1/projects/:projectId/geo/sentiment', 'GEO')
    .mapResponse(compressLarge)
    .get('', ({ caller, params, query }) => readSentiment(ctx, caller, params.projectId, query), {
      params,
      query: MonthQuery,
      response: Sentiment,
      detail: operation(
        'getSentiment',
        resource,
        'Get sentiment. Tone of answers that mention the brand, compared with the period before.',
        { tool: 'get_sentiment', refusals },
      ),
    })
    .get('/analysis', ({ caller, params }) => readAnalysis(ctx, caller, params.projectId), {
      params,
      response: SentimentAnalysis,
      detail: operation(
        'getSentimentAnalysis',
        resource,
        'Get sentiment themes. Not supported: the status is always `unavailable`.',
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
        'List sentiment evidence. The answers whose sentiment counts, newest first.',
        { refusals },
      ),
    })
}
