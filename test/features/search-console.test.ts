import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { armTasks } from '../../src/cron/arm.ts'
import { tick } from '../../src/cron/ticker.ts'
import { atomically } from '../../src/db/client.ts'
import { prompts, suggestions } from '../../src/features/geo/prompts/table.ts'
import { lastDays } from '../../src/features/geo/search-console/read-queries.ts'
import {
  searchConsoleAttempts,
  searchConsoleConnections,
  searchConsoleProperties,
} from '../../src/features/geo/search-console/table.ts'
import { deleteUnreadableSecrets } from '../../src/features/integrations/secret-key.ts'
import { members } from '../../src/features/members/table.ts'
import { recurringTasks } from '../../src/registry.ts'
import { createSecrets } from '../../src/secrets.ts'
import { addProject, type SignedInPerson, type Team, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { queryRow, refusal, startGoogle } from '../support/google.ts'
import { recordLog } from '../support/log.ts'

let google: ReturnType<typeof startGoogle>
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let ada: SignedInPerson
let projectId: string
beforeEach(async () => {
  google = startGoogle()
  google.script.rows = [
    queryRow('changelog generator for github', 10, 900, 11.2),
    queryRow('changelog generator github', 5, 400, 12.8),
    queryRow('release notes template', 3, 700, 8.5),
    queryRow('acme changelog', 50, 2000, 1.1),
    queryRow('rare changelog question', 0, 4, 30),
  ]
  app = await testApp({ google: google.config })
  acme = await app.team('acme')
  ada = await acme.person('owner', 'Ada')
  projectId = await addProject(app.ctx, acme.id, 'acme')
})

const route = '/api/integrations/google-search-console'
const at = (rest = '', id = projectId) => `/api/app/projects/${id}/search-console${rest}`
const page = (result: string, id = projectId) =>
  `http://localhost:3000/app/acme/geo/prompts?tab=suggestions&project=${id}&search-console=${result}`

const begin = (person = ada, id = projectId, organizationId = acme.id) =>
  person.call('GET', `${route}/authorize?organizationId=${organizationId}&projectId=${id}`)
const comeBack = (query: string, person = ada) => person.call('GET', `${route}/callback${query}`)
const locationOf = ({ headers }: { headers: Headers }) => headers.get('location') ?? ''
const consent = async (person = ada) => google.consent(locationOf(await begin(person)))
const connect = async (person = ada) => locationOf(await comeBack(await consent(person), person))
const choose = (siteUrl = 'sc-domain:acme.com') => ada.call('PUT', at('/property'), { siteUrl })
const state = async (person = ada) => (await person.call('GET', at())).body
const list = async () =>
  (await ada.call('GET', `/api/app/projects/${projectId}/suggestions`)).body.suggestions
const tell = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error]

/** A connection with a property whose first sync has ended. */
async function synced() {
  await connect()
  await choose()
  await drain(app.ctx)
}

/** Starts a sync and runs it, with its retries, until it ends. */
async function sync(minutes = 0) {
  const { status } = await ada.call('POST', at('/sync'))
  await drain(app.ctx)
  for (let minute = 0; minute < minutes; minute++) {
    app.ctx.clock.advance(60_000)
    await drain(app.ctx)
  }
  return status
}

