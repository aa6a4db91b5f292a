import { Elysia } from 'elysia'
import type { Context } from '../../../context.ts'
import { buckets } from '../../../http/buckets.ts'
import { idParams } from '../../../http/fields.ts'
import { wantsMarkdown } from '../../../http/markdown.ts'
import { internal, operation } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import { getWriter } from '../../organizations/service.ts'
import { getMarkdown } from './markdown.ts'
import {
  CancelTurn,
  Delivered,
  NewSession,
  OneSession,
  OneShown,
  SessionAnswers,
  SessionList,
  SessionMessage,
  SessionQuery,
  ShownList,
  ShownQuery,
  StreamQuery,
  TurnCancelled,
  toSession,
} from './model.ts'
import { notConfigured } from './rules.ts'
import { cancelTurn, continueSession, getSession, listSessions, startSession } from './service.ts'
import { listShownSessions, showSession } from './session-state.ts'
import { openStream } from './stream.ts'

const resource = 'chats'
const refusals = {
  403: 'The key does not have the scope, or no AI credits are left.',
  404: 'Session not found',
  409: 'A message is already being processed for this session',
  503: `${notConfigured}, or the model stores data and the organization does not allow that.`,
}

const path = '/v2/agent/v1/session'
const alias = '/v2/eve/v1/session'
const hidden: typeof operation = (...args) => ({ ...operation(...args), hide: true })

/** Agent sessions: at the path of this API, and at the path that clients of the session protocol use. */
export function agentSessionRoutes(ctx: Context) {
  return new Elysia()
    .use(messagesAt(ctx, path, operation))
    .use(messagesAt(ctx, alias, hidden))
    .use(sessionsAt(ctx, path, operation))
    .use(sessionsAt(ctx, alias, hidden))
    .use(listRoutes(ctx))
}

/** Messages to the agent. Without a model, their body is not read. */
function messagesAt<const Prefix extends string>(ctx: Context, prefix: Prefix, describe: typeof operation) {
  const params = idParams('sessionId')
  return guarded(ctx, prefix, 'Agent', (caller) => getWriter(ctx, caller.organization.id, notConfigured))
    .post(
      '',
      async ({ caller, body, set }) => {
        const delivered = await startSession(ctx, caller, body)
        set.headers['x-eve-session-id'] = delivered.sessionId
        return delivered
      },
      {
        body: NewSession,
        response: Delivered,
        detail: describe(
          'startSession',
          resource,
          "Start an agent session. Read its events from the session's stream.",
          {
            limits: [buckets.converse],
            example: { message: 'What changed in the last release?' },
            ignoresUnknown: true,
            refusals,
          },
        ),
      },
    )
    .post(
      '/:sessionId',
      async ({ caller, params, body, set }) => {
        const delivered = await continueSession(ctx, caller, params.sessionId, body)
        set.headers['x-eve-session-id'] = delivered.sessionId
        return delivered
      },
      {
        params,
        body: SessionMessage,
        response: Delivered,
        detail: describe(
          'continueSession',
          resource,
          'Continue an agent session. Sends the next message, or answers what the agent asked. If a request has both, the message is sent after the turn that asked has ended.',
          {
            limits: [buckets.converse],
            example: { message: 'And the one before that?' },
            ignoresUnknown: true,
            refusals,
          },
        ),
      },
    )
}

function sessionsAt<const Prefix extends string>(ctx: Context, prefix: Prefix, describe: typeof operation) {
  const params = idParams('sessionId')
  return guarded(ctx, prefix, 'Agent')
    .post(
      '/:sessionId/cancel',
      ({ caller, params, body }) => cancelTurn(ctx, caller, params.sessionId, body?.turnId),
      {
        params,
        body: CancelTurn,
        response: TurnCancelled,
        detail: describe(
          'cancelTurn',
          resource,
          'Cancel the current turn. Ends a turn that is running or waiting for an answer.',
          {
            example: { turnId: 'turn_0' },
            ignoresUnknown: true,
            refusals: { 404: 'Session not found' },
          },
        ),
      },
    )
    .get(
      '/:sessionId',
      async ({ caller, params, request }) =>
        wantsMarkdown(request)
          ? getMarkdown(ctx, caller, params.sessionId)
          : { session: toSession(await getSession(ctx, caller, params.sessionId)) },
      {
        params,
        response: OneSession,
        detail: describe(
          'getSession',
          resource,
          'Get an agent session. With `Accept: text/markdown`, returns the whole conversation as Markdown.',
          { refusals: { 404: 'Session not found' } },
        ),
      },
    )
    .get(
      '/:sessionId/stream',
      ({ caller, params, query, set, request, server }) => {
        server?.timeout(request, 0)
        return openStream(ctx, caller, params.sessionId, query, set)
      },
      {
        params,
        query: StreamQuery,
        detail: describe(
          'readSession',
          resource,
          'Stream session events. One JSON object per line, starting at any line. The stream stays open until the session ends.',
          { streams: 'application/x-ndjson', refusals: { 404: 'Session not found' } },
        ),
      },
    )
}

function listRoutes(ctx: Context) {
  return guarded(ctx, '/v2/agent-chats', 'Agent').get(
    '',
    ({ caller, query }) => listSessions(ctx, caller, query.limit),
    {
      query: SessionQuery,
      response: SessionList,
      detail: operation('listSessions', resource, 'List agent sessions. Newest first.'),
    },
  )
}

/** Sessions in the dashboard. */
export function agentSessionAppRoutes(ctx: Context) {
  const params = idParams('sessionId')
  return guarded(ctx, '/api/app/agent-sessions', 'Agent')
    .get('', ({ caller, query }) => listShownSessions(ctx, caller, query), {
      query: ShownQuery,
      response: ShownList,
      detail: internal('listShownSessions', 'member', 'List the sessions of the agent, newest first.'),
    })
    .get('/:sessionId', ({ caller, params }) => showSession(ctx, caller, params.sessionId), {
      params,
      response: OneShown,
      detail: internal('showSession', 'member', 'Get a session with its pending approvals.', {
        refusals: { 404: 'Session not found' },
      }),
    })
    .post(
      '/:sessionId/answers',
      ({ caller, params, body }) => continueSession(ctx, caller, params.sessionId, body),
      {
        params,
        body: SessionAnswers,
        response: Delivered,
        detail: internal(
          'answerSession',
          'member',
          'Answer the requests of a session. Needs no model: approved calls run, denied calls do not.',
          { limits: [buckets.converse], refusals: { 404: 'Session not found' } },
        ),
      },
    )
}
