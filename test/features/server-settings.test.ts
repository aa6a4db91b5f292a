import { beforeEach, describe, expect, test } from 'bun:test'
import { applyStored, createSettingsWatch } from '../../src/features/server-settings/stored-settings.ts'
import { serverSettings } from '../../src/features/server-settings/table.ts'
import { type SignedInPerson, type Team, testApp } from '../support/app.ts'

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

  test('cannot change what the environment sets', async () => {
    app.ctx.config.fixed.mail = true
    const { status, body } = await put('mail', { url: 'smtp://mail.test', from: 'a@acme.test' })
    expect([status, body.error]).toEqual([
      409,
      'This setting comes from an environment variable of the server',
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
  }
})

test('nor those of a server whose operator decides about organizations', async () => {
  app.ctx.config.organizations = 'operator'
  expect((await ada.call('GET', '/api/app/server')).body.error).toBe(
    'The operator of this server sets this in its environment',
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
