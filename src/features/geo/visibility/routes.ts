import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { onReplica } from '../../../db/on-replica.ts'
import { compressLarge } from '../../../http/compress-large.ts'
import { idField, idParams, text } from '../../../http/fields.ts'
import { operation } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import { CompetitorDetail, CompetitorShare, readCompetitor, readCompetitorShare } from './competitors.ts'
import { LanguageShare, readLanguageShare } from './languages.ts'
import { Measures, readMeasures } from './measures.ts'
import { Overview, readOverview } from './overview.ts'
import { PresenceList, readPresence } from './presence.ts'
import {
  getResult,
  listResults,
  listSummaries,
  OneResult,
  PromptResults,
  ResultSummaries,
  SummaryQuery,
} from './results.ts'
import { readTimeseries, Timeseries } from './timeseries.ts'
import { FilteredQuery, MonthQuery, WindowQuery } from './window.ts'

/** Documents a route that reads answers: its name, summary and tool. */
function read(name: string, sentence: string, tool: string | null = null, missing = 'Project not found') {
  return operation(name, 'visibility', sentence, { tool, refusals: { 404: missing } })
}

const params = idParams('projectId')
const windowed = { params, query: WindowQuery }
const filtered = { params, query: FilteredQuery }

/** Routes for how often and how engines mention the brand (contract geo 8). */
export function visibilityRoutes(ctx: Context) {
  return guarded(ctx, '/v1/projects/:projectId/geo', 'GEO')
    .mapResponse(compressLarge)
    .get(
      '/visibility/overview',
      ({ caller, params, query }) => readOverview(ctx, caller, params.projectId, query),
      {
        ...filtered,
        response: Overview,
        detail: read(
          'getVisibilityOverview',
          'Get the visibility overview. How often each engine mentions the brand, with intervals and changes.',
          'get_visibility_overview',
        ),
      },
    )
    .get(
      '/visibility/timeseries',
      ({ caller, params, query }) => readTimeseries(ctx, caller, params.projectId, query),
      {
        ...filtered,
        response: Timeseries,
        detail: read(
          'getVisibilityTimeseries',
          'Get visibility over time. Mentions by engine and day.',
          'get_visibility_timeseries',
        ),
      },
    )
    .get(
      '/visibility/measures',
      ({ caller, params, query }) => readMeasures(ctx, caller, params.projectId, query, onReplica(ctx)),
      {
        ...windowed,
        response: Measures,
        detail: read(
          'listVisibilityMeasures',
          'List compared rates. Rates of the brand, engines, competitors, tags and prompts, compared with the window before. Changed rates come first.',
        ),
      },
    )
    .get('/visibility/presence', ({ caller, params }) => readPresence(ctx, caller, params.projectId), {
      params,
      response: PresenceList,
      detail: read(
        'getPromptPresence',
        'Get visibility by prompt. How many engines mentioned the brand in their latest answers, and whether one did so without a web search.',
      ),
    })
    .get(
      '/visibility/prompt-results',
      ({ caller, params, query }) => listResults(ctx, caller, params.projectId, query),
      {
        ...windowed,
        response: PromptResults,
        detail: read(
          'listPromptResults',
          'List latest answers. The latest answer of each engine to each prompt, with its text.',
        ),
      },
    )
    .get(
      '/visibility/prompt-results/summaries',
      ({ caller, params, query }) => listSummaries(ctx, caller, params.projectId, query),
      {
        params,
        query: SummaryQuery,
        response: ResultSummaries,
        detail: read(
          'listPromptResultSummaries',
          'List latest answers without text. By engine and prompt, in pages.',
          'list_prompt_results',
        ),
      },
    )
    .get(
      '/visibility/prompt-results/:checkId',
      ({ caller, params }) => getResult(ctx, caller, params.projectId, params.checkId),
      {
        params: idParams('projectId', 'checkId'),
        response: OneResult,
        detail: read(
          'getPromptResult',
          'Get an answer. Includes its text, brands and sources.',
          'get_prompt_result',
          'Project not found; or Answer not found',
        ),
      },
    )
    .get(
      '/visibility/competitor-share',
      ({ caller, params, query }) => readCompetitorShare(ctx, caller, params.projectId, query),
      {
        ...filtered,
        response: CompetitorShare,
        detail: read(
          'getCompetitorShare',
          'Get share of voice. How often answers mention each brand, and your share of all mentions.',
          'get_competitor_share',
        ),
      },
    )
    .get(
      '/visibility/competitors/:brand',
      ({ caller, params, query }) => readCompetitor(ctx, caller, params.projectId, params.brand, query),
      {
        params: t.Object({
          projectId: idField('projectId'),
          brand: text('brand', 1, 128, { description: 'Name of the brand.', example: 'Northlight' }),
        }),
        query: MonthQuery,
        response: CompetitorDetail,
        detail: read(
          'getCompetitorVisibility',
          'Get visibility of a brand. How often answers mention it, and which answers.',
        ),
      },
    )
    .get(
      '/visibility/language-share',
      ({ caller, params, query }) => readLanguageShare(ctx, caller, params.projectId, query),
      {
        ...windowed,
        response: LanguageShare,
        detail: read(
          'getLanguageShare',
          'Get visibility by language. How often answers in each language mention the brand.',
        ),
      },
    )
}
