import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync } from 'node:fs'
import { connect as openSocket } from 'node:net'
import { join } from 'node:path'
import { $ } from 'bun'
import { version } from '../package.json'
import { readConfig } from '../src/config.ts'
import { createContext } from '../src/context.ts'
import { organizations } from '../src/features/organizations/table.ts'
import { startCodeHost } from './chaos/code-host.ts'
import { type Delivery, post, signatureOf } from './chaos/deliveries.ts'
import { connect, type Installation, newSettings } from './chaos/installation.ts'
import { createRandom } from './chaos/random.ts'
import { createRepository, gitEnvironment } from './support/git.ts'
import {
  checkout,
  cleanUp,
  type Place,
  run,
  type Server,
  type Settings,
  start,
  succeed,
  temporaryFolder,
} from './support/process.ts'
import { track } from './support/tracking.ts'
import { readXml } from './support/xml.ts'

const minute = 60_000

const codeHost = startCodeHost(createRandom(1))
let place: Place
let settings: Settings
let server: Server
let installation: Installation

const hostileFiles = ['.env', '.env.local', '.env.production']

async function hostileFolder(): Promise<string> {
  const folder = temporaryFolder()
  for (const file of hostileFiles)
    await Bun.write(join(folder, file), 'PORT=1\nDATA_DIR=/nonexistent/data\nLOG_LEVEL=nonsense\n')
  await Bun.write(join(folder, 'bunfig.toml'), 'preload = ["./missing.ts"]\n')
  return folder
}

beforeAll(async () => {
  const binary = process.env.HERALD_PROGRAM ?? join(temporaryFolder(), 'herald')
  if (!process.env.HERALD_PROGRAM)
    await $`${process.execPath} build.ts --outfile ${binary}`.cwd(checkout).quiet()
  place = { command: [binary], folder: await hostileFolder() }
  settings = await newSettings(codeHost.url)
  server = await start(settings, place)
  installation = await connect(
    server,
    settings,
    [{ eventTypes: ['release'], includePreReleases: true }],
    place,
  )
}, 5 * minute)

afterAll(async () => {
  await cleanUp()
  codeHost.stop()
})

describe('started in a folder that tries to configure it', () => {
  test('the version is that of the package', async () => {
    expect(await run(['--version'], {}, place)).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' })
  })

  test('the help lists the commands', async () => {
    const { exitCode, stdout, stderr } = await run(['--help'], {}, place)
    expect([exitCode, stderr]).toEqual([0, ''])
    for (const command of ['serve', 'demo', 'changelog', 'org create', 'key create', 'migrate'])
      expect(stdout).toContain(command)
  })

  test('without environment variables the database is in ./data, migrated from files in the binary', async () => {
    const folder = await hostileFolder()
    expect(await run(['migrate'], {}, { ...place, folder })).toMatchObject({ exitCode: 0, stderr: '' })
    const database = new Database(join(folder, 'data', 'herald.db'), { readonly: true })
    const names = readdirSync(join(checkout, 'migrations')).filter((file) => file.endsWith('.sql'))
    expect(database.query('select name from migrations order by name').values().flat()).toEqual(
      names.map((file) => file.replace('.sql', '')).sort(),
    )
    database.close()
  })

  test('it serves', async () => {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })
})

