import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { OptionalKind } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { operationsOf } from '../src/http/operation.ts'
import { testApp } from './support/app.ts'
import { blocksOf, pages, readPage } from './support/manual.ts'

const root = join(import.meta.dir, '..')

const toAnchor = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')

test.each(pages)('every link of %s leads to an existing file and heading', async (name) => {
  const text = await readPage(name)
  for (const [, target = ''] of text.matchAll(/\]\(((?!https?:)[^)\s]+)\)/g)) {
    const [file = '', anchor] = target.split('#')
    const path = file === '' ? name : join(dirname(name), file)
    expect([target, existsSync(join(root, path))]).toEqual([target, true])
    if (anchor === undefined) continue
    const titles = [...(await readPage(path)).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title)
    expect(titles.map(toAnchor)).toContain(anchor)
  }
})

test('README links to every page, directly or through another page', async () => {
  const reached = new Set(['README.md'])
  for (const name of reached) {
    for (const [, target = ''] of (await readPage(name)).matchAll(/\]\(((?!https?:)[^)#\s]+\.md)/g))
      reached.add(join(dirname(name), target))
  }
  expect(pages.filter((name) => !reached.has(name))).toEqual([])
})

/** The requests of a page: the `curl` commands, with the variables that the page sets itself. */
function requestsIn(text: string) {
  const shell = blocksOf(text, 'sh').join('\n').replaceAll('\\\n', ' ')
  const project = 'http://localhost:3000/v1/projects/PROJECT_ID/geo'
  return shell.split(/(?=\bcurl -s)/).flatMap((command) => {
    if (!command.startsWith('curl')) return []
    const [, address = ''] = /\s"?((?:http:\/\/localhost:3000|\$PROJECT)[^\s"]*)/.exec(command) ?? []
    if (address === '') return []
    const [, body] = /-d '([^']*)'/.exec(command) ?? []
    const [, method = body === undefined ? 'GET' : 'POST'] = /-X ([A-Z]+)/.exec(command) ?? []
    const url = new URL(address.replace('$PROJECT', project))
    return [{ method, path: url.pathname, body: body === undefined ? null : JSON.parse(body) }]
  })
}

describe('the requests of the manual', () => {
  let operations: ReturnType<typeof operationsOf>
  beforeAll(async () => {
    operations = operationsOf((await testApp()).api.routes)
  })
  const isAt = (route: string, path: string) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(path)

  test('go to routes that exist, with bodies that they accept', async () => {
    const texts = await Promise.all(pages.map(readPage))
    const requests = texts.flatMap(requestsIn).filter(({ path }) => path.startsWith('/v'))
    expect(requests.length).toBeGreaterThan(20)
    for (const { method, path, body } of requests) {
      // A fixed part of a route has priority over a parameter.
      const [route] = operations
        .filter((each) => each.method === method && isAt(each.path, path))
        .sort((one, other) => one.path.split(':').length - other.path.split(':').length)
      const schema = route?.hooks.body as Parameters<typeof Value.Errors>[0] | undefined
      const isAbsent = body === null && schema?.[OptionalKind] !== undefined
      const problems =
        schema && !isAbsent ? [...Value.Errors(schema, body)].map(({ path, message }) => [path, message]) : []
      expect([method, path, route !== undefined, problems]).toEqual([method, path, true, []])
    }
  })
})
