import { beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { sweepSessions } from '../../src/features/sessions/job.ts'
import { devices } from '../../src/features/sessions/table.ts'
import { buckets } from '../../src/http/buckets.ts'
import { rateLimits } from '../../src/http/table.ts'
import { hashToken } from '../../src/ids.ts'
import {
  type Answer,
  type caller,
  ownPage,
  type SignedInPerson,
  type Team,
  testApp,
  withHeaders,
} from '../support/app.ts'
import { drain } from '../support/context.ts'
import { setPassword } from '../support/people.ts'

let app: Awaited<ReturnType<typeof testApp>>
let page: ReturnType<typeof caller>
let acme: Team
let ada: SignedInPerson
beforeEach(async () => {
  app = await testApp({ trustProxy: 1 })
  page = withHeaders(app.anonymous, ownPage)
  acme = await app.team('acme')
  ada = await acme.person('owner', 'Ada')
  await setPassword(app.ctx, ada.id, password)
  await app.ctx.db.delete(devices)
})

const password = 'correct horse'
const hour = 60 * 60 * 1000
const day = 24 * hour

/** An attempt from its own address, with the device cookie of an earlier answer if given. */
function attempt(address: string, typed: string, device = '', email = ada.email) {
  const headers = { 'x-forwarded-for': address, ...(device && { cookie: device }) }
  return page('POST', '/api/app/session', { email, password: typed }, headers)
}

const deviceOf = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .find((each) => each.startsWith('herald_device='))
    ?.split(';')[0] ?? ''

async function fail(count: number, address: string | ((number: number) => string), device = '') {
  const statuses: number[] = []
  for (let tries = 0; tries < count; tries += 1) {
    const from = typeof address === 'string' ? address : address(tries)
    statuses.push((await attempt(from, 'wrong horse', device)).status)
  }
  return statuses
}

/** Counts wrong passwords for the account in this hour, as if they had been tried. */
async function countWrong(count: number) {
  const now = app.ctx.now().getTime()
  await app.ctx.db.insert(rateLimits).values({
    bucket: `${buckets.signInToAccountHourly.name}:${hashToken(ada.email)}`,
    hits: Array<number>(count).fill(now),
    expiresAt: new Date(now + hour),
  })
}

test('successes are not counted', async () => {
  for (let tries = 0; tries < 30; tries += 1)
    expect((await attempt('203.0.113.1', password)).status).toBe(200)
})

test('a wrong password shows how many attempts this address has left', async () => {
  expect((await attempt('203.0.113.1', 'wrong horse')).body.remaining).toBe(9)
  expect((await attempt('203.0.113.1', password)).status).toBe(200)
  expect((await attempt('203.0.113.1', 'wrong horse')).body.remaining).toBe(8)
  expect((await attempt('203.0.113.2', 'wrong horse')).body.remaining).toBe(9)
})

test('concurrent attempts cannot exceed the limit', async () => {
  const answers = await Promise.all(Array.from({ length: 15 }, () => attempt('203.0.113.1', 'wrong horse')))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
})

describe('ten wrong attempts from elsewhere', () => {
  test('lock neither the device of the owner, nor another address', async () => {
    const device = deviceOf(await attempt('198.51.100.1', password))
    expect(await fail(11, '203.0.113.1')).toEqual([...Array(10).fill(401), 429])
    expect((await attempt('198.51.100.1', password, device)).status).toBe(200)
    expect((await attempt('198.51.100.2', password)).status).toBe(200)
  })

  test('from the same address do not lock a known device there', async () => {
    const device = deviceOf(await attempt('203.0.113.1', password))
    await fail(11, '203.0.113.1')
    expect((await attempt('203.0.113.1', password)).status).toBe(429)
    expect((await attempt('203.0.113.1', password, device)).status).toBe(200)
  })

  test('do not lock a known device without a proxy that distinguishes addresses', async () => {
    app = await testApp()
    page = withHeaders(app.anonymous, ownPage)
    ada = await (await app.team('acme')).person('owner', 'Ada')
    await setPassword(app.ctx, ada.id, password)
    const device = deviceOf(await attempt('', password))
    await fail(11, '')
    expect((await attempt('', password, device)).status).toBe(200)
  })
})

describe('an account under attack from many addresses', () => {
  const attackers = (number: number) => `203.0.113.${number}`

  test('answers wrong attempts of unknown browsers with 429, and a right one signs in', async () => {
    const device = deviceOf(await attempt('198.51.100.1', password))
    expect(await fail(22, attackers)).toEqual([...Array(21).fill(401), 429])
    const refused = await attempt('198.51.100.2', 'wrong horse')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    expect((await attempt('198.51.100.2', password)).status).toBe(200)
    expect((await attempt('198.51.100.1', password, device)).status).toBe(200)
    app.ctx.clock.advance(5000)
    expect(await fail(1, '198.51.100.2')).toEqual([401])
  })

  test('counts a wrong try that is answered with 429 against its address', async () => {
    await fail(21, attackers)
    expect(await fail(10, '198.51.100.2')).toEqual(Array(10).fill(429))
    expect((await attempt('198.51.100.2', password)).status).toBe(429)
    expect((await attempt('198.51.100.3', password)).status).toBe(200)
  })

  test('compares at most 300 wrong passwords an hour, and then one from each address', async () => {
    await countWrong(298)
    const device = deviceOf(await attempt('198.51.100.1', password))
    const compared = spyOn(app.ctx.passwords, 'verify')
    await fail(2, '10.0.0.1')
    expect(compared).toHaveBeenCalledTimes(2)
    expect(await fail(1, '10.0.0.1')).toEqual([429])
    expect(compared).toHaveBeenCalledTimes(2)
    expect((await attempt('198.51.100.1', password, device)).status).toBe(200)
    expect((await attempt('198.51.100.2', password)).status).toBe(200)
    compared.mockClear()
    expect(await fail(2, '198.51.100.3')).toEqual([429, 429])
    expect((await attempt('198.51.100.3', password)).status).toBe(429)
    expect(compared).toHaveBeenCalledTimes(1)
    expect((await attempt('198.51.100.2', password)).status).toBe(200)
  })

  test('after 300 in an hour an address with a wrong one gets the reason, the next step and the time', async () => {
    await countWrong(300)
    const error =
      'Too many wrong passwords for this account in the last hour. Sign in from a browser that you have used before, or ask the server operator for a link (herald user reset).'
    const typo = await attempt('198.51.100.3', 'wrong horse')
    expect([typo.status, typo.body.error, typo.headers.get('retry-after')]).toEqual([429, error, '900'])
    app.ctx.clock.advance(60_000)
    const refused = await attempt('198.51.100.3', password)
    expect([refused.status, refused.body.error, refused.headers.get('retry-after')]).toEqual([
      429,
      error,
      '840',
    ])
    app.ctx.clock.advance(839_000)
    expect((await attempt('198.51.100.3', password)).status).toBe(429)
    app.ctx.clock.advance(1000)
    expect((await attempt('198.51.100.3', password)).status).toBe(200)
  })

  test('makes further attempts wait longer', async () => {
    await fail(21, attackers)
    for (let tries = 1; tries < 10; tries += 1) {
      app.ctx.clock.advance(5000)
      expect(await fail(1, attackers(100 + tries))).toEqual([401])
    }
    app.ctx.clock.advance(5000)
    const refused = await attempt('198.51.100.2', 'wrong horse')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '250'])
  })

  test('does not affect other accounts, and answers the same for an address without an account', async () => {
    const bob = await acme.person('member', 'Bob')
    await setPassword(app.ctx, bob.id, password)
    await fail(21, attackers)
    expect((await attempt('198.51.100.1', password, '', bob.email)).status).toBe(200)
    for (let number = 0; number < 22; number += 1) {
      const { status } = await attempt(attackers(100 + number), password, '', 'nobody@acme.test')
      expect(status).toBe(number < 21 ? 401 : 429)
    }
  })
})

