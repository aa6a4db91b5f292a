import { afterEach, expect, test } from 'bun:test'
import { drawPostCard } from '../src/card/post-card.ts'
import { changelogAnswerCheck } from '../src/features/generation/changelog/changelog-answer-check.ts'
import { generatedCheck } from '../src/features/generation/check-again.ts'
import { textAnswerCheck } from '../src/features/generation/text/text-answer-check.ts'
import { citedFacts } from '../src/features/geo/briefs/cited-facts.ts'
import { postHtml } from '../src/markdown/post-html.ts'
import { robotsFile } from '../src/net/robots.ts'
import { sitePage } from '../src/net/site-page.ts'
import { csvFile } from '../src/text/csv.ts'
import { createTextThread, type TextTask, type TextThread } from '../src/text-thread.ts'

const opened: TextThread[] = []
afterEach(() => {
  for (const thread of opened.splice(0)) thread.close()
})

function openThread(limits?: Parameters<typeof createTextThread>[0]): TextThread {
  const thread = createTextThread({ maxWait: 600_000, maxAnswer: 600_000, maxStall: 600_000, ...limits })
  opened.push(thread)
  return thread
}

/** The number of event loop turns before a promise was settled. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const settled = work
    .catch(() => {})
    .finally(() => {
      isDone = true
    })
  while (!isDone) {
    await new Promise<void>((resolve) => setImmediate(resolve))
    turns++
  }
  await settled
  return turns
}

const page = (text: string) => ({ url: 'https://a.example/', status: 200, contentType: 'text/html', text })
const post: Parameters<typeof generatedCheck.act>[0] = {
  stored: {
    contentType: 'blog_post',
    instructions: { brand: '', rules: '' },
    ...{ activity: '', known: '', language: 'English', links: [], numbers: [], tags: [], changes: 1 },
    claims: { own: { key: 'own', name: 'Acme', terms: [], hosts: [] }, others: [], sources: [] },
  },
  facts: [],
  text: { title: 'Exports', markdown: '['.repeat(6_000) },
}
const { stored: basis, facts } = post
const hostile = {
  ...{ type: 'blog_post' as const, basis, facts, bullets: 'any' as const },
  answer: { title: 'Exports', markdown: '['.repeat(6_000) },
  addresses: new Map([['c1', 'https://a.example/1']]),
}
const changelog = {
  ...{ basis, facts },
  answer: { title: '[', summary: '['.repeat(4_000), highlights: [], titles: [] },
}
const article = { markdown: '['.repeat(20_000), facts: [] }
const commas = `prompt\n${','.repeat(1_000_000)}`
const rules = `User-agent: *\n${`Disallow: /${'*a'.repeat(1_000)}$\n`.repeat(200)}`

/** A task of minutes. */
const slow = {
  name: 'robots',
  input: {
    address: 'https://a.example/robots.txt',
    text: `User-agent: *\n${`Disallow: /${'*a'.repeat(20)}$\n`.repeat(20_000)}`,
    href: `https://a.example/${'a'.repeat(8_000)}b`,
  },
}

test.each([
  ['CSV file', () => csvFile.run({ text: commas, required: ['prompt'] }, commas.length, 'acme')],
  ['Markdown of a post', () => postHtml.run('<b>x'.repeat(20_000), 80_000, 'acme')],
  ['check of a post', () => generatedCheck.run(post, post.text.markdown.length, 'acme')],
  ['answer with a post', () => textAnswerCheck.run(hostile, 6_000, 'acme')],
  ['answer with a changelog', () => changelogAnswerCheck.run(changelog, 6_000, 'acme')],
  ['search for facts in an article', () => citedFacts.run(article, 20_000, 'acme')],
  ['web page', () => sitePage.run(page('<nav>'.repeat(400_000)), 2_000_000, 'acme')],
  [
    'robots.txt',
    () => robotsFile.run({ address: 'https://a.example/robots.txt', text: rules }, rules.length, 'acme'),
  ],
])('requests are answered while a long %s is processed', async (_, process) => {
  expect(await turnsDuring(process())).toBeGreaterThan(10)
})

test('each task returns the same on the thread as on the main thread', async () => {
  const thread = openThread()
  const same = async <Input, Output>({ name, act }: TextTask<Input, Output>, input: Input) => {
    expect(await thread.run({ name, input }, 'acme')).toEqual(await act(input))
  }
  await same(csvFile, { text: 'prompt,enabled\na,yes\n', required: ['prompt'] })
  await same(drawPostCard, { title: 'Exports', brand: 'Acme', highlights: ['Rows are streamed'] })
  await same(postHtml, '# Title\n\nText *with* emphasis.')
  await same(sitePage, page('<title>A</title><p>Text</p><a href="/b">b</a>'))
  await same(robotsFile, { address: 'https://a.example/robots.txt', text: rules, href: 'https://a.example/' })
})

