import { beforeEach, describe, expect, test } from 'bun:test'
import { startServer } from '../../src/server.ts'
import { type Team, testApp } from '../support/app.ts'
import { atEnd } from '../support/cleanup.ts'
import { goPublic, publish } from '../support/published.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'
import { freePort } from '../support/sqld.ts'

const route = '/api/app/public-page/domain'
const domain = 'changelog.acme.dev'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let records: Record<string, string[]>
beforeEach(async () => {
  records = {}
  app = await testApp({ appUrl: 'https://herald.test', baseUrl: 'https://herald.test' })
  app.ctx.resolveTxt = async (name) => records[name] ?? []
  acme = await app.team('acme')
  await goPublic(app.ctx, acme)
  await publish(app.ctx, acme, { title: 'Exports' })
})

const visit = (url: string, init: RequestInit = {}) =>
  app.api.handle(new Request(url, { redirect: 'manual', ...init, headers: { accept: 'text/html' } }))
const read = async (url: string) => (await visit(url)).text()

/** An organization claims a domain and publishes the record that proves it. */
async function claim(team: Team, name = domain) {
  const admin = await team.person('admin', `${team.slug}-admin`)
  const { proof } = (await admin.call('PUT', route, { domain: name })).body
  records[proof.name] = [...(records[proof.name] ?? []), proof.value]
  return { admin, verify: () => admin.call('POST', `${route}/verify`), proof }
}

async function serve(team = acme, name = domain) {
  const { admin, verify } = await claim(team, name)
  expect((await verify()).body).toMatchObject({ domain: name, isVerified: true })
  return admin
}

describe('a domain', () => {
  test('serves the page only after its DNS record proves it', async () => {
    const admin = await acme.person('admin')
    const { body } = await admin.call('PUT', route, { domain: 'https://Changelog.Acme.dev/' })
    expect(body).toMatchObject({ domain, isVerified: false, target: 'herald.test' })
    expect(body.proof.name).toBe(`_herald.${domain}`)
    expect((await admin.call('POST', `${route}/verify`)).status).toBe(409)
    expect((await visit(`https://${domain}/exports`)).status).toBe(404)
    records[body.proof.name] = ['v=spf1', body.proof.value]
    expect((await admin.call('POST', `${route}/verify`)).body.isVerified).toBe(true)
    expect(await read(`https://${domain}/exports`)).toContain('<h1 dir="auto">Exports</h1>')
    expect((await admin.call('GET', '/api/app/organization')).body.publicPageUrl).toBe(`https://${domain}`)
    await admin.call('DELETE', route)
    expect((await visit(`https://${domain}/exports`)).status).toBe(404)
  })

  test.each(['herald.test', 'localhost', '10.0.0.1', 'a b.dev', 'acme'])('cannot be %s', async (name) => {
    const { status } = await (await acme.person('admin')).call('PUT', route, { domain: name })
    expect(status).toBe(400)
  })

  test('is of one organization, until it proves no longer that it owns it', async () => {
    await serve()
    const other = await app.team('other')
    await goPublic(app.ctx, other)
    const { admin, verify, proof } = await claim(other)
    expect((await verify()).body.error).toBe('Another organization uses this domain')
    expect(await read(`https://${domain}/`)).toContain('Exports')
    records[proof.name] = [proof.value]
    expect((await verify()).body.isVerified).toBe(true)
    expect(await read(`https://${domain}/`)).not.toContain('Exports')
    expect((await (await acme.person('member')).call('GET', route)).body.domain).toBe(null)
    expect((await admin.call('GET', route)).body.isVerified).toBe(true)
  })

  test('is refused with a reason while its name servers do not answer', async () => {
    const { verify } = await claim(acme)
    app.ctx.resolveTxt = async () => {
      throw new Error('ETIMEOUT')
    }
    const { status, body } = await verify()
    expect([status, body.error]).toEqual([
      409,
      `The name servers of ${domain} did not answer. Try again later.`,
    ])
  })
})

