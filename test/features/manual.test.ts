import { beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { groups } from '../../src/features/manual/pages.ts'
import { testApp } from '../support/app.ts'
import { pages } from '../support/manual.ts'

const root = join(import.meta.dir, '../..')
let app: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  app = await testApp()
})

const get = async (path: string, accept = 'text/html') => {
  const { status, headers, text } = await app.anonymous('GET', path, undefined, { accept })
  return { status, headers, text }
}
const served = groups.flatMap(({ pages }) => Object.keys(pages))

test('every page of the manual is served once', () => {
  const written = pages.filter((path) => path.startsWith('docs/')).map((path) => path.slice(5, -3))
  expect(served.toSorted()).toEqual(written.toSorted())
})

test('the index links to every page', async () => {
  const { status, headers, text } = await get('/docs')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  for (const name of served) expect(text).toContain(`<a href="/docs/${name}">`)
})

test.each(served)('%s links only to pages and headings that the server has', async (name) => {
  const { status, text } = await get(`/docs/${name}`)
  expect(status).toBe(200)
  for (const [, target = ''] of text.matchAll(/<a href="(?!https?:|#)([^"]*)"/g)) {
    const [path = '', anchor] = target.split('#')
    const page = await get(path)
    expect([target, page.status]).toEqual([target, 200])
    if (anchor) expect(page.text).toContain(` id="${anchor}"`)
  }
  for (const [, anchor = ''] of text.matchAll(/<a href="#([^"]+)"/g))
    expect(text).toContain(` id="${anchor}"`)
})

test('a search finds the sections with all of its words, headings first', async () => {
  const { text } = await get('/docs?q=restore+BACKUP')
  const results = [...text.matchAll(/<li><a href="([^"]*)">([^<]*)<\/a><p>/g)].map(([, path = '']) => path)
  expect(results[0]).toStartWith('/docs/operations/backup')
  expect(text).toContain('value="restore BACKUP"')
  expect((await get('/docs?q=zebrafish')).text).toContain('No section contains all of these words.')
})

test('a search is shown as text, and long ones are cut', async () => {
  const { text } = await get(`/docs?q=${encodeURIComponent(`<script>"${'a'.repeat(300)}`)}`)
  expect(text).not.toContain('<script>')
  expect(text).not.toContain('a'.repeat(101))
})

test('an unknown page is 404, for programs as JSON', async () => {
  const page = await get('/docs/nothing')
  expect([page.status, page.text.includes('<h1>Not found</h1>')]).toEqual([404, true])
  const program = await get('/docs/../secret', 'application/json')
  expect(program.status).toBe(404)
  expect((await get('/docs/nothing', 'application/json')).headers.get('content-type')).toContain(
    'application/json',
  )
})

test('pages load nothing from other servers and run no script', async () => {
  const { headers, text } = await get('/docs/visibility')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(text).not.toContain('<script')
  expect([...text.matchAll(/ src="(https?:[^"]*)"/g)]).toEqual([])
})

test('every link of the dashboard to the manual leads to a page and a heading', async () => {
  const targets = new Set<string>()
  for await (const path of new Glob('src/dashboard/**/*.tsx').scan(root)) {
    const source = await Bun.file(join(root, path)).text()
    for (const [, target = ''] of source.matchAll(/\bmanual="([^"]+)"/g)) targets.add(target)
  }
  expect(targets.size).toBeGreaterThan(5)
  for (const target of targets) {
    const [name, anchor] = target.split('#')
    const { status, text } = await get(`/docs/${name}`)
    expect([target, status]).toEqual([target, 200])
    if (anchor) expect([target, text.includes(` id="${anchor}"`)]).toEqual([target, true])
  }
})
