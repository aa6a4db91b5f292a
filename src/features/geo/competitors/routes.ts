import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { fileBytes } from '../../../http/body.ts'
import { buckets } from '../../../http/buckets.ts'
import { idField, idParams, text } from '../../../http/fields.ts'
import { operation } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import type { Caller } from '../../keys/model.ts'
import {
  CompetitorBody,
  CompetitorImport,
  CompetitorList,
  type CompetitorRow,
  CompetitorSuggestions,
  ImportedCompetitors,
  SuggestionQuery,
  toCompetitor,
} from './model.ts'
import {
  deleteCompetitor,
  importCompetitors,
  listCompetitors,
  putCompetitor,
  suggestCompetitors,
} from './service.ts'

const resource = 'competitors'
const refusals = { 404: 'Project not found' }

/** Routes for competitors: the brands whose mentions are counted next to the project's own. */
export function competitorRoutes(ctx: Context) {
  const params = idParams('projectId')
  return guarded(ctx, '/v1/projects/:projectId/geo/competitors', 'GEO')
    .get(
      '',
      async ({ caller, params: { projectId } }) =>
        toAnswer(caller, await listCompetitors(ctx, caller, projectId)),
      {
        params,
        response: CompetitorList,
        detail: operation(
          'listCompetitors',
          resource,
          'List competitors. Brands to compare a project with.',
          {
            tool: 'list_competitors',
            refusals,
          },
        ),
      },
    )
    .put(
      '',
      async ({ caller, params: { projectId }, body }) =>
        toAnswer(caller, await putCompetitor(ctx, caller, projectId, body)),
      {
        params,
        body: CompetitorBody,
        response: CompetitorList,
        detail: operation(
          'putCompetitor',
          resource,
          'Create or update a competitor. `previousName` renames it. Omitted fields do not change.',
          {
            tool: 'track_competitor',
            effect: 'change',
            example: { name: 'Northlight', domain: 'northlight.example', synonyms: ['North Light'] },
            refusals: { ...refusals, 409: 'A competitor of this name is tracked already' },
          },
        ),
      },
    )
    .delete(
      '/:name',
      async ({ caller, params: { projectId, name } }) =>
        toAnswer(caller, await deleteCompetitor(ctx, caller, projectId, name)),
      {
        params: t.Object({
          projectId: idField('projectId'),
          name: text('name', 1, 128, {
            description: 'Its name. Case does not matter.',
            example: 'Northlight',
          }),
        }),
        response: CompetitorList,
        detail: operation(
          'deleteCompetitor',
          resource,
          'Delete a competitor. Its mentions no longer count, including those in past answers.',
          {
            tool: 'untrack_competitor',
            effect: 'change',
            refusals,
          },
        ),
      },
    )
    .post(
      '/import',
      async ({ caller, params: { projectId }, body }) => {
        const { competitors, ...counts } = await importCompetitors(ctx, caller, projectId, body)
        return { ...counts, ...toAnswer(caller, competitors) }
      },
      {
        params,
        body: CompetitorImport,
        response: ImportedCompetitors,
        detail: operation(
          'importCompetitors',
          resource,
          'Import competitors. Takes rows, or a CSV file with the columns `name`, `domain`, `kind` and `synonyms`.',
          {
            example: { csv: 'name,domain,synonyms\nNorthlight,northlight.example,North Light|NL\n' },
            bodyBytes: fileBytes,
            limits: [buckets.importCompetitors],
            refusals,
          },
        ),
      },
    )
    .get(
      '/suggestions',
      async ({ caller, params: { projectId }, query: { domain } }) => ({
        ...(await suggestCompetitors(ctx, caller, projectId, domain)),
        organization: caller.organization,
      }),
      {
        params,
        query: SuggestionQuery,
        response: CompetitorSuggestions,
        detail: operation(
          'suggestCompetitors',
          resource,
          'Suggest competitors. Finds companies that compete with a domain.',
          {
            tool: 'suggest_competitors',
            limits: [buckets.suggestCompetitors],
            refusals: { ...refusals, 503: 'No model is configured to suggest competitors.' },
          },
        ),
      },
    )
}

const toAnswer = ({ organization }: Caller, rows: CompetitorRow[]) => ({
  competitors: rows.map(toCompetitor),
  organization,
})