describe('at a domain', () => {
  test('pages, feeds and files for programs name the domain, and link below it', async () => {
    await serve()
    const list = await read(`https://${domain}/`)
    expect(list).toContain(`<link rel="canonical" href="https://${domain}/">`)
    expect(list).toContain('<a class="wordmark" href="/">')
    expect(list).toContain('<h2><a href="/exports">Exports</a></h2>')
    const post = await read(`https://${domain}/exports`)
    expect(post).toContain(`<link rel="canonical" href="https://${domain}/exports">`)
    expect(post).not.toContain('/c/acme')
    const [, picture = ''] = /property="og:image" content="([^"]*)"/.exec(post) ?? []
    expect(picture).toStartWith(`https://${domain}/cards/posts/exports-`)
    expect((await visit(picture, { method: 'HEAD' })).status).toBe(200)
    const [feed, sitemap, llms, robots, markdown] = await Promise.all(
      ['feed.xml', 'sitemap.xml', 'llms.txt', 'robots.txt', 'exports.md'].map((file) =>
        read(`https://${domain}/${file}`),
      ),
    )
    expect(feed).toContain(`<link href="https://${domain}/exports" rel="alternate"`)
    expect(sitemap).toContain(`<loc>https://${domain}/</loc>`)
    expect(sitemap).toContain(`<loc>https://${domain}/exports</loc>`)
    expect(llms).toContain(`(https://${domain}/exports.md)`)
    expect(robots).toBe(`User-agent: *\nAllow: /\nSitemap: https://${domain}/sitemap.xml\n`)
    expect(markdown).toStartWith('# Exports')
  })

  test('the address at the server still works, and names the domain', async () => {
    await serve()
    const post = await read('https://herald.test/c/acme/exports')
    expect(post).toContain(`<link rel="canonical" href="https://${domain}/exports">`)
    expect(post).toContain('<a class="wordmark" href="/c/acme">')
  })

  test('the ids of feeds stay, so that readers see no post twice', async () => {
    const idsIn = (feed: string) => [...feed.matchAll(/<id>([^<]*)<\/id>/g)].map(([, id]) => id)
    const before = idsIn(await read('https://herald.test/c/acme/feed.xml'))
    await serve()
    expect(idsIn(await read(`https://${domain}/feed.xml`))).toEqual(before)
  })

  test('a page has its stylesheet and icon', async () => {
    await serve()
    const list = await read(`https://${domain}/`)
    const [, stylesheet] = /rel="stylesheet" href="([^"]*)"/.exec(list) ?? []
    const [, icon] = /rel="icon" href="([^"]*)"/.exec(list) ?? []
    for (const path of [stylesheet, icon]) expect((await visit(`https://${domain}${path}`)).status).toBe(200)
  })

  test('a slash at the end is removed, and an old address leads to the new one', async () => {
    await serve()
    const { headers, status } = await visit(`https://${domain}/exports/`)
    expect([status, headers.get('location')]).toEqual([308, '/exports'])
    const [{ id }] = (await acme.call('GET', '/v1/posts')).body.posts
    expect((await visit(`https://${domain}/${id}`)).headers.get('location')).toBe('/exports')
  })

  test('neither the dashboard nor the API can be reached, with a session or a key', async () => {
    const admin = await serve()
    const { routes } = app.api as unknown as { routes: { method: string; path: string }[] }
    const paths = new Set(routes.filter(({ path }) => !path.startsWith('/c')).map(({ path }) => path))
    const served = ['/', '/robots.txt', '/i/:file', '/swagger/icon.svg', '/subscriptions/to/:organization']
    for (const path of paths) {
      if (served.includes(path)) continue
      const url = `https://${domain}${path.replace(/[:*]\w*/g, 'none')}`
      const answer = await app.api.handle(
        new Request(url, { headers: { cookie: admin.cookie, authorization: `Bearer ${acme.key}` } }),
      )
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.headers.get('set-cookie')).toBe(null)
    }
    const posted = await app.api.handle(
      new Request(`https://${domain}/v1/posts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${acme.key}`, 'content-type': 'application/json' },
        body: '{}',
      }),
    )
    expect(posted.status).toBe(404)
  })
})

test('a host that belongs to nobody is served as before', async () => {
  await serve()
  for (const host of ['unknown.dev', 'herald.test', '127.0.0.1:3000', '[::1]:3000', `x.${domain}`])
    expect([host, (await visit(`https://${host}/healthz`)).status]).toEqual([host, 200])
})

test('a running server reads the domain from the Host header', async () => {
  await serve()
  app.ctx.config.port = await freePort()
  const server = await startServer(app.ctx)
  atEnd(() => server.stop())
  const at = (host: string, path: string) => fetch(server.url + path, { headers: { host } })
  expect(await (await at(`${domain}:443`, '/exports.md')).text()).toStartWith('# Exports')
  for (const path of ['/healthz', '/app', '/app/acme', '/v1/posts', '/api/app/session', '/openapi.json'])
    expect([path, (await at(domain, path)).status]).toEqual([path, 404])
  expect((await at('unknown.dev', '/healthz')).status).toBe(200)
})

test('a proxy learns which domains need a certificate: proved ones of enabled pages', async () => {
  const ask = async (name: string) =>
    (await visit(`http://127.0.0.1:3000/.well-known/herald-domain?domain=${name}`)).status
  const { verify } = await claim(acme)
  expect(await ask(domain)).toBe(404)
  await verify()
  expect([await ask(domain), await ask('Changelog.Acme.dev'), await ask('x.dev')]).toEqual([200, 200, 404])
  const owner = await acme.person('owner')
  await owner.call('PATCH', '/api/app/organization', { publicPage: false })
  expect([await ask(domain), (await visit(`https://${domain}/exports`)).status]).toEqual([404, 404])
})

test('a foreign host costs one query by an index', async () => {
  const sent = recordStatements(app.ctx.db)
  await visit('https://unknown.dev/healthz')
  // Jobs of the published post may send statements too.
  const ofHost = sent.filter(({ args }) => JSON.stringify(args ?? []).includes('unknown.dev'))
  expect(ofHost).toHaveLength(1)
  const [statement] = ofHost
  const plan = await planOf(app.ctx.db, statement as never)
  expect(plan.filter((line) => line.startsWith('SCAN'))).toEqual([])
})
