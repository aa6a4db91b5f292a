import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { brandFacts } from '../../src/features/brand-identities/facts/table.ts'
import { readBack } from '../changelog/read-back.ts'
import { addIdentity, connect, type Team, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { type GitHubHost, startGitHub } from '../support/github.ts'
import { repository as hostRepository } from '../support/github-repository.ts'
import { startModels } from '../support/models.ts'
import { track } from '../support/tracking.ts'
import { linkedinText, words } from './writer-brief.ts'

let host: GitHubHost
let models: ReturnType<typeof startModels>
let app: Awaited<ReturnType<typeof testApp>>
let team: Team
let repositoryId: string

beforeEach(async () => {
  const story = hostRepository('acme/app', { startsAt: '2026-03-01T09:00:00.000Z' })
  story.pullRequest('feat: add a Slack integration', { body: 'Releases are posted to a channel.' })
  story.pullRequest('feat: import posts from Betalog', {
    body: 'Betalog has an export of all posts as JSON.',
  })
  story.pullRequest('fix: crash when GitLab is down')
  story.pullRequest('feat: make Zyntrix faster', { body: 'Zyntrix is our search index.' })
  host = startGitHub({ repositories: [story] })
  models = startModels({})
  app = await testApp({ githubApiUrl: host.url }, models.models())
  team = await app.team('acme')
  repositoryId = (await connect(app.ctx, team.id, 'acme/app')).id
  await track(app.ctx, team.id, { competitors: ['Quuxly', 'Betalog'] })
})
afterEach(() => {
  host.stop()
  models.stop()
})

async function generate(contentType: string) {
  const request = { contentType, repositoryIds: [repositoryId] }
  const { body } = await team.call('POST', '/v1/posts/generate', request)
  await drain(app.ctx)
  const { job } = (await team.call('GET', `/v1/posts/generate/${body.job.id}`)).body
  const post = job.postId === null ? null : (await team.call('GET', `/v1/posts/${job.postId}`)).body.post
  return { job, post }
}

const tweet = (markdown: string, title = 'Faster search') => ({ title, markdown, skip: null })
const fine = tweet('Releases now reach your Slack channel. Your team reads them where it talks.')

describe('a social post', () => {
  test.each([
    ['a tracked competitor', 'Releases now reach your channel. Unlike Quuxly, which leaks customer data.'],
    ['a disguised competitor', 'Releases now reach your channel. Unlike Quux-ly, which leaks customer data.'],
    ['a competitor without harm', 'Releases now reach your channel. Quuxly has no integrations at all.'],
    ['a well-known company', 'Releases now reach your channel. Meet Notion. It leaks customer data.'],
    ['a company that nobody tracks', 'Releases now reach your channel. Vornex sells the data of its users.'],
  ])('that makes an unsupported statement about %s is corrected once', async (_, text) => {
    models.replyWith(tweet(text), fine)
    const { job, post } = await generate('twitter_post')
    expect(job.status).toBe('completed')
    expect(post.markdown).toBe(fine.markdown)
    expect(models.asked[1]?.prompt).toContain('No source supports')
  })

  test('that repeats an unsupported statement about a competitor is a draft that cannot be published', async () => {
    models.replyWith(
      tweet('Releases now reach your channel. Unlike Quuxly, which leaks customer data.'),
      tweet('Releases now reach your channel. Unlike Quuxly, which leaks customer data.'),
    )
    const { job, post } = await generate('twitter_post')
    expect(job).toMatchObject({ status: 'completed', error: null })
    expect(post).toMatchObject({
      status: 'draft',
      faults: [{ rule: 'claims-about-others', severity: 'blocking' }],
    })
    const refused = await team.call('PATCH', `/v1/posts/${post.id}`, { status: 'published' })
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('about Quuxly')])
  })

  test('whose title makes an unsupported statement about a competitor is corrected', async () => {
    models.replyWith(tweet(fine.markdown, 'Quuxly leaks customer data'), fine)
    expect((await generate('twitter_post')).post.title).toBe(fine.title)
  })

  test.each([
    'Import your posts from Betalog. Your history comes with you, as it was written.',
    'Zyntrix answers sooner now. Search feels calmer, and so does your team.',
    'The Slack integration posts releases to a channel. Your team reads them where it talks.',
    'Acme no longer crashes when GitLab is down. Your team reads on, whatever happens there.',
  ])('may state facts of the activity: %s', async (text) => {
    models.replyWith(tweet(text))
    const { job, post } = await generate('twitter_post')
    expect(job.error).toBeNull()
    expect(post.markdown).toBe(text)
    expect(models.asked).toHaveLength(1)
  })

  test('may state facts of the brand, but not about a competitor', async () => {
    await addIdentity(app.ctx, team.id, 'identity')
    await app.ctx.db.insert(brandFacts).values({
      ...{ id: 'fact', organizationId: team.id, brandIdentityId: 'identity', status: 'ready' },
      text: 'Quuxly has no export of posts. Acme imports posts from Quuxly and exports them as Markdown.',
      ...{ createdAt: app.ctx.now(), updatedAt: app.ctx.now() },
    })
    const text = 'Acme imports posts from Quuxly. We export them as Markdown, and now to Slack.'
    models.replyWith(tweet('Quuxly has no export of posts. We export them as Markdown.'), tweet(text))
    expect((await generate('twitter_post')).post.markdown).toBe(text)
    expect(models.asked[0]?.prompt).toContain('Quuxly has no export of posts')
    expect(models.asked[1]?.prompt).toContain(
      'No source supports "Quuxly has no export of posts." about Quuxly.',
    )
  })
})