describe('a known device', () => {
  test('is a cookie that scripts cannot read, stored as a hash', async () => {
    const answer = await attempt('198.51.100.1', password)
    const [, cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^herald_device=[0-9a-f]{64}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
    const rows = await app.ctx.db.select().from(devices)
    expect(rows).toMatchObject([{ hash: hashToken(deviceOf(answer).split('=')[1] ?? ''), userId: ada.id }])
  })

  test('has a limit of its own', async () => {
    const device = deviceOf(await attempt('198.51.100.1', password))
    expect(await fail(11, '198.51.100.1', device)).toEqual([...Array(10).fill(401), 429])
    expect((await attempt('198.51.100.1', password)).status).toBe(200)
  })

  test('is valid for its own account only', async () => {
    const bob = await acme.person('member', 'Bob')
    await setPassword(app.ctx, bob.id, password)
    const device = deviceOf(await attempt('203.0.113.1', password, '', bob.email))
    expect(await fail(11, '203.0.113.1', device)).toEqual([...Array(10).fill(401), 429])
  })

  test('replaces the previous one of its browser, and an account has at most ten', async () => {
    const first = await attempt('198.51.100.1', password)
    await attempt('198.51.100.1', password, deviceOf(first))
    expect(await app.ctx.db.$count(devices)).toBe(1)
    for (let tries = 0; tries < 12; tries += 1) await attempt('198.51.100.1', password)
    expect(await app.ctx.db.$count(devices, eq(devices.userId, ada.id))).toBe(10)
  })

  test('expires after 180 days, and is deleted', async () => {
    const device = deviceOf(await attempt('198.51.100.1', password))
    await fail(10, '198.51.100.1')
    app.ctx.clock.advance(180 * day)
    await fail(10, '198.51.100.1')
    expect((await attempt('198.51.100.1', password, device)).status).toBe(429)
    await sweepSessions.insert(app.ctx, {})
    await drain(app.ctx)
    expect(await app.ctx.db.$count(devices)).toBe(0)
  })
})
