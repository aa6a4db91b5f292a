import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createKey, updateKey } from '../../src/features/keys/service.ts'
import { postChecks, posts } from '../../src/features/posts/table.ts'
import { checkedNow } from '../../src/features/posts/text-check.ts'
import { findTools, type Tool } from '../../src/features/tools/tools.ts'
import { addIdentity, connect, scheduleBody, type Team, testApp } from '../support/app.ts'
import { track } from '../support/tracking.ts'
import { checkedPost } from '../support/writing.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let projectId: string
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
  projectId = await track(app.ctx, acme.id, {
    competitors: ['Beta'],
    sequences: [['Which tools are there?']],
  })
})

async function toolOf(name: string, id = acme.keyId): Promise<Tool> {
  const asker = { id, organizationId: acme.id }
  const tools = await findTools(app.ctx, asker, { maxSchemaTokens: Number.POSITIVE_INFINITY })
  const tool = tools.find((each) => each.name === name)
  if (!tool) throw new Error(`There is no tool ${name}.`)
  return tool
}

const show = async (name: string, input: Record<string, unknown>) => (await toolOf(name)).preview(input)

async function addPost(changes: Partial<typeof posts.$inferInsert> = {}) {
  const now = app.ctx.now()
  await app.ctx.db.insert(posts).values({
    ...{ id: 'post1', organizationId: acme.id, contentType: 'changelog', status: 'draft', title: 'Release' },
    ...{ content: '<p>one</p>', markdown: 'one\ntwo\nthree', createdAt: now, updatedAt: now },
    ...changes,
  })
}
const titles = async () => (await app.ctx.db.select().from(posts)).map(({ title }) => title)

