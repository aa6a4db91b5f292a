import { expect, test } from 'bun:test'
import { fillTalk } from '../../src/cli/demo/talk.ts'
import { atomically } from '../../src/db/client.ts'
import { createPost } from '../../src/features/posts/create-post.ts'
import { performDueJobs } from '../../src/jobs/runner.ts'
import { jobs } from '../../src/registry.ts'
import { testApp } from '../support/app.ts'

// The chat and the session of the demo, on a server that has no model.

async function sample() {
  const app = await testApp()
  const team = await app.team('demo')
  const ada = await team.person('owner', 'Ada Brandt')
  const title = 'Acme 1.4: exports'
  const { id: postId, statements } = await createPost(app.ctx, {
    ...{ organizationId: team.id, collectionId: null, contentType: 'changelog' as const, title },
    ...{ markdown: 'Boards leave as PDF.', autoPublish: false, sourceMetadata: {} },
  })
  await atomically(app.ctx.db, statements)
  await fillTalk(app.ctx, {
    organizationId: team.id,
    userId: ada.id,
    drafts: [{ id: postId, title }],
    changelogId: postId,
  })
  const { body } = await ada.call('GET', '/api/app/approvals')
  const [approval] = body.approvals
  return {
    ...app,
    ada,
    approval,
    async answer(optionId: 'approve' | 'deny') {
      const inputResponses = [{ requestId: approval.id, optionId }]
      const path = `/api/app/agent-sessions/${approval.conversationId}/answers`
      const { status } = await ada.call('POST', path, { inputResponses })
      await performDueJobs(app.ctx, jobs)
      return status
    },
    statusNow: async () => (await ada.call('GET', `/v1/posts/${postId}`)).body.post.status,
    stateNow: async () => (await ada.call('GET', '/api/app/agent-sessions')).body.sessions[0].state,
  }
}

test('both can be read, and say that they are samples', async () => {
  const { ada, approval } = await sample()
  const { body: listed } = await ada.call('GET', '/v1/chats')
  expect(listed.chats.map(({ title }: { title: string }) => title)).toEqual([
    'Sample chat: which drafts are waiting for review',
  ])
  const { body: chat } = await ada.call('GET', `/v1/chats/${listed.chats[0].chatId}`)
  expect(chat.messages.at(-1).parts.at(-1).text).toContain('- **Acme 1.4: exports**')
  const { body } = await ada.call('GET', '/api/app/agent-sessions')
  expect(body.sessions.map(({ title, state }: { title: string; state: string }) => [title, state])).toEqual([
    ['Sample session: publish the changelog', 'waiting'],
  ])
  expect(approval).toMatchObject({ tool: 'update_post', askedBy: 'Ada Brandt', obstacle: null })
  expect(approval.prompt).toContain('status: “draft” → “published”')
})

test('a pending call is approved without a model, and really executed', async () => {
  const { answer, statusNow, stateNow } = await sample()
  expect(await answer('approve')).toBe(200)
  expect(await statusNow()).toBe('published')
  expect(await stateNow()).toBe('failed')
})

test('a pending call is denied without a model, and not executed', async () => {
  const { answer, statusNow, ada } = await sample()
  expect(await answer('deny')).toBe(200)
  expect(await statusNow()).toBe('draft')
  expect((await ada.call('GET', '/api/app/approvals/count')).body).toEqual({ count: 0 })
})