test('a LinkedIn post that harms a competitor is corrected', async () => {
  const markdown = `${linkedinText}\n\nQuuxly loses the data of its customers.`
  models.replyWith({ title: 'Exports', markdown }, { title: 'Exports', markdown: linkedinText })
  expect((await generate('linkedin_post')).post.markdown).not.toContain('Quuxly')
})

test.each([
  ['a sentence', 'Unlike Quuxly, which leaks customer data, it is calm.'],
  ['a table', '| Tool | Data |\n|-|-|\n| Quuxly | leaks customer data |'],
  ['a code block', '```\nQuuxly leaks customer data\n```'],
])('a blog post with an unsupported statement about a competitor in %s is corrected', async (_, harm) => {
  const body = `Read [how](c1).\n\n${words(450)}`
  models.replyWith(
    { title: 'Calmer work', markdown: `${body}\n\n${harm}` },
    { title: 'Calmer work', markdown: body },
  )
  expect((await generate('blog_post')).post.markdown).not.toContain('Quuxly')
  expect(models.asked[1]?.prompt).toContain('No source supports')
})

describe('a changelog', () => {
  const idOf = (prompt: string, title: string) =>
    JSON.parse(prompt.split('\n').find((line) => line.includes(`"title":"${title}"`)) ?? '{}').id
  const answer = (summary: string, text: string) => (asked: { prompt: string }) => ({
    ...{ title: 'A calmer week', summary },
    highlights: [{ id: idOf(asked.prompt, 'Add a Slack integration'), text }],
    titles: [],
  })

  test('names an integration that the activity names', async () => {
    const text = 'The Slack integration posts releases to a channel.'
    models.replyWith(answer(words(40), text))
    const { post } = await generate('changelog')
    expect(models.asked).toHaveLength(1)
    expect(post.markdown).toContain(text)
    expect(readBack(post.markdown).summary).toBe(words(40))
  })

  test("omits the model's statements about a competitor without a source", async () => {
    const harm = 'Unlike Quuxly, which leaks customer data, this is calm.'
    models.replyWith(answer(`${words(30)} ${harm}`, harm), { summary: words(40) })
    const { post } = await generate('changelog')
    expect(models.asked).toHaveLength(2)
    expect(post.markdown).not.toContain('Quuxly')
    expect(readBack(post.markdown).summary).toBe(words(40))
  })
})
