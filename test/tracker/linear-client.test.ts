import { expect, test } from 'bun:test'
import { createLinearClient } from '../../src/tracker/linear-client.ts'

test.each([
  ['', () => 'x'.repeat(33 * 1024 * 1024)],
  [', that does not tell its length', () => new Blob(['x'.repeat(33 * 1024 * 1024)]).stream()],
])('an answer of more than 32 MB%s is refused', async (_, body) => {
  using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(body()) })
  const client = createLinearClient({ apiUrl: server.url.href, token: 'lin_api_test' })
  await expect(client.ask('{ viewer { id } }', {}, () => ({ value: null }) as never)).rejects.toMatchObject({
    reason: 'failed',
    message: 'The response of Linear is too large.',
  })
})
