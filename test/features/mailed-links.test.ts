import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../src/features/members/table.ts'
import { startRunner } from '../../src/jobs/runner.ts'
import { jobs } from '../../src/jobs/table.ts'
import { jobs as registry } from '../../src/registry.ts'
import { ownPage, type SignedInPerson, type Team, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { recordLog } from '../support/log.ts'
import { readMail, startSmtp } from '../support/smtp.ts'

// Invitations and password links that the server sends by mail.

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let ada: SignedInPerson
let smtp: ReturnType<typeof startSmtp>

beforeEach(async () => {
  smtp = startSmtp()
  app = await testApp({
    appUrl: 'https://herald.test',
    mail: { url: smtp.url, from: { name: 'Herald', address: 'herald@herald.test' } },
  })
  acme = await app.team('acme')
  ada = await acme.person('owner', 'Ada')
})
afterEach(() => smtp.stop())

const invite = () => ada.call('POST', '/api/app/invitations', { email: 'grace@acme.test', role: 'member' })

describe('an invitation', () => {
  test('is sent to the address, with the link that the inviter sees', async () => {
    const { body } = await invite()
    expect(body.isMailed).toBe(true)
    await drain(app.ctx)
    expect(smtp.received[0]?.to).toEqual(['grace@acme.test'])
    const mail = readMail(smtp.received[0] as never)
    expect(mail.headers.get('subject')).toBe('Join Team acme on Herald')
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail.body).toContain(body.url)
    expect(mail.body).toContain('Ada invites you')
  })

  test('is stored without its link until it is sent', async () => {
    const { body } = await invite()
    const [job] = await app.ctx.db.select().from(jobs).where(eq(jobs.name, 'mail.letter'))
    expect(JSON.stringify(job)).not.toContain(body.url.split('#')[1])
  })

  test('is tried again while the mail server is busy', async () => {
    smtp.reply('MAIL', '421 4.3.2 Busy')
    await invite()
    await drain(app.ctx)
    expect(smtp.received).toEqual([])
    app.ctx.clock.advance(3_600_000)
    await drain(app.ctx)
    expect(smtp.received.length).toBe(1)
  })

  test('is tried again for half an hour', async () => {
    smtp.reply('RCPT', ...Array(12).fill('450 4.7.1 Greylisted'))
    await invite()
    for (let minutes = 0; minutes < 60; minutes++) {
      await drain(app.ctx)
      app.ctx.clock.advance(60_000)
    }
    expect(smtp.received.length).toBe(1)
  })

  test('is not sent again after a stop of the server during sending', async () => {
    smtp.reply('END', 'stall')
    await invite()
    const runner = await startRunner(app.ctx, registry)
    await smtp.stalled
    await runner.stop(0)
    await drain(app.ctx)
    expect(smtp.received).toEqual([])
    const [job] = await app.ctx.db.select().from(jobs).where(eq(jobs.name, 'mail.letter'))
    expect(job).toMatchObject({ state: 'dead', error: expect.stringContaining('It may have been sent.') })
  })

  test('that cannot be sent is logged with its kind, and without its address', async () => {
    const { log, lines } = recordLog()
    smtp.reply('RCPT', '550 5.1.1 No such user')
    await invite()
    await drain({ ...app.ctx, log })
    expect(lines).toMatchObject([
      {
        record: 'invitation',
        error: 'The mail server refuses the recipient: 550 5.1.1 No such user.',
        msg: 'Sending an email failed permanently and will not be tried again.',
      },
    ])
  })

  test('is sent to one address three times a day at most, however often it is replaced', async () => {
    const sent = []
    for (let n = 0; n < 5; n++) sent.push((await invite()).body.isMailed)
    expect(sent).toEqual([true, true, true, false, false])
  })

  test('is not sent without a mail server', async () => {
    app.ctx.config.mail = null
    expect((await invite()).body.isMailed).toBe(false)
    await drain(app.ctx)
    expect(smtp.received).toEqual([])
  })
})

describe('a password link', () => {
  const ask = (email: string) => app.anonymous('POST', '/api/app/password/ask', { email }, ownPage)

  test('is sent to a user with a password, and works', async () => {
    await app.ctx.db.update(users).set({ passwordHash: 'hash' })
    expect((await ask(ada.email)).body).toEqual({ email: ada.email })
    await drain(app.ctx)
    const [, token = ''] = /app\/password#(\w+)/.exec(readMail(smtp.received[0] as never).body) ?? []
    const { body } = await app.anonymous('POST', '/api/app/password/look', { token }, ownPage)
    expect(body.email).toBe(ada.email)
  })

  test('is answered alike for other addresses, which get no mail', async () => {
    expect((await ask('nobody@acme.test')).status).toBe(200)
    // She signs in with single sign-on only.
    expect((await ask(ada.email)).status).toBe(200)
    await drain(app.ctx)
    expect(smtp.received).toEqual([])
  })

  test('is sent three times a day at most', async () => {
    await app.ctx.db.update(users).set({ passwordHash: 'hash' })
    for (let tries = 0; tries < 5; tries++) await ask(ada.email)
    await drain(app.ctx)
    expect(smtp.received.length).toBe(3)
  })
})
