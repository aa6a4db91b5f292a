import { beforeEach, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { textKinds } from '../../src/features/geo/traffic/classes.ts'
import { createCollector, waitForNext } from '../../src/features/geo/traffic/collector.ts'
import { deleteTraffic } from '../../src/features/geo/traffic/forget.ts'
import { prepareVisit } from '../../src/features/geo/traffic/prepare-visit.ts'
import { readVisit } from '../../src/features/geo/traffic/read-visit.ts'
import { trafficProofs } from '../../src/features/geo/traffic/table.ts'
import { findProjectHosts } from '../../src/features/geo/traffic/tracked-hosts.ts'
import { organizations } from '../../src/features/organizations/table.ts'
import { nextTurn } from '../../src/slices.ts'
import { addProject } from '../support/app.ts'
import { recordStatements, type Sent } from '../support/query-plan.ts'
import { gptBot, newToken, trafficApp } from '../support/traffic.ts'

let app: Awaited<ReturnType<typeof trafficApp>>
beforeEach(async () => {
  app = await trafficApp()
})

const answer = async (sent: ReturnType<typeof app.send>) => {
  const { status, body } = await sent
  return [status, body]
}
const unauthorized = [401, { error: 'Unauthorized' }]
const invalid = [400, { error: 'Invalid payload' }]
const log = async () => (await app.read('log')).log

describe('a visit', () => {
  test('is stored before the 202, with the answer that no cache may keep', async () => {
    const { status, body, headers } = await app.visit({ referer: 'https://example.org/x?y', accept: '*/*' })
    expect([status, body, headers.get('cache-control')]).toEqual([202, { ok: true }, 'no-store'])
    expect(await log()).toEqual([
      {
        capturedAt: app.ctx.now().toISOString(),
        visitorType: 'crawler',
        source: 'gptbot',
        agent: 'GPTBot',
        category: 'training-crawler',
        confidence: 'verified',
        path: '/docs',
        host: 'acme.com',
        country: null,
        ua: gptBot,
        journeyId: expect.stringMatching(/^f_[0-9a-f]{16}$/),
        wantsMarkdown: false,
        status: null,
        verdict: 'unknown',
        rule: 'user-agent',
      },
    ])
  })

  test('of a person or of a foreign host is dropped with 202', async () => {
    const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
    const signals = { clientHints: true, fetchMode: 'navigate' }
    expect((await app.visit({ userAgent: browser, signals })).status).toBe(202)
    for (const url of ['https://evil-acme.com/', 'https://acme.com.evil.test/', 'https://com/'])
      expect((await app.visit({ url })).status).toBe(202)
    expect(await log()).toEqual([])
    const { body } = await app.acme.call('GET', '/v1/geo/ingest/setup')
    expect(body.received).toEqual({
      stored: 0,
      dropped: { human: 1, foreignHost: 3, rateLimited: 0 },
      lastAt: app.ctx.now().toISOString(),
    })
  })

  test('counts as received for its project alone, and of a foreign host for each', async () => {
    const other = await addProject(app.ctx, app.acme.id)
    await app.visit()
    await app.visit({ url: 'https://foreign.test/' })
    const receivedOf = async (projectId: string) =>
      (await app.acme.call('GET', `/v1/geo/ingest/setup?projectId=${projectId}`)).body.received
    expect(await receivedOf(app.projectId)).toMatchObject({ stored: 1, dropped: { foreignHost: 1 } })
    expect(await receivedOf(other)).toMatchObject({ stored: 0, dropped: { foreignHost: 1 } })
    const foreign = await addProject(app.ctx, (await app.team('other')).id)
    const { status } = await app.acme.call('GET', `/v1/geo/ingest/setup?projectId=${foreign}`)
    expect(status).toBe(404)
  })

  test('of a subdomain counts, with host and path as they are compared', async () => {
    await app.visit({ url: 'https://user:secret@DOCS.Acme.com.:8443/a%20b?token=1#x' })
    expect(await log()).toMatchObject([{ host: 'docs.acme.com', path: '/a%20b' }])
  })

  test('may have an international host and 2,048 characters of URL', async () => {
    const url = 'https://m\u00fcnchen.acme.com/'.padEnd(2048, 'a/')
    expect((await app.visit({ url })).status).toBe(202)
    const [{ host, path }] = await log()
    expect([host, path]).toEqual(['xn--mnchen-3ya.acme.com', url.slice(url.indexOf('/', 8))])
  })

  test('with markup and escapes is stored as text of one line', async () => {
    const markup = '<img src=x onerror=alert(1)>[a](javascript:1)\u001b[2J\n'
    await app.visit({
      url: `https://acme.com/${markup}`,
      userAgent: `${gptBot} ${markup}`,
      referer: `https://evil.example/${markup}`,
    })
    const [{ path, ua }] = await log()
    expect(path).toBe('/%3Cimg%20src=x%20onerror=alert(1)%3E[a](javascript:1)%1B[2J')
    expect(ua).toBe(`${gptBot} <img src=x onerror=alert(1)>[a](javascript:1) [2J`)
    const rows = await app.ctx.db.all<{ text: string }>(sql`select text from traffic_texts where kind = 3`)
    expect(rows).toEqual([{ text: 'evil.example' }])
  })

  test('counts for its own day also if the day changes while it is stored', async () => {
    const times = ['2026-03-04T23:59:59.990Z', '2026-03-05T00:00:00.010Z']
    const sent = times.map((timestamp) => {
      app.ctx.clock.now = new Date(timestamp)
      return app.visit({ timestamp, url: `https://acme.com/${timestamp}` })
    })
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([202, 202])
    const { points } = await app.read('overview')
    expect(points).toMatchObject([
      { day: '2026-03-04', visits: 1 },
      { day: '2026-03-05', visits: 1 },
    ])
    const [after, before] = await log()
    expect([before.capturedAt, after.capturedAt]).toEqual(times)
    // Each day has its own key.
    expect(before.journeyId).not.toBe(after.journeyId)
  })

  test('is stored without addresses and secrets of its path', async () => {
    const secret = 'a1b2c3d4e5f6'.repeat(4)
    await app.visit({
      url: `https://acme.com/users/ada@example.org/${secret}/how-to-write-a-long-slug-for-the-blog`,
    })
    const [{ path }] = await log()
    expect(path).toBe('/users/:redacted/:redacted/how-to-write-a-long-slug-for-the-blog')
  })

  test('is stored without control characters and halves of characters', async () => {
    await app.visit({ userAgent: `GPTBot/1.3 \u001b[31m\ud800<b>\u202e` })
    const [{ ua }] = await log()
    expect(ua).toBe('GPTBot/1.3 [31m\ufffd<b>')
  })

  test('has the time of its arrival unless its own is within a day and five minutes ahead', async () => {
    const now = app.ctx.now().toISOString()
    for (const [timestamp, captured] of [
      ['1970-01-01T00:00:00Z', now],
      ['2099-01-01T00:00:00Z', now],
      ['yesterday', now],
      ['2026-03-03T12:00:00.000Z', '2026-03-03T12:00:00.000Z'],
      ['2026-03-04T12:05:00.000Z', '2026-03-04T12:05:00.000Z'],
    ]) {
      await app.visit({ timestamp, url: `https://acme.com/${timestamp}` })
      expect(await log()).toContainEqual(
        expect.objectContaining({ capturedAt: captured, path: `/${timestamp}` }),
      )
    }
  })

  test('names its journey by the parameter ntr, which is not stored', async () => {
    await app.visit({ url: 'https://acme.com/docs?ntr=abc-1' })
    expect(await log()).toMatchObject([{ journeyId: 'n_abc-1', path: '/docs' }])
  })

  test('of a person with a link of ChatGPT counts without its page', async () => {
    const signals = { clientHints: true, fetchMode: 'navigate' }
    const userAgent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
    await app.visit({ userAgent, signals, url: 'https://acme.com/price?utm_source=chatgpt.com' })
    expect((await app.read('overview')).totals).toMatchObject({ aiReferral: 0, aiReferralTagged: 1 })
    const rows = await app.ctx.db.all(sql`select host, page, user_agent, journey from traffic_events`)
    expect(rows).toEqual([{ host: 0, page: 0, user_agent: 0, journey: null }])
  })
})

describe('a payload', () => {
  test.each([
    ['no JSON', '{"method":'],
    ['a list', '[]'],
    ['no method', { url: 'https://acme.com' }],
    ['a long method', { method: 'G'.repeat(17), url: 'https://acme.com' }],
    ['a long URL', { method: 'GET', url: `https://acme.com/${'a'.repeat(2048)}` }],
    ['a number as user agent', { method: 'GET', url: 'https://acme.com', userAgent: 1 }],
    ['a long user agent', { method: 'GET', url: 'https://acme.com', userAgent: 'a'.repeat(1025) }],
    ['signals without client hints', { method: 'GET', url: 'https://acme.com', signals: {} }],
    ['a deep value', `{"method":"GET","url":"https://acme.com","x":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ['a value of 10,000 levels', `{"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['10 MiB', `{"x":"${'a'.repeat(10 * 1024 * 1024)}"}`],
    ['more than 16 KiB', { method: 'GET', url: 'https://acme.com', more: 'a'.repeat(16 * 1024) }],
  ])('with %s is refused', async (_, payload) => {
    expect(await answer(app.send(payload))).toEqual(invalid)
  })

  test.each(['/docs', 'acme.com', 'ftp://acme.com/', 'https://'])(
    'with the URL %s is refused',
    async (url) => {
      expect(await answer(app.send({ method: 'GET', url }))).toEqual([400, { error: 'Invalid url' }])
    },
  )
})

describe('a tracking token', () => {
  test('is checked before the payload', async () => {
    for (const token of ['', 'x', app.acme.key, app.token.slice(0, -1), `${app.token}0`])
      expect(await answer(app.send('{', token))).toEqual(unauthorized)
    const { headers } = await app.send('{', 'x')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('of another organization reports nothing of this one', async () => {
    const other = await newToken(await app.team('other'))
    expect(
      (await app.send({ method: 'GET', url: 'https://acme.com/', userAgent: gptBot }, other)).status,
    ).toBe(202)
    const [, signature] = app.token.split(/\.(?=[^.]*$)/)
    expect(await answer(app.send({}, other.replace(/[^.]*$/, signature ?? '')))).toEqual(unauthorized)
    expect(await log()).toEqual([])
  })

  test('opens nothing else', async () => {
    const headers = { authorization: `Bearer ${app.token}` }
    expect((await app.anonymous('GET', '/v1/projects', undefined, headers)).status).toBe(401)
  })

  test('signed for another purpose is refused', async () => {
    const signed = app.acme.id
    const key = app.ctx.secrets.deriveKey('journey ids')
    const token = `${signed}.${createHmac('sha256', key).update(signed).digest('hex')}`
    expect(await answer(app.send({}, token))).toEqual(unauthorized)
  })

  test('has the form of the contract, and stays valid after newer ones until they are rotated', async () => {
    expect(app.token).toMatch(new RegExp(`^${app.acme.id}\\.[0-9a-f]{64}$`))
    const second = await newToken(app.acme, app.projectId)
    expect(second).toMatch(new RegExp(`^${app.acme.id}\\.${app.projectId}\\.[0-9a-f]{64}$`))
    expect((await app.visit()).status).toBe(202)
    const { body } = await app.acme.call('POST', '/v1/geo/ingest/rotate-token')
    expect(body.token).toMatch(new RegExp(`^${app.acme.id}\\.g2\\.[0-9a-f]{64}$`))
    for (const old of [app.token, second]) expect(await answer(app.send('{', old))).toEqual(unauthorized)
    expect(await answer(app.send('{', body.token))).toEqual(invalid)
  })

  test('of a project accepts the hosts of that project alone', async () => {
    const other = await addProject(app.ctx, app.acme.id)
    await app.ctx.db.run(
      sql`update brand_identities set website_url = 'https://docs.acme.com' where id = 'brand'`,
    )
    await app.ctx.db.run(sql`insert into brand_identities (id, organization_id, name, website_url, is_default, created_at, updated_at)
      values ('main', ${app.acme.id}, 'main', 'https://www.acme.com/en', 1, 0, 0)`)
    await app.ctx.db.run(sql`update projects set brand_identity_id = 'brand' where id = ${other}`)
    await app.ctx.db.run(sql`update projects set brand_identity_id = 'main' where id = ${app.projectId}`)
    const bound = await newToken(app.acme, other)
    const crawl = (url: string, token?: string) => app.send({ method: 'GET', url, userAgent: gptBot }, token)
    await crawl('https://acme.com/', bound)
    await crawl('https://docs.acme.com/bound', bound)
    await crawl('https://v2.docs.acme.com/longest')
    await crawl('https://acme.com/main')
    const ofOther = await app.acme.call('GET', `/v1/projects/${other}/geo/traffic/log`)
    expect(ofOther.body.log.map(({ path }: { path: string }) => path).sort()).toEqual(['/bound', '/longest'])
    expect(await log()).toMatchObject([{ path: '/main' }])
  })

  test('of a foreign project is not made', async () => {
    const foreign = await addProject(app.ctx, (await app.team('other')).id)
    const { status, body } = await app.acme.call('POST', `/v1/geo/ingest/token?projectId=${foreign}`)
    expect([status, body.error]).toEqual([404, 'Project not found'])
  })
})

describe('the rate limit', () => {
  test('refuses visits over the number per minute, and counts dropped ones', async () => {
    app = await trafficApp({ ingestPerMinute: 3 })
    await app.visit({ url: 'https://foreign.test/' })
    const statuses = await Promise.all(
      Array.from({ length: 4 }, () => app.visit().then(({ status }) => status)),
    )
    expect(statuses).toEqual([202, 202, 429, 429])
    const { status, body, headers } = await app.visit()
    expect([status, body.error]).toEqual([429, 'Rate limit exceeded'])
    const reset = app.ctx.now().getTime() + 60_000
    expect(body).toMatchObject({ limit: 3, remaining: 0, reset })
    const named = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after']
    expect(named.map((name) => headers.get(name))).toEqual(['3', '0', '60', '60'])
    expect(await log()).toHaveLength(2)
    app.ctx.clock.advance(61_000)
    const granted = await app.visit()
    expect([granted.status, granted.headers.get('ratelimit-remaining')]).toEqual([202, '2'])
  })

  test('stores no text and no proof of the visits that it refuses', async () => {
    app = await trafficApp({ ingestPerMinute: 2 })
    const collect = createCollector(app.ctx)
    const visits = await prepareVisits(4)
    const verified = visits.map((arrival, index) => {
      if (arrival.outcome !== 'stored') throw new Error('A visit was dropped.')
      const { visit } = arrival
      const host = index < 3 ? 'acme.com' : 'docs.acme.com'
      const verdict = index < 2 ? ('unknown' as const) : ('verified' as const)
      return { ...arrival, visit: { ...visit, host, userAgent: `${index}`, verdict } }
    })
    const granted = await Promise.all(verified.map(collect))
    expect(granted.map(({ isGranted }) => isGranted)).toEqual([true, true, false, false])
    expect(await app.ctx.db.all(sql`select kind, text from traffic_texts order by kind, number`)).toEqual([
      { kind: textKinds.host, text: 'acme.com' },
      { kind: textKinds.page, text: 'acme.com/0' },
      { kind: textKinds.page, text: 'acme.com/1' },
      { kind: textKinds.userAgent, text: '0' },
      { kind: textKinds.userAgent, text: '1' },
    ])
    expect(await app.ctx.db.$count(trafficProofs)).toBe(0)
    app.ctx.clock.advance(61_000)
    for (const arrival of verified.slice(2)) await collect(arrival)
    expect((await log()).map(({ host }: { host: string }) => host).sort()).toEqual([
      ...['acme.com', 'acme.com', 'acme.com', 'docs.acme.com'],
    ])
    expect(await app.ctx.db.$count(trafficProofs)).toBe(2)
  })
})

async function prepareVisits(count: number) {
  const tracked = await findProjectHosts(app.ctx, app.acme.id, app.projectId)
  if (!tracked) throw new Error('The project has no hosts.')
  const visits = Array.from({ length: count }, (_, index) =>
    readVisit({ method: 'GET', url: `https://acme.com/${index}`, userAgent: gptBot }, app.ctx.now()),
  )
  const prepared = await Promise.all(visits.map((visit) => prepareVisit(app.ctx, tracked, visit)))
  return prepared.map((each) => ({ organizationId: app.acme.id, ...each }))
}

const insertsInto = (sent: Sent[], table: string) =>
  sent.filter((each) => new RegExp(`insert into traffic_${table}\\b`).test(each.sql)).length

test('visits of one turn of the event loop are stored by one statement', async () => {
  const collect = createCollector(app.ctx)
  const visits = await prepareVisits(20)
  const sent = recordStatements(app.ctx.db)
  await Promise.all(visits.map(collect))
  for (const table of ['events', 'texts', 'received']) expect(insertsInto(sent, table)).toBe(1)
  expect(await log()).toHaveLength(20)
})

test('visits that arrive shortly after a batch began are stored together', async () => {
  const next = Promise.withResolvers<void>()
  let batches = 0
  const collect = createCollector(app.ctx, async () => {
    if (++batches > 1) await next.promise
  })
  const [first, second, third] = await prepareVisits(3)
  if (!first || !second || !third) throw new Error('There are too few visits.')
  const sent = recordStatements(app.ctx.db)
  await collect(first)
  const later = [collect(second)]
  await nextTurn()
  later.push(collect(third))
  next.resolve()
  await Promise.all(later)
  expect(insertsInto(sent, 'events')).toBe(2)
  expect(await log()).toHaveLength(3)
})

test('a batch waits while each turn of the event loop brings more visits, until 15 ms after the last one', async () => {
  const countTurns = async (arrivals: number, millisecondsPerTurn: number) => {
    let turns = 0
    await waitForNext(
      0,
      () => Math.min(++turns, arrivals),
      () => 5 + turns * millisecondsPerTurn,
    )
    return turns
  }
  const none = await countTurns(1, 0)
  expect(await countTurns(20, 0)).toBeGreaterThan(none)
  expect(await countTurns(20, 10)).toBeLessThanOrEqual(none)
})

test('a project counts visits of more new user agents than it may add in a day without them', async () => {
  await app.visit()
  await app.ctx.db.run(sql`update traffic_text_days set before = -1999 where kind = 2`)
  await app.visit({ userAgent: 'GPTBot/9' })
  expect((await log()).map(({ ua }: { ua: string | null }) => ua)).toEqual([null, gptBot])
})

test('a project keeps counting visits of more new pages than it may add in a day', async () => {
  await app.visit()
  await app.ctx.db.run(sql`update traffic_text_days set before = -19999 where kind = 1`)
  await app.visit({ url: 'https://acme.com/new' })
  await app.visit()
  expect((await log()).map(({ path }: { path: string }) => path).sort()).toEqual([
    '(other)',
    '/docs',
    '/docs',
  ])
  app.ctx.clock.advance(86_400_000)
  app.ctx.config.ingestPerMinute = 1000
  await app.visit({ url: 'https://acme.com/new' })
  expect((await log())[0].path).toBe('/new')
})

test.each<[string, string | null]>([
  ['host', 'acme.com'],
  ['project', null],
])('a visit after the traffic of its %s was deleted has its own texts', async (_, host) => {
  await app.visit()
  const [organization] = await app.ctx.db.select().from(organizations)
  if (!organization) throw new Error('There is no organization.')
  await deleteTraffic(app.ctx, organization, app.projectId, host)
  await app.visit()
  expect(await log()).toMatchObject([{ host: 'acme.com', path: '/docs', ua: gptBot }])
})

test('a database that cannot be written answers 502 and no 202', async () => {
  await app.ctx.db.run(
    sql`create trigger full before insert on traffic_events begin select raise(abort, 'full'); end`,
  )
  const sent = await answer(app.visit())
  await app.ctx.db.run(sql`drop trigger full`)
  expect(sent).toEqual([502, { error: 'Ingest failed' }])
  expect(await log()).toEqual([])
})

test('no address of a visitor is in the database', async () => {
  await app.visit({ ip: '203.0.113.77' })
  await app.visit({ ip: '2001:db8:7777::77', userAgent: 'ChatGPT-User/1.0' })
  const tables = await app.ctx.db.all<{ name: string }>(
    sql`select name from pragma_table_list where type = 'table' and schema = 'main'`,
  )
  const rows = await Promise.all(
    tables.map(({ name }) => app.ctx.db.all(sql`select * from ${sql.identifier(name)}`)),
  )
  const text = JSON.stringify(rows)
  expect(text).toContain('acme.com/docs')
  for (const address of ['203.0.113', '2001:db8:7777']) expect(text).not.toContain(address)
})