describe('the API documentation page', () => {
  const read = async (path: string) => {
    const response = await fetch(server.url + path)
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  }

  test('names no other host and loads only files of the binary', async () => {
    const page = await read('/swagger')
    expect([page.status, page.type]).toEqual([200, expect.stringContaining('text/html')])
    expect(page.text).not.toMatch(/(https?:)?\/\/\w/)
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '')
    expect(loaded).toEqual(['swagger/icon.svg', 'swagger/ui.css', 'swagger/ui.js', 'swagger/start.js'])
    expect(await read('/swagger/icon.svg')).toMatchObject({ status: 200, type: 'image/svg+xml' })
    for (const path of loaded.slice(1)) {
      const asset = await read(`/${path}`)
      expect([path, asset.status]).toEqual([path, 200])
      expect(asset.type).toMatch(path.endsWith('.css') ? /text\/css/ : /javascript/)
      if (path !== 'swagger/start.js') expect(asset.text.length).toBeGreaterThan(10_000)
      expect(asset.text).not.toMatch(/@import|url\(["']?(https?:)?\/\//)
    }
  })

  test('lists every route of the OpenAPI document', async () => {
    const { status, text } = await read('/openapi.json')
    expect(status).toBe(200)
    expect(Object.keys(JSON.parse(text).paths)).toContain('/v1/posts')
  })
})

describe('the dashboard', () => {
  const nonce = /'nonce-([^']+)'/
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { headers, decompress: false, redirect: 'manual' })
  const findFiles = async () => {
    const page = await (await ask('/app')).text()
    return [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '')
  }

  test('has one uncached page for every address, with a nonce of its own in the policy', async () => {
    const seen = new Set<string>()
    for (const path of ['/app', '/app/acme', '/app/acme/posts/00000001?tab=changes', '/app/no/such/page']) {
      const answer = await ask(path)
      expect([path, answer.status]).toEqual([path, 200])
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-")
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
      const [, own = ''] = nonce.exec(policy) ?? []
      const text = await answer.text()
      expect(text).toContain(`<meta name="csp-nonce" content="${own}">`)
      expect(text).not.toMatch(/<style|style="|<script(?! type="module"[^>]* src=)|(https?:)?\/\/\w/)
      seen.add(own)
    }
    expect(seen.size).toBe(4)
  })

  test('loads files named after their content, gzipped and cached for a year', async () => {
    const files = await findFiles()
    expect(files.map((path) => path.replace(/.*\./, '')).sort()).toEqual(['css', 'js', 'svg'])
    for (const path of files) {
      expect(path).toMatch(/^\/app\/assets\/[\w-]+-[0-9a-z]{8}\.\w+$/)
      const answer = await ask(path, { 'accept-encoding': 'gzip, deflate, br' })
      expect([path, answer.status]).toEqual([path, 200])
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.get('content-encoding')).toBe('gzip')
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      const plain = await ask(path, { 'accept-encoding': 'identity' })
      expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null])
      expect(plain.headers.get('content-type')).toMatch(/^(text\/css|text\/javascript|image\/svg\+xml)/)
      expect(await plain.text()).toBe(new TextDecoder().decode(Bun.gunzipSync(await answer.arrayBuffer())))
      const etag = answer.headers.get('etag') ?? ''
      const again = await ask(path, { 'if-none-match': etag })
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
      expect((await ask(path, { 'if-none-match': '"other"' })).status).toBe(200)
    }
  })

  test('loads its fonts as separate files, only when a page uses them', async () => {
    const style = (await findFiles()).find((path) => path.endsWith('.css')) ?? ''
    const css = await (await ask(style, { 'accept-encoding': 'identity' })).text()
    const fonts = [...css.matchAll(/url\("?([^")]+\.woff2)"?\)/g)].map(([, path]) => path ?? '')
    expect(fonts.length).toBe(2)
    for (const path of fonts) {
      const answer = await fetch(server.url + path)
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'font/woff2'])
      expect(new TextDecoder().decode((await answer.bytes()).slice(0, 4))).toBe('wOF2')
    }
  })

  test.each([
    '/app/assets/index-00000000.js',
    '/app/assets/..%2f..%2fpackage.json',
    '/app/assets/constructor',
    '/api/app/nothing',
    '/v1/nothing',
    '/nothing',
  ])('answers %s with 404 in JSON', async (path) => {
    const answer = await ask(path)
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      404,
      expect.stringContaining('application/json'),
      '{"error":"Not found"}',
    ])
  })
})

