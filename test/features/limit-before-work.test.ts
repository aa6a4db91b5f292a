import { beforeEach, expect, test } from 'bun:test'
import { addProject, type Team, testApp } from '../support/app.ts'
import { publish } from '../support/published.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
})

/** Sends as many requests as the limit allows and one more, and returns the statuses of the last two. */
async function passLimit(limit: number, send: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = []
  for (let count = 0; count <= limit; count++) statuses.push((await send()).status)
  return statuses.slice(-2)
}

test('long Markdown is rendered only within the rate limit', async () => {
  const id = await publish(app.ctx, acme, { title: 'Acme' })
  const markdown = '<script></script>'.repeat(1_500)
  expect(await passLimit(60, () => acme.call('PATCH', `/v1/posts/${id}`, { markdown }))).toEqual([400, 429])
})

test.each(['prompts', 'competitors', 'suggestions'])(
  'a long file of %s is read only within the rate limit',
  async (list) => {
    const path = `/v1/projects/${await addProject(app.ctx, acme.id)}/geo/${list}/import`
    expect(
      await passLimit(10, () => acme.call('POST', path, { csv: `other\n${'value\n'.repeat(10_000)}` })),
    ).toEqual([400, 429])
  },
)