describe('the connection', () => {
  test('leads from consent over a property to suggestions that can be tracked and dismissed', async () => {
    expect(await state()).toEqual({
      ...{ state: 'not_connected', property: null, isSyncing: false, error: null, syncedAt: null },
    })
    expect(await connect()).toBe(page('connected'))
    expect((await state()).state).toBe('no_property')
    expect((await ada.call('GET', at('/properties'))).body.properties).toEqual([
      { siteUrl: 'https://blog.acme.com/', permission: 'siteRestrictedUser' },
      { siteUrl: 'sc-domain:acme.com', permission: 'siteOwner' },
    ])
    expect((await choose()).body).toMatchObject({ state: 'active', isSyncing: true })
    await drain(app.ctx)
    expect(await state()).toEqual({
      ...{ state: 'active', property: 'sc-domain:acme.com', isSyncing: false, error: null },
      syncedAt: app.ctx.now().toISOString(),
    })
    expect(google.asked.at(-1)).toEqual({
      path: '/v3/sites/sc-domain%3Aacme.com/searchAnalytics/query',
      body: {
        ...{ startDate: '2026-02-02', endDate: '2026-03-01', dimensions: ['query'], type: 'web' },
        ...{ dataState: 'final', rowLimit: 250 },
      },
    })
    const [first, second] = await list()
    expect([first, second]).toMatchObject([
      {
        prompt: 'which changelog generator for github would you recommend',
        keywords: ['changelog generator for github', 'changelog generator github'],
        ...{ source: 'search_console', impressions: 1300, clicks: 15, position: 11.2 },
      },
      { prompt: 'which release notes template would you recommend' },
    ])
    await ada.call('POST', `/api/app/projects/${projectId}/suggestions/${first.id}/accept`)
    await ada.call('POST', `/api/app/projects/${projectId}/suggestions/${second.id}/dismiss`)
    expect(await app.ctx.db.select({ prompt: prompts.prompt }).from(prompts)).toEqual([
      { prompt: 'which changelog generator for github would you recommend' },
    ])
    expect(await sync()).toBe(202)
    expect(await list()).toEqual([])
  })

  test('stores no token in plain text, and neither logs nor answers have one', async () => {
    const { log, lines } = recordLog('trace')
    app.ctx.log = log
    const answers = [await comeBack(await consent()), await choose()]
    await drain(app.ctx)
    google.script.replies.query.push(refusal(403, 'forbidden'))
    await sync()
    answers.push(await ada.call('GET', at()))
    const tables = await app.ctx.db.$client.execute(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'libsql_%'",
    )
    const stored = await Promise.all(
      tables.rows.map(async ({ name }) =>
        JSON.stringify((await app.ctx.db.$client.execute(`select * from "${name}"`)).rows),
      ),
    )
    const answered = answers.map(({ text, headers }) => text + JSON.stringify([...headers]))
    const written = [...stored, JSON.stringify(lines), ...answered].join('\n')
    expect(google.secrets.length).toBeGreaterThan(4)
    for (const secret of google.secrets) expect(written).not.toContain(secret)
    expect(lines.map(({ msg }) => msg)).toContain(
      'Search queries of a project could not be read from Google Search Console. Its page shows the reason.',
    )
    expect(written).not.toContain('SECRET DETAIL')
    const [row] = await app.ctx.db.select().from(searchConsoleConnections)
    expect(row?.encryptedRefreshToken).toStartWith('v2:')
  })

  test('is encrypted for its row', async () => {
    await connect()
    await app.ctx.db.update(searchConsoleConnections).set({ id: 'another-row' })
    expect((await ada.call('GET', at('/properties'))).status).toBe(500)
    expect(google.count('/sites')).toBe(0)
  })

  test('is unavailable on a server without a client at Google', async () => {
    const bare = await testApp()
    const team = await bare.team('bare')
    const owner = await team.person('owner')
    const id = await addProject(bare.ctx, team.id, 'bare')
    expect((await owner.call('GET', at('', id))).body.state).toBe('unavailable')
    for (const path of [`authorize?organizationId=${team.id}&projectId=${id}`, 'callback?state=x&code=y'])
      expect(tell(await owner.call('GET', `${route}/${path}`))).toEqual([
        404,
        'Google Search Console is not set up on this server.',
      ])
  })

  test('is made by owners and admins only, and disconnected by them only', async () => {
    const member = await acme.person('member', 'Jonas')
    const refused = [403, 'Only an owner or admin can do this']
    expect(tell(await begin(member))).toEqual(refused)
    await connect()
    expect(tell(await member.call('GET', at('/properties')))).toEqual(refused)
    expect(tell(await member.call('PUT', at('/property'), { siteUrl: 'x' }))).toEqual(refused)
    expect(tell(await member.call('DELETE', '/api/app/search-console'))).toEqual(refused)
    expect((await state(member)).state).toBe('no_property')
  })

  test('of another organization is out of reach', async () => {
    await synced()
    const other = await app.team('other')
    const mallory = await other.person('owner', 'Mallory')
    const missing = [404, 'Project not found']
    for (const [method, path, body] of [
      ['GET', at()],
      ['GET', at('/properties')],
      ['PUT', at('/property'), { siteUrl: 'sc-domain:acme.com' }],
      ['POST', at('/sync')],
    ] as const)
      expect(tell(await mallory.call(method, path, body))).toEqual(missing)
    expect(tell(await begin(mallory, projectId, other.id))).toEqual(missing)
    expect(tell(await begin(mallory))).toEqual([403, 'Workspace access revoked'])
    expect(tell(await mallory.call('DELETE', '/api/app/search-console'))).toEqual([
      404,
      'Google Search Console is not connected',
    ])
    expect((await state()).state).toBe('active')
  })

  test('made again replaces the token and keeps the property', async () => {
    await synced()
    expect(await connect()).toBe(page('connected'))
    expect(await state()).toMatchObject({ state: 'active', property: 'sc-domain:acme.com' })
    expect(await sync()).toBe(202)
    expect((await state()).error).toBeNull()
  })
})

