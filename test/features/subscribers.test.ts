import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../src/context.ts'
import type { Statement } from '../../src/db/client.ts'
import { releaseDigestsJob, sendMailsJob, sweepSubscribers } from '../../src/features/subscribers/job.ts'
import { queueMails, releaseDigests } from '../../src/features/subscribers/queue-mails.ts'
import { sendQueued } from '../../src/features/subscribers/send-queued.ts'
import { subscriberMails, subscribers } from '../../src/features/subscribers/table.ts'
import { type SignedInPerson, type Team, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { recordLog } from '../support/log.ts'
import { goPublic, publish } from '../support/published.ts'
import { readMail, startSmtp } from '../support/smtp.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let ada: SignedInPerson
let smtp: ReturnType<typeof startSmtp>

beforeEach(async () => {
  smtp = startSmtp()
  app = await testApp({
    appUrl: 'https://herald.test',
    mail: { url: smtp.url, from: { name: 'Herald', address: 'news@herald.test' } },
    mailPerSecond: 100_000,
  })
  acme = await app.team('acme')
  ada = await acme.person('owner')
  await goPublic(app.ctx, acme)
  await ada.call('PATCH', '/api/app/subscribers', { isEnabled: true })
})
afterEach(() => smtp.stop())

const minute = 60_000
const day = 24 * 60 * minute

const request = (path: string, init: RequestInit = {}) =>
  app.api.handle(new Request(`http://localhost${path}`, init))

/** Runs a recurring job now, and what it queues. */
async function run(job: { insert(ctx: Context, payload: object): Statement }) {
  await app.ctx.db.batch([job.insert(app.ctx, {})])
  await drain(app.ctx)
}

/** Sends a form as a browser does; returns the heading of the page. */
async function post(path: string, fields: Record<string, string> = {}) {
  const response = await request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' },
    body: new URLSearchParams(fields).toString(),
  })
  return { status: response.status, title: /<h1>([^<]*)/.exec(await response.text())?.[1] }
}

const ask = (email: string, frequency = 'post') => post('/subscriptions/to/acme', { email, frequency })

async function tokenOf(email: string): Promise<string> {
  const [row] = await app.ctx.db.select().from(subscribers).where(eq(subscribers.email, email))
  return row?.token ?? ''
}

/** Somebody who has confirmed their address. */
async function subscribe(email: string, frequency = 'post') {
  await ask(email, frequency)
  await drain(app.ctx)
  await post(`/subscriptions/confirm/${await tokenOf(email)}`)
  smtp.received.length = 0
}

/** Confirmed subscribers who want one mail a week. */
const addSubscribers = (count: number) =>
  app.ctx.db.run(sql`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into subscribers
      (id, organization_id, email, token, status, frequency, asked_at, asked_from, wording)
    select 's' || n, ${acme.id}, n || '@reader.test', 't' || n, 'active', 'weekly', 1, '192.0.2.1', 1 from numbers`)

/** A signal that ends a job after some of its batches, as a server that stops does. */
const stopAfter = (batches: number) => {
  let left = batches
  const throwIfAborted = () => {
    if (left-- === 0) throw new Error('stopped')
  }
  return { throwIfAborted } as AbortSignal
}

/** How many subscribers have mails in which states. */
const countMails = () =>
  app.ctx.db.all<{ states: string; subscribers: number; mails: number }>(sql`
    select states, count(*) as subscribers, sum(mails) as mails from (
      select group_concat(distinct status) as states, count(*) as mails from subscriber_mails group by subscriber_id)
    group by states order by states`)

/** Lets a minute pass, in which mails are sent. */
async function sendMails() {
  app.ctx.clock.advance(minute)
  await run(sendMailsJob)
}

const sentTo = () => smtp.received.map(({ to }) => to[0])
const statesOf = async () =>
  (await app.ctx.db.select().from(subscriberMails)).map(({ status }) => status).sort()