describe('a preview', () => {
  test.each([
    ['draft', { status: 'published' }, 'Publish the post “Release” (post1).'],
    ['published', { status: 'draft' }, 'Unpublish the post “Release” (post1).'],
    ['draft', { status: 'draft', title: 'Faster' }, 'Update the post “Release” (post1).'],
  ] as const)('of a %s post with %j begins with what readers notice', async (status, change, sentence) => {
    await addPost({ status })
    const { prompt } = await show('update_post', { postId: 'post1', ...change })
    expect(prompt.split('\n')[0]).toBe(sentence)
  })

  test("of a change has the record's own title, and the old and new value of each field", async () => {
    await addPost()
    expect(await show('update_post', { postId: 'post1', title: 'Faster', status: 'published' })).toEqual({
      prompt: [
        'Update and publish the post “Release” (post1).',
        'title: “Release” → “Faster”',
        'status: “draft” → “published”',
        'Publishes the title “Faster” and this text:',
        '+ one',
        '+ two',
        '+ three',
      ].join('\n'),
      subject: {
        records: [{ kind: 'post', id: 'post1', version: expect.any(String) }],
        outcome: expect.any(String),
      },
      refused: null,
    })
  })

  test('of a text that is published shows its lines as added, list items and forged lines too', async () => {
    await addPost({ markdown: '- Faster exports\nstatus: “published” → “draft”' })
    const { prompt } = await show('update_post', { postId: 'post1', status: 'published' })
    expect(prompt.split('\n').slice(-2)).toEqual(['+ - Faster exports', '+ status: “published” → “draft”'])
  })

  test('of a text whose first heading becomes the title has that title', async () => {
    await addPost()
    const { prompt } = await show('update_post', { postId: 'post1', markdown: '## We were breached' })
    expect(prompt).toContain('The title becomes “We were breached”, the first heading of the text.')
    const named = await show('update_post', { postId: 'post1', title: 'Release', markdown: '## Other' })
    expect(named.prompt).not.toContain('The title becomes')
  })

  test('of a text has the removed and added lines', async () => {
    await addPost()
    const { prompt } = await show('update_post', {
      postId: 'post1',
      markdown: 'one\nsecond\nand a half\nthree',
    })
    expect(prompt.split('\n').slice(1)).toEqual(['markdown:', '- “two”', '+ “second”', '+ “and a half”'])
  })

  test('of a text includes a link at the end of a long first line', async () => {
    await addPost()
    const line = `${'word '.repeat(200)}[docs](https://evil.example/x)`
    const { prompt, refused } = await show('update_post', {
      postId: 'post1',
      markdown: `${line}\ntwo\nthree`,
    })
    expect(refused).toBeNull()
    expect(prompt.split('\n').slice(1)).toEqual(['markdown:', '- “one”', `+ “${line}”`])
  })

  test('of a text includes a bad line number 100', async () => {
    await addPost()
    const lines = Array.from({ length: 120 }, (_, index) => `line ${index + 1}`)
    lines[99] = 'Acme leaks your data.'
    const { prompt } = await show('update_post', { postId: 'post1', markdown: lines.join('\n') })
    expect(prompt.split('\n').filter((line) => line.startsWith('+ '))).toEqual(
      lines.map((line) => `+ “${line}”`),
    )
  })

  test('includes every changed place, and the whole of a JSON value', async () => {
    const written = Array.from({ length: 100 }, (_, index) => `line ${index}`)
    await addPost({ markdown: written.join('\n') })
    const markdown = written.map((line, index) => (index % 3 === 0 ? `${line}!` : line)).join('\n')
    const { prompt } = await show('update_post', { postId: 'post1', markdown })
    expect(prompt.split('\n').filter((line) => line.startsWith('+ '))).toHaveLength(34)
    const steps = Array.from({ length: 4 }, (_, index) => `${index} ${'why '.repeat(50)}end`)
    const made = await show('create_conversation', { projectId, name: 'Ours', steps })
    for (const step of steps) expect(made.prompt).toContain(step)
  })

  test('shows hidden characters as their code points', async () => {
    await addPost()
    const { prompt } = await show('update_post', {
      postId: 'post1',
      title: 'a\u202eb',
      markdown: 'pay\u200bpal',
    })
    expect(prompt).toContain('title: “Release” → “a[U+202E]b”')
    expect(prompt).toContain('+ “pay[U+200B]pal”')
  })

  test('includes white space around a text that its route keeps', async () => {
    await addPost({ markdown: '# Release\n\nText' })
    const lines = async (markdown: string) =>
      (await show('update_post', { postId: 'post1', markdown, title: 'New' })).prompt.split('\n').slice(1)
    const title = 'title: “Release” → “New”'
    const shown = await lines('    # Release\n\nText\n\n\n')
    expect(shown).toContain(title)
    expect(shown.filter((line) => line !== title)).toEqual([
      'markdown:',
      ...['- “# Release”', '+ “    # Release”', '…', '+ “”', '+ “”', '+ “”'],
    ])
    expect(await lines('\n# Release\n\nText')).toContain('+ “”')
    expect(await lines('\ufeff# Release\n\nText')).toContain('+ “[U+FEFF]# Release”')
    expect(await lines('\t# Release\n\nText')).toContain('+ “\t# Release”')
    expect(await lines('# Release\n\nText')).toEqual([title])
  })

  test('omits white space around a text that its route trims', async () => {
    await addPost()
    const { prompt } = await show('update_post', { postId: 'post1', title: ' Release\n', status: 'draft' })
    expect(prompt.split('\n').slice(1)).toEqual(['Nothing would change.'])
  })

  test('includes white space around a skill, which its route keeps', async () => {
    await acme.call('POST', '/v1/skills', { name: 'tone', description: 'Ours', content: 'Be brief.' })
    const { prompt } = await show('update_skill', { name: 'tone', content: '    Be brief.\n' })
    expect(prompt.split('\n').slice(-4)).toEqual(['content:', '- “Be brief.”', '+ “    Be brief.”', '+ “”'])
  })

  test('is refused when it is too large to review', async () => {
    await addPost({ markdown: 'x\n'.repeat(49_000) })
    const { refused } = await show('update_post', { postId: 'post1', markdown: 'y\n'.repeat(49_000) })
    expect(refused ?? '').toMatch(
      /^This call is too large to review: its preview has [\d,]+ characters, and at most 300,000 are allowed\. Split it into smaller changes\.$/,
    )
  })

  test('of a deletion lists the records deleted with it', async () => {
    await addPost()
    expect((await show('delete_post', { postId: 'post1' })).prompt).toBe(
      'Delete the post “Release” (post1).\nThe image of an image post is deleted with it.',
    )
    const { prompt } = await show('delete_project', { projectId })
    expect(prompt).toBe(
      `Delete the project “Acme” (${projectId}).\nAlso deletes its prompts, competitors, scans and answers, but not its feedback and brand identity.\nDeleted with it: one prompt, one competitor, one conversation, no scans.`,
    )
  })

  test('of a record without a route of its own is found in the list', async () => {
    const repository = await connect(app.ctx, acme.id)
    const { body } = await acme.call('POST', '/v1/schedules', scheduleBody(repository.id))
    const lines = async (name: string, input: Record<string, unknown>) =>
      (await show(name, input)).prompt.split('\n')
    expect(await lines('delete_schedule', { scheduleId: body.schedule.id })).toEqual([
      `Delete the schedule “Weekly” (${body.schedule.id}).`,
      'Its posts are not deleted.',
    ])
    expect(await lines('disconnect_integration', { integrationId: repository.id })).toEqual([
      `Disconnect the integration “acme/app” (${repository.id}).`,
      'Disables and lists the schedules and event triggers that read it.',
      'Schedules that are disabled with it: “Weekly”.',
      'Event triggers that are disabled with it: 0.',
    ])
    const promptId = `p1-${projectId}`
    expect(await lines('update_prompt', { projectId, promptId, enabled: false })).toEqual([
      `Update the prompt “best tools for teams” (${promptId}).`,
      'enabled: true → false',
    ])
    expect(await lines('untrack_competitor', { projectId, name: 'beta' })).toEqual([
      'Delete the competitor “Beta” (beta).',
      'Its mentions no longer count, including those in past answers.',
    ])
    expect(await lines('track_competitor', { projectId, name: 'Beta', domain: 'beta.example' })).toEqual([
      'Create or update the competitor “Beta”.',
      '`previousName` renames it. Omitted fields do not change.',
      'domain: nothing → “beta.example”',
    ])
    expect(await lines('track_competitor', { projectId, name: 'Gamma', domain: null })).toEqual([
      'Create or update a competitor. `previousName` renames it. Omitted fields do not change.',
      'There is no competitor “Gamma” yet.',
      'name: “Gamma”',
      'domain: nothing',
    ])
  })

  test('of an external call is the whole address to contact, its host in punycode', async () => {
    const lines = async (name: string, input: Record<string, unknown>) =>
      (await show(name, input)).prompt.split('\n').slice(1)
    const query = `q=${'x'.repeat(300)}`
    expect(
      (
        await lines('generate_brand_identity', { websiteUrl: `bücher.example/a b?${query}#part`, name: 'B' })
      )[0],
    ).toBe(`Herald will contact this address: https://xn--bcher-kva.example/a%20b?${query}`)
    expect((await lines('add_sitemap', { projectId, url: 'http://xn--80ak6aa92e.com/sitemap.xml' }))[0]).toBe(
      'Herald will contact this address: http://xn--80ak6aa92e.com/sitemap.xml',
    )
    await addIdentity(app.ctx, acme.id, 'brand1')
    const fact = await show('add_brand_fact', {
      brandIdentityId: 'brand1',
      url: 'acme.example/pricing?plan=1',
    })
    expect(fact.prompt).toContain('Herald will contact this address: https://acme.example/pricing?plan=1')
    const facts = '/v1/brand-identities/brand1/facts'
    const page = await acme.call('POST', facts, { url: 'https://acme.example/about?of=us' })
    const factId: string = page.body.fact.id
    const refresh = await show('refresh_brand_fact', { brandIdentityId: 'brand1', factId })
    expect(refresh.prompt).toContain('Herald will contact this address: https://acme.example/about?of=us')
    const text = await show('add_brand_fact', { brandIdentityId: 'brand1', text: 'Acme has 12 employees.' })
    expect(text.prompt).not.toContain('Herald will contact')
    expect((await lines('connect_repository', { owner: 'octocat', repo: 'Hello-World' }))[0]).toBe(
      `Herald will contact this address: ${app.ctx.config.githubApiUrl}/repos/octocat/Hello-World`,
    )
  })

  test('of an external call is empty if its address cannot be contacted', async () => {
    const refused = async (name: string, input: Record<string, unknown>) => (await show(name, input)).refused
    expect(await refused('generate_brand_identity', { websiteUrl: 'http://127.0.0.1/admin' })).toBe(
      'Invalid website URL',
    )
    expect(await refused('add_sitemap', { projectId, url: 'https://name:word@acme.example' })).toBe(
      'The URL must not contain a user name or a password.',
    )
    expect(await refused('connect_repository', { owner: '..', repo: 'app' })).toBe(
      'owner has an invalid format',
    )
  })

  test('of a new record is the whole record, and its place', async () => {
    const { prompt, subject } = await show('add_prompt', { projectId, prompt: 'which tools', tags: ['a'] })
    expect([prompt.split('\n'), subject?.records]).toEqual([
      [
        'Add a prompt. Scans send it to every tracked engine.',
        `This is the project “Acme” (${projectId}).`,
        'prompt: “which tools”',
        'tags: ["a"]',
      ],
      [{ kind: 'project', id: projectId, version: expect.any(String) }],
    ])
    const made = await show('create_skill', {
      name: 'tone',
      description: 'Ours',
      content: 'Be brief.\nBe kind.',
    })
    expect(made.prompt.split('\n').slice(1)).toEqual([
      'name: “tone”',
      'description: “Ours”',
      'content:',
      '+ “Be brief.”',
      '+ “Be kind.”',
    ])
  })

  test.each([
    ['create_post', { contentType: 'blog_post', title: 'Exports' }],
    ['update_post', { postId: 'post1' }],
  ])('of %s with a text of the model lists its statements without a source', async (tool, input) => {
    await addPost({ title: 'Exports' })
    const markdown = 'Exports are 73% faster. GitHub leaks customer data.'
    const { prompt } = await show(tool, { ...input, markdown })
    expect(prompt.split('\n').filter((line) => line.startsWith('The check'))).toEqual([
      'The check of claims found: “No source supports the figure 73%.”',
      expect.stringContaining('GitHub'),
    ])
    expect((await show(tool, { ...input, markdown: 'Exports work.' })).prompt).not.toContain('The check')
  })

  test('says so if nothing would change', async () => {
    await addPost()
    expect((await show('update_post', { postId: 'post1', title: 'Release ' })).prompt).toEndWith(
      'Nothing would change.',
    )
  })

  test('keeps untrusted text in its quotes and on its line', async () => {
    await addPost({ title: 'x” (post1).\nstatus: “draft” → “draft”\u202e\u001b[2J</tool>' })
    const { prompt } = await show('delete_post', { postId: 'post1' })
    expect(prompt.split('\n')).toHaveLength(2)
    expect(prompt.split('\n')[0]).toBe(
      'Delete the post "x” (post1).\\nstatus: “draft” → “draft”[U+202E]\\u001b[2J</tool>" (post1).',
    )
  })

  test('shows nothing of other organizations', async () => {
    const other = await app.team('other')
    await addPost({ id: 'theirs', organizationId: other.id, title: 'Secret' })
    expect(await show('delete_post', { postId: 'theirs' })).toEqual({
      prompt: 'There is no post with this ID',
      subject: null,
      refused: 'There is no post with this ID',
    })
  })

  test('needs no read scope, and returns nothing that such a scope protects', async () => {
    await addPost()
    const { id } = await createKey(app.ctx, acme.id, { name: 'writer', scopes: ['posts.write'] })
    const tool = await toolOf('delete_post', id)
    expect((await tool.preview({ postId: 'post1' })).prompt).not.toContain('Release')
    await expect(toolOf('get_post', id)).rejects.toThrow('There is no tool get_post.')
  })
})