describe('a return from Google', () => {
  const connections = () => app.ctx.db.$count(searchConsoleConnections)

  test('is accepted once', async () => {
    const query = await consent()
    const answers = await Promise.all([comeBack(query), comeBack(query)])
    expect(answers.map(locationOf).sort()).toEqual(
      [
        page('connected'),
        'http://localhost:3000/app/acme/geo/prompts?tab=suggestions&search-console=expired',
      ].sort(),
    )
    expect(google.count('/token')).toBe(1)
  })

  test.each([
    ['a foreign state', (query: string) => query.replace(/state=[^&]+/, 'state=foreign')],
    ['no state', (query: string) => query.replace(/state=[^&]+&/, '')],
  ])('with %s asks Google for nothing', async (_, change) => {
    expect(locationOf(await comeBack(change(await consent())))).toContain('search-console=expired')
    expect([google.count('/token'), await connections()]).toEqual([0, 0])
  })

  test('of another member, or in another session, is refused', async () => {
    const mira = await acme.person('admin', 'Mira')
    const query = await consent()
    expect(locationOf(await comeBack(query, mira))).toContain('search-console=expired')
    expect(await connections()).toBe(0)
    expect(locationOf(await comeBack(query))).toBe(page('connected'))
  })

  test('without a session leads to the sign-in', async () => {
    const query = await consent()
    expect(locationOf(await app.anonymous('GET', `${route}/callback${query}`))).toBe(
      'http://localhost:3000/app/sign-in',
    )
    expect(await connections()).toBe(0)
    expect(locationOf(await app.anonymous('GET', `${route}/authorize`))).toBe(
      'http://localhost:3000/app/sign-in',
    )
  })

  test('needs an organization and a project', async () => {
    expect(tell(await ada.call('GET', `${route}/authorize`))).toEqual([400, 'organizationId is required'])
    expect(tell(await ada.call('GET', `${route}/authorize?organizationId=${acme.id}`))).toEqual([
      400,
      'projectId is required',
    ])
  })

  test('after ten minutes is too late', async () => {
    const query = await consent()
    app.ctx.clock.advance(600_000)
    expect(locationOf(await comeBack(query))).toContain('search-console=expired')
  })

  test('of somebody who is no admin any more stores nothing', async () => {
    const query = await consent()
    await app.ctx.db.update(members).set({ role: 'member' }).where(eq(members.userId, ada.id))
    expect(locationOf(await comeBack(query))).toBe(page('forbidden'))
    expect([google.count('/token'), await connections()]).toEqual([0, 0])
  })

  const same = (query: string) => query
  const answer = (reply: () => Response) => () => void google.script.replies.token.push(reply)
  const denied = (query: string) => query.replace(/code=[^&]+&scope=.*/, 'error=access_denied')
  test.each([
    ['cancelled', 'cancelled', () => {}, denied],
    [
      'without the permission',
      'no-permission',
      () => Object.assign(google.script, { scope: 'openid' }),
      same,
    ],
    [
      'without a refresh token',
      'not-permanent',
      () => Object.assign(google.script, { hasRefreshToken: false }),
      same,
    ],
    ['with an invalid code', 'expired', () => {}, (query: string) => query.replace(/code=[^&]+/, 'code=x')],
    ['with a failing Google', 'unreachable', answer(() => new Response('', { status: 500 })), same],
    ['answered with HTML', 'unreachable', answer(() => new Response('<html>')), same],
    [
      'with a wrong client',
      'refused',
      answer(() => Response.json({ error: 'invalid_client' }, { status: 401 })),
      same,
    ],
  ])('%s names its reason', async (_, result, script, change) => {
    script()
    expect(locationOf(await comeBack(change(await consent())))).toBe(page(result))
    // A token that is not stored is revoked.
    expect([await connections(), google.refreshTokens.size]).toEqual([0, 0])
  })

  test('has one attempt per session, and 20 per hour and organization', async () => {
    for (let times = 0; times < 20; times++) await begin()
    expect(await app.ctx.db.$count(searchConsoleAttempts)).toBe(1)
    expect(locationOf(await begin())).toBe(page('too-many'))
  })
})

