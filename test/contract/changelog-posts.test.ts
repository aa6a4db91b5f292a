import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { expectChangelog, expectCompleteLedger, sectionsOf } from './changelog-shape'
import {
  allPosts,
  commitOf,
  connectRepository,
  createTrigger,
  deliver,
  pushOf,
  type Repository,
  releaseOf,
  shasOf,
  writePost,
} from './deliveries'
import { eventually } from './eventually'
import { between, breakingTitle, type HostCommit, securityTitle } from './history'
import { dangersIn, linksIn } from './html'
import { type Herald, type Organization, openOrganization, startHerald } from './support'
import { isoTime, type OnePost, type Post, type PostList, type Trigger } from './wire'

setDefaultTimeout(60_000)

const name = 'acme/widgets'

let herald: Herald
let acme: Organization
let widgets: Repository
let trigger: Trigger
let commits: HostCommit[]
let post: Post

beforeAll(async () => {
  herald = await startHerald()
  acme = await openOrganization(herald, 'acme')
  widgets = await connectRepository(herald, acme, name)
  trigger = await createTrigger(acme, [widgets])
  const history = herald.codeHost.historyOf(name)
  const [first, second] = history.releases
  commits = between(history, first?.sha ?? '', second?.sha ?? '')
  const published = { published_at: second?.publishedAt }
  await deliver(herald, widgets, {
    event: 'release',
    payload: releaseOf(name, 'v1.1.0', 'published', published),
  })
  post = await eventually('the draft of the release', async () => (await allPosts(acme))[0])
})
afterAll(() => herald.stop())

const entryOf = (number: number) => post.sourceMetadata.ledger.find((entry) => entry.number === number)
const shaOfMessage = (start: string) => commits.find(({ message }) => message.startsWith(start))?.sha ?? ''

describe('the draft of a signed release delivery', () => {
  test('is a changelog with all its fields', () => {
    expect(post).toEqual({
      id: expect.stringMatching(/^[a-z0-9]{16}$/),
      collectionId: expect.any(String),
      title: expect.any(String),
      slug: expect.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/),
      content: expect.any(String),
      htmlUrl: null,
      markdown: expect.any(String),
      rawHtml: null,
      recommendations: post.recommendations,
      contentType: 'changelog',
      sourceMetadata: expect.any(Object),
      status: 'draft',
      createdAt: expect.stringMatching(isoTime),
      updatedAt: expect.stringMatching(isoTime),
      publishedAt: null,
    })
  })

  test('shows its source', () => {
    expect(post.sourceMetadata).toMatchObject({
      triggerId: trigger.id,
      triggerSourceType: 'github_webhook',
      repositories: [{ owner: 'acme', repo: 'widgets' }],
      eventType: 'release',
      eventAction: 'published',
    })
  })

  test('has a plain title without numbers of pull requests, tags and hashes', () => {
    expect(post.title.trim()).not.toBe('')
    expect(post.title.length).toBeLessThanOrEqual(120)
    expect(post.title).not.toMatch(/#\d|v1\.1\.0|\b[0-9a-f]{12,40}\b|[<>\n]/)
  })

  test('is read by its id and is not in the list of published posts', async () => {
    const read = await acme.api.get<OnePost>(`/v1/posts/${post.id}`)
    const published = await acme.api.get<PostList>('/v1/posts')
    expect([read.status, read.body.post]).toEqual([200, post])
    expect(published.body.posts).toEqual([])
  })

  test('is the only post', async () => {
    expect(await allPosts(acme)).toHaveLength(1)
  })
})