test('the public page, its stylesheet, its feeds and its widget come from the binary', async () => {
  await run(['org', 'set', '--org', 'acme', '--public-page', 'on'], settings, place)
  const ask = async (path: string, method = 'GET') => {
    const answer = await fetch(server.url + path, { method, headers: { accept: 'text/html' } })
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }
  const page = await ask('/c/acme')
  expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.text).toContain('No posts yet.')
  const [, style = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(page.text) ?? []
  expect(await ask(style)).toMatchObject({ status: 200, type: expect.stringContaining('text/css') })
  const [, picture = ''] = /property="og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(page.text) ?? []
  expect(await ask(picture)).toMatchObject({ status: 200, type: 'image/png' })
  expect(readXml((await ask('/c/acme/feed.xml')).text).name).toBe('feed')
  expect(readXml((await ask('/c/acme/rss.xml')).text).name).toBe('rss')
  expect(JSON.parse((await ask('/c/acme/feed.json')).text).items).toEqual([])
  const widget = await ask('/c/acme/widget.js')
  expect([widget.status, widget.type]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(widget.text).toContain('attachShadow')
  expect(await ask('/c/acme', 'HEAD')).toEqual({ ...page, text: '' })
})

test('a large CSV file is parsed on a thread from the binary', async () => {
  const key = await succeed(['key', 'create', '--org', 'acme', '--name', 'import'], settings, place)
  const ctx = createContext(readConfig({ ...settings, LOG_LEVEL: 'silent' }))
  const [{ id = '' } = {}] = await ctx.db.select().from(organizations)
  const projectId = await track(ctx, id)
  ctx.db.$client.close()
  const rows = Array.from({ length: 500 }, (_, row) => `question ${row} ${'about changelogs '.repeat(8)}`)
  const imported = await fetch(`${server.url}/v1/projects/${projectId}/geo/prompts/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ csv: ['prompt', ...rows].join('\n') }),
  })
  expect([imported.status, await imported.json()]).toMatchObject([200, { imported: 500 }])
})

test('the built-in skills are equal to the source files', async () => {
  const headers = { authorization: `Bearer ${installation.key}` }
  const folder = join(checkout, 'src/features/skills/built-in')
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'))
  expect(files).toHaveLength(5)
  for (const file of files) {
    const response = await fetch(`${server.url}/v1/skills/${file.replace('.md', '')}`, { headers })
    const { skill } = (await response.json()) as { skill: { content: string } }
    expect(skill.content).toBe((await Bun.file(join(folder, file)).text()).trimEnd())
  }
})

type Post = { id: string; status: string; contentType: string; markdown: string }

async function drafts(): Promise<Post[]> {
  const headers = { authorization: `Bearer ${installation.key}` }
  const response = await fetch(`${server.url}/v1/posts?status=draft`, { headers })
  expect(response.status).toBe(200)
  return ((await response.json()) as { posts: Post[] }).posts
}

async function someDraft(): Promise<Post> {
  for (;;) {
    const [draft] = await drafts()
    if (draft) return draft
    await Bun.sleep(20)
  }
}

const repository = { id: 1296269, full_name: 'acme/widgets', default_branch: 'main' }

function pushOf(id: string, subject: string): Delivery {
  const sha = new Bun.CryptoHasher('sha1').update(id).digest('hex')
  const commit = {
    id: sha,
    message: subject,
    timestamp: '2026-01-05T09:00:00Z',
    url: `https://github.com/acme/widgets/commit/${sha}`,
    author: { name: 'Ada', email: 'ada@users.example' },
  }
  const body = { repository, ref: 'refs/heads/main', commits: [commit], head_commit: commit }
  return { id, event: 'push', action: 'pushed', shas: [sha], body: JSON.stringify(body) }
}

function releaseOf(id: string, tag: string): Delivery {
  const release = {
    tag_name: tag,
    draft: false,
    prerelease: false,
    html_url: `https://github.com/acme/widgets/releases/tag/${tag}`,
  }
  const body = { repository, action: 'published', release }
  return { id, event: 'release', action: 'published', shas: [], body: JSON.stringify(body) }
}

test(
  'a release delivery becomes a draft changelog of the commits pushed before it',
  async () => {
    const pushed = await post(server.url, installation, pushOf('push-1', 'feat: export reports as PDF'))
    const released = await post(server.url, installation, releaseOf('release-1', 'v1.2.0'))
    expect([pushed.status, released.status]).toEqual([200, 200])
    const draft = await someDraft()
    expect(draft).toMatchObject({ status: 'draft', contentType: 'changelog' })
    expect(draft.markdown).toMatch(/export reports as PDF/i)
  },
  minute,
)

describe('SIGTERM', () => {
  test(
    'ends it with 0, and the next start uses the same data',
    async () => {
      const before = await drafts()
      expect(await server.terminate()).toBe(0)
      server = await start(settings, place)
      expect(await drafts()).toEqual(before)
      const again = await post(server.url, installation, releaseOf('release-1', 'v1.2.0'))
      expect(JSON.parse(again.text)).toMatchObject({ duplicate: true })
    },
    minute,
  )

  test(
    'waits for the second half of a delivery and stores it',
    async () => {
      const delivery = pushOf('push-2', 'feat: import reports')
      const half = await sendHalf(delivery)
      const ending = server.terminate()
      await untilRefused(server.url)
      half.sendRest()
      expect(await half.answer).toMatch(/^HTTP\/1\.1 200 .*Processed push event/s)
      expect(await ending).toBe(0)
      server = await start(settings, place)
      expect(JSON.parse((await post(server.url, installation, delivery)).text)).toMatchObject({
        duplicate: true,
      })
    },
    minute,
  )

  test(
    'ends it with 0 although a delivery never ends, and does not store that one',
    async () => {
      const delivery = pushOf('push-3', 'feat: share reports')
      const half = await sendHalf(delivery)
      expect(await server.terminate()).toBe(0)
      half.close()
      server = await start(settings, place)
      const first = JSON.parse((await post(server.url, installation, delivery)).text)
      expect(first.message).toBe('Processed push event (pushed)')
    },
    minute,
  )
})

/** Opens a connection and sends the head of a delivery and the first half of its body. */
async function sendHalf({ id, event, body }: Delivery) {
  const { port } = new URL(server.url)
  const head = [
    `POST ${installation.path} HTTP/1.1`,
    'host: localhost',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-github-event: ${event}`,
    `x-github-delivery: ${id}`,
    `x-hub-signature-256: ${signatureOf(installation.secret, body)}`,
  ]
  const socket = openSocket({ host: '127.0.0.1', port: Number(port) })
  let text = ''
  const answer = new Promise<string>((resolve) => {
    socket.on('data', (bytes) => {
      text += bytes
      if (text.endsWith('}')) resolve(text)
    })
    socket.on('close', () => resolve(text))
    socket.on('error', () => resolve(text))
  })
  const middle = Math.floor(body.length / 2)
  await new Promise<void>((resolve) =>
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, middle)}`, () => resolve()),
  )
  // The server answers requests in order of arrival: after this it has read the half.
  await fetch(`${server.url}/healthz`)
  return { answer, sendRest: () => socket.write(body.slice(middle)), close: () => socket.destroy() }
}

async function untilRefused(url: string) {
  while (
    await fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    )
  )
    await Bun.sleep(10)
}