describe('a property', () => {
  test('must be one that the account may read', async () => {
    await connect()
    expect(tell(await choose('https://other.example/'))).toEqual([
      400,
      'The connected Google account cannot read this property',
    ])
    expect((await state()).state).toBe('no_property')
  })

  test('needs a connection', async () => {
    const refused = [409, 'Connect Google Search Console first']
    expect(tell(await ada.call('GET', at('/properties')))).toEqual(refused)
    expect(tell(await choose())).toEqual(refused)
    expect(tell(await ada.call('POST', at('/sync')))).toEqual(refused)
    await connect()
    expect(tell(await ada.call('POST', at('/sync')))).toEqual([409, 'Select a property first'])
  })

  test.each([
    [
      () => new Response('<html>', { status: 200 }),
      503,
      'Google Search Console could not be reached. Try again later.',
    ],
    [refusal(429, 'rateLimitExceeded'), 503, 'Google is limiting requests. Try again in 15 minutes.'],
    [refusal(500, 'backendError'), 503, 'Google Search Console could not be reached. Try again later.'],
  ])('list that Google does not send says why (%#)', async (reply, status, error) => {
    await connect()
    google.script.replies.sites.push(reply)
    expect(tell(await ada.call('GET', at('/properties')))).toEqual([status, error])
  })

  test('changed during a sync discards what that sync read', async () => {
    await connect()
    await choose()
    google.script.replies.query.push(async () => {
      await choose('https://blog.acme.com/')
      return Response.json({ rows: [queryRow('queries of the old property', 1, 999, 9)] })
    })
    await drain(app.ctx)
    expect((await list()).map(({ prompt }: { prompt: string }) => prompt)).not.toContain(
      'which queries of the old property would you recommend',
    )
    expect(await state()).toMatchObject({ property: 'https://blog.acme.com/', isSyncing: false })
  })
})

