import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { idParams } from '../../http/fields.ts'
import { requireKey } from '../keys/require-key.ts'
import { DeletedIntegration, GitHubConnection, IntegrationList, OneIntegration } from './model.ts'
import { connectGitHub, deleteIntegration, listIntegrations } from './service.ts'

export function integrationRoutes(ctx: Context) {
  const detail = { tags: ['Integrations'] }
  return new Elysia({ prefix: '/v1/integrations' })
    .use(requireKey(ctx, 'integrations'))
    .get('', ({ caller }) => listIntegrations(ctx, caller), { response: IntegrationList, detail })
    .post(
      '/github',
      ({ caller, body, spend, status }) =>
        connectGitHub(ctx, caller, body, spend).then((connected) => status(201, connected)),
      { body: GitHubConnection, response: { 201: OneIntegration }, detail },
    )
    .delete('/:integrationId', ({ caller, params }) => deleteIntegration(ctx, caller, params.integrationId), {
      params: idParams('integrationId'),
      response: DeletedIntegration,
      detail,
    })
}
