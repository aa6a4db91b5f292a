import { t } from 'elysia'
import { oneOf } from '../../../http/fields.ts'

export const webhookStates = ['none', 'waiting', 'working', 'failing'] as const
export type WebhookState = (typeof webhookStates)[number]

/** What a person needs to set up the webhook of a repository, but for its secret. */
export const WebhookSetup = t.Object({
  state: oneOf(webhookStates),
  url: t.String(),
  /** Whether the code host can reach the URL, as far as its name tells. */
  isReachable: t.Boolean(),
  contentType: t.String(),
  events: t.Array(t.String()),
  hasSecret: t.Boolean(),
  /** The form of the code host that takes all this. */
  hookSettingsUrl: t.String(),
  pingAt: t.Nullable(t.String()),
  lastDeliveryAt: t.Nullable(t.String()),
  /** The newest delivery that was refused, which may lie before others that were not. */
  lastFailure: t.Nullable(
    t.Object({
      deliveryId: t.String(),
      title: t.String(),
      statusCode: t.Integer(),
      errorMessage: t.Nullable(t.String()),
      createdAt: t.String(),
    }),
  ),
})
export type WebhookSetup = typeof WebhookSetup.static

export const WebhookSecret = t.Object({ secret: t.String() })