describe('a sync', () => {
  test('runs once at a time', async () => {
    await synced()
    const answers = await Promise.all([ada.call('POST', at('/sync')), ada.call('POST', at('/sync'))])
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409])
    const [refused] = answers.filter(({ status }) => status === 409)
    expect(refused?.body).toEqual({ error: 'A sync is already running' })
    const before = google.count('/query')
    await drain(app.ctx)
    expect(google.count('/query')).toBe(before + 1)
  })

  test('starts on Mondays at 06:00 UTC for every project with a property', async () => {
    await synced()
    await atomically(
      app.ctx.db,
      await armTasks(
        app.ctx,
        recurringTasks.filter(({ job }) => job === 'search-console.weekly'),
      ),
    )
    const before = google.count('/query')
    app.ctx.clock.now = new Date('2026-03-09T05:59:59Z')
    await tick(app.ctx)
    await drain(app.ctx)
    expect(google.count('/query')).toBe(before)
    app.ctx.clock.now = new Date('2026-03-09T06:00:00Z')
    await tick(app.ctx)
    await drain(app.ctx)
    expect([google.count('/query'), (await state()).syncedAt]).toEqual([
      before + 1,
      '2026-03-09T06:00:00.000Z',
    ])
  })

  test('replaces only pending suggestions', async () => {
    await synced()
    google.script.rows = [queryRow('how to write a changelog', 1, 500, 9)]
    await sync()
    expect((await list()).map(({ prompt }: { prompt: string }) => prompt)).toEqual([
      'how to write a changelog',
    ])
    google.script.rows = []
    await sync()
    expect(await list()).toEqual([])
    expect((await state()).error).toBeNull()
  })

  test('refreshes once if Google rejects an access token', async () => {
    await synced()
    const before = google.count('/token')
    google.script.replies.query.push(refusal(401, 'authError'))
    await sync()
    expect([google.count('/token') - before, (await state()).error]).toEqual([2, null])
  })

  test('after invalid_grant asks to connect again, without a retry', async () => {
    await synced()
    google.refreshTokens.clear()
    const before = google.count('/token')
    await sync(60)
    expect(google.count('/token') - before).toBe(1)
    expect(await state()).toMatchObject({
      ...{ state: 'reauth_required', isSyncing: false, property: 'sc-domain:acme.com' },
      error:
        'Access to Google has ended. Connect again. While the OAuth app is in testing at Google, access ends after seven days.',
    })
    expect(tell(await ada.call('POST', at('/sync')))).toEqual([
      409,
      'Access to Google has ended. Connect Google Search Console again.',
    ])
    await connect()
    expect(await state()).toMatchObject({ state: 'active', error: null })
  })

  test.each([
    [
      403,
      'forbidden',
      'Google denied access to this property. Choose another one, or ask its owner for access.',
    ],
    [404, 'notFound', 'Google did not find this property. Choose another one.'],
  ])('that gets %d is not retried, and says so in words of its own', async (status, reason, error) => {
    await synced()
    const before = google.count('/query')
    google.script.replies.query.push(refusal(status, reason))
    await sync(60)
    expect(google.count('/query') - before).toBe(1)
    expect(await state()).toMatchObject({ state: 'active', isSyncing: false, error })
    expect((await list()).length).toBe(2)
  })

  test.each([
    ['429', refusal(429, 'rateLimitExceeded')],
    ['an exceeded quota', refusal(403, 'quotaExceeded')],
  ])('waits 15 minutes after %s, not less', async (_, reply) => {
    await synced()
    const before = google.count('/query')
    google.script.replies.query.push(reply)
    await sync(14)
    expect(google.count('/query') - before).toBe(1)
    expect(await state()).toMatchObject({
      isSyncing: true,
      error: 'Google is limiting requests. The sync continues in 15 minutes.',
    })
    app.ctx.clock.advance(60_000)
    await drain(app.ctx)
    expect([google.count('/query') - before, (await state()).error]).toEqual([2, null])
  })

  test('that Google limits for a day is given up', async () => {
    await synced()
    google.script.replies.query.push(...Array.from({ length: 120 }, () => refusal(429, 'quotaExceeded')))
    await ada.call('POST', at('/sync'))
    for (let quarter = 0; quarter < 100; quarter++) {
      await drain(app.ctx)
      app.ctx.clock.advance(15 * 60_000)
    }
    expect(await state()).toMatchObject({
      isSyncing: false,
      error: 'Google is limiting requests. Try again in 15 minutes.',
    })
  })

  test.each([
    ['HTML', () => new Response('<html>Sorry</html>')],
    ['500', refusal(500, 'backendError')],
    ['a redirect', () => Response.redirect('http://127.0.0.1:9/', 302)],
    ['rows of another shape', () => Response.json({ rows: [{ keys: [], clicks: 'many' }] })],
  ])('that gets %s is retried, then says that Google was not reached', async (_, reply) => {
    await synced()
    google.script.replies.query.push(reply, reply, reply, reply)
    const before = google.count('/query')
    await sync(120)
    expect(google.count('/query') - before).toBe(4)
    expect((await state()).error).toBe('Google Search Console could not be reached. Try again later.')
    expect((await list()).length).toBe(2)
    await sync()
    expect((await state()).error).toBeNull()
  })

  test('is limited to ten per hour', async () => {
    await synced()
    for (let times = 0; times < 10; times++) expect(await sync()).toBe(202)
    expect(await sync()).toBe(429)
  })

  test.each([
    ['2026-03-04T12:00:00Z', '2026-02-02', '2026-03-01'],
    // Still the day before in California.
    ['2026-03-04T07:59:00Z', '2026-02-01', '2026-02-28'],
  ])('at %s reads 28 days of final data', (now, from, to) => {
    expect(lastDays(new Date(now))).toEqual({ from, to })
  })
})

