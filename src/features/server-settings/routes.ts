import type { Context } from '../../context.ts'
import { internal } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { AddressBody, MailBody, ModelBody, ServerSettings } from './model.ts'
import { getServerSettings, setAddress, setMail, setModel } from './service.ts'

/** Settings of the whole server, for its first owner. */
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
    .put('/address', ({ caller, body }) => setAddress(ctx, caller, body), {
      body: AddressBody,
      response: ServerSettings,
      detail: internal('setServerAddress', 'owner', 'Set the public address.', { refusals }),
    })
}
