import type { Page } from 'playwright-core'
import { chatMessages, chats } from '../../../src/features/conversations/chats/table.ts'
import { completion } from '../../support/models.ts'
import { answer, say, startTalking } from '../../support/talking.ts'
import type { Scene } from './scene.ts'

type Told = { title?: string; pinned?: boolean; source?: 'slack' | 'discord' | 'dashboard' | null }

/** The metadata of a finished reply. */
const finished = { model: 'writer', generationDurationMs: 1200, totalTokens: 1100 }

/** A chat as it is kept after a question and an answer; `parts` is what was answered, `metadata` how that ended. */
export async function addChat(
  { herald, team }: Pick<Scene, 'herald' | 'team'>,
  { title = 'What changed in the app', pinned = false, source = 'dashboard' }: Told = {},
  parts: Record<string, unknown>[] = [{ type: 'text', text: 'Boards leave as **PDF** now.', state: 'done' }],
  metadata: Record<string, unknown> = finished,
): Promise<string> {
  const { ctx } = herald
  ctx.clock.advance(1000)
  const now = ctx.now()
  const id = crypto.randomUUID()
  await ctx.db.insert(chats).values({
    id,
    organizationId: team.id,
    title,
    titleSource: 'model',
    channelSource: source,
    channelId: source === 'slack' || source === 'discord' ? id : null,
    startedBy: 'user:ada',
    pinnedAt: pinned ? now : null,
    createdAt: now,
    updatedAt: now,
  })
  const asked = [{ type: 'text', text: `${title}, please.` }]
  await ctx.db.insert(chatMessages).values([
    { chatId: id, place: 0, id: `${id}-0`, role: 'user', parts: asked, createdAt: now },
    { chatId: id, place: 1, id: `${id}-1`, role: 'assistant', parts, metadata, createdAt: now },
  ])
  return id
}

/** An answer with all that one can hold. */
export const richParts = [
  { type: 'step-start' },
  { type: 'reasoning', text: 'First the posts, then the releases.', state: 'done' },
  {
    type: 'tool-list_posts',
    toolCallId: 'call-1',
    state: 'output-available',
    input: { status: 'draft', limit: 5 },
    output: JSON.stringify({ posts: [{ id: 'post-1', title: 'Acme 1.4' }] }),
  },
  {
    type: 'tool-get_post',
    toolCallId: 'call-2',
    state: 'output-error',
    input: { postId: 'none' },
    errorText: 'Post not found',
  },
  {
    type: 'tool-update_post',
    toolCallId: 'call-3',
    state: 'output-available',
    input: { postId: 'post-1', title: 'Acme 1.4' },
    output: JSON.stringify({ post: { id: 'post-1', title: 'Acme 1.4', status: 'draft' } }),
    approval: { id: 'approval-1', approved: true },
  },
  {
    type: 'tool-delete_post',
    toolCallId: 'call-4',
    state: 'output-denied',
    input: { postId: 'post-1' },
    approval: { id: 'approval-2', approved: false, reason: 'It is still read.' },
  },
  { type: 'tool-list_runs', toolCallId: 'call-5', state: 'input-available', input: {} },
  { type: 'step-start' },
  {
    type: 'text',
    state: 'done',
    text: [
      '## Since v1.3.0',
      '',
      'Boards leave as **PDF** now, and `save_view` keeps *filters*. See [the notes](https://notes.example/1.4).',
      '',
      '- Export of boards',
      '- Saved views',
      '',
      '1. Read',
      '2. Publish',
      '',
      '| Change | By |',
      '|-|-|',
      '| Export | Mira |',
      '',
      '```',
      'herald generate --from v1.3.0',
      '```',
      '',
      '> Quoted words.',
      '',
      '![A picture](https://tracker.example/pixel.png?data=1)',
    ].join('\n'),
  },
]

type Script = Parameters<typeof startTalking>[0]

/** Has the model of a scene stream what is scripted, in turn; the small one, which names chats, says a name. */
export function letTalk({ herald }: Pick<Scene, 'herald'>, ...scripts: Script[]) {
  const talking = startTalking((talk) => {
    if (talk.body.model === 'small') return Response.json(completion({ title: 'A name' }, 'small'))
    const next = scripts.shift()
    return (typeof next === 'function' ? next(talk) : next) ?? []
  })
  herald.ctx.models = talking.models()
  return talking
}

/** A reply whose second half comes when it is let go. */
export function inHalves(first: string, second: string) {
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  async function* script() {
    yield* say(first)
    await promise
    yield* answer(second)
  }
  return { script, letGo }
}

export const field = (tab: Page) => tab.getByRole('textbox', { name: 'Message' })
export const sendButton = (tab: Page) => tab.getByRole('button', { name: 'Send' })
export const stopButton = (tab: Page) => tab.getByRole('button', { name: 'Stop' })
export const chatIdOf = (tab: Page) => new URL(tab.url()).pathname.split('/').at(-1) ?? ''

/** What is kept of a chat. */
export const messagesOf = async ({ team }: Pick<Scene, 'team'>, chatId: string) =>
  (await team.call('GET', `/v1/chats/${chatId}`)).body.messages as {
    role: string
    parts: { text?: string }[]
  }[]

/** What was said in a chat, message by message. */
export const wordsOf = async (scene: Pick<Scene, 'team'>, chatId: string) =>
  (await messagesOf(scene, chatId)).map(({ parts }) => parts.map(({ text }) => text ?? '').join(''))

/** Says something in the chat that is open. */
export async function tell(tab: Page, text: string) {
  await field(tab).fill(text)
  await field(tab).press('Enter')
}

/** A chat of so many messages, the newest of which says so. */
export async function addLongChat(scene: Pick<Scene, 'herald' | 'team'>, messages: number): Promise<string> {
  const chatId = await addChat(scene)
  const createdAt = scene.herald.ctx.now()
  const rows = Array.from({ length: messages - 2 }, (_, index) => {
    const place = index + 2
    const text =
      place % 2 === 0
        ? `Question ${place}`
        : `Answer ${place} has **words**, \`code\` and a list:\n\n- one\n- two`
    return {
      ...{ chatId, place, id: `${chatId}-${place}`, createdAt },
      role: place % 2 === 0 ? ('user' as const) : ('assistant' as const),
      parts: [{ type: 'text', text, state: 'done' }],
      metadata: place % 2 === 0 ? null : finished,
    }
  })
  await scene.herald.ctx.db.insert(chatMessages).values(rows)
  return chatId
}