describe('disconnecting', () => {
  const disconnect = () => ada.call('DELETE', '/api/app/search-console')
  const rows = async () => [
    await app.ctx.db.$count(searchConsoleConnections),
    await app.ctx.db.$count(searchConsoleProperties),
    await app.ctx.db.$count(suggestions, eq(suggestions.status, 'pending')),
  ]

  test('revokes at Google, and deletes the token, the properties and pending suggestions', async () => {
    await synced()
    const [first] = await list()
    await ada.call('POST', `/api/app/projects/${projectId}/suggestions/${first.id}/accept`)
    expect((await disconnect()).status).toBe(200)
    expect((await state()).state).toBe('disconnecting')
    expect((await disconnect()).status).toBe(200)
    expect(locationOf(await begin())).toBe(page('disconnecting'))
    await drain(app.ctx)
    expect([google.refreshTokens.size, google.count('/revoke')]).toEqual([0, 1])
    expect(await rows()).toEqual([0, 0, 0])
    expect(await app.ctx.db.$count(suggestions, eq(suggestions.status, 'accepted'))).toBe(1)
    expect((await state()).state).toBe('not_connected')
  })

  test('deletes pending suggestions of an earlier property if the new one was never synced', async () => {
    await synced()
    google.script.replies.query.push(refusal(403, 'forbidden'))
    await choose('https://blog.acme.com/')
    await drain(app.ctx)
    expect((await state()).error).toContain('denied')
    expect(await list()).not.toEqual([])
    await disconnect()
    await drain(app.ctx)
    expect(await rows()).toEqual([0, 0, 0])
  })

  test('keeps suggestions of an import if no property was synced', async () => {
    const csv = 'Top queries,Clicks,Impressions,CTR,Position\nchangelog tools for teams,1,100,1%,9'
    await acme.call('POST', `/v1/projects/${projectId}/geo/suggestions/import`, { csv })
    await connect()
    await disconnect()
    await drain(app.ctx)
    expect(await rows()).toEqual([0, 0, 1])
  })

  test('deletes the connection also if Google does not respond', async () => {
    await synced()
    google.script.replies.revoke.push(
      ...Array.from({ length: 4 }, () => () => new Response('', { status: 500 })),
    )
    await disconnect()
    for (let minute = 0; minute < 120; minute++) {
      await drain(app.ctx)
      app.ctx.clock.advance(60_000)
    }
    expect([google.count('/revoke'), await rows()]).toEqual([4, [0, 0, 0]])
  })

  test('a token that Google no longer knows deletes it', async () => {
    await synced()
    google.refreshTokens.clear()
    await disconnect()
    await drain(app.ctx)
    expect(await rows()).toEqual([0, 0, 0])
  })

  test('during a sync stores no suggestions', async () => {
    await synced()
    google.script.replies.query.push(async () => {
      await disconnect()
      await app.ctx.db.delete(searchConsoleProperties)
      return Response.json({ rows: [queryRow('queries after the end', 1, 999, 9)] })
    })
    await sync()
    expect((await list()).map(({ prompt }: { prompt: string }) => prompt)).not.toContain(
      'which queries after the end would you recommend',
    )
  })
})

test('a lost secret key asks to connect again after the reset', async () => {
  await synced()
  const forgotten = await deleteUnreadableSecrets({ ...app.ctx, secrets: createSecrets(() => 'another key') })
  expect(forgotten).toEqual([
    {
      kind: 'search-console',
      organization: 'acme',
      name: 'Google Search Console',
      token: true,
      webhookSecret: false,
    },
  ])
  expect((await state()).state).toBe('reauth_required')
})
