import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { brandIdentities } from '../../src/features/brand-identities/table.ts'
import { projects } from '../../src/features/geo/projects/table.ts'
import { readinessReports } from '../../src/features/geo/readiness/table.ts'
import { addProject, type Team, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'
import { startSite } from '../support/site.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let projectId: string
let path: string
let site: ReturnType<typeof startSite>
beforeEach(async () => {
  app = await testApp({ allowPrivateNetwork: true })
  acme = await app.team('acme')
  site = startSite({ '/': page, '/robots.txt': typed('text/plain', 'User-agent: *\nAllow: /') })
  projectId = await addSite(app, acme.id, `${site.url}/`)
  path = `/v1/projects/${projectId}/geo/agent-readiness`
})
afterEach(() => site.stop())

const typed = (type: string, body: string) => new Response(body, { headers: { 'content-type': type } })
const page = `<title>Anvils for everyone</title><h1>Anvils</h1><p>${'We make anvils. '.repeat(20)}</p>`
const setWebsite = (websiteUrl: string) => app.ctx.db.update(brandIdentities).set({ websiteUrl })

/** A project whose brand identity has a website. */
async function addSite({ ctx }: typeof app, organizationId: string, websiteUrl: string) {
  const [id, now] = [await addProject(ctx, organizationId), ctx.now()]
  const times = { createdAt: now, updatedAt: now }
  await ctx.db.insert(brandIdentities).values({ id, organizationId, name: id, websiteUrl, ...times })
  await ctx.db.update(projects).set({ brandIdentityId: id }).where(eq(projects.id, id))
  return id
}
const read = async () => (await acme.call('GET', path)).body
const start = () => acme.call('POST', `${path}/scan`)
const minutes = (count: number) => app.ctx.clock.advance(count * 60_000)

async function scan() {
  const { body } = await start()
  await drain(app.ctx)
  return body.reportId as string
}

const organization = () => ({ id: acme.id, slug: 'acme', name: 'Team acme', logo: null })

describe('the report', () => {
  test('is null before the first scan', async () => {
    expect(await acme.call('GET', path)).toMatchObject({
      status: 200,
      body: {
        targetUrl: `${site.url}/`,
        report: null,
        scan: null,
        history: [],
        organization: organization(),
      },
    })
  })

  test('has the shape of the contract', async () => {
    const id = await scan()
    const { report, scan: newer, history } = await read()
    const now = app.ctx.now().toISOString()
    expect(report).toMatchObject({
      ...{ id, status: 'completed', targetUrl: `${site.url}/`, errorMessage: null },
      ...{ scannedAt: now, createdAt: now, rulesVersion: 1, pagesRead: 1, sitemapUrl: null },
      reportUrl: `${app.ctx.config.appUrl}/app/acme/geo/agent-readiness?project=${projectId}`,
    })
    const { essential, recommended, bonus } = report.scoreBreakdown
    // Essential: reachable over http 7.5, robots 5, access 25, indexable 15, text 15; there is not a sitemap.
    expect(essential).toEqual({ earned: 67.5, available: 85, passing: 5, total: 7 })
    expect(recommended).toEqual({ earned: 4, available: 46, passing: 1, total: 9 })
    expect(bonus).toEqual({ points: 0, positiveSignals: 0 })
    expect([report.score, report.scoreLabel]).toEqual([55, 'needs improvement'])
    expect(report.eligibleChecks).toBe(7 + 9 + 2)
    expect(report.issues[0]).toEqual({
      id: 'reachable',
      name: 'Home page loads over HTTPS',
      tier: 'essential',
      result: 'partial',
      details: expect.stringContaining('http only'),
      recommendation: expect.stringContaining('https://127.0.0.1'),
    })
    expect(report.issues.map(({ id: issue }: { id: string }) => issue)).not.toContain('robots-readable')
    expect(newer).toBeNull()
    const counts = { failedCount: 11, partialCount: 1 }
    expect(history).toEqual([{ id, score: 55, scannedAt: now, rulesVersion: 1, ...counts }])
  })

  test("names this server's feedback address in feedback.md", async () => {
    await scan()
    const { report } = await read()
    const check = report.checks.find(({ id }: { id: string }) => id === 'feedback-md')
    expect(check.fix.code[0].text).toContain(`POST ${app.ctx.config.baseUrl}/v1/feedback/acme`)
  })

  test('shows the effect of a fix in the next scan and in the history', async () => {
    await scan()
    site.pages['/sitemap.xml'] = typed(
      'application/xml',
      `<urlset><url><loc>${site.url}/</loc></url></urlset>`,
    )
    minutes(1)
    await scan()
    const { history } = await read()
    // A sitemap that robots.txt does not name is half of 10.
    expect(history.map(({ score }: { score: number }) => score)).toEqual([55, 58])
  })

  test('of another website starts a new history', async () => {
    await scan()
    await setWebsite(`${site.url}/docs`)
    expect(await read()).toMatchObject({ targetUrl: `${site.url}/docs`, report: null, history: [] })
  })

  test('keeps 60 scores in its history and twice as many scans in the database', async () => {
    const row = {
      projectId,
      targetUrl: `${site.url}/`,
      status: 'completed' as const,
      score: 40,
      rulesVersion: 1,
    }
    const at = (age: number) => new Date(app.ctx.now().getTime() - age * 1000)
    await app.ctx.db.insert(readinessReports).values(
      Array.from({ length: 130 }, (_, age) => ({
        ...row,
        id: `r${age}`,
        createdAt: at(age + 1),
        scannedAt: at(age + 1),
      })),
    )
    await scan()
    const { history } = await read()
    expect(history).toHaveLength(60)
    expect(history.at(-1).score).toBe(55)
    expect(await app.ctx.db.$count(readinessReports)).toBe(120)
  })
})

describe('a scan', () => {
  test('is accepted with 202 and runs in the background', async () => {
    const { status, body } = await start()
    expect([status, body]).toEqual([
      202,
      { reportId: expect.any(String), alreadyRunning: false, organization: organization() },
    ])
    expect(await read()).toMatchObject({
      report: null,
      scan: { id: body.reportId, status: 'running', score: null },
    })
  })

  test('that runs is reused for ten minutes', async () => {
    const first = await start()
    minutes(9)
    const second = await start()
    expect(second.body).toMatchObject({ reportId: first.body.reportId, alreadyRunning: true })
  })

  test('that is older than ten minutes is replaced', async () => {
    const first = await start()
    minutes(10)
    const second = await start()
    expect(second.body).toMatchObject({ alreadyRunning: false })
    const [old] = await app.ctx.db
      .select()
      .from(readinessReports)
      .where(eq(readinessReports.id, first.body.reportId))
    expect(old).toMatchObject({ status: 'failed', errorMessage: 'A newer scan replaced this one.' })
    await drain(app.ctx)
    const { report, scan: newer } = await read()
    expect([report.id, newer]).toEqual([second.body.reportId, null])
  })

  test('of another website is replaced', async () => {
    await start()
    await setWebsite(`${site.url}/docs`)
    expect((await start()).body.alreadyRunning).toBe(false)
  })

  test('that is started twice at the same time runs once', async () => {
    const answers = await Promise.all([start(), start(), start()])
    expect(new Set(answers.map(({ body }) => body.reportId)).size).toBe(1)
    expect(answers.filter(({ body }) => !body.alreadyRunning)).toHaveLength(1)
  })

  test('is limited to ten per hour and organization', async () => {
    for (let count = 0; count < 10; count++) expect((await start()).status).toBe(202)
    expect(await start()).toMatchObject({ status: 429, body: { error: 'Rate limit exceeded', limit: 10 } })
  })

  test('without a website is refused, without counting towards the limit', async () => {
    await setWebsite('')
    for (let count = 0; count < 11; count++)
      expect(await start()).toMatchObject({
        status: 400,
        body: { error: 'Add a website URL to the brand identity of this project first' },
      })
  })

  test('of an unknown project is 404', async () => {
    const unknown = `/v1/projects/${crypto.randomUUID()}/geo/agent-readiness`
    for (const answer of [await acme.call('GET', unknown), await acme.call('POST', `${unknown}/scan`)])
      expect(answer).toMatchObject({ status: 404, body: { error: 'Project not found' } })
  })

  test('needs the scope for agent readiness', async () => {
    const reader = await app.team('reader', ['agent-readiness.read'])
    const other = await addProject(app.ctx, reader.id)
    const its = `/v1/projects/${other}/geo/agent-readiness`
    expect((await reader.call('GET', its)).status).toBe(200)
    expect((await reader.call('POST', `${its}/scan`)).status).toBe(403)
  })

  test('of a site that does not respond fails with the reason and keeps the last report', async () => {
    const id = await scan()
    site.stop()
    minutes(1)
    await scan()
    const { report, scan: newer, history } = await read()
    expect(report.id).toBe(id)
    expect(newer).toMatchObject({
      status: 'failed',
      errorMessage: 'The host 127.0.0.1 cannot be reached.',
      score: null,
    })
    expect(history).toHaveLength(1)
  })

  test('of a site that answers everything with 401 fails', async () => {
    for (const name of ['/', '/robots.txt']) site.pages[name] = new Response('', { status: 401 })
    await scan()
    expect((await read()).scan).toMatchObject({
      status: 'failed',
      errorMessage: 'The server answered Herald with 401.',
    })
  })

  test.each([
    [
      'redirects in circles',
      () => new Response(null, { status: 302, headers: { location: '/' } }),
      'redirects more than 5 times',
    ],
    [
      'redirects to another protocol',
      () => new Response(null, { status: 302, headers: { location: 'ftp://a.example/' } }),
      'The URL must begin with http or https.',
    ],
  ])('of a site that %s fails', async (_, answer, sentence) => {
    site.pages['/'] = answer
    await scan()
    expect((await read()).scan).toMatchObject({
      status: 'failed',
      errorMessage: expect.stringContaining(sentence),
    })
  })

  test.each(['text/plain', 'text/plain; charset=iso-8859-1'])(
    'reads a robots.txt in Latin-1 that is served as %s',
    async (type) => {
      const rules = '# Für Köche\nUser-agent: bingbot\nDisallow: /\n'
      site.pages['/'] = typed('text/html', page)
      site.pages['/robots.txt'] = () =>
        new Response(Buffer.from(rules, 'latin1'), { headers: { 'content-type': type } })
      await scan()
      const { checks } = (await read()).report
      expect(checks.find(({ id }: { id: string }) => id === 'ai-search-allowed')).toMatchObject({
        result: 'partial',
        evidence: ['bingbot may read no page: "Disallow: /".'],
      })
    },
  )

  test('of a site at a private address fails', async () => {
    const strict = await testApp()
    const team = await strict.team('acme')
    const id = await addSite(strict, team.id, 'http://10.0.0.1/')
    await team.call('POST', `/v1/projects/${id}/geo/agent-readiness/scan`)
    await drain(strict.ctx)
    const { body } = await team.call('GET', `/v1/projects/${id}/geo/agent-readiness`)
    expect(body.scan.errorMessage).toBe('The host 10.0.0.1 is not on the public internet.')
  })

  test('reads at most 2 MiB of a page that does not end', async () => {
    const chunk = `<p>${'Anvils. '.repeat(8000)}</p>`
    let sent = 0
    site.pages['/'] = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            sent += chunk.length
            controller.enqueue(new TextEncoder().encode(chunk))
          },
        }),
        { headers: { 'content-type': 'text/html' } },
      )
    await scan()
    expect((await read()).report).toMatchObject({ status: 'completed', pagesRead: 1 })
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })

  test('of a deleted project ends', async () => {
    await start()
    await addProject(app.ctx, acme.id)
    await acme.call('DELETE', `/v1/projects/${projectId}`)
    await drain(app.ctx)
    expect(await app.ctx.db.$count(readinessReports)).toBe(0)
  })
})

test('no query of agent readiness scans its table', async () => {
  const sent = recordStatements(app.ctx.db)
  await scan()
  await read()
  const queries = sent.filter(({ sql }) => /readiness_reports/.test(sql) && !/^insert/i.test(sql))
  expect(queries.length).toBeGreaterThan(4)
  for (const query of queries)
    for (const line of await planOf(app.ctx.db, query)) expect(line).not.toMatch(/^SCAN readiness_reports/)
})
