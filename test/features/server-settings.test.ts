import { beforeEach, describe, expect, test } from 'bun:test'
import { applyStored, createSettingsWatch } from '../../src/features/server-settings/stored-settings.ts'
import { serverSettings } from '../../src/features/server-settings/table.ts'
import { type SignedInPerson, type Team, testApp } from '../support/app.ts'
import { atEnd } from '../support/cleanup.ts'
import { startModels } from '../support/models.ts'
import { startSmtp } from '../support/smtp.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let ada: SignedInPerson
beforeEach(async () => {
  app = await testApp({ appUrl: 'http://localhost:3000' })
  acme = await app.team('acme')
  ada = await acme.person('owner', 'Ada')
  app.ctx.clock.advance(1000)
})

const put = (name: string, body: object, person = ada) => person.call('PUT', `/api/app/server/${name}`, body)

describe('the first owner', () => {
  test('sets the model without a restart, and its key is stored encrypted and never shown', async () => {
    const body = { baseUrl: 'https://models.test/v1', key: 'secret-key', writer: 'writer-1' }
    const answer = await put('model', body)
    expect(answer.body.model).toEqual({
      isFixed: false,
      ...{ baseUrl: 'https://models.test/v1', hasKey: true, writer: 'writer-1', small: null },
    })
    expect(answer.text).not.toContain('secret-key')
    expect(JSON.stringify(await app.ctx.db.select().from(serverSettings))).not.toContain('secret-key')
    expect(app.ctx.models.writer).toMatchObject({
      id: 'writer-1',
      endpoint: { baseURL: 'https://models.test/v1', apiKey: 'secret-key' },
    })
  })

  test('keeps the key of the same server, and another server does not get it', async () => {
    await put('model', { baseUrl: 'https://models.test/v1', key: 'secret-key', writer: 'writer-1' })
    await put('model', { baseUrl: 'https://models.test/v1', writer: 'writer-2' })
    expect(app.ctx.models.writer?.endpoint.apiKey).toBe('secret-key')
    await put('model', { baseUrl: 'https://evil.test/v1', writer: 'writer-2' })
    expect(app.ctx.models.writer?.endpoint.apiKey).toBe('none')
  })

  test('sets the mail server and removes it again', async () => {
    const { body } = await put('mail', { url: 'smtp://u:p@mail.test:587', from: 'Acme <a@acme.test>' })
    expect(body.mail).toEqual({ isFixed: false, server: 'smtp://mail.test:587', from: 'Acme <a@acme.test>' })
    expect(app.ctx.config.mail?.url).toBe('smtp://u:p@mail.test:587')
    expect((await put('mail', { url: 'http://mail.test', from: 'a@acme.test' })).status).toBe(400)
    expect((await put('mail', {})).body.mail.server).toBe(null)
    expect(app.ctx.config.mail).toBe(null)
  })

  test('changes the sender and keeps the stored mail server', async () => {
    await put('mail', { url: 'smtp://u:p@mail.test:587', from: 'a@acme.test' })
    await put('mail', { from: 'Acme <b@acme.test>' })
    expect(app.ctx.config.mail).toEqual({
      url: 'smtp://u:p@mail.test:587',
      from: { name: 'Acme', address: 'b@acme.test' },
    })
  })

  test('sets only the address of their browser as the public one, and stays signed in', async () => {
    const at = (origin: string, url: string) =>
      ada.call('PUT', '/api/app/server/address', { url }, { origin, 'sec-fetch-site': 'same-origin' })
    expect((await at('http://localhost:3000', 'https://herald.acme.test')).status).toBe(400)
    const answer = await at('https://herald.acme.test', 'https://herald.acme.test')
    expect(answer.body.address).toEqual({ isFixed: false, url: 'https://herald.acme.test' })
    const { appUrl, baseUrl } = app.ctx.config
    expect([appUrl, baseUrl]).toEqual(['https://herald.acme.test', 'https://herald.acme.test'])
    const [cookie = ''] = answer.headers.get('set-cookie')?.split(';') ?? []
    expect(cookie).toStartWith('__Host-herald_session=')
    const { body } = await app.anonymous('GET', '/api/app/session', undefined, { cookie })
    expect([body.user.name, body.maySetServer]).toEqual(['Ada', true])
  })

  test('tests the model, and reads why it does not answer', async () => {
    expect((await ada.call('POST', '/api/app/server/model/test')).status).toBe(409)
    const models = startModels({}, new Response('no', { status: 401 }))
    atEnd(() => models.stop())
    await put('model', { baseUrl: models.url, key: 'k', writer: 'writer-1' })
    expect((await ada.call('POST', '/api/app/server/model/test')).body).toEqual({ error: null })
    expect((await ada.call('POST', '/api/app/server/model/test')).body.error).toContain('refuses the key')
  })

  test('gets a test mail, and reads why none was sent', async () => {
    expect((await ada.call('POST', '/api/app/server/mail/test')).status).toBe(409)
    const smtp = startSmtp()
    atEnd(() => smtp.stop())
    await put('mail', { url: smtp.url, from: 'a@acme.test' })
    expect((await ada.call('POST', '/api/app/server/mail/test')).body).toEqual({ error: null })
    expect(smtp.received.map(({ to }) => to)).toEqual([[ada.email]])
    smtp.reply('RCPT', '550 5.7.1 Relaying denied')
    expect((await ada.call('POST', '/api/app/server/mail/test')).body.error).toContain('Relaying denied')
  })

  test('cannot change what the environment sets', async () => {
    app.ctx.config.fixed.mail = true
    const { status, body } = await put('mail', { url: 'smtp://mail.test', from: 'a@acme.test' })
    expect([status, body.error]).toEqual([
      409,
      'This setting is set by an environment variable of the server',
    ])
    expect((await ada.call('GET', '/api/app/server')).body.mail.isFixed).toBe(true)
  })
})

test('nobody reads or changes the settings of a server with several organizations', async () => {
  const admin = await acme.person('admin', 'Eve')
  expect((await admin.call('GET', '/api/app/server')).status).toBe(403)
  const other = await (await app.team('other')).person('owner', 'stranger')
  const body = { url: 'smtp://evil.test', from: 'a@evil.test' }
  for (const person of [ada, other]) {
    expect((await person.call('GET', '/api/app/server')).status).toBe(403)
    expect((await put('mail', body, person)).status).toBe(403)
    expect((await person.call('GET', '/api/app/session')).body.maySetServer).toBe(false)
    expect((await person.call('POST', '/api/app/server/mail/test')).status).toBe(403)
    expect((await person.call('POST', '/api/app/server/model/test')).status).toBe(403)
  }
})

test('nor those of a server whose operator decides about organizations', async () => {
  app.ctx.config.organizations = 'operator'
  expect((await ada.call('GET', '/api/app/server')).body.error).toBe(
    'The operator of this server sets this with environment variables',
  )
})

test('another process uses changed settings, and a restart as well', async () => {
  const watch = createSettingsWatch(app.ctx)
  await watch()
  await put('mail', { url: 'smtp://mail.test', from: 'a@acme.test' })
  const { config } = app.ctx
  Object.assign(config, { mail: null })
  await watch()
  expect(config.mail?.url).toBe('smtp://mail.test')
  Object.assign(config, { mail: null })
  await applyStored(app.ctx)
  expect(config.mail?.url).toBe('smtp://mail.test')
})
