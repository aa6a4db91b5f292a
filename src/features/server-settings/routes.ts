import type { Context } from '../../context.ts'
import { buckets } from '../../http/buckets.ts'
import { internal } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { AddressBody, MailBody, ModelBody, ServerSettings, TestResult } from './model.ts'
import { getServerSettings, setAddress, setMail, setModel } from './service.ts'
import { testMail, testModel } from './test-settings.ts'

/** Settings of the whole server, for the owner of its only organization. */
export function serverAppRoutes(ctx: Context) {
  const refusals = { 409: 'This setting is set by an environment variable of the server' }
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
    .put(
      '/address',
      async ({ caller, body, request, set }) => {
        const { settings, cookie } = await setAddress(ctx, caller, body, request)
        set.headers['set-cookie'] = cookie
        return settings
      },
      {
        body: AddressBody,
        response: ServerSettings,
        detail: internal('setServerAddress', 'owner', 'Set the public address.', { refusals }),
      },
    )
    .post('/model/test', ({ caller }) => testModel(ctx, caller), {
      response: TestResult,
      detail: internal('testServerModel', 'owner', 'Send a test question to the writer model.', {
        limits: [buckets.testServer],
        refusals: { 409: 'No model is set' },
      }),
    })
    .post('/mail/test', ({ caller }) => testMail(ctx, caller), {
      response: TestResult,
      detail: internal('testServerMail', 'owner', 'Send a test email to the caller.', {
        limits: [buckets.testServer],
        refusals: { 409: 'No mail server is set' },
      }),
    })
}
