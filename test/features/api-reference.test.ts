import { afterAll, beforeAll, expect, test } from 'bun:test'
import { $ } from 'bun'
import { testApp } from '../support/app.ts'
import { pathWithCurl } from '../support/curl.ts'
import { readOpenApi } from '../support/openapi.ts'
import { temporaryFolder } from '../support/process.ts'

let app: Awaited<ReturnType<typeof testApp>>
let key: string
let document: Awaited<ReturnType<typeof readOpenApi>>
let server: ReturnType<typeof Bun.serve>
beforeAll(async () => {
  server = Bun.serve({ port: 0, fetch: (request) => app.api.handle(request) })
  app = await testApp({ baseUrl: `http://localhost:${server.port}` })
  key = (await app.team('acme')).key
  document = await readOpenApi(app.api)
})
afterAll(() => server.stop(true))

const page = async (name: string) =>
  (await app.anonymous('GET', `/docs/api/${name}`, undefined, { accept: 'text/html' })).text

const namesOf = () =>
  document.tags.map(({ name }: { name: string }) => name.toLowerCase().replaceAll(' ', '-'))

test('there is a page for each tag, with every operation, linked from the index', async () => {
  const index = (await app.anonymous('GET', '/docs', undefined, { accept: 'text/html' })).text
  const shown: string[] = []
  for (const name of namesOf()) {
    expect(index).toContain(`<a href="/docs/api/${name}">`)
    const text = await page(name)
    shown.push(
      ...[...text.matchAll(/<p><code>([A-Z]+ \/[^<]*)<\/code><\/p>/g)].map(([, route = '']) => route),
    )
  }
  const routes = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(shown.toSorted()).toEqual(routes.toSorted())
})

test('an operation has its parameters, fields with nested ones, errors and an example of the response', async () => {
  const text = await page('content')
  const [, posts = ''] = text.split('List posts</h2>')
  const [section = ''] = posts.split('<h2')
  expect(section).toContain('<code>posts[].status</code>')
  expect(section).toContain('<code>draft</code>: not public')
  expect(section).toContain('The key is missing, unknown, revoked or expired.')
  expect(section).toContain('&quot;title&quot;: &quot;Release 1.4.0&quot;')
})

test('the first page has the errors, rate limits and polling intervals', async () => {
  const text = await page('introduction')
  for (const heading of [
    'Authentication',
    'Errors',
    'Pagination',
    'Rate limits',
    'Idempotency',
    'Versioning',
    'Changelog',
  ])
    expect(text).toContain(`>${heading}</h2>`)
})

test('the first page lists every operation, with a link to its section', async () => {
  const text = await page('introduction')
  const links = [...text.matchAll(/<a href="\/docs\/api\/([^"#]+)#([^"]+)">/g)]
  const operations = Object.values<object>(document.paths).flatMap((methods) => Object.keys(methods))
  expect(links).toHaveLength(operations.length)
  const targets = Map.groupBy(links, ([, name = '']) => name)
  for (const [name, ofPage] of targets) {
    const target = await page(name)
    for (const [, , id] of ofPage)
      expect([name, id, target.includes(`<h2 id="${id}">`)]).toEqual([name, id, true])
  }
})

/** The code for an operation in three languages, as a reader copies it. */
async function codeOf(name: string, summary: string): Promise<Record<string, string>> {
  const [, after = ''] = (await page(name)).split(`>${summary}</h2>`)
  const blocks = [
    ...after.matchAll(/<pre[^>]*><code class="language-(sh|ts|python)">([\s\S]*?)<\/code><\/pre>/g),
  ].slice(0, 3)
  return Object.fromEntries(
    blocks.map(([, language = '', html = '']) => [
      language,
      html
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    ]),
  )
}

const folder = temporaryFolder()
async function run(language: string, code: string): Promise<string> {
  const path = `${folder}/code.${language}`
  await Bun.write(path, code)
  const [program] = { sh: ['bash'], ts: [process.execPath], python: ['python3'] }[language] ?? []
  const { stdout, stderr } = await $`${program} ${path}`
    .env({ ...process.env, PATH: pathWithCurl(), KEY: key })
    .quiet()
    .nothrow()
  return stdout.toString() + stderr.toString()
}

const languages = ['sh', 'ts', 'python'].filter((each) => each !== 'python' || Bun.which('python3'))

test.each(languages)('the code of a list and of a POST works in %s', async (language) => {
  const list = await codeOf('skills', 'List skills')
  expect(await run(language, list[language] ?? '')).toContain('"name":"changelog"')
  const create = await codeOf('feedback', 'Submit feedback as an agent')
  expect(await run(language, create[language] ?? '')).toContain(
    '"message":"The export stops after a hundred rows."',
  )
})

test('the document and the files of /swagger are compressed, and its tags are closed', async () => {
  for (const path of ['/openapi.json', '/swagger/ui.js', '/swagger/ui.css']) {
    const headers = { 'accept-encoding': 'gzip' }
    const response = await app.api.handle(new Request(`http://localhost${path}`, { headers }))
    expect([path, response.headers.get('content-encoding')]).toEqual([path, 'gzip'])
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(Bun.gunzipSync(bytes).length).toBeGreaterThan(3 * bytes.length)
  }
  expect((await app.anonymous('GET', '/swagger/start.js')).text).toContain("docExpansion: 'none'")
})