describe('a subscription', () => {
  test('begins when the reader presses the button of the page in the mail', async () => {
    expect(await ask('Grace@Reader.test')).toEqual({ status: 200, title: 'Check your inbox' })
    await drain(app.ctx)
    const { headers, body } = readMail(smtp.received[0] as never)
    expect(headers.get('subject')).toBe('Confirm your subscription to Team acme')
    const token = await tokenOf('grace@reader.test')
    expect(body).toContain(`https://herald.test/subscriptions/confirm/${token}`)
    const opened = await request(`/subscriptions/confirm/${token}`)
    expect(await opened.text()).toContain('<button>Confirm</button>')
    expect((await app.ctx.db.select().from(subscribers))[0]?.status).toBe('asked')
    expect((await post(`/subscriptions/confirm/${token}`)).title).toBe('Subscribed')
    expect((await app.ctx.db.select().from(subscribers))[0]).toMatchObject({
      status: 'active',
      confirmedAt: app.ctx.now(),
      wording: 1,
    })
  })

  test('is answered alike for known and unknown addresses, with three mails a day at most', async () => {
    await subscribe('grace@reader.test')
    const answers = []
    for (let tries = 0; tries < 4; tries++) answers.push(await ask('grace@reader.test'))
    await drain(app.ctx)
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(smtp.received.length).toBe(2)
  })

  test('of an invalid address is refused, and of one that carries another one', async () => {
    for (const email of ['grace', 'a@b.test\r\nRCPT TO:<evil@x.test>', 'a@b.test,c@d.test', ''])
      expect(await ask(email)).toEqual({ status: 400, title: 'Not subscribed' })
    await drain(app.ctx)
    expect(smtp.received).toEqual([])
  })

  test('is limited to ten requests per hour and address', async () => {
    const statuses = []
    for (let at = 0; at < 11; at++) statuses.push((await ask(`r${at}@reader.test`)).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  test('that is not confirmed within seven days is deleted', async () => {
    await ask('grace@reader.test')
    const token = await tokenOf('grace@reader.test')
    app.ctx.clock.advance(8 * day)
    expect((await post(`/subscriptions/confirm/${token}`)).status).toBe(404)
    await run(sweepSubscribers)
    expect(await app.ctx.db.select().from(subscribers)).toEqual([])
  })

  test('that had ended and is not confirmed again remains ended', async () => {
    await subscribe('grace@reader.test')
    await post(`/subscriptions/stop/${await tokenOf('grace@reader.test')}`)
    await ask('grace@reader.test')
    app.ctx.clock.advance(8 * day)
    await run(sweepSubscribers)
    const [row] = await app.ctx.db.select().from(subscribers)
    expect(row).toMatchObject({ status: 'stopped', stoppedBy: 'reader' })
    await subscribe('grace@reader.test')
    const [again] = await app.ctx.db.select().from(subscribers)
    expect(again).toMatchObject({ status: 'active', stoppedBy: null, stoppedAt: null })
  })

  test('is not offered without a mail server, nor before the owner allows it', async () => {
    const form = async () => (await (await request('/c/acme')).text()).includes('Get new posts by email')
    expect(await form()).toBe(true)
    await ada.call('PATCH', '/api/app/subscribers', { isEnabled: false })
    expect([await form(), (await ask('grace@reader.test')).status]).toEqual([false, 404])
    await ada.call('PATCH', '/api/app/subscribers', { isEnabled: true })
    app.ctx.config.mail = null
    expect([await form(), (await ask('grace@reader.test')).status]).toEqual([false, 404])
  })
})

describe('a published post', () => {
  test('is sent once to each subscriber, also if it is corrected or published again', async () => {
    await subscribe('grace@reader.test')
    await subscribe('alan@reader.test')
    await ask('unconfirmed@reader.test')
    const postId = await publish(app.ctx, acme, { title: 'Exports', markdown: 'Exports are **fast**.' })
    await drain(app.ctx)
    smtp.received.length = 0
    await sendMails()
    expect(sentTo().sort()).toEqual(['alan@reader.test', 'grace@reader.test'])
    const { headers, body } = readMail(smtp.received[0] as never)
    const token = await tokenOf(smtp.received[0]?.to[0] ?? '')
    expect(Object.fromEntries(headers)).toMatchObject({
      subject: 'Exports',
      from: 'Team acme <news@herald.test>',
      'list-unsubscribe': `<https://herald.test/subscriptions/stop/${token}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    })
    expect(body).toContain('<strong>fast</strong>')
    expect(body).toContain(`https://herald.test/subscriptions/of/${token}`)
    await acme.call('PATCH', `/v1/posts/${postId}`, { markdown: 'Exports are faster.' })
    await acme.call('PATCH', `/v1/posts/${postId}`, { status: 'draft' })
    await acme.call('PATCH', `/v1/posts/${postId}`, { status: 'published' })
    await sendMails()
    expect(smtp.received.length).toBe(2)
  })

  test('is not sent if it is unpublished, or the reader unsubscribes, in the meantime', async () => {
    await subscribe('grace@reader.test')
    await subscribe('alan@reader.test')
    const postId = await publish(app.ctx, acme)
    await drain(app.ctx)
    expect(await post(`/subscriptions/stop/${await tokenOf('alan@reader.test')}`)).toEqual({
      status: 200,
      title: 'Unsubscribed',
    })
    await acme.call('PATCH', `/v1/posts/${postId}`, { status: 'draft' })
    await sendMails()
    expect([smtp.received, await statesOf()]).toEqual([[], []])
  })

  test('waits for Monday if the reader wants one mail a week', async () => {
    await subscribe('grace@reader.test', 'weekly')
    for (const title of ['One', 'Two']) await publish(app.ctx, acme, { title })
    await drain(app.ctx)
    await sendMails()
    expect(sentTo()).toEqual([])
    app.ctx.clock.advance(7 * day)
    await run(releaseDigestsJob)
    await sendMails()
    expect(sentTo()).toEqual(['grace@reader.test'])
    const { headers, body } = readMail(smtp.received[0] as never)
    expect(headers.get('subject')).toStartWith('Team acme: 2 new posts, ')
    expect(body).toContain('One')
    app.ctx.clock.advance(7 * day)
    await run(releaseDigestsJob)
    await sendMails()
    expect(smtp.received.length).toBe(1)
  })

  test('of many subscribers continues after the server was stopped, with one weekly mail for each', async () => {
    await addSubscribers(600)
    const postIds = [await publish(app.ctx, acme, { title: 'One' }), await publish(app.ctx, acme)]
    for (const postId of postIds) {
      await expect(queueMails(app.ctx, postId, stopAfter(1))).rejects.toThrow('stopped')
      await queueMails(app.ctx, postId, stopAfter(Number.POSITIVE_INFINITY))
    }
    expect(await countMails()).toEqual([{ states: 'held', subscribers: 600, mails: 1200 }])
    await expect(releaseDigests(app.ctx, stopAfter(1))).rejects.toThrow('stopped')
    expect((await countMails()).map(({ states }) => states)).toEqual(['held', 'queued'])
    await releaseDigests(app.ctx, stopAfter(Number.POSITIVE_INFINITY))
    expect(await countMails()).toEqual([{ states: 'queued', subscribers: 600, mails: 1200 }])
  })

  test('ends the subscription of a mailbox that does not exist', async () => {
    await subscribe('grace@reader.test')
    await publish(app.ctx, acme)
    await drain(app.ctx)
    smtp.reply('RCPT', '550 5.1.1 No such user')
    await sendMails()
    expect((await app.ctx.db.select().from(subscribers))[0]).toMatchObject({
      status: 'stopped',
      stoppedBy: 'bounce',
      stopReason: expect.stringContaining('5.1.1'),
    })
  })

  test('that is refused is logged without the address, which mail servers repeat', async () => {
    const { log, lines } = recordLog()
    await subscribe('grace@reader.test')
    await publish(app.ctx, acme)
    await drain(app.ctx)
    smtp.reply('RCPT', '550 5.1.1 <Grace@reader.test>: no such user')
    await sendQueued({ ...app.ctx, log }, new AbortController().signal)
    expect(lines).toMatchObject([
      { reason: 'The mail server refuses the recipient: 550 5.1.1 <…>: no such user.' },
    ])
  })

  test('is tried again later if the mailbox is busy, and fails after a day', async () => {
    await subscribe('grace@reader.test')
    await publish(app.ctx, acme)
    await drain(app.ctx)
    smtp.reply('RCPT', '450 4.2.0 Busy')
    await sendMails()
    expect([await statesOf(), smtp.received.length]).toEqual([['queued'], 0])
    await sendMails()
    expect(smtp.received.length).toBe(0)
    app.ctx.clock.advance(15 * minute)
    await sendMails()
    expect([await statesOf(), smtp.received.length]).toEqual([['sent'], 1])
  })

  test('whose mail was lost in a crash or without an answer is not sent twice', async () => {
    await subscribe('grace@reader.test')
    await subscribe('alan@reader.test')
    await publish(app.ctx, acme)
    await drain(app.ctx)
    smtp.reply('END', 'close')
    await app.ctx.db
      .update(subscriberMails)
      .set({ status: 'sending' })
      .where(
        eq(
          subscriberMails.subscriberId,
          (await app.ctx.db.select().from(subscribers).where(eq(subscribers.email, 'alan@reader.test')))[0]
            ?.id ?? '',
        ),
      )
    app.ctx.clock.advance(6 * minute)
    await sendMails()
    expect([await statesOf(), smtp.received]).toEqual([['unknown', 'unknown'], []])
  })

  test.each([
    ['accept and close', 'unknown', expect.stringContaining('may have been sent')],
    ['reply and close', 'sent', null],
  ])('whose mail server answers the text with "%s" is sent once', async (answer, status, error) => {
    await subscribe('grace@reader.test')
    await publish(app.ctx, acme)
    await drain(app.ctx)
    smtp.reply('END', answer)
    for (let round = 0; round < 3; round++) {
      await sendMails()
      app.ctx.clock.advance(day)
    }
    expect(await app.ctx.db.select().from(subscriberMails)).toMatchObject([{ status, error }])
    expect(sentTo()).toEqual(['grace@reader.test'])
  })

  test('waits while the mail server refuses this server', async () => {
    await subscribe('grace@reader.test')
    await publish(app.ctx, acme)
    await drain(app.ctx)
    smtp.reply('MAIL', '550 5.7.26 Not authenticated')
    await sendMails()
    expect(await statesOf()).toEqual(['queued'])
    app.ctx.clock.advance(15 * minute)
    await sendMails()
    expect(await statesOf()).toEqual(['sent'])
  })
})

describe('the link in a mail', () => {
  test('unsubscribes with one request, in any form, without cookie and redirect', async () => {
    await subscribe('grace@reader.test')
    const token = await tokenOf('grace@reader.test')
    expect(await (await request(`/subscriptions/stop/${token}`)).text()).toContain('Unsubscribe?')
    expect((await app.ctx.db.select().from(subscribers))[0]?.status).toBe('active')
    const body = new FormData()
    body.set('List-Unsubscribe', 'One-Click')
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://mail.test' }
    const answer = await request(`/subscriptions/stop/${token}`, { method: 'POST', body, headers })
    expect(answer.status).toBe(200)
    expect((await app.ctx.db.select().from(subscribers))[0]).toMatchObject({
      status: 'stopped',
      stoppedBy: 'reader',
    })
  })

  test('changes how often mails are sent, and deletes the address', async () => {
    await subscribe('grace@reader.test')
    const path = `/subscriptions/of/${await tokenOf('grace@reader.test')}`
    expect((await post(path, { action: 'save', frequency: 'weekly' })).title).toBe('Saved')
    expect((await app.ctx.db.select().from(subscribers))[0]?.frequency).toBe('weekly')
    expect((await post(path, { action: 'delete' })).title).toBe('Deleted')
    expect(await app.ctx.db.select().from(subscribers)).toEqual([])
    expect((await post(path)).status).toBe(404)
  })
})

describe('owners and admins', () => {
  test('list, export and delete subscribers of their own organization', async () => {
    await subscribe('grace@reader.test')
    const { body } = await ada.call('GET', '/api/app/subscribers?search=gra')
    expect(body).toMatchObject({
      isAvailable: true,
      isEnabled: true,
      counts: { active: 1, asked: 0, stopped: 0 },
      subscribers: [{ email: 'grace@reader.test', status: 'active', frequency: 'post' }],
    })
    expect((await ada.call('GET', '/api/app/subscribers/export')).body).toEqual({
      subscribers: body.subscribers,
      nextAfter: null,
    })
    const path = `/api/app/subscribers/${body.subscribers[0].id}`
    const stranger = await (await app.team('other')).person('owner', 'stranger')
    expect((await stranger.call('DELETE', path)).status).toBe(404)
    const member = await acme.person('member', 'max')
    expect((await member.call('GET', '/api/app/subscribers')).status).toBe(403)
    expect((await ada.call('DELETE', path)).status).toBe(200)
    expect(await app.ctx.db.select().from(subscribers)).toEqual([])
  })
})
