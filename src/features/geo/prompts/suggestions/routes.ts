import type { Context } from '../../../../context.ts'
import { ceilingSentence } from '../../../../db/ceilings.ts'
import { fileBytes } from '../../../../http/body.ts'
import { buckets } from '../../../../http/buckets.ts'
import { idParams } from '../../../../http/fields.ts'
import { internal, operation } from '../../../../http/operation.ts'
import { guarded } from '../../../keys/guard.ts'
import {
  AcceptedSuggestions,
  DismissedSuggestion,
  ImportedSuggestions,
  SearchConsoleFile,
  SuggestionList,
} from './model.ts'
import { acceptSuggestions, dismissSuggestion, importSuggestions, listSuggestions } from './suggestions.ts'

const params = idParams('projectId')

/** Routes for suggestions from search queries. */
export function suggestionRoutes(ctx: Context) {
  return guarded(ctx, '/v1/projects/:projectId/geo/suggestions', 'GEO').post(
    '/import',
    async ({ caller, params: { projectId }, body }) => ({
      ...(await importSuggestions(ctx, caller, projectId, body)),
      organization: caller.organization,
    }),
    {
      params,
      body: SearchConsoleFile,
      response: ImportedSuggestions,
      detail: operation(
        'importSuggestions',
        'prompts',
        'Import prompt suggestions. Takes the query export of a search console, such as Google Search Console, and replaces pending suggestions.',
        {
          example: {
            csv: 'Top queries,Clicks,Impressions,CTR,Position\nchangelog generator,22,1840,1.2%,11.4\n',
          },
          bodyBytes: fileBytes,
          limits: [buckets.importSuggestions],
          refusals: { 404: 'Project not found', 409: ceilingSentence('suggestions') },
        },
      ),
    },
  )
}

/** Routes for handling suggestions in the dashboard. */
export function suggestionAppRoutes(ctx: Context) {
  const one = idParams('projectId', 'suggestionId')
  const refusals = { 404: 'Suggestion not found' }
  return guarded(ctx, '/api/app/projects/:projectId/suggestions', 'GEO')
    .get('', ({ caller, params: { projectId } }) => listSuggestions(ctx, caller, projectId), {
      params,
      response: SuggestionList,
      detail: internal('listSuggestions', 'member', 'List pending prompt suggestions.'),
    })
    .post(
      '/accept',
      async ({ caller, params: { projectId } }) => ({
        promptIds: await acceptSuggestions(ctx, caller, projectId, null),
      }),
      {
        params,
        response: AcceptedSuggestions,
        detail: internal('acceptSuggestions', 'member', 'Accept all suggested prompts.'),
      },
    )
    .post(
      '/:suggestionId/accept',
      async ({ caller, params: { projectId, suggestionId } }) => ({
        promptIds: await acceptSuggestions(ctx, caller, projectId, suggestionId),
      }),
      {
        params: one,
        response: AcceptedSuggestions,
        detail: internal('acceptSuggestion', 'member', 'Accept a suggested prompt.', { refusals }),
      },
    )
    .post(
      '/:suggestionId/dismiss',
      async ({ caller, params: { projectId, suggestionId: id } }) => {
        await dismissSuggestion(ctx, caller, projectId, id)
        return { id }
      },
      {
        params: one,
        response: DismissedSuggestion,
        detail: internal('dismissSuggestion', 'member', 'Dismiss a suggested prompt permanently.', {
          refusals,
        }),
      },
    )
}
