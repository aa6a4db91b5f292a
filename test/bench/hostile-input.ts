import { Database } from 'bun:sqlite'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { signBody } from '../../src/codehost/signature.ts'
import { brandIdentities } from '../../src/features/brand-identities/table.ts'
import { projects } from '../../src/features/geo/projects/table.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { organizations } from '../../src/features/organizations/table.ts'
import { postChecks, posts } from '../../src/features/posts/table.ts'
import { readTokens } from '../../src/markdown/tokens.ts'
import { startModels } from '../support/models.ts'
import { planAnswer, section } from '../support/planning.ts'
import type { Row, Workshop } from './benchmark.ts'
import { connectRepository } from './deliveries.ts'
import { megabytes, milliseconds } from './support/format.ts'
import { type Installation, install } from './support/herald.ts'
import { type Service, startService } from './support/service.ts'
import { startProbed } from './support/turns.ts'

const megabyte = 1024 * 1024
const secret = 'f'.repeat(64)

/**
 * The cost of hostile input for other users: the memory of many bodies, and the longest turn of the event
 * loop in processor time, which other work on the machine does not change.
 */
export async function hostileInput(workshop: Workshop): Promise<Row[]> {
  return [...markdown(), ...(await floods(workshop)), await sitemaps(workshop), ...(await blocks(workshop))]
}

const mostGrowth = 3