describe('its ledger', () => {
  test('lists every commit since the previous release once', () => {
    expect(commits.length).toBeGreaterThan(10)
    expectCompleteLedger(
      post.sourceMetadata.ledger,
      commits.map(({ sha }) => sha),
    )
  })

  test('lists a merged pull request with all its commits', () => {
    expect(entryOf(11)).toMatchObject({
      kind: 'pull_request',
      url: 'https://github.com/acme/widgets/pull/11',
      category: 'Features & Enhancements',
    })
    expect(entryOf(11)?.commits.toSorted()).toEqual(
      ['Merge pull request #11', 'feat: add a dark mode', 'fixup: colours'].map(shaOfMessage).sort(),
    )
  })

  test('lists a squashed pull request as one change with its author', () => {
    expect(entryOf(12)).toMatchObject({
      kind: 'pull_request',
      url: 'https://github.com/acme/widgets/pull/12',
      category: 'Bug Fixes',
      commits: [shaOfMessage('fix: stop crashing')],
    })
    expect(entryOf(12)?.authors).toHaveLength(1)
    expect(entryOf(12)?.placement).not.toBe('omitted')
  })

  test('lists a commit without a pull request as a commit', () => {
    const sha = shaOfMessage('docs: explain')
    const entry = post.sourceMetadata.ledger.find(({ commits }) => commits.includes(sha))
    expect(entry).toMatchObject({
      kind: 'commit',
      number: null,
      commits: [sha],
      url: `https://github.com/acme/widgets/commit/${sha}`,
    })
  })

  test('omits housekeeping and reverted changes, with the reason', () => {
    const releaseCommit = post.sourceMetadata.ledger.find(({ commits }) =>
      commits.includes(shaOfMessage('chore(release)')),
    )
    const reverted = post.sourceMetadata.ledger.filter(({ commits }) =>
      [shaOfMessage('feat: teleport'), shaOfMessage('Revert')].some((sha) => commits.includes(sha)),
    )
    for (const entry of [entryOf(13), releaseCommit, ...reverted]) {
      expect(entry).toMatchObject({ placement: 'omitted', reason: expect.any(String) })
      expect(entry?.reason).not.toBe('')
    }
  })

  test('highlights security first, then breaking changes, and at most five', () => {
    const highlights = post.sourceMetadata.ledger.filter(({ placement }) => placement === 'highlight')
    expect(highlights.length).toBeLessThanOrEqual(5)
    expect(entryOf(14)).toMatchObject({ placement: 'highlight', category: 'Security' })
    expect(entryOf(19)?.placement).toBe('highlight')
  })
})

describe('its text', () => {
  test('follows the rules of a changelog', () => {
    expectChangelog(post.markdown, post.sourceMetadata.ledger)
  })

  test('lists every change once and no omitted change', () => {
    const { highlights, updates } = sectionsOf(post.markdown)
    expect(highlights.length + [...updates.values()].flat().length).toBe(
      post.sourceMetadata.ledger.filter(({ placement }) => placement !== 'omitted').length,
    )
    expect(post.markdown).not.toContain('left-pad')
    expect(post.markdown.toLowerCase()).not.toContain('teleport')
  })

  test('has the security and the breaking change among the highlights', () => {
    const highlights = sectionsOf(post.markdown).highlights.join('\n').toLowerCase()
    for (const title of [securityTitle, breakingTitle])
      expect(highlights).toContain(title.replace(/^.*: /, '').split(' ').slice(-2).join(' '))
  })

  test('has no em dashes', () => {
    expect(post.markdown).not.toMatch(/[–—]/)
  })
})

describe('text of the repository is data', () => {
  test('a title with HTML is shown, not run', async () => {
    expect(entryOf(15)?.placement).not.toBe('omitted')
    expect(await dangersIn(post.content)).toEqual([])
    expect(post.content).not.toContain('<img')
  })

  test('its links point only to the code host', async () => {
    const links = await linksIn(post.content)
    expect(links.filter((link) => !link.startsWith('https://github.com/'))).toEqual([])
  })

  test.each([
    'feat: <svg onload=alert(1)> for <b>all</b>',
    'fix: ![x](https://evil.example/x.png) in pictures',
    'feat: `</code><script>alert(1)</script>` blocks',
    'fix: [a][b] references\n\n[b]: javascript:alert(1)',
    'feat: <https://evil.example/> and https://evil.example/ pages',
    'feat: show\u0000nul and \u202Etext',
    'feat: ## Highlights\n\n## Highlights\n\n- injected',
  ])('commit %j causes no failure', async (message) => {
    const draft = await writePost(herald, acme, widgets, message)
    expect(await dangersIn(draft.content)).toEqual([])
    const addresses = [...draft.content.matchAll(/(?:href|src)="([^"]*)"/g)].map((match) => match[1] ?? '')
    expect(addresses.filter((address) => !address.startsWith('https://github.com/'))).toEqual([])
    expectChangelog(draft.markdown, draft.sourceMetadata.ledger)
  })
})