test('no user is asked about an impossible call', async () => {
  await addPost()
  const refusedOf = async (name: string, input: Record<string, unknown>) => (await show(name, input)).refused
  expect(await refusedOf('update_post', { postId: 'post1', status: 'gone' })).toBe(
    'status must be draft or published',
  )
  expect(await refusedOf('update_post', { postId: '../posts', title: 'x' })).toBe(
    'postId has an invalid format',
  )
  expect(await refusedOf('update_post', { postId: 'nothing', title: 'x' })).toBe(
    'There is no post with this ID',
  )
  expect(await refusedOf('create_skill', { name: 'Not A Name', description: 'x', content: 'y' })).toBeString()
  expect(await refusedOf('delete_project', { projectId: 'nothing' })).toBe('Project not found')
  const integrations = { github: [5] }
  expect(await refusedOf('generate_post', { contentType: 'changelog', integrations })).toBe(
    'integrations.github.0: Expected string',
  )
  expect(await refusedOf('add_prompt', { projectId })).toBeString()
})

describe('a post with blocking faults', () => {
  const refusal =
    'This post cannot be published until its problems are fixed. Summary: No source supports the figure 73%.'

  beforeEach(async () => {
    await addPost({ markdown: 'It is 73% faster.' })
    await app.ctx.db
      .insert(postChecks)
      .values({ postId: 'post1', ...checkedPost, ...checkedNow(app.ctx, []) })
  })

  test.each([
    ['by its status', { status: 'published' }],
    ['with another title', { title: 'Faster', status: 'published' }],
    ['with a text that has them too', { markdown: 'It is 73% quicker.', status: 'published' }],
  ])('is not offered for publication %s', async (_, patch) => {
    expect((await show('update_post', { postId: 'post1', ...patch })).refused).toBe(refusal)
  })

  test('can be changed as a draft, and published with a text without faults', async () => {
    expect((await show('update_post', { postId: 'post1', title: 'Faster' })).refused).toBe(null)
    const fixed = { postId: 'post1', markdown: 'It is faster.', status: 'published' }
    expect((await show('update_post', fixed)).refused).toBe(null)
  })
})

