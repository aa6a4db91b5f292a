import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { buckets } from '../../../http/buckets.ts'
import { idParams } from '../../../http/fields.ts'
import { internal } from '../../../http/operation.ts'
import { guarded, open } from '../../keys/guard.ts'
import { beginConnection, finishConnection, type Redirect } from './connection.ts'
import { disconnect } from './disconnect.ts'
import { AuthorizeQuery, PropertyChoice, SearchConsolePropertyList, SearchConsoleState } from './model.ts'
import { chooseProperty, getState, listProperties } from './properties.ts'
import { startSync } from './sync.ts'

/** Routes that a browser follows to Google and back. */
export function searchConsoleRoutes(ctx: Context) {
  const unregistered = 'Google Search Console is not set up on this server.'
  return open(ctx, '/api/integrations/google-search-console', 'GEO')
    .get(
      '/authorize',
      async ({ request, set, query }) => follow(set, await beginConnection(ctx, request, query)),
      {
        query: AuthorizeQuery,
        detail: internal('beginSearchConsole', 'anyone', 'Redirect to Google to connect Search Console.', {
          limits: [buckets.connectSearchConsole],
          refusals: { 404: unregistered },
        }),
      },
    )
    .get('/callback', async ({ request, set }) => follow(set, await finishConnection(ctx, request)), {
      detail: internal('finishSearchConsole', 'anyone', 'Return from Google, and store the connection.', {
        refusals: { 404: unregistered },
      }),
    })
}

function follow(set: { status?: number | string }, { location, cookie }: Redirect): Response {
  set.status = 303
  const headers = new Headers({ location })
  if (cookie !== null) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}

/** Routes for the connection of a project in the dashboard. */
export function searchConsoleAppRoutes(ctx: Context) {
  const params = idParams('projectId')
  const unusable = 'Google Search Console is not connected, or access has ended.'
  return guarded(ctx, '/api/app/projects/:projectId/search-console', 'GEO')
    .get('', ({ caller, params: { projectId } }) => getState(ctx, caller, projectId), {
      params,
      response: SearchConsoleState,
      detail: internal('getSearchConsole', 'member', 'Get the state of Google Search Console.', {
        refusals: { 404: 'Project not found' },
      }),
    })
    .get(
      '/properties',
      async ({ caller, params: { projectId } }) => ({
        properties: await listProperties(ctx, caller, projectId),
      }),
      {
        params,
        response: SearchConsolePropertyList,
        detail: internal('listSearchConsoleProperties', 'admin', 'List the properties to choose from.', {
          limits: [buckets.askSearchConsole],
          refusals: { 404: 'Project not found', 409: unusable },
        }),
      },
    )
    .put(
      '/property',
      ({ caller, params: { projectId }, body }) => chooseProperty(ctx, caller, projectId, body),
      {
        params,
        body: PropertyChoice,
        response: SearchConsoleState,
        detail: internal('chooseSearchConsoleProperty', 'admin', 'Select a property, and read its queries.', {
          limits: [buckets.askSearchConsole],
          refusals: { 404: 'Project not found', 409: unusable },
        }),
      },
    )
    .post(
      '/sync',
      async ({ caller, params: { projectId }, status }) => {
        await startSync(ctx, caller, projectId)
        return status(202, await getState(ctx, caller, projectId))
      },
      {
        params,
        response: { 202: SearchConsoleState },
        detail: internal('syncSearchConsole', 'member', 'Read the search queries of a project now.', {
          limits: [buckets.syncSearchConsole],
          refusals: { 404: 'Project not found', 409: 'A sync is already running' },
        }),
      },
    )
}

/** Route for disconnecting an organization. */
export function searchConsoleConnectionRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/search-console', 'GEO').delete(
    '',
    async ({ caller }) => {
      await disconnect(ctx, caller)
      return { disconnecting: true }
    },
    {
      response: t.Object({ disconnecting: t.Boolean() }),
      detail: internal('disconnectSearchConsole', 'admin', 'Revoke and delete the connection.', {
        refusals: { 404: 'Google Search Console is not connected' },
      }),
    },
  )
}
