import type { Context } from '../../context.ts'
import { internal } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { MailBody, ModelBody, ServerSettings } from './model.ts'
import { getServerSettings, setMail, setModel } from './service.ts'

/** Settings of the whole server, for the owner of its only organization. */
export function serverAppRoutes(ctx: Context) {
  const refusals = { 409: 'This setting comes from an environment variable of the server' }
  return guarded(ctx, '/api/app/server', 'Organization')
    .get('', ({ caller }) => getServerSettings(ctx, caller), {
      response: ServerSettings,
      detail: internal('getServerSettings', 'owner', 'Get the settings of the server.'),
    })
    .put('/model', ({ caller, body }) => setModel(ctx, caller, body), {
      body: ModelBody,
      response: ServerSettings,
      detail: internal('setServerModel', 'owner', 'Set the model that writes.', { refusals }),
    })
    .put('/mail', ({ caller, body }) => setMail(ctx, caller, body), {
      body: MailBody,
      response: ServerSettings,
      detail: internal('setServerMail', 'owner', 'Set the mail server.', { refusals }),
    })
}
