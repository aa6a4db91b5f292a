import type { Context } from '../../context.ts'
import { idParams } from '../../http/fields.ts'
import { operation } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { DeletedIntegration, GitHubConnection, IntegrationList, OneIntegration } from './model.ts'
import { connectGitHub, deleteIntegration, listIntegrations } from './service.ts'

export function integrationRoutes(ctx: Context) {
  return guarded(ctx, '/v1/integrations', 'Integrations')
    .get('', ({ caller }) => listIntegrations(ctx, caller), {
      response: IntegrationList,
      detail: operation('listIntegrations', 'integrations', 'List what is connected, by name.'),
    })
    .post(
      '/github',
      ({ caller, body, status }) =>
        connectGitHub(ctx, caller, body).then((connected) => status(201, connected)),
      {
        body: GitHubConnection,
        response: { 201: OneIntegration },
        detail: operation(
          'createGitHubIntegration',
          'integrations',
          'Connect a repository on GitHub. It is looked at with the token that will be used, which a public repository does not need.',
          {
            limits: [{ name: 'integrations.github', per: 'key', windows: [{ limit: 20, seconds: 60 }] }],
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
        'Forget a repository or a tracker. Schedules and event triggers that read it are switched off, and named in the answer.',
        { refusals: { 404: 'Integration not found' } },
      ),
    })
}
