import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { atomically } from '../../db/client.ts'
import { beginChat } from '../../features/conversations/chats/reply/begin-reply.ts'
import { openSession } from '../../features/conversations/sessions/record.ts'
import { attemptTurn } from '../../features/conversations/sessions/turn/attempt.ts'
import type { Caller } from '../../features/keys/model.ts'
import { getMemberCaller } from '../../features/sessions/service.ts'
import type { Attempt } from '../../jobs/define.ts'
import { type Line, startSpeaker } from './speaker.ts'

type Draft = { id: string; title: string }

/** Owner of the sample, its drafts (newest first), and the changelog that a session asks to publish. */
export type ConversationSample = {
  organizationId: string
  userId: string
  drafts: Draft[]
  changelogId: string | null
}

/** A chat with a reply and a session with a pending approval; both say that they are samples. */
export async function fillTalk(ctx: Context, talk: ConversationSample): Promise<void> {
  const { organizationId, userId, drafts, changelogId } = talk
  const changelog = drafts.find(({ id }) => id === changelogId)
  if (!changelog) return
  const caller = { ...(await getMemberCaller(ctx, organizationId, userId)), spend: async () => {} }
  const look = { tool: 'list_posts', input: { status: ['draft'] } }
  const list = drafts.map(({ title }) => `- **${title}**`).join('\n')
  await addChat(ctx, caller, 'Sample chat: which drafts are waiting for review', [
    { text: '', call: look },
    { text: `These drafts are waiting for review:\n\n${list}\n\nOpen them under Posts.` },
  ])
  await addSession(ctx, caller, 'Sample session: publish the changelog', [
    { text: 'I will list the drafts first.', call: look },
    {
      text: `“${changelog.title}” is ready. Approve the change to publish it.`,
      call: { tool: 'update_post', input: { postId: changelog.id, status: 'published' } },
    },
  ])
}

async function addChat(ctx: Context, caller: Caller, message: string, lines: Line[]) {
  using speaker = startSpeaker(lines)
  const stage = withModel(ctx, speaker)
  const body = { message, externalChannelId: { source: 'dashboard' as const } }
  const { frames } = await beginChat(stage, { caller, body, leave: new AbortController() })
  for await (const _ of frames);
}

async function addSession(ctx: Context, caller: Caller, message: string, lines: Line[]) {
  using speaker = startSpeaker(lines)
  const stage = withModel(ctx, speaker)
  const id = Bun.randomUUIDv7()
  const session = {
    ...{ id, organizationId: caller.organization.id, startedBy: caller.id },
    ...{ surface: 'standalone-chat' as const, postId: null },
  }
  const turn = { number: 0, message, deliveryId: Bun.randomUUIDv7(), sentBy: caller.id }
  await atomically(ctx.db, openSession(ctx, session, turn))
  const { statements } = await attemptTurn(stage, { sessionId: id, turn: 0 }, onlyAttempt(ctx))
  await atomically(ctx.db, statements)
}

/** The same context with the sample model; other requests do not use it. */
const withModel = (ctx: Context, { model }: Pick<ReturnType<typeof startSpeaker>, 'model'>): Context => ({
  ...ctx,
  models: { writer: model, small: null },
})

/** Turns run as jobs; this one runs here, because only this process has the sample model. */
const onlyAttempt = (ctx: Context): Attempt => ({
  ...{ jobId: 0, key: null, number: 1, signal: ctx.closing.signal },
  step: (_, act) => act(),
  noteProgress: async () => {},
  ifOurs: () => ctx.db.run(sql`select 1`),
  once: (_, statements) => atomically(ctx.db, statements),
})