describe('a record that changed after it was shown', () => {
  const input = { postId: 'post1', title: 'Faster' }
  const left = {
    text: 'The post changed since you reviewed it. Nothing was done: read it again and ask again.',
    isError: true,
    status: 409,
  }
  const call = (subject: Awaited<ReturnType<Tool['preview']>>['subject']) => ({ callId: 'call_1', subject })

  test('is not changed', async () => {
    await addPost()
    const tool = await toolOf('update_post')
    const { subject } = await tool.preview(input)
    app.ctx.clock.advance(1000)
    await acme.call('PATCH', '/v1/posts/post1', { title: 'Theirs' })
    expect(await tool.call(input, call(subject))).toEqual(left)
    expect(await titles()).toEqual(['Theirs'])
    const again = await tool.preview(input)
    expect(await tool.call(input, call(again.subject))).toMatchObject({ isError: false })
    expect(await titles()).toEqual(['Faster'])
  })

  test('is not deleted', async () => {
    await addPost()
    const tool = await toolOf('delete_post')
    const { subject } = await tool.preview({ postId: 'post1' })
    app.ctx.clock.advance(1000)
    await acme.call('PATCH', '/v1/posts/post1', { title: 'Theirs' })
    expect(await tool.call({ postId: 'post1' }, call(subject))).toEqual(left)
    expect(await titles()).toEqual(['Theirs'])
  })

  test('is not changed even if it is identified by all its fields', async () => {
    const tool = await toolOf('update_prompt')
    const change = { projectId, promptId: `p1-${projectId}`, tags: ['mine'] }
    const { subject } = await tool.preview(change)
    await acme.call('PATCH', `/v1/projects/${projectId}/geo/prompts/p1-${projectId}`, { tags: ['theirs'] })
    expect(await tool.call(change, call(subject))).toMatchObject({ isError: true, status: 409 })
  })

  test('is not changed if it did not exist when it was shown', async () => {
    const tool = await toolOf('track_competitor')
    const change = { projectId, name: 'Gamma', domain: 'mine.example' }
    const { subject } = await tool.preview(change)
    await acme.call('PUT', `/v1/projects/${projectId}/geo/competitors`, {
      name: 'Gamma',
      domain: 'theirs.example',
    })
    expect(await tool.call(change, call(subject))).toMatchObject({ isError: true, status: 409 })
  })

  test('is not taken for done if it differs in white space that its route keeps', async () => {
    await addPost()
    const tool = await toolOf('update_post')
    const change = { postId: 'post1', markdown: '    # Release\n' }
    const { subject } = await tool.preview(change)
    app.ctx.clock.advance(1000)
    await acme.call('PATCH', '/v1/posts/post1', { markdown: '# Release' })
    expect(await tool.call(change, call(subject))).toMatchObject({ isError: true, status: 409 })
  })

  test('is done if an earlier attempt of the call has changed it', async () => {
    await addPost()
    for (const [name, given] of [
      ['update_post', input],
      ['update_prompt', { projectId, promptId: `p1-${projectId}`, enabled: false }],
      ['track_competitor', { projectId, name: 'Beta', domain: 'beta.example' }],
      ['delete_post', { postId: 'post1' }],
      ['delete_prompt', { projectId, promptId: `p1-${projectId}` }],
    ] as const) {
      const tool = await toolOf(name)
      const { subject } = await tool.preview(given)
      app.ctx.clock.advance(1000)
      expect([name, (await tool.call(given, call(subject))).isError]).toEqual([name, false])
      app.ctx.clock.advance(1000)
      expect([name, (await tool.call(given, call(subject))).isError]).toEqual([name, false])
    }
  })

  test('is not shown to a user who may no longer change it', async () => {
    await addPost()
    const { id } = await createKey(app.ctx, acme.id, { name: 'editor' })
    const tool = await toolOf('update_post', id)
    const { subject } = await tool.preview(input)
    app.ctx.clock.advance(1000)
    await tool.call(input, call(subject))
    await updateKey(app.ctx, acme.id, id, { scopes: ['chats.write'] })
    expect(await tool.call(input, call(subject))).toEqual({ text: 'Forbidden', isError: true, status: 403 })
  })
})

test('every tool that changes something has a preview without text of its model', async () => {
  await addPost()
  await addIdentity(app.ctx, acme.id, 'brand')
  const asker = { id: acme.keyId, organizationId: acme.id }
  const tools = await findTools(app.ctx, asker, { maxSchemaTokens: Number.POSITIVE_INFINITY })
  for (const tool of tools.filter(({ effect }) => effect !== 'read')) {
    const { prompt, refused } = await tool.preview({ projectId, postId: 'post1', brandIdentityId: 'brand' })
    expect([
      tool.name,
      prompt === refused ||
        prompt.startsWith(tool.description.split(' ', 1)[0] ?? '') ||
        tool.name === 'submit_feedback',
    ]).toEqual([tool.name, true])
  }
  expect((await app.ctx.db.select().from(posts).where(eq(posts.id, 'post1'))).length).toBe(1)
})
