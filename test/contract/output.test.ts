import { expect, setDefaultTimeout, test } from 'bun:test'
import { client } from './client'
import { goodToken } from './code-host'
import {
  commitOf,
  connect,
  connectRepository,
  createTrigger,
  deliver,
  pushOf,
  signatureOf,
  writePost,
} from './deliveries'
import { openOrganization, startHerald } from './support'

setDefaultTimeout(60_000)

test('what the server prints is JSON lines without any secret', async () => {
  const herald = await startHerald({ LOG_LEVEL: 'debug' })
  const acme = await openOrganization(herald, 'acme')
  await connect(acme, 'acme/private', { token: goodToken })
  const widgets = await connectRepository(herald, acme, 'acme/widgets')
  await createTrigger(acme, [widgets])
  await writePost(herald, acme, widgets, 'feat: say nothing')
  const payload = JSON.stringify(pushOf('acme/widgets', [commitOf('feat: say nothing')]))
  await deliver(herald, widgets, { event: 'push', payload })
  await deliver(herald, widgets, { event: 'push', payload: '{' })
  await client(herald.url, `${acme.key}x`).get('/v1/posts')
  await acme.api.post('/v1/integrations/github', `{"token":"${goodToken}"`)
  const { exitCode, stdout, stderr } = await herald.stop()
  expect(exitCode).toBe(0)
  for (const line of stdout.trim().split('\n')) expect(JSON.parse(line)).toBeObject()
  for (const secret of [acme.key, goodToken, widgets.secret, signatureOf(payload, widgets.secret)])
    expect(`${stdout}${stderr}`).not.toContain(secret)
})
