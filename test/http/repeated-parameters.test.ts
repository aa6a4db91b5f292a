import { expect, test } from 'bun:test'
import { t } from 'elysia'
import { commaList } from '../../src/http/fields.ts'
import { pageQuery } from '../../src/http/paging.ts'
import { refuseRepeated } from '../../src/http/repeated-parameters.ts'
import { testApp } from '../support/app.ts'

const schema = t.Object({ ...pageQuery(10), status: commaList('status', { description: '' }) })
const read = (query: string) => refuseRepeated(`http://localhost/v1/posts${query}`, schema)

test('a query parameter is refused if it is sent twice', () => {
  expect(() => read('?limit=1&page=2&limit=3')).toThrow('limit may be sent only once')
})

test.each(['', '?limit=1&page=2', '?status=draft&status=published', '?other=1&other=2'])(
  'a list, an unknown parameter and single ones are not: %j',
  (query) => expect(() => read(query)).not.toThrow(),
)

test('a repeated parameter of a request is a 400 with its name', async () => {
  const acme = await (await testApp()).team('acme')
  const { status, body } = await acme.call('GET', '/v1/posts?limit=1&limit=2')
  expect([status, body]).toEqual([400, { error: 'limit may be sent only once' }])
})
