import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { brandIdentities } from '../../../../src/features/brand-identities/table.ts'
import { approvals } from '../../../../src/features/conversations/approvals/table.ts'
import { agentSessions } from '../../../../src/features/conversations/sessions/table.ts'
import { createKey, updateKey } from '../../../../src/features/keys/service.ts'
import { createOrganization } from '../../../../src/features/organizations/service.ts'
import { posts } from '../../../../src/features/posts/table.ts'
import { entry } from '../../../dashboard/support/ledger.ts'
import { agentApp, requestsOf, sessionPath } from '../../../support/agent.ts'
import { addIdentity, caller } from '../../../support/app.ts'
import { drain } from '../../../support/context.ts'
import { answer, call, end } from '../../../support/talking.ts'

// Sessions that are opened from a post.

const markdown = `## More Updates

### Bug Fixes

- Keep the order of columns ([#409](https://x.dev/o/r/pull/409))
- Read dates with dots ([#412](https://x.dev/o/r/pull/412))
`
const edited = markdown.replace('Keep the order of columns', 'Columns keep their order')
const ledger = [
  entry({ number: 409, title: 'Keep the order of columns', url: 'https://x.dev/o/r/pull/409' }),
  entry({ number: 412, title: 'Read dates with dots', url: 'https://x.dev/o/r/pull/412' }),
  entry({ number: 390, title: 'Bump vite', placement: 'omitted', reason: 'Dependencies only.' }),
]

const calls = (name: string, input: unknown) => [call(name, input), ...end('tool-calls')]
const propose = (text: string) => calls('update_post', { postId: 'post1', markdown: text })

async function editing(...scripts: Parameters<typeof agentApp>) {
  const app = await agentApp(...scripts)
  const { ctx, team, events, send } = app
  const settle = () => drain(ctx)
  await addIdentity(ctx, team.id, 'brand')
  await ctx.db.update(brandIdentities).set({ customTone: 'Like a quiet engineer.' })
  const now = ctx.now()
  await ctx.db.insert(posts).values({
    ...{ id: 'post1', organizationId: team.id, contentType: 'changelog', status: 'draft' },
    ...{ title: 'Release', content: '<p>one</p>', markdown, createdAt: now, updatedAt: now },
    sourceMetadata: { ledger, brandVoiceId: 'brand' },
  })
  const open = (body: object = {}) =>
    team.call('POST', sessionPath, { message: 'Say it shorter.', postId: 'post1', ...body })
  return {
    ...app,
    settle,
    open,
    /** Opens a session from the post, and continues until it waits. */
    async begin(message?: string) {
      const { body } = await open(message === undefined ? {} : { message })
      await settle()
      return body.sessionId as string
    },
    async request(id: string) {
      const [found] = requestsOf(await events(id))
      return found
    },
    answerTo: (id: string, requestId: string, optionId: string) =>
      send(id, { inputResponses: [{ requestId, optionId }] }),
    text: async () => (await ctx.db.select().from(posts))[0]?.markdown,
    results: async (id: string) =>
      (await events(id)).filter(({ type }) => type === 'action.result').map(({ data }) => data),
  }
}

