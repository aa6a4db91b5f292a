import { expect } from 'bun:test'
import { sessions } from '../../../src/features/sessions/table.ts'
import { startSite, toHtml } from '../../support/site.ts'
import { pageTest, type Scene } from '../support/scene.ts'

// A page elsewhere that somebody opens who is signed in here can change nothing in their name.

/** What a form of another page brings about, sent by a browser that holds a session. */
async function sendForm({ herald, visit }: Scene, host: string, action: string) {
  const form = `<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,">
    <form method="post" enctype="text/plain" action="${herald.url}${action}">
    <input name='{"name":"stolen","' value='":1}'><button>Win a prize</button></form>`
  using site = startSite({ '/': toHtml(form) })
  const { context, faults } = await visit()
  faults.expect(/A request to another host/)
  faults.expect(/status of 40[13]/)
  const tab = await context.newPage()
  await tab.goto(site.url.replace('127.0.0.1', host))
  const sent = tab.waitForResponse(`${herald.url}${action}`)
  await tab.getByRole('button').click()
  const answer = await sent
  const { cookie } = await answer.request().allHeaders()
  return { status: answer.status(), hasCookie: cookie !== undefined }
}

for (const action of ['/api/app/keys', '/api/app/organizations', '/v1/posts/generate']) {
  pageTest(`another site cannot send ${action}: its request carries no session`, async (scene) => {
    expect(await sendForm(scene, 'localhost', action)).toEqual({ status: 401, hasCookie: false })
  })

  pageTest(`another server on this host cannot send ${action}: it is refused`, async (scene) => {
    expect(await sendForm(scene, '127.0.0.1', action)).toEqual({ status: 403, hasCookie: true })
  })
}

pageTest('another server on this host cannot sign a user out', async (scene) => {
  const { herald, visit } = scene
  using site = startSite({ '/': '<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,">' })
  const { context, faults } = await visit()
  faults.expect(/A request to another host/)
  faults.expect(/CORS policy/)
  faults.expect(/net::ERR_FAILED/)
  const tab = await context.newPage()
  await tab.goto(site.url)
  const before = await herald.ctx.db.$count(sessions)
  const outcome = await tab.evaluate(
    (url) =>
      fetch(url, { method: 'DELETE', credentials: 'include' }).then(
        () => 'sent',
        () => 'refused',
      ),
    `${herald.url}/api/app/session`,
  )
  expect(outcome).toBe('refused')
  expect(await herald.ctx.db.$count(sessions)).toBe(before)
})