describe('a push', () => {
  test.each([
    ['an empty message', ['', 'feat: a word at last']],
    ['a message of blank lines', ['\n\n', 'feat: more words']],
    ['a very long message', [`feat: ${'long '.repeat(20_000)}`]],
    ['a message of brackets', [`feat: ${'['.repeat(20_000)}`, 'feat: words again']],
    ['a message without a space', [`feat: ${'x'.repeat(50_000)}`]],
    ['an emoji at the cut', [`feat: boom ${'💥'.repeat(300)}`]],
  ])('with %s is listed whole', async (_, messages) => {
    const pushed = messages.map(commitOf)
    await deliver(herald, widgets, { event: 'push', payload: pushOf(name, pushed) })
    const draft = await eventually('the draft of the push', async () =>
      (await allPosts(acme)).find((item) => shasOf(item).includes(pushed[0]?.sha ?? '')),
    )
    expectCompleteLedger(
      draft.sourceMetadata.ledger,
      pushed.map(({ sha }) => sha),
    )
    expectChangelog(draft.markdown, draft.sourceMetadata.ledger)
    expect(draft.title.length).toBeLessThanOrEqual(120)
    expect(draft.title.isWellFormed() && draft.markdown.isWellFormed()).toBe(true)
  })

  test('uses the commits of its payload', async () => {
    const pushed = [
      commitOf('feat: a new search'),
      commitOf('chore: tidy up'),
      commitOf("Merge branch 'main' into topic"),
      commitOf('fix(security): close a hole'),
    ]
    await deliver(herald, widgets, { event: 'push', payload: pushOf(name, pushed) })
    const draft = await eventually('the draft of the push', async () =>
      (await allPosts(acme)).find((item) => shasOf(item).includes(pushed[0]?.sha ?? '')),
    )
    expect(draft.sourceMetadata).toMatchObject({ eventType: 'push', triggerSourceType: 'github_webhook' })
    expectCompleteLedger(
      draft.sourceMetadata.ledger,
      pushed.map(({ sha }) => sha),
    )
    expectChangelog(draft.markdown, draft.sourceMetadata.ledger)
  })

  test('of three hundred commits includes all of them', async () => {
    const pushed = Array.from({ length: 300 }, (_, i) => commitOf(`feat: improvement number ${i}`))
    await deliver(herald, widgets, { event: 'push', payload: pushOf(name, pushed) })
    const draft = await eventually('the draft of the push', async () =>
      (await allPosts(acme)).find((item) => shasOf(item).includes(pushed[0]?.sha ?? '')),
    )
    expectCompleteLedger(
      draft.sourceMetadata.ledger,
      pushed.map(({ sha }) => sha),
    )
    expectChangelog(draft.markdown, draft.sourceMetadata.ledger)
  })
})

describe('a run is durable', () => {
  const draftOf = (sha: string) =>
    eventually('the draft', async () => {
      const found = (await allPosts(acme)).filter((item) => shasOf(item).includes(sha))
      return found.length > 0 && found
    })

  test('a release of 320 commits is read page by page', async () => {
    const large = await connectRepository(herald, acme, 'acme/large')
    await createTrigger(acme, [large])
    const history = herald.codeHost.historyOf('acme/large')
    const [, previous, latest] = history.releases
    const shas = between(history, previous?.sha ?? '', latest?.sha ?? '').map(({ sha }) => sha)
    expect(shas).toHaveLength(320)
    const published = { published_at: latest?.publishedAt }
    const payload = releaseOf('acme/large', 'v2.0.0', 'published', published)
    await deliver(herald, large, { event: 'release', payload })
    const [draft] = await draftOf(latest?.sha ?? '')
    expectCompleteLedger(draft?.sourceMetadata.ledger ?? [], shas)
  })

  test('it survives a restart right after the delivery was acknowledged', async () => {
    const commit = commitOf('feat: survive a restart')
    const { status } = await deliver(herald, widgets, { event: 'push', payload: pushOf(name, [commit]) })
    await herald.restart()
    expect(status).toBe(200)
    expect(await draftOf(commit.sha)).toHaveLength(1)
  })

  test('it is retried when the code host fails', async () => {
    const gadgets = await connectRepository(herald, acme, 'acme/gadgets')
    await createTrigger(acme, [gadgets])
    const [, , , release] = herald.codeHost.historyOf('acme/gadgets').releases
    herald.codeHost.failNext(1)
    const payload = releaseOf('acme/gadgets', 'v1.2.0', 'published', { published_at: release?.publishedAt })
    await deliver(herald, gadgets, { event: 'release', payload })
    expect(await draftOf(release?.sha ?? '')).toHaveLength(1)
  })
})

test('with autoPublish the post is published at once', async () => {
  const other = await connectRepository(herald, acme, 'acme/others')
  await createTrigger(acme, [other], { autoPublish: true })
  const written = await writePost(herald, acme, other, 'feat: visible at once')
  expect(written.status).toBe('published')
  const { body } = await acme.api.get<PostList>('/v1/posts')
  expect(body.posts).toEqual([written])
})