describe('a session that is opened from a post', () => {
  test('records that, and its model gets the post, its ledger and the brand voice as data', async () => {
    const { team, talking, begin } = await editing(answer('Which part?'))
    const sessionId = await begin('Shorter, please.')
    const { body } = await team.call('GET', `${sessionPath}/${sessionId}`)
    expect(body.session).toMatchObject({ sessionId, surface: 'content-editor', postId: 'post1' })
    const [system, opened, read, told, said] = talking.talks[0]?.body.messages ?? []
    expect(system.content).toContain('The session was opened from a post')
    expect(system.content).not.toContain('Keep the order')
    expect(opened).toEqual({ role: 'user', content: '[This session was opened from the post post1.]' })
    expect(read.tool_calls[0].function).toEqual({ name: 'get_post', arguments: '{"postId":"post1"}' })
    const data = JSON.parse(told.content)
    expect([told.role, data.post.id, data.post.markdown]).toEqual(['tool', 'post1', markdown])
    expect(data.ledger.map(({ change, placement }: any) => `${change} ${placement}`)).toEqual([
      '#409 listed',
      '#412 listed',
      '#390 omitted',
    ])
    expect(data.brandVoice.customTone).toBe('Like a quiet engineer.')
    expect(said).toEqual({ role: 'user', content: 'Shorter, please.' })
  })

  test('proposes an edit as a diff, and makes it once a user has approved', async () => {
    const { ctx, begin, request, answerTo, text, results } = await editing(
      propose(edited),
      answer('It is shorter.'),
    )
    const id = await begin()
    const { requestId, prompt } = await request(id)
    expect(prompt.split('\n')).toEqual([
      'Update the post “Release” (post1).',
      'markdown:',
      '- “- Keep the order of columns ([#409](https://x.dev/o/r/pull/409))”',
      '+ “- Columns keep their order ([#409](https://x.dev/o/r/pull/409))”',
      'The title becomes “More Updates”, the first heading of the text.',
      'The edit agrees with the ledger: it removes no change that the text mentions, and adds none.',
    ])
    expect(await text()).toBe(markdown)
    const [approval] = await ctx.db.select().from(approvals)
    expect(approval?.subject?.records).toEqual([{ kind: 'post', id: 'post1', version: expect.any(String) }])
    await answerTo(id, requestId, 'approve')
    expect([await text(), (await results(id)).at(-1).status]).toEqual([edited, 'completed'])
  })

  test('requests no edit that contradicts the ledger, and reports the reason to the model', async () => {
    const lost = markdown.replace(/- Read dates.*\n/, '')
    const { ctx, begin, text, results } = await editing(
      propose(lost),
      propose(`${markdown}- Add teleportation (#999)\n`),
      answer('I cannot.'),
    )
    const id = await begin()
    const why = (fault: string) => ({
      status: 'failed',
      result: {
        output: `The edit contradicts the ledger of this post. ${fault} Propose the edit again without that.`,
      },
    })
    expect(await results(id)).toMatchObject([
      why('The text would no longer mention “Read dates with dots” (#412).'),
      why(
        'The text would mention #999, which is not in the ledger. The text would list “- Add teleportation (#999)”, which is not in the ledger.',
      ),
    ])
    expect(await ctx.db.$count(approvals)).toBe(0)
    expect(await text()).toBe(markdown)
  })

  test('does not change a post that has changed since, says so, and may ask again', async () => {
    const own = markdown.replace('Read dates', 'Understand dates')
    const both = own.replace('Keep the order of columns', 'Columns keep their order')
    const { ctx, team, talking, begin, request, answerTo, text, results } = await editing(
      propose(edited),
      propose(both),
      answer('Done.'),
    )
    const id = await begin()
    const { requestId } = await request(id)
    ctx.clock.advance(1000)
    await team.call('PATCH', '/v1/posts/post1', { markdown: own })
    await answerTo(id, requestId, 'approve')
    expect((await results(id)).at(-1)).toMatchObject({
      status: 'failed',
      result: {
        output: 'The post changed since you reviewed it. Nothing was done: read it again and ask again.',
      },
    })
    expect(await text()).toBe(own)
    // The model gets the current post.
    expect(JSON.parse(talking.talks.at(-1)?.body.messages[3].content).post.markdown).toBe(own)
    const again = await request(id)
    expect(again.prompt.split('\n').slice(2, 4)).toEqual([
      '- “- Keep the order of columns ([#409](https://x.dev/o/r/pull/409))”',
      '+ “- Columns keep their order ([#409](https://x.dev/o/r/pull/409))”',
    ])
    await answerTo(id, again.requestId, 'approve')
    expect(await text()).toBe(both)
  })

  test('continues without the post once it is deleted or no longer readable', async () => {
    const { ctx, team, send, talking, begin } = await editing(answer('Hm.'))
    const id = await begin()
    const told = () => talking.talks.at(-1)?.body.messages[3].content
    await updateKey(ctx, team.id, team.keyId, { scopes: ['chats.write', 'chats.read'] })
    await send(id, { message: 'And now' })
    expect(told()).toBe('The post was deleted, or may not be read.')
    await updateKey(ctx, team.id, team.keyId, { scopes: ['chats.write', 'posts.read'] })
    await send(id, { message: 'And now' })
    expect(JSON.parse(told())).toMatchObject({ post: { id: 'post1' }, brandVoice: null })
    await ctx.db.delete(posts)
    await send(id, { message: 'And now' })
    expect(told()).toBe('The post was deleted, or may not be read.')
  })
})

describe('a session is not opened from a post', () => {
  test('that does not exist or belongs to another organization', async () => {
    const { ctx, open } = await editing(answer('Yes.'))
    const other = await createOrganization(ctx, 'other', 'Other')
    await ctx.db.update(posts).set({ organizationId: other.id })
    for (const postId of ['post1', 'unknown']) {
      const { status, body } = await open({ postId })
      expect([status, body]).toEqual([404, { error: 'Post not found' }])
    }
    expect(await ctx.db.$count(agentSessions)).toBe(0)
  })

  test('by a key that may not read posts', async () => {
    const { ctx, api, team } = await editing(answer('Yes.'))
    const { key } = await createKey(ctx, team.id, { name: 'narrow', scopes: ['chats.write'] })
    const { status, body } = await caller(api, key)('POST', sessionPath, { message: 'Hi', postId: 'post1' })
    expect([status, body.error, body.code]).toEqual([403, 'Forbidden', 'FORBIDDEN'])
  })

  test.each([[7], [''], ['../posts'], [['post1']], ['x'.repeat(101)]])(
    'with an invalid id: %p',
    async (postId) => {
      const { open } = await editing(answer('Yes.'))
      const { status, body } = await open({ postId })
      expect([status, body]).toEqual([400, { error: 'Invalid request body' }])
    },
  )

  test('if none is named, for any surface', async () => {
    const { ctx, open, talking, settle } = await editing(answer('Yes.'))
    const { body } = await open({
      postId: null,
      surface: 'content-editor',
      clientContext: { postId: 'post1' },
    })
    await settle()
    const [session] = await ctx.db.select().from(agentSessions).where(eq(agentSessions.id, body.sessionId))
    expect([session?.surface, session?.postId]).toEqual(['standalone-chat', null])
    expect(talking.talks[0]?.body.messages).toHaveLength(2)
  })
})
