import type { Context } from '../../context.ts'
import { buckets } from '../../http/buckets.ts'
import { idParams } from '../../http/fields.ts'
import { internal, operation } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { withoutReason } from './code-host-access.ts'
import { connectByAddress, connectGitHub, repositoryAddress } from './connect-repository.ts'
import { DeletedIntegration, GitHubConnection, IntegrationList, OneIntegration } from './model.ts'
import { listConnected, updateRepository } from './repositories.ts'
import { Connected, OneRepository, RepositoryConnection, RepositoryPatch } from './repository-model.ts'
import { deleteIntegration, listIntegrations } from './service.ts'
import {
  DeletedTracker,
  OneTracker,
  TrackerConnection,
  TrackerToken,
  toTracker,
  Workspace,
} from './tracker-model.ts'
import { connectTracker, deleteTracker, getTracker, readWorkspace } from './trackers.ts'
import { getWebhook, regenerateSecret, revealSecret, WebhookSecret, WebhookSetup } from './webhook.ts'

export function integrationRoutes(ctx: Context) {
  return guarded(ctx, '/v1/integrations', 'Integrations')
    .get('', ({ caller }) => listIntegrations(ctx, caller), {
      response: IntegrationList,
      detail: operation(
        'listIntegrations',
        'integrations',
        'List integrations. Repositories and issue trackers, by name.',
        {
          tool: 'list_integrations',
        },
      ),
    })
    .post(
      '/github',
      ({ caller, body, status }) =>
        connectGitHub(ctx, caller, body).then((connected) => status(201, connected), withoutReason),
      {
        body: GitHubConnection,
        response: { 201: OneIntegration },
        detail: operation(
          'createGitHubIntegration',
          'integrations',
          'Connect a GitHub repository. Checks that the token can read it. Public repositories need no token.',
          {
            tool: 'connect_repository',
            effect: 'external',
            contacts: ({ owner, repo }) =>
              repositoryAddress(ctx, { owner: String(owner), repo: String(repo) }),
            // A secret is never sent to a model or stored in an approval.
            withheld: ['token'],
            limits: [buckets.askCodeHost],
            example: { owner: 'octocat', repo: 'Hello-World' },
            refusals: { 409: 'Repository already connected' },
          },
        ),
      },
    )
    .delete('/:integrationId', ({ caller, params }) => deleteIntegration(ctx, caller, params.integrationId), {
      params: idParams('integrationId'),
      response: DeletedIntegration,
      detail: operation(
        'deleteIntegration',
        'integrations',
        'Disconnect an integration. Disables and lists the schedules and event triggers that read it.',
        { tool: 'disconnect_integration', effect: 'change', refusals: { 404: 'Integration not found' } },
      ),
    })
}

/** Integrations, for the members of an organization. */
export function integrationAppRoutes(ctx: Context) {
  const params = idParams('integrationId')
  return guarded(ctx, '/api/app/integrations', 'Integrations')
    .get('', ({ caller }) => listConnected(ctx, caller.organization.id), {
      response: Connected,
      detail: internal('listConnected', 'member', 'List connections, with the state of each webhook.'),
    })
    .post(
      '',
      ({ caller, body, status }) =>
        connectByAddress(ctx, caller, body).then((connected) => status(201, connected)),
      {
        body: RepositoryConnection,
        response: { 201: OneIntegration },
        detail: internal('connectRepository', 'admin', 'Connect a repository by its name or URL.', {
          limits: [buckets.askCodeHost],
          refusals: { 409: 'Repository already connected' },
        }),
      },
    )
    .patch(
      '/:integrationId',
      ({ caller, params, body }) => updateRepository(ctx, caller, params.integrationId, body),
      {
        params,
        body: RepositoryPatch,
        response: OneRepository,
        detail: internal('updateRepository', 'admin', 'Change the settings of a repository.', {
          limits: [buckets.askCodeHost],
        }),
      },
    )
    .get('/:integrationId/webhook', ({ caller, params }) => getWebhook(ctx, caller, params.integrationId), {
      params,
      response: WebhookSetup,
      detail: internal('getWebhook', 'member', 'Get the setup and the state of a webhook.'),
    })
    .post(
      '/:integrationId/webhook/reveal',
      ({ caller, params }) => revealSecret(ctx, caller, params.integrationId),
      {
        params,
        response: WebhookSecret,
        detail: internal('revealSecret', 'admin', 'Show the secret of a webhook.'),
      },
    )
    .post(
      '/:integrationId/webhook/regenerate',
      ({ caller, params }) => regenerateSecret(ctx, caller, params.integrationId),
      {
        params,
        response: WebhookSecret,
        detail: internal(
          'regenerateSecret',
          'admin',
          'Replace the secret of a webhook; the old one stops working immediately.',
        ),
      },
    )
}

/** Trackers, which are connected with a token for a workspace. */
export function trackerAppRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/trackers', 'Integrations')
    .post(
      '/workspace',
      async ({ caller, body }) => {
        await caller.spend()
        const { name: workspaceName, teams } = await readWorkspace(ctx, body.provider, body.token)
        return { workspaceName, teams }
      },
      {
        body: TrackerToken,
        response: Workspace,
        detail: internal('getTrackerWorkspace', 'admin', 'Get the workspace that a token can read.', {
          limits: [buckets.askTracker],
        }),
      },
    )
    .post(
      '',
      async ({ caller, body: { provider, token, teamId }, status }) => {
        await caller.spend()
        const team = teamId ? { id: teamId } : null
        const row = await connectTracker(ctx, caller.organization.id, { provider, token, team })
        return status(201, { tracker: toTracker(row) })
      },
      {
        body: TrackerConnection,
        response: { 201: OneTracker },
        detail: internal('connectTracker', 'admin', 'Connect a workspace, or one of its teams.', {
          limits: [buckets.askTracker],
        }),
      },
    )
    .delete(
      '/:trackerId',
      async ({ caller, params }) =>
        deleteTracker(ctx, caller, await getTracker(ctx, caller.organization.id, params.trackerId)),
      {
        params: idParams('trackerId'),
        response: DeletedTracker,
        detail: internal('deleteTracker', 'admin', 'Disconnect a tracker. Disables schedules that read it.'),
      },
    )
}
