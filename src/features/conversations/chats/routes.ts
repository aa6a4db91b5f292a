import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { buckets } from '../../../http/buckets.ts'
import { toFailure } from '../../../http/failure.ts'
import { idParams } from '../../../http/fields.ts'
import { wantsMarkdown } from '../../../http/markdown.ts'
import { internal, operation } from '../../../http/operation.ts'
import { reserveStream } from '../../../http/stream-limit.ts'
import type { Reservation } from '../../../input-budget.ts'
import { guarded } from '../../keys/guard.ts'
import type { Caller } from '../../keys/model.ts'
import { getWriter } from '../../organizations/service.ts'
import type { Frame } from './message.ts'
import {
  ChannelQuery,
  Chat,
  ChatList,
  ChatListQuery,
  ChatPatch,
  ChatSearch,
  ChatWithMessages,
  DeletedChat,
  FoundChats,
  ModelList,
  OneChat,
  SendBody,
  ShownChat,
  StoppedReply,
} from './model.ts'
import { noWriter, showModels } from './models.ts'
import { beginChat, sendToChat } from './reply/begin-reply.ts'
import type { StartedReply } from './reply/reply-types.ts'
import { searchChats } from './search-chats.ts'
import {
  deleteChat,
  getChat,
  getChatAsMarkdown,
  getChatByChannel,
  listChats,
  showChat,
  stopReply,
  updateChat,
} from './service.ts'
import { streamHeaders, toBody } from './stream.ts'

const params = idParams('chatId')
/** For the API description only: frames are sent without a schema. */
const response = t.Any({
  description:
    "The reply while it is written: frames of version 1 of the UI message stream of Vercel's AI SDK. The header `X-Chat-Id` has the ID of the chat.",
})
const refusals = {
  403: 'The key does not have the scope, or no AI credits are left: `Usage limit reached`.',
  503: 'No model is configured, or the organization does not allow it.',
}

/** Chats with a model that calls tools (contract 15). */
export function chatRoutes(ctx: Context) {
  return guarded(ctx, '/v1/chats', 'Chats', (caller, method) =>
    method === 'POST' ? getWriter(ctx, caller.organization.id, noWriter) : Promise.resolve(),
  )
    .get('', ({ caller, query }) => listChats(ctx, caller, query), {
      query: ChatListQuery,
      response: ChatList,
      detail: operation(
        'listChats',
        'chats',
        'List chats. Pinned chats first, then by their last message. Returns all of them, or a page with `limit`.',
        { tool: 'list_chats' },
      ),
    })
    .get('/by-external', ({ caller, query }) => getChatByChannel(ctx, caller, query), {
      query: ChannelQuery,
      response: Chat,
      detail: operation(
        'getChatByChannel',
        'chats',
        'Find a channel chat. Finds the chat bound to a channel of another service.',
        {
          refusals: { 404: 'Chat not found' },
        },
      ),
    })
    .get(
      '/:chatId',
      ({ caller, params, request }) =>
        wantsMarkdown(request)
          ? getChatAsMarkdown(ctx, caller, params.chatId)
          : getChat(ctx, caller, params.chatId),
      {
        params,
        response: ChatWithMessages,
        detail: operation(
          'getChat',
          'chats',
          'Get a chat. Includes all its messages; with `Accept: text/markdown`, as Markdown.',
          { tool: 'get_chat', refusals: { 404: 'Chat not found' } },
        ),
      },
    )
    .post(
      '',
      ({ caller, body, request, server }) => {
        const leave = new AbortController()
        return answer(ctx, { caller, request, server, leave }, () => beginChat(ctx, { caller, body, leave }))
      },
      {
        body: SendBody,
        response,
        detail: operation(
          'createChat',
          'chats',
          'Start a chat. Sends the first message and streams the reply. If the channel already has a chat, continues it.',
          {
            limits: [buckets.converse],
            example: { message: 'What has changed since the last release?' },
            streams: 'text/event-stream',
            refusals: { ...refusals, 409: 'A response is already being generated for this chat' },
          },
        ),
      },
    )
    .post(
      '/:chatId',
      ({ caller, params, body, request, server }) => {
        const leave = new AbortController()
        return answer(ctx, { caller, request, server, leave }, () =>
          sendToChat(ctx, params.chatId, { caller, body, leave }),
        )
      },
      {
        params,
        body: SendBody,
        response,
        detail: operation(
          'sendToChat',
          'chats',
          'Send a chat message. Sends the next message, or the decisions about pending approvals, and streams the reply.',
          {
            limits: [buckets.converse],
            example: { message: 'Write it as a changelog.' },
            streams: 'text/event-stream',
            refusals: {
              ...refusals,
              404: 'Chat not found',
              409: 'A response is already being generated for this chat',
            },
          },
        ),
      },
    )
}

/** Chats in the dashboard. */
export function chatAppRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/chats', 'Chats')
    .get('', ({ caller, query }) => searchChats(ctx, caller, query.search), {
      query: ChatSearch,
      response: FoundChats,
      detail: internal('searchChats', 'member', 'Search chats by words of their title and text.'),
    })
    .get('/models', ({ caller }) => showModels(ctx, caller.organization.id), {
      response: ModelList,
      detail: internal('listChatModels', 'member', 'List the models that a chat can use.'),
    })
    .get('/:chatId', ({ caller, params }) => showChat(ctx, caller, params.chatId), {
      params,
      response: ShownChat,
      detail: internal('showChat', 'member', 'Get a chat with its state and pending approvals.', {
        refusals: { 404: 'Chat not found' },
      }),
    })
    .patch('/:chatId', ({ caller, params, body }) => updateChat(ctx, caller, params.chatId, body), {
      params,
      body: ChatPatch,
      response: OneChat,
      detail: internal('updateChat', 'member', 'Rename a chat, or pin it.', {
        refusals: { 404: 'Chat not found' },
      }),
    })
    .post('/:chatId/stop', ({ caller, params }) => stopReply(ctx, caller, params.chatId), {
      params,
      response: StoppedReply,
      detail: internal('stopChat', 'member', 'Stop the reply that is being written; its stored text stays.', {
        refusals: { 404: 'Chat not found' },
      }),
    })
    .delete('/:chatId', ({ caller, params }) => deleteChat(ctx, caller, params.chatId), {
      params,
      response: DeletedChat,
      detail: internal('deleteChat', 'member', 'Delete a chat; a reply that is being written ends.', {
        refusals: { 404: 'Chat not found' },
      }),
    })
}

type Server = { timeout(request: Request, seconds: number): void } | null

type Asked = { caller: Caller; request: Request; server: Server; leave: AbortController }

/**
 * Streams a reply while it is written. It ends when the client disconnects (contract 15.5); that of a person in the
 * dashboard continues, and the page reads its stored part again.
 */
async function answer(
  ctx: Context,
  { caller, request, server, leave }: Asked,
  begin: () => Promise<StartedReply>,
) {
  const stream = reserveStream(ctx)
  const { chatId, frames } = await begin().catch((error) => {
    stream[Symbol.dispose]()
    throw toFailure(error, 'Failed to process chat request')
  })
  // A model may think for minutes; the heartbeat of the stream keeps the connection open.
  server?.timeout(request, 0)
  const unread = caller.person ? new AbortController() : leave
  return new Response(toBody(releasing(frames, stream), unread, { gone: request.signal }), {
    headers: { ...streamHeaders, 'X-Chat-Id': chatId },
  })
}

/** Frames that release the stream when they end. */
async function* releasing(frames: StartedReply['frames'], stream: Reservation): AsyncGenerator<Frame, void> {
  using _stream = stream
  yield* frames
}
