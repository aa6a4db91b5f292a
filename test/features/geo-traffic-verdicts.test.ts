import { beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { atomically } from '../../src/db/client.ts'
import { createLogImport } from '../../src/features/geo/traffic/import-log.ts'
import { refreshRanges } from '../../src/features/geo/traffic/job.ts'
import { judgeVisit } from '../../src/features/geo/traffic/judge-visit.ts'
import { findProof } from '../../src/features/geo/traffic/proofs.ts'
import { findRefusals } from '../../src/features/geo/traffic/refusals.ts'
import { trafficRanges } from '../../src/features/geo/traffic/table.ts'
import { findProjectHosts } from '../../src/features/geo/traffic/tracked-hosts.ts'
import { listRanges } from '../../src/features/geo/traffic/vendor-ranges.ts'
import { addressFiles } from '../../src/traffic/address-files.ts'
import { atEnd } from '../support/cleanup.ts'
import { drain } from '../support/context.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'
import { newKey, signRequest } from '../support/signatures.ts'
import { startSite } from '../support/site.ts'
import { gptBot, trafficApp, type Visit } from '../support/traffic.ts'

const own = '20.15.240.80'
const foreign = '45.155.205.233'
const day = 24 * 60 * 60_000
const file = (...prefixes: unknown[]) => Response.json({ creationTime: 'any', prefixes })
const vendorFile = () => file({ ipv4Prefix: '20.15.240.0/24' }, { ipv6Prefix: '2600:1f00::/32' })

let app: Awaited<ReturnType<typeof trafficApp>>
let mirror: ReturnType<typeof startSite>
beforeEach(async () => {
  mirror = startSite(Object.fromEntries(addressFiles.map(({ id }) => [`/${id}.json`, vendorFile()])))
  atEnd(() => mirror.stop())
  app = await trafficApp({ trafficRanges: { mirror: mirror.url }, allowPrivateNetwork: true })
})

async function refresh() {
  await atomically(app.ctx.db, [refreshRanges.insert(app.ctx, {})])
  await drain(app.ctx)
}

/** The verdict that the log shows for a visit. */
async function verdictOf(visit: Visit): Promise<string> {
  const path = `/${Bun.randomUUIDv7()}`
  await app.visit({ url: `https://acme.com${path}`, ...visit })
  const { log } = await app.read('log?limit=200')
  return (log[0] as { verdict: string }).verdict
}

describe('a visit', () => {
  test('is unknown until the files were fetched', async () => {
    expect(await verdictOf({ ip: own })).toBe('unknown')
    await refresh()
    app.ctx.clock.advance(1)
    expect(await verdictOf({ ip: own })).toBe('verified')
  })

  test('from an address outside the file is contradicted in the 24 hours after its host was verified', async () => {
    await refresh()
    const verdicts = []
    for (const [visit, later] of [
      [{ ip: foreign }, 1],
      [{ ip: own }, 1],
      [{ ip: foreign }, 1],
      [{ ip: foreign, url: 'https://docs.acme.com/' }, day - 3],
      [{ ip: foreign }, 1],
      [{ ip: foreign }, 1],
    ] as const) {
      verdicts.push(await verdictOf(visit))
      app.ctx.clock.advance(later)
    }
    expect(verdicts).toEqual(['unknown', 'verified', 'contradicted', 'unknown', 'contradicted', 'unknown'])
  })

  test.each<[string, Visit]>([
    ['of an assistant', { userAgent: 'ChatGPT-User/1.0' }],
    ['of a vendor without a file', { userAgent: 'Mozilla/5.0 (compatible; Bytespider)' }],
    ['of a vendor that does not keep its file current', { userAgent: 'PerplexityBot/1.0' }],
    ['with a private address', { ip: '10.0.0.7' }],
    ['without an address', { ip: null }],
    ['with a text that is no address', { ip: '020.15.240.80' }],
    [
      'of a person from an answer',
      { userAgent: 'Mozilla/5.0 Chrome/140.0', referer: 'https://chatgpt.com/' },
    ],
  ])('%s is never contradicted', async (_, visit) => {
    await refresh()
    expect(await verdictOf({ ip: own })).toBe('verified')
    app.ctx.clock.advance(1)
    expect(await verdictOf({ ip: foreign, ...visit })).toBe('unknown')
  })

  test('is not contradicted by a file that was fetched more than 14 days ago', async () => {
    await refresh()
    app.ctx.clock.advance(14 * day)
    expect(await verdictOf({ ip: own })).toBe('verified')
    expect(await verdictOf({ ip: foreign })).toBe('contradicted')
    app.ctx.clock.advance(1)
    expect(await verdictOf({ ip: foreign })).toBe('unknown')
  })

  test('that is contradicted counts only as such', async () => {
    await refresh()
    await app.visit({ ip: own })
    await app.visit({ ip: foreign, url: 'https://acme.com/secret' })
    const { totals, sources, points } = await app.read('overview')
    expect(totals).toMatchObject({ crawler: 1, contradicted: 1 })
    expect(sources).toMatchObject([{ visits: 1, paths: 1, verification: { verified: 1, contradicted: 1 } }])
    expect(points).toMatchObject([{ visits: 1 }])
    await app.visit({ ip: foreign, userAgent: 'ClaudeBot/1.0' })
    expect(await app.read('overview')).toMatchObject({
      sources: [{ source: 'gptbot' }],
      pretended: [
        { source: 'claudebot', agent: 'ClaudeBot', visits: 1 },
        { source: 'gptbot', agent: 'GPTBot', visits: 1 },
      ],
    })
    expect((await app.read('pages')).pages).toMatchObject([{ path: '/docs', visits: 1 }])
    expect((await app.read('journeys')).journeys).toMatchObject([{ pages: 1 }])
  })

  test('is counted with the reason why none could be verified', async () => {
    const state = async () => (await app.read('overview')).addresses
    await app.visit({ userAgent: 'PerplexityBot/1.0' })
    await app.visit({ userAgent: 'ChatGPT-User/1.0' })
    expect(await state()).toBeNull()
    await app.visit({ ip: foreign })
    expect(await state()).toBe('not_fetched')
    await refresh()
    await app.visit({ ip: foreign })
    expect(await state()).toBe('unproven')
    await app.visit({ ip: own })
    expect(await state()).toBe('proven')
  })

  test('leaves no address in the database, whatever its verdict', async () => {
    await refresh()
    expect([await verdictOf({ ip: own }), await verdictOf({ ip: foreign })]).toEqual([
      'verified',
      'contradicted',
    ])
    const tables = await app.ctx.db.all<{ name: string }>(
      sql`select name from pragma_table_list where type = 'table' and schema = 'main'`,
    )
    const rows = await Promise.all(
      tables.map(({ name }) => app.ctx.db.all(sql`select * from ${sql.identifier(name)}`)),
    )
    const text = JSON.stringify(rows)
    for (const address of [own, foreign]) expect(text).not.toContain(address)
  })

  test('is judged by what other processes stored', async () => {
    const claim = {
      organizationId: app.acme.id,
      projectId: app.projectId,
      host: 'acme.com',
      source: 'gptbot',
    }
    const visit = { ...claim, ip: foreign, at: app.ctx.now() }
    const other = { ...app.ctx }
    expect(await judgeVisit(other, visit)).toBe('unknown')
    await refresh()
    await app.visit({ ip: own })
    app.ctx.clock.advance(60_000)
    const sent = recordStatements(app.ctx.db)
    expect(await judgeVisit(other, { ...visit, at: app.ctx.now() })).toBe('contradicted')
    expect(await judgeVisit(other, { ...visit, host: 'docs.acme.com' })).toBe('unknown')
    const [proof] = sent.filter(({ sql }) => sql.includes('traffic_proofs'))
    if (!proof) throw new Error('No statement looked for a verified visit.')
    const plan = await planOf(app.ctx.db, proof)
    expect(plan.filter((line) => line.includes('traffic_proofs'))).toEqual([
      expect.stringContaining('INDEX sqlite_autoindex_traffic_proofs_1 (site=? AND host=? AND day=?)'),
    ])
  })
})

test('a host is proven by a verified visit of the 24 hours before, on either day', async () => {
  const claim = { organizationId: app.acme.id, projectId: app.projectId, host: 'acme.com' }
  const proofAt = async (time: number) => await findProof(app.ctx, { ...claim, at: new Date(time) })
  await refresh()
  const first = app.ctx.now().getTime()
  await app.visit({ ip: own })
  app.ctx.clock.advance(60_000)
  await app.visit({ ip: own })
  const second = app.ctx.now().getTime()
  expect(await proofAt(first - 1)).toBeNull()
  expect(await proofAt(first)).toBe(first)
  expect(await proofAt(second - 1)).toBe(first)
  expect(await proofAt(second)).toBe(second)
  expect(await proofAt(first + day)).toBe(second)
  expect(await proofAt(second + day - 1)).toBe(second)
  expect(await proofAt(second + day)).toBeNull()
  expect(await findProof(app.ctx, { ...claim, host: 'docs.acme.com', at: new Date(second) })).toBeNull()
})

test('an import contradicts the same lines in one file and in cuts', async () => {
  await refresh()
  const line = (second: number, ip: string) =>
    `${ip} - - [04/Mar/2026:11:20:${second} +0000] "GET /${second} HTTP/1.1" 200 9 "-" "${gptBot}"`
  const lines = [line(10, foreign), line(20, own), line(30, foreign), line(40, foreign)]
  async function importLines(...cuts: string[][]) {
    const tracked = await findProjectHosts(app.ctx, app.acme.id, app.projectId)
    if (!tracked) throw new Error('The project has no hosts.')
    await app.ctx.db.run(sql`delete from traffic_events`)
    await app.ctx.db.run(sql`delete from traffic_lines`)
    await app.ctx.db.run(sql`delete from traffic_proofs`)
    for (const cut of cuts) {
      // Each import is a process of its own.
      const log = createLogImport(
        { ...app.ctx },
        { tracked, format: null, host: 'acme.com', isDryRun: false },
      )
      await log.add(cut)
      await log.end()
    }
    return (await app.read('log')).log.map(({ verdict }: { verdict: string }) => verdict).reverse()
  }
  const whole = await importLines(lines)
  expect(whole).toEqual(['unknown', 'verified', 'contradicted', 'contradicted'])
  expect(await importLines(lines.slice(0, 2), lines.slice(2, 3), lines.slice(3))).toEqual(whole)
})

describe("a vendor's file", () => {
  const stored = async () => {
    const [row] = await app.ctx.db.select().from(trafficRanges).where(eq(trafficRanges.id, 'openai-gptbot'))
    return row
  }

  test.each<[string, () => Response, string]>([
    [
      'HTML',
      () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
      'The file is not JSON.',
    ],
    ['empty', () => new Response(''), 'The file is not JSON.'],
    ['too long', () => new Response(' '.repeat(600_000)), 'The file is too long.'],
    [
      'with too many prefixes',
      () => file(...Array(5_001).fill('20.0.0.1')),
      'The file lists more than 5000 prefixes.',
    ],
    [
      'with all addresses',
      () => file('20.0.0.1', '0.0.0.0/0'),
      'The prefix "0.0.0.0/0" covers too many addresses.',
    ],
    ['missing', () => new Response('', { status: 404 }), 'The server returned status 404.'],
    [
      'behind too many redirects',
      () => new Response('', { status: 302, headers: { location: '/openai-gptbot.json' } }),
      'The page at 127.0.0.1 redirects more than 5 times.',
    ],
  ])('that is %s changes nothing, and the reason is listed', async (_, broken, reason) => {
    await refresh()
    const good = await stored()
    app.ctx.clock.advance(day)
    mirror.pages['/openai-gptbot.json'] = broken
    await refresh()
    expect(await stored()).toEqual({ ...good, checkedAt: app.ctx.now(), fault: reason } as typeof good)
    const listed = await listRanges(app.ctx)
    expect(listed.filter(({ fault }) => fault !== null)).toMatchObject([{ id: 'openai-gptbot', ranges: 2 }])
    expect(await verdictOf({ ip: own })).toBe('verified')
  })

  test('replaces the earlier one, without the addresses that it no longer lists', async () => {
    await refresh()
    expect(await verdictOf({ ip: own })).toBe('verified')
    app.ctx.clock.advance(day)
    mirror.pages['/openai-gptbot.json'] = file('20.15.241.0/24')
    await refresh()
    expect(await verdictOf({ ip: own })).toBe('unknown')
    expect(await verdictOf({ ip: '20.15.241.1' })).toBe('verified')
  })

  test('is not fetched by the daily job unless TRAFFIC_RANGES is set', async () => {
    app = await trafficApp({ allowPrivateNetwork: true })
    await refresh()
    expect(await app.ctx.db.$count(trafficRanges)).toBe(0)
  })
})

test('a visit with a signature of a published key is verified, also with the user agent of a browser', async () => {
  const key = await newKey()
  mirror.stop()
  mirror = startSite({ '/keys-chatgpt.json': Response.json({ keys: [key.public] }) })
  app = await trafficApp({ trafficRanges: { mirror: mirror.url }, allowPrivateNetwork: true })
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const { signature } = await signRequest('https://acme.com/docs', key)
  const visit = { url: 'https://acme.com/docs', userAgent, signature }
  await app.visit(visit)
  await refresh()
  await app.visit(visit)
  await app.visit({ ...visit, url: 'https://docs.acme.com/' })
  expect((await app.read('log')).log).toMatchObject([
    { source: 'chatgpt-user', verdict: 'verified', rule: 'signature', path: '/docs' },
  ])
})

test('refusals of a host are counted by agent and status, without contradicted and older visits', async () => {
  const report = (status: number, more: Visit = {}) => app.visit({ status, ...more })
  for (const status of [403, 403, 200, 404]) await report(status)
  await report(429, { userAgent: 'PerplexityBot/1.0' })
  await report(403, { url: 'https://docs.acme.com/' })
  await app.ctx.db.run(
    sql`update traffic_events set verdict = 2 where id = (select min(id) from traffic_events)`,
  )
  const find = () => findRefusals(app.ctx, app.acme.id, app.projectId, 'acme.com')
  expect(await find()).toEqual([
    { agent: 'GPTBot', category: 'training-crawler', status: 403, visits: 1 },
    { agent: 'PerplexityBot', category: 'search-index', status: 429, visits: 1 },
  ])
  app.ctx.clock.advance(31 * day)
  expect(await find()).toEqual([])
})