test(
  'a changelog of a local repository needs no configuration, no database and no network',
  async () => {
    const folder = join(temporaryFolder(), 'repository')
    mkdirSync(folder)
    const env = gitEnvironment()
    const commit = (message: string) =>
      $`git commit --quiet --allow-empty -m ${message}`.cwd(folder).env(env).quiet()
    await createRepository(folder)
    await commit('chore: begin')
    await $`git tag v1.0.0`.cwd(folder).env(env)
    await commit('feat: export reports as PDF')
    await commit('fix: keep the order of columns')

    const nowhere = temporaryFolder()
    const { exitCode, stdout, stderr } = await run(
      ['changelog', '--repo', folder, '--json'],
      { HOME: nowhere },
      place,
    )
    expect([exitCode, stderr]).toEqual([0, ''])
    const { markdown, ledger } = JSON.parse(stdout) as { markdown: string; ledger: { commits: string[] }[] }
    expect(markdown).toMatch(/export reports as PDF/i)
    expect(markdown).toMatch(/keep the order of columns/i)
    expect(ledger.flatMap(({ commits }) => commits).length).toBe(2)
    expect(await Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: nowhere, dot: true }))).toEqual([])
    const left = await Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: place.folder ?? '', dot: true }))
    expect(left.sort()).toEqual([...hostileFiles, 'bunfig.toml'])
  },
  minute,
)
