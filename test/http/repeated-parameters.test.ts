import { expect, test } from 'bun:test'
import { t } from 'elysia'
import { commaList } from '../../src/http/fields.ts'
import { pageQuery } from '../../src/http/paging.ts'
import { joinRepeated } from '../../src/http/repeated-parameters.ts'
import { testApp } from '../support/app.ts'

const schema = t.Object({ ...pageQuery(10), status: commaList('status', { description: '' }) })
function read(query: string) {
  const values: Record<string, unknown> = {}
  joinRepeated(`http://localhost/v1/posts${query}`, schema, values)
  return values
}

test('a query parameter is refused if it is sent twice', () => {
  expect(() => read('?limit=1&page=2&limit=3')).toThrow('limit may be sent only once')
})

test.each(['', '?limit=1&page=2', '?status=draft,published', '?other=1&other=2'])(
  'an unknown parameter and single ones are not: %j',
  (query) => expect(read(query)).toEqual({}),
)

test('the values of a repeated list are joined', async () => {
  expect(read('?status=draft&limit=1&status=published')).toEqual({ status: 'draft,published' })
  const app = await testApp()
  const acme = await app.team('acme')
  const post = { contentType: 'changelog', title: 'A draft', markdown: 'Text.' }
  expect((await acme.call('POST', '/v1/posts', post)).status).toBe(201)
  const total = async (query: string) =>
    (await acme.call('GET', `/v1/posts${query}`)).body.pagination.totalItems
  expect(await total('?status=draft&status=published')).toBe(1)
  const refused = await acme.call('GET', '/v1/posts?status=draft&status=none')
  expect([refused.status, refused.body.error]).toEqual([400, 'status must be one of draft, published'])
})

test('a repeated parameter of a request is a 400 with its name', async () => {
  const acme = await (await testApp()).team('acme')
  const { status, body } = await acme.call('GET', '/v1/posts?limit=1&limit=2')
  expect([status, body]).toEqual([400, { error: 'limit may be sent only once' }])
})
