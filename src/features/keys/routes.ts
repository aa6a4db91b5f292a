import type { Context } from '../../context.ts'
import { idParams } from '../../http/fields.ts'
import { internal } from '../../http/operation.ts'
import { expiryOf } from './expiry.ts'
import { guarded } from './guard.ts'
import {
  Deleted,
  FeedbackTokenBody,
  FeedbackTokenList,
  KeyBody,
  KeyList,
  KeyPatch,
  MadeFeedbackToken,
  MadeKey,
  OneKey,
  resources,
} from './model.ts'
import {
  createFeedbackToken,
  createKey,
  listFeedbackTokens,
  listKeys,
  revokeFeedbackToken,
  revokeKey,
  updateKey,
} from './service.ts'

/** API keys, which admins of an organization manage. */
export function keyAppRoutes(ctx: Context) {
  const params = idParams('keyId')
  return guarded(ctx, '/api/app/keys', 'Keys')
    .get('', async ({ caller }) => ({ keys: await listKeys(ctx, caller.organization.id), resources }), {
      response: KeyList,
      detail: internal('listKeys', 'admin', 'List the keys, and the scopes that a key can have.'),
    })
    .post(
      '',
      async ({ caller, body, status }) => {
        const { name, scopes, perMinute } = body
        const createdBy = caller.person?.id ?? null
        const wanted = { name, scopes, perMinute, expiresAt: expiryOf(body, ctx.now()), createdBy }
        const { key, listed } = await createKey(ctx, caller.organization.id, wanted)
        return status(201, { key: listed, secret: key })
      },
      {
        body: KeyBody,
        response: { 201: MadeKey },
        detail: internal('createKey', 'admin', 'Create a key. Only this response contains its secret.'),
      },
    )
    .patch(
      '/:keyId',
      async ({ caller, params, body }) => ({
        key: await updateKey(ctx, caller.organization.id, params.keyId, body),
      }),
      {
        params,
        body: KeyPatch,
        response: OneKey,
        detail: internal('updateKey', 'admin', 'Change the name and scopes of a key.'),
      },
    )
    .delete(
      '/:keyId',
      async ({ caller, params }) => {
        await revokeKey(ctx, caller.organization.id, params.keyId)
        return { id: params.keyId }
      },
      { params, response: Deleted, detail: internal('revokeKey', 'admin', 'Revoke a key immediately.') },
    )
}

/** Feedback tokens, which can only send feedback. */
export function feedbackTokenAppRoutes(ctx: Context) {
  const params = idParams('tokenId')
  return guarded(ctx, '/api/app/feedback-tokens', 'Keys')
    .get('', async ({ caller }) => ({ tokens: await listFeedbackTokens(ctx, caller.organization.id) }), {
      response: FeedbackTokenList,
      detail: internal('listFeedbackTokens', 'admin', 'List the feedback tokens.'),
    })
    .post(
      '',
      async ({ caller, body, status }) => {
        const { token, listed } = await createFeedbackToken(
          ctx,
          caller.organization.id,
          body.projectId ?? null,
          caller.person?.id,
        )
        return status(201, { token: listed, secret: token })
      },
      {
        body: FeedbackTokenBody,
        response: { 201: MadeFeedbackToken },
        detail: internal(
          'createFeedbackToken',
          'admin',
          'Create a feedback token. Only this response contains its secret.',
        ),
      },
    )
    .delete(
      '/:tokenId',
      async ({ caller, params }) => {
        await revokeFeedbackToken(ctx, caller.organization.id, params.tokenId)
        return { id: params.tokenId }
      },
      {
        params,
        response: Deleted,
        detail: internal('revokeFeedbackToken', 'admin', 'Revoke a feedback token immediately.'),
      },
    )
}
