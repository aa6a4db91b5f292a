import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
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

  test('sets the public address, without another path', async () => {
    expect((await put('address', { url: 'https://acme.test/herald' })).status).toBe(400)
    expect((await put('address', { url: 'https://herald.acme.test/' })).body.address.url).toBe(
      'https://herald.acme.test',
    )
    expect(app.ctx.config.baseUrl).toBe('https://herald.acme.test')
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

test('other owners can neither read nor change the settings', async () => {
  const other = await (await app.team('other')).person('owner', 'stranger')
  expect((await other.call('GET', '/api/app/server')).status).toBe(403)
  expect((await put('address', { url: 'https://x.test' }, other)).status).toBe(403)
})

test('another process uses changed settings, and a restart as well', async () => {
  const watch = createSettingsWatch(app.ctx)
  await watch()
  await put('address', { url: 'https://herald.acme.test' })
  app.ctx.config.appUrl = 'http://localhost:3000'
  await watch()
  expect(app.ctx.config.appUrl).toBe('https://herald.acme.test')
  app.ctx.config.appUrl = 'http://localhost:3000'
  await applyStored(app.ctx)
  expect(app.ctx.config.appUrl).toBe('https://herald.acme.test')
})

test('the next user does not inherit the settings in another organization', async () => {
  const other = await (await app.team('other')).person('owner', 'stranger')
  await app.ctx.db.run(sql`update users set created_at = 1 where id = ${other.id}`)
  expect((await other.call('GET', '/api/app/server')).status).toBe(403)
  expect((await ada.call('GET', '/api/app/server')).status).toBe(403)
})
