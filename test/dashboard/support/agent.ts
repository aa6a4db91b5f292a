import { eq } from 'drizzle-orm'
import { atomically } from '../../../src/db/client.ts'
import { append } from '../../../src/features/conversations/sessions/log/append.ts'
import { placeOfTurn, sessionEvent } from '../../../src/features/conversations/sessions/log/events.ts'
import { agentSessions } from '../../../src/features/conversations/sessions/table.ts'
import { answer, call, end, say, type Talk, think } from '../../support/talking.ts'
import { letTalk } from './chats.ts'
import { addPosts } from './posts.ts'
import type { Scene } from './scene.ts'
import { expectSoon } from './soon.ts'

type Place = Pick<Scene, 'herald' | 'team'>

/** Starts a session, and waits until it has the expected state. */
export async function beginSession({ team }: Place, message: string, state = 'active'): Promise<string> {
  const { body } = await team.call('POST', '/v2/agent/v1/session', { message })
  await expectState({ team }, body.sessionId, state)
  return body.sessionId
}

/** Waits until a session is in a state: the reply to a decision is over, and does not use the next test's model. */
export const expectState = ({ team }: Pick<Scene, 'team'>, sessionId: string, state: string) =>
  expectSoon(() => stateOf({ team }, sessionId), state)

const ends: Record<string, string> = {
  'turn.completed': 'active',
  'input.requested': 'waiting',
  'turn.failed': 'failed',
}

/** The state of a session after the last turn of its stream. */
async function stateOf({ team }: Pick<Scene, 'team'>, sessionId: string): Promise<string> {
  const told = await eventsOf({ team }, sessionId)
  if (told.at(-1)?.type !== 'session.waiting') return 'working'
  return ends[told.at(-2)?.type ?? ''] ?? 'working'
}

/** The stored events of a session. */
export async function eventsOf(
  { team }: Pick<Scene, 'team'>,
  sessionId: string,
): Promise<{ type: string; data: any; meta: { id: string } }[]> {
  const { text } = await team.call('GET', `/v2/agent/v1/session/${sessionId}/stream?follow=false`)
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

export const calls = (name: string, input: unknown) => [call(name, input), ...end('tool_calls')]

export const postTitle = 'Acme 1.4: exports, saved views and calmer pages'

type Waiting = { sessionId: string; postId: string; model: ReturnType<typeof letTalk> } & Disposable

/** A session in which the agent read, spoke, and waits for a post to be published. */
export async function addWaiting(scene: Place): Promise<Waiting> {
  const [postId = ''] = await addPosts(scene as Scene, [{ title: postTitle }])
  const steps = [
    [
      ...think('First what there is.'),
      ...say('Let me see which drafts there are.'),
      ...calls('list_posts', { status: ['draft'] }),
    ],
    [...say('The draft adds up, and can go out.'), ...calls('update_post', { postId, status: 'published' })],
    answer('It is **published** now.'),
  ]
  // By the results so far: on a busy machine a request may be sent twice, and gets the same answer.
  const next = ({ body }: Talk) =>
    steps[body.messages.filter(({ role }: { role: string }) => role === 'tool').length] ?? []
  const model = letTalk(scene as Scene, ...Array(10).fill(next))
  const sessionId = await beginSession(scene, 'Publish the draft of Acme 1.4', 'waiting')
  return { sessionId, postId, model, [Symbol.dispose]: () => model[Symbol.dispose]() }
}

/** Appends this many further events to the last turn of a session. */
export async function lengthen({ herald }: Place, sessionId: string, count: number) {
  const { ctx } = herald
  const [row] = await ctx.db.select().from(agentSessions).where(eq(agentSessions.id, sessionId))
  const place = { ...placeOfTurn(1), stepIndex: 0 }
  const said = Array.from({ length: count }, () =>
    sessionEvent('message.appended', { ...place, messageDelta: 'on ' }),
  )
  await atomically(ctx.db, append(ctx, { sessionId, attempt: row?.attempt ?? 0 }, said))
}
