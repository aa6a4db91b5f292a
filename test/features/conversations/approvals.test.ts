import { beforeEach, describe, expect, test } from 'bun:test'
import { atomically, type Statement } from '../../../src/db/client.ts'
import { isGuardViolation } from '../../../src/db/errors.ts'
import { sweepApprovals } from '../../../src/features/conversations/approvals/job.ts'
import type { Answer, ApprovalRow } from '../../../src/features/conversations/approvals/model.ts'
import { countWaitingApprovals } from '../../../src/features/conversations/approvals/pending.ts'
import {
  cancelOpen,
  inputOf,
  openApproval,
  spendApproval,
} from '../../../src/features/conversations/approvals/record.ts'
import { answerApproval, findApproval } from '../../../src/features/conversations/approvals/service.ts'
import { approvals } from '../../../src/features/conversations/approvals/table.ts'
import { identifyAsker } from '../../../src/features/keys/identify.ts'
import type { Caller } from '../../../src/features/keys/model.ts'
import { createKey, revokeKey, updateKey } from '../../../src/features/keys/service.ts'
import { type Team, testApp } from '../../support/app.ts'
import { drain } from '../../support/context.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
})

const conversation = { conversationKind: 'chat', conversationId: 'chat1' } as const
const yes: Answer = { approved: true }
const no: Answer = { approved: false, reason: 'Not today.' }

async function callerOf(id: string, organizationId = acme.id): Promise<Caller> {
  return { ...(await identifyAsker(app.ctx, { id, organizationId })), spend: async () => {} }
}

async function open(changes: Partial<Parameters<typeof openApproval>[1]> = {}) {
  const { row, statements } = openApproval(app.ctx, {
    ...conversation,
    organizationId: acme.id,
    callId: 'call_1',
    tool: 'update_prompt',
    input: { promptId: 'p', enabled: false },
    prompt: 'Pause the prompt?',
    subject: null,
    askedBy: acme.keyId,
    ...changes,
  })
  await atomically(app.ctx.db, statements)
  return row
}

/** Answers an approval as a chat does, and returns its status afterwards; null if the answer did not count. */
async function answer(id: string, given = yes, by = acme.keyId) {
  const caller = await callerOf(by)
  const found = await findApproval(app.ctx, caller, conversation, id)
  const { approval, statements } = await answerApproval(app.ctx, caller, found as ApprovalRow, given)
  return statements.length > 0 && (await isWritten(statements)) ? approval.status : null
}
const stored = async () => (await app.ctx.db.select().from(approvals)).map(({ status }) => status)
const spend = (id: string) => isWritten(spendApproval(app.ctx, id))
const isWritten = (statements: Statement[]) =>
  atomically(app.ctx.db, statements).then(
    () => true,
    (error) => {
      if (isGuardViolation(error)) return false
      throw error
    },
  )

test('the executed call is the approved one, in any order of its keys', async () => {
  const one = await open({ input: { b: [{ d: 1, c: 2 }], a: 'x' } })
  const other = await open({ input: { a: 'x', b: [{ c: 2, d: 1 }] } })
  expect(one.input).toBe('{"a":"x","b":[{"c":2,"d":1}]}')
  expect(other.inputHash).toBe(one.inputHash)
  expect((await open({ input: { a: 'y' } })).inputHash).not.toBe(one.inputHash)
  expect(inputOf(one)).toEqual({ a: 'x', b: [{ c: 2, d: 1 }] })
})

test('of fifty concurrent answers one counts, and the call starts once', async () => {
  const { id } = await open()
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) => answer(id, index % 2 ? yes : no)),
  )
  const counted = outcomes.filter((outcome) => outcome !== null)
  expect(counted).toHaveLength(1)
  const begun = await Promise.all(Array.from({ length: 50 }, () => spend(id)))
  expect(begun.filter(Boolean)).toHaveLength(counted[0] === 'approved' ? 1 : 0)
  expect(await spend(id)).toBe(false)
})

test('a call that was denied, canceled or never answered does not start', async () => {
  const denied = await open()
  expect(await answer(denied.id, no)).toBe('denied')
  const waiting = await open()
  for (const { id } of [denied, waiting]) expect(await spend(id)).toBe(false)
  await atomically(app.ctx.db, [cancelOpen(app.ctx, conversation.conversationId)])
  expect(await spend(waiting.id)).toBe(false)
  expect(await answer(waiting.id)).toBeNull()
  expect(await stored()).toEqual(['denied', 'cancelled'])
})

test('an answer that is sent again changes nothing', async () => {
  const { id } = await open()
  expect(await answer(id, no)).toBe('denied')
  expect(await answer(id, yes)).toBeNull()
  expect(await app.ctx.db.select().from(approvals)).toMatchObject([
    { status: 'denied', reason: 'Not today.' },
  ])
})

test('a new message cancels pending calls, and approved calls that never started, of its own conversation only', async () => {
  const approved = await open()
  await answer(approved.id)
  await open()
  await open({ conversationId: 'chat2' })
  const cancelled = await cancelOpen(app.ctx, conversation.conversationId)
  expect(cancelled.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  expect(await spend(approved.id)).toBe(false)
  expect(await stored()).toEqual(['cancelled', 'cancelled', 'open'])
})

test('a call waits for a day', async () => {
  const { id } = await open()
  app.ctx.clock.advance(24 * 60 * 60 * 1000 - 1)
  expect(await countWaitingApprovals(app.ctx, await callerOf(acme.keyId))).toEqual({ count: 1 })
  app.ctx.clock.advance(1)
  expect(await answer(id)).toBeNull()
  expect(await countWaitingApprovals(app.ctx, await callerOf(acme.keyId))).toEqual({ count: 0 })
  await atomically(app.ctx.db, [sweepApprovals.insert(app.ctx, {})])
  await drain(app.ctx)
  expect(await stored()).toEqual(['expired'])
})

describe('an approver', () => {
  test('needs the scope of the tool, but no scope to deny', async () => {
    const { id } = await open()
    const reader = await createKey(app.ctx, acme.id, {
      name: 'reader',
      scopes: ['prompts.read', 'chats.write'],
    })
    await expect(answer(id, yes, reader.id)).rejects.toThrow(
      'You may not approve this: your key or role may not use update_prompt.',
    )
    expect(await stored()).toEqual(['open'])
    expect(await answer(id, no, reader.id)).toBe('denied')
  })

  test('cannot act for a sender who has lost the permission', async () => {
    const weak = await createKey(app.ctx, acme.id, { name: 'asker' })
    const narrowed = await open({ askedBy: weak.id })
    await updateKey(app.ctx, acme.id, weak.id, { scopes: ['prompts.read'] })
    const sentence = 'This cannot be approved: its requester may no longer use update_prompt.'
    await expect(answer(narrowed.id)).rejects.toThrow(sentence)
    await revokeKey(app.ctx, acme.id, weak.id)
    await expect(answer(narrowed.id)).rejects.toThrow(sentence)
    expect(await stored()).toEqual(['open'])
  })

  test('sees nothing of another organization or conversation', async () => {
    const other = await app.team('other')
    const { id } = await open()
    const stranger = await callerOf(other.keyId, other.id)
    expect(await findApproval(app.ctx, stranger, conversation, id)).toBeNull()
    const caller = await callerOf(acme.keyId)
    for (const elsewhere of [
      { conversationKind: 'chat', conversationId: 'chat2' },
      { conversationKind: 'session', conversationId: 'chat1' },
    ] as const)
      expect(await findApproval(app.ctx, caller, elsewhere, id)).toBeNull()
  })
})