/** How the time to parse Markdown grows with its length. */
function markdown(): Row[] {
  const processorTime = (text: string) => {
    const start = process.cpuUsage()
    readTokens(text)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
  return ['_a', '*_a', '(_a', '> ', '- > ', 'a\nb\n'].map((mark) => {
    const [half, whole] = [100_000, 200_000].map((length) => processorTime(repeat(mark, length)))
    const growth = (whole ?? 0) / Math.max(half ?? 0, 1)
    return {
      what: `200 kB of Markdown of ${JSON.stringify(mark)}, compared with 100 kB`,
      reached: `${growth.toFixed(1)} times as long`,
      aim: `under ${mostGrowth}, where quadratic time takes 4`,
      met: growth < mostGrowth,
    }
  })
}

const mostMegabytes = 400
const memoryRow = (what: string, peak: number): Row => ({
  what: `${what}: peak of memory`,
  reached: megabytes(peak),
  aim: `under ${mostMegabytes} MB, for a container of 512 MB`,
  met: peak < mostMegabytes,
})

async function floods(workshop: Workshop): Promise<Row[]> {
  const installation = await install(workshop, 'floods')
  const path = await connectRepository(installation)
  installation.ctx.db.$client.close()
  const rows: Row[] = []
  const kinds = [
    { what: '120 unsigned bodies of 24 MB', count: 120, sent: 24, milliseconds: 12_000 },
    { what: '40 uploads of 24 MB that stall', count: 40, sent: 20, milliseconds: 7_000 },
  ]
  for (const { what, count, sent, milliseconds: time } of kinds) {
    const herald = await startService([workshop.binary, 'serve'], { DATA_DIR: installation.dataDir })
    const sockets = Array.from({ length: count }, () => upload(herald, path, sent * megabyte))
    await Promise.race([Promise.all(sockets.map(({ ended }) => ended)), Bun.sleep(time)])
    for (const { end } of sockets) end()
    const peak = peakOf(herald)
    await herald.stop()
    rows.push(memoryRow(what, peak))
  }
  return rows
}

const sitemapCount = 16
const mostOfProject = 10

/** Sitemaps of the largest size, each compressed and of short lines, which are all added at once. */
async function sitemaps(workshop: Workshop): Promise<Row> {
  const installation = await install(workshop, 'sitemaps')
  const { ctx, database, organizationId, dataDir } = installation
  const { key } = await createKey(ctx, organizationId, { name: 'bench' })
  for (const id of ['project-0', 'project-1'])
    await ctx.db.insert(projects).values({ id, organizationId, name: 'Acme', createdAt: ctx.now() })
  ctx.db.$client.close()
  const file = Bun.gzipSync(Buffer.from(repeat('<loc>\nh\n', 10 * megabyte)))
  const site = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) =>
      url.endsWith('.gz')
        ? new Response(file, { headers: { 'content-type': 'application/gzip' } })
        : new Response('', { status: 404 }),
  })
  const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'warn', ALLOW_PRIVATE_NETWORK: 'true' }
  const herald = await startService([workshop.binary, 'serve'], environment)
  const add = async (number: number) => {
    const project = `project-${Math.floor(number / mostOfProject)}`
    const answer = await fetch(`http://127.0.0.1:${herald.port}/v1/projects/${project}/geo/sitemaps`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${site.url}${number}.gz` }),
    })
    if (!answer.ok) throw new Error(`A sitemap was answered ${await answer.text()}`)
  }
  await Promise.all(Array.from({ length: sitemapCount }, (_, number) => add(number)))
  using jobs = new Database(database)
  const isBusy = jobs.query("select 1 from jobs where state = 'running' or (state = 'ready' and run_at <= ?)")
  while (isBusy.get(Date.now())) await Bun.sleep(50)
  const peak = peakOf(herald)
  await herald.stop()
  site.stop(true)
  return memoryRow(`${sitemapCount} sitemaps of 10 MB`, peak)
}

/** A delivery with a wrong signature that announces 24 MB and sends less. */
function upload({ port }: Service, path: string, bytes: number) {
  const ended = Promise.withResolvers<void>()
  const piece = Buffer.alloc(64 * 1024, 'a')
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    'X-GitHub-Event: push',
    `X-GitHub-Delivery: ${crypto.randomUUID()}`,
    `X-Hub-Signature-256: sha256=${'0'.repeat(64)}`,
    `Content-Length: ${24 * megabyte}`,
    '',
    '',
  ].join('\r\n')
  let left = bytes
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(head)
    const send = () => {
      while (left > 0) {
        left -= piece.length
        if (!socket.write(piece)) return socket.once('drain', send)
      }
    }
    send()
  })
  socket.on('data', () => ended.resolve())
  socket.on('error', () => ended.resolve())
  socket.on('close', () => ended.resolve())
  return { ended: ended.promise, end: () => socket.destroy() }
}

function peakOf({ pid }: Service): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}

type Input = { what: string; body: string; type?: string }

/** Deliveries of the largest accepted size, each in its most expensive shape. */
function deliveriesToSend(): Input[] {
  const commit = (number: number, message: string) => ({
    id: new Bun.CryptoHasher('sha1').update(`${number}`).digest('hex'),
    message,
    author: { name: 'Ana', email: 'ana@acme.com' },
    timestamp: '2026-11-02T10:00:00Z',
    url: 'https://github.com/acme/app/commit/1',
  })
  const push = (count: number, message: (number: number) => string, more = {}) => {
    const commits = Array.from({ length: count }, (_, number) => commit(number, message(number)))
    const repository = {
      id: 1,
      full_name: 'Codertocat/Hello-World',
      default_branch: 'master',
      html_url: 'https://github.com/a/b',
    }
    return JSON.stringify({
      ref: 'refs/heads/master',
      repository,
      commits,
      head_commit: commits.at(-1),
      ...more,
    })
  }
  return [
    {
      what: 'a push of 2,000 commits',
      body: push(2000, (number) => `fix: part ${number}\n\n${'Prose about it. '.repeat(100)}`),
    },
    {
      what: 'a push of 2,000 hostile subjects',
      body: push(2000, (number) => `fix: ${number}${'.a'.repeat(2000)}`),
    },
    {
      what: 'a push of 2,000 hostile messages',
      body: push(2000, (number) => `fix(${'a'.repeat(4000)}: ${number}\n\n${'[('.repeat(1000)}`),
    },
    {
      what: 'a push of one message of 20 MB',
      body: push(1, () => `fix: a\n\n${'a b. '.repeat(4 * megabyte)}`),
    },
    {
      what: 'a push of 20 MB of commits',
      body: push(10_000, (number) => `fix: part ${number}\n\n${'Prose. '.repeat(250)}`),
    },
    { what: '10 MB of nested lists', body: '['.repeat(5 * megabyte) + ']'.repeat(5 * megabyte) },
    { what: '24 MB of empty lists', body: `[${'[],'.repeat(8 * megabyte)}0]` },
    { what: '24 MB of numbers', body: `[${'1,'.repeat(12 * megabyte)}0]` },
    {
      what: '24 MB of files',
      body: push(2000, () => 'x', {
        files: Array.from({ length: 500_000 }, (_, n) => `src/folder/file-${n}.ts`),
      }),
    },
    {
      what: '20 MB in a form',
      type: 'application/x-www-form-urlencoded',
      body: `a=${'&b='.repeat(3 * megabyte)}&payload=${'%5B'.repeat(3 * megabyte)}`,
    },
  ]
}

async function blocks(workshop: Workshop): Promise<Row[]> {
  const installation = await install(workshop, 'blocks')
  const path = await connectRepository(installation)
  const { ctx, database, organizationId, dataDir } = installation
  const { key } = await createKey(ctx, organizationId, { name: 'bench' })
  const ids = await addContent(installation)
  ctx.db.$client.close()
  using models = startModels('')
  const environment = {
    ...{ DATA_DIR: dataDir, LOG_LEVEL: 'warn', ALLOW_PRIVATE_NETWORK: 'true' },
    ...{ OPENAI_BASE_URL: models.url, OPENAI_API_KEY: 'bench', WRITER_MODEL: 'writer' },
  }
  const herald = await startProbed(workshop.binary, environment)
  const url = `http://127.0.0.1:${herald.port}`
  const site = startHostileSite()
  await addTrigger(url, key, path.split('/').at(-1) ?? '')
  using jobs = new Database(database)
  const isBusy = jobs.query("select 1 from jobs where state = 'running' or (state = 'ready' and run_at <= ?)")
  const rows: Row[] = []

  async function measure(what: string, act: () => Promise<unknown>) {
    await herald.longestTurn()
    await act()
    while (isBusy.get(Date.now())) await Bun.sleep(50)
    const longest = await herald.longestTurn()
    rows.push({
      what: `longest turn of the event loop: ${what}`,
      reached: milliseconds(longest),
      aim: 'under 50 ms of processor time',
      met: longest < 50,
    })
  }
  const call = (method: string, route: string, body?: object) =>
    fetch(`${url}${route}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).then((answer) => answer.arrayBuffer())

  // Modules that are loaded on first use are not part of the measurement.
  await call('PATCH', `/v1/posts/${ids.post}`, { markdown: 'Text' })
  await call('POST', `/v1/projects/${ids.project}/geo/prompts/import`, {
    csv: 'prompt\nWhich tools are there\n',
  })
  await send(`${url}${path}`, { what: '', body: '{}' })
  const plan = (answer: object) => {
    models.replyWith(answer)
    return call('POST', `/v1/projects/${ids.project}/geo/briefs`, {
      topic: 'changelogs',
      sourceKind: 'manual',
    })
  }
  await plan(planAnswer())
  await call('POST', '/v1/feedback', { message: 'The export is slow.' })
  for (const path of [ids.post, 'feed.xml']) await (await fetch(`${url}/c/acme/${path}`)).text()
  await measure('the first check of a short post', () =>
    call('PATCH', `/v1/posts/${ids.checked}`, { markdown: shortPost }),
  )
  for (const input of deliveriesToSend()) await measure(input.what, () => send(`${url}${path}`, input))
  for (const [what, markdown] of Object.entries(texts)) {
    await measure(`a post of ${what}`, () => call('PATCH', `/v1/posts/${ids.post}`, { markdown }))
    await measure(`the public page of a post of ${what}`, () =>
      fetch(`${url}/c/acme/${ids.post}`).then((page) => page.text()),
    )
    await measure(`the feed of a post of ${what}`, () =>
      fetch(`${url}/c/acme/feed.xml`).then((feed) => feed.text()),
    )
    await measure(`a checked post of ${what}`, () => call('PATCH', `/v1/posts/${ids.checked}`, { markdown }))
  }
  for (const [what, text] of Object.entries(claims))
    await measure(`a plan of ${what}`, () => plan(planOf(text)))
  for (const [what, csv] of Object.entries(files))
    await measure(`a CSV file of ${what}`, () =>
      call('POST', `/v1/projects/${ids.project}/geo/prompts/import`, { csv }),
    )
  await measure('feedback of 4,000 ligatures', () =>
    call('POST', '/v1/feedback', { message: '\ufdfa'.repeat(4_000) }),
  )
  await measure('2 MB of nested lists to an API route', () =>
    call('POST', '/v1/feedback', {
      message: 'x',
      metadata: { lists: Array.from({ length: 300_000 }, () => []) },
    }),
  )
  const addFact = (address: string) =>
    call('POST', `/v1/brand-identities/${ids.identity}/facts`, { url: address })
  await measure('a robots.txt of 500 KB', () => addFact(`http://localhost:${site.port}/`))
  for (const what of Object.keys(pages))
    await measure(`a web page of ${what}`, () => addFact(`${site.url}${encodeURI(what)}`))
  site.stop(true)
  await herald.stop()
  return rows
}

/** A post, a post that is checked when it is changed, a brand identity and a project. */
async function addContent({ ctx, organizationId }: Installation) {
  const ids = { post: 'post', checked: 'checked', identity: 'identity', project: 'project' }
  const now = ctx.now()
  const times = { createdAt: now, updatedAt: now }
  await ctx.db.update(organizations).set({ publicPage: true })
  await ctx.db
    .insert(brandIdentities)
    .values({ id: ids.identity, organizationId, name: 'Acme', websiteUrl: 'https://acme.com', ...times })
  await ctx.db.insert(projects).values({ id: ids.project, organizationId, name: 'Acme', createdAt: now })
  for (const [id, status] of [
    [ids.post, 'published'],
    [ids.checked, 'draft'],
  ] as const)
    await ctx.db.insert(posts).values({
      ...{ id, organizationId, contentType: 'blog_post', status, title: 'Acme' },
      ...{ content: '<p>Acme</p>', markdown: 'Acme', ...times },
    })
  const basis = {
    ...{ contentType: 'blog_post', activity: '', known: '', language: 'English', changes: 1 },
    ...{ instructions: { brand: '', rules: '' }, links: [], numbers: [], tags: [], brandIdentityId: null },
    claims: { own: { key: 'own', name: 'Acme', terms: [], hosts: [] }, others: [], sources: [] },
  }
  const counts = { faults: [], blocking: 0, minor: 0, checkedAt: now }
  await ctx.db.insert(postChecks).values({ postId: ids.checked, kind: 'generated', basis, ...counts })
  return ids
}

/** Short enough to be checked without the text thread. */
const shortPost = `Acme is 40% faster than Quuxly, which leaks data. Contact Jane Doe at Siemens.

## Changes

- It supports 5,000 teams
- Teams save two hours a week
`

const repeat = (text: string, length: number) => text.repeat(Math.floor(length / text.length))

/** What texts say of companies, as costly as it can be. */
const claims: Record<string, string> = {
  'claims about companies': repeat('GitHub, which loses your data, is slow. ', 100_000),
  'names of companies': repeat('GitHub ', 100_000),
  'places of companies': repeat('in GitHub the Slack ', 100_000),
  'unknown names': repeat('the Vantiq ', 100_000),
  'clauses about companies': repeat('and GitHub, which ', 100_000),
  'disguised words': repeat('l-e-a-k-s l3aks l e a k s ', 100_000),
}

/** Markdown of the largest size. */
const texts: Record<string, string> = {
  brackets: repeat('[', 100_000),
  underscores: repeat('_a__b', 100_000),
  quotations: repeat('> ', 100_000),
  elements: repeat('<b>x', 100_000),
  tables: `|a|b|\n|-|-|\n${repeat('|x|y|\n', 99_000)}`,
  'list items': repeat('- a\n', 100_000),
  'short lines': repeat('a\nb\n', 100_000),
  'short lines in a list item': `- ${repeat('a\nb\n', 99_000)}`,
  sentences: repeat('The tool is a good choice for small teams. ', 100_000),
  ...claims,
}

/** An answer of a model that has a text wherever it may write one. */
const planOf = (text: string) =>
  planAnswer({
    ...{ workingTitle: text, intent: text, audience: text, jobToBeDone: text, recommendedAngle: text },
    sections: Array.from({ length: 12 }, () => section(text, { text, answers: ['answer'] })),
    questionsToAnswer: Array.from({ length: 12 }, () => text),
    acceptanceChecklist: Array.from({ length: 12 }, () => text),
  })

const files: Record<string, string> = {
  'empty values': `prompt\n${repeat(',', 1_000_000)}`,
  columns: `prompt,${repeat('a,', 100_000)}\n${repeat('x\n', 900_000)}`,
  'short rows': `prompt\n${repeat('a\n', 1_000_000)}`,
  prompts: `prompt\n${repeat('Which tools are there for this\n', 1_000_000)}`,
}

const pages: Record<string, string> = {
  menus: repeat('<nav>', 2 * megabyte),
  'list items': repeat('<li>x', 2 * megabyte),
  links: repeat('<a href="/x">y</a>', 2 * megabyte),
  'signs below': repeat('<', 2 * megabyte),
}

/** Pages of 2 MB, and a robots.txt of 500 KB with patterns. */
function startHostileSite() {
  const html = { headers: { 'content-type': 'text/html' } }
  const rules = `User-agent: *\n${repeat(`Disallow: /${repeat('*a', 1_800)}$\n`, 500_000)}`
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url)
      const isRefused = request.headers.get('host')?.startsWith('localhost')
      if (pathname === '/robots.txt') return new Response(isRefused ? rules : '')
      return new Response(pages[decodeURI(pathname.slice(1))] ?? '', html)
    },
  })
}

async function addTrigger(url: string, key: string, integrationId: string) {
  const answer = await fetch(`${url}/v1/event-triggers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      sourceType: 'github_webhook',
      sourceConfig: { eventTypes: ['push'] },
      targets: { repositoryIds: [integrationId] },
      outputType: 'changelog',
      enabled: true,
    }),
  })
  if (!answer.ok) throw new Error(`A trigger was answered ${await answer.text()}`)
}

async function send(url: string, { body, type = 'application/json' }: Input) {
  const bytes = Buffer.from(body)
  const answer = await fetch(url, {
    method: 'POST',
    body: bytes,
    headers: {
      'content-type': type,
      'x-github-event': 'push',
      'x-github-delivery': crypto.randomUUID(),
      'x-hub-signature-256': signBody(secret, bytes),
    },
  })
  await answer.arrayBuffer()
}