test('a task that needs too much work is refused, and the next one runs on a new thread', async () => {
  const thread = openThread({ maxWork: 1_000 })
  const refused = thread.run(slow, 'acme')
  const next = thread.run({ name: 'post-html', input: 'Text' }, 'acme')
  await expect(refused).rejects.toMatchObject({
    status: 400,
    message: 'This text takes too long to process. Shorten it or simplify its formatting.',
  })
  expect(await next).toEqual({ content: '<p>Text</p>', heading: null })
})

const text = (words: string) => ({ name: 'post-html', input: words })

test('a task is refused for its processor time, and not for the time that it waits for the processor', async () => {
  const readings = [0, 0, 0, 1]
  const thread = openThread({ maxWork: 1, measure: () => () => readings.shift() ?? 0 })
  await expect(thread.run(slow, 'acme')).rejects.toMatchObject({ status: 400 })
  expect(readings).toBeEmpty()
})

test('a thread that makes no progress refuses its task as unavailable', async () => {
  const thread = openThread({ maxStall: 1 })
  await expect(thread.run(text('Text'), 'acme')).rejects.toMatchObject({ status: 503 })
})

test('a request that is not answered in time is refused as unavailable while it runs, and a job is not', async () => {
  const thread = openThread({ maxAnswer: 1 })
  await expect(thread.run(text('Text'), 'acme')).rejects.toMatchObject({ status: 503 })
  const { signal } = new AbortController()
  expect(await thread.run(text('Text'), 'acme', signal)).toEqual({ content: '<p>Text</p>', heading: null })
})

test('owners take turns, in any number of texts', async () => {
  const thread = openThread()
  const order: string[] = []
  const send = (owner: string) => thread.run(text(owner), owner).then(() => order.push(owner))
  await Promise.all([...['acme', 'acme', 'acme', 'acme'].map(send), ...['globex', 'globex'].map(send)])
  expect(order).toEqual(['acme', 'globex', 'acme', 'globex', 'acme', 'acme'])
})

test('long texts of an owner are refused while 8 of theirs wait, and those of all while 50 wait', async () => {
  const thread = openThread()
  const send = (owner: string) => thread.run(text('Text'), owner)
  const own = Array.from({ length: 9 }, () => send('acme'))
  await expect(send('acme')).rejects.toMatchObject({ status: 503 })
  const others = Array.from({ length: 42 }, (_, number) => send(`other-${number}`))
  await expect(send('globex')).rejects.toMatchObject({ status: 503 })
  await Promise.all([...own, ...others])
})

test('a long text that waits too long is refused', async () => {
  const thread = openThread({ maxWait: 1 })
  const input = { address: 'https://a.example/robots.txt', text: rules, href: 'https://a.example/' }
  const first = thread.run({ name: 'robots', input }, 'acme')
  await expect(thread.run(text('Text'), 'globex')).rejects.toMatchObject({ status: 503 })
  await first
})

test('jobs wait for their turn when requests are refused, and use none of their queue', async () => {
  const thread = openThread({ maxWait: 1 })
  const { signal } = new AbortController()
  const jobs = Array.from({ length: 60 }, () => thread.run(text('Text'), 'acme', signal))
  await expect(thread.run(text('Text'), 'globex')).rejects.toMatchObject({ status: 503 })
  expect(await Promise.all(jobs)).toHaveLength(60)
})

test('a request is served before the jobs of any owner', async () => {
  const thread = openThread()
  const { signal } = new AbortController()
  const order: string[] = []
  await Promise.all([
    ...['running', 'job', 'job'].map((name, place) =>
      thread.run(text('Text'), `owner-${place}`, signal).then(() => order.push(name)),
    ),
    thread.run(text('Text'), 'owner-0').then(() => order.push('request')),
  ])
  expect(order).toEqual(['running', 'request', 'job', 'job'])
})

test('an aborted job stops waiting', async () => {
  const thread = openThread()
  const leaving = new AbortController()
  const first = thread.run(text('Text'), 'acme')
  const left = thread.run(text('Text'), 'acme', leaving.signal)
  leaving.abort(new Error('The server stops.'))
  await expect(left).rejects.toThrow('The server stops.')
  await first
  await expect(thread.run(text('Text'), 'acme', leaving.signal)).rejects.toThrow('The server stops.')
})

test('an unknown task is an error', async () => {
  await expect(openThread().run({ name: 'other', input: null }, 'acme')).rejects.toThrow(
    'There is no task other.',
  )
})
