import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { findUsableFacts } from '../../src/features/brand-identities/facts/stored-facts.ts'
import { addIdentity, type Team, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'
import { startSite } from '../support/site.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let site: ReturnType<typeof startSite>
const path = '/v1/brand-identities/brand1/facts'
beforeEach(async () => {
  app = await testApp({ allowPrivateNetwork: true })
  acme = await app.team('acme')
  await addIdentity(app.ctx, acme.id, 'brand1')
  site = startSite({ '/pricing': '<title>Pricing</title><p>The team plan costs $49 a month.</p>' })
})
afterEach(() => site.stop())

const add = (body: unknown, by = acme) => by.call('POST', path, body)
const list = async () => (await acme.call('GET', path)).body.facts
const patch = (id: string, body: unknown) => acme.call('PATCH', `${path}/${id}`, body)
const refresh = (id: string) => acme.call('POST', `${path}/${id}/refresh`)
const tell = ({ status, body }: Awaited<ReturnType<typeof add>>) => [status, body.error]
const usable = () => findUsableFacts(app.ctx, 'brand1')

/** Adds a fact and returns it. */
async function added(body: unknown) {
  const answer = await add(body)
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  return answer.body.fact
}

/** Adds the URL of a page, waits until it is read, and returns the fact. */
async function readPage(name = '/pricing') {
  const { id } = await added({ url: `${site.url}${name}` })
  await drain(app.ctx)
  return (await list()).find((fact: { id: string }) => fact.id === id)
}

describe('a fact that is a text', () => {
  test('is added with 201, ready at once, and listed', async () => {
    const { status, body } = await add({ text: ' Acme was founded in 2014. ' })
    const time = app.ctx.now().toISOString()
    const fact = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: 'text',
      text: 'Acme was founded in 2014.',
      url: null,
      title: null,
      status: 'ready',
      error: null,
      fetchedAt: null,
      createdAt: time,
      updatedAt: time,
    }
    const organization = { id: acme.id, slug: 'acme', name: 'Team acme', logo: null }
    expect([status, body]).toEqual([201, { fact, organization }])
    expect(await list()).toEqual([fact])
    expect(await usable()).toEqual([{ id: body.fact.id, text: 'Acme was founded in 2014.', url: null }])
  })

  test('can be changed and deleted', async () => {
    const { id } = await added({ text: 'Acme was founded in 2014.' })
    expect(await patch(id, { text: 'Acme was founded in 2015.' })).toMatchObject({
      status: 200,
      body: { fact: { id, text: 'Acme was founded in 2015.', kind: 'text' } },
    })
    const deleted = await acme.call('DELETE', `${path}/${id}`)
    expect([deleted.status, deleted.body.id]).toEqual([200, id])
    expect(await list()).toEqual([])
    expect(tell(await acme.call('DELETE', `${path}/${id}`))).toEqual([404, 'Fact not found'])
  })

  test('is stored once', async () => {
    const first = await added({ text: 'Acme was founded in 2014.' })
    const other = await added({ text: 'Acme has 12 employees.' })
    const sentence = 'This fact is already in the library.'
    expect(tell(await add({ text: 'Acme was founded in 2014.' }))).toEqual([409, sentence])
    expect(tell(await patch(other.id, { text: first.text }))).toEqual([409, sentence])
  })

  test.each([
    [{}, 'Send either text or url.'],
    [{ text: 'a', url: 'https://acme.example' }, 'Send either text or url.'],
    [{ text: ' ' }, 'text must have 1 to 500 characters'],
    [{ text: 'x'.repeat(501) }, 'text must have 1 to 500 characters'],
    [{ text: 5 }, 'text must have 1 to 500 characters'],
    [{ url: 'ftp://acme.example/' }, 'The URL must begin with http or https.'],
    [{ url: 'https://me:secret@acme.example/' }, 'The URL must not contain a user name or a password.'],
  ])('of %j is refused', async (body, sentence) => {
    expect(tell(await add(body))).toEqual([400, sentence])
    expect(await list()).toEqual([])
  })

  test('cannot become a URL, nor be read from one', async () => {
    const { id } = await added({ text: 'Acme was founded in 2014.' })
    expect(tell(await patch(id, { url: site.url }))).toEqual([
      400,
      'This fact is a text. Add another fact for a URL.',
    ])
    expect(tell(await refresh(id))).toEqual([400, 'Only facts with a URL can be refreshed.'])
  })
})

describe('a URL fact', () => {
  test('is queued, read in the background, and its text is stored', async () => {
    const fact = await added({ url: `${site.url}/pricing` })
    expect(fact).toMatchObject({ kind: 'url', status: 'queued', text: null, url: `${site.url}/pricing` })
    expect(await usable()).toEqual([])
    await drain(app.ctx)
    const text = 'The team plan costs $49 a month.'
    const fetchedAt = app.ctx.now().toISOString()
    expect(await list()).toMatchObject([{ status: 'ready', title: 'Pricing', text, fetchedAt, error: null }])
    expect(await usable()).toEqual([{ id: fact.id, text, url: `${site.url}/pricing` }])
  })

  test.each([
    ['/none', 404, 'returned status 404.'],
    ['/empty', 200, 'has no text without JavaScript.'],
  ])('that leads to %s fails with the reason', async (name, status, reason) => {
    if (status === 200) site.pages[name] = '<script>run()</script>'
    expect(await readPage(name)).toMatchObject({
      status: 'failed',
      text: null,
      error: `The page ${site.url}${name} ${reason}`,
    })
    expect(await usable()).toEqual([])
  })

  test('whose robots.txt disallows it is not read', async () => {
    site.pages['/robots.txt'] = new Response('User-agent: *\nDisallow: /pricing')
    expect(await readPage()).toMatchObject({ status: 'failed', error: expect.stringContaining('robots.txt') })
    expect(site.asked).not.toContain('/pricing')
  })

  test('that stays unreachable fails with the reason after its attempts', async () => {
    site.pages['/pricing'] = new Response('', { status: 503 })
    await added({ url: `${site.url}/pricing` })
    for (let time = 0; time < 4; time++) {
      await drain(app.ctx)
      app.ctx.clock.advance(60 * 60_000)
    }
    expect(await list()).toMatchObject([
      { status: 'failed', error: `The page ${site.url}/pricing returned status 503.` },
    ])
  })

  test('stores at most 2,000 characters of a page, and reads at most 512 KB of it', async () => {
    site.pages['/pricing'] = `<p>${'word '.repeat(1_000)}</p>${'<p>more</p>'.repeat(100_000)}`
    const { text } = await readPage()
    expect(text.length).toBeLessThanOrEqual(2_000)
    expect(text.length).toBeGreaterThan(1_900)
  })

  test('is read again when it is refreshed, and keeps its text if that fails', async () => {
    const { id } = await readPage()
    site.pages['/pricing'] = '<p>The team plan costs $59 a month.</p>'
    const answer = await refresh(id)
    expect([answer.status, answer.body.fact]).toMatchObject([202, { status: 'queued', error: null }])
    // A second request while it is queued changes nothing.
    expect((await refresh(id)).body.fact).toEqual(answer.body.fact)
    await drain(app.ctx)
    expect(site.asked.filter((each) => each === '/pricing')).toHaveLength(2)
    expect(await list()).toMatchObject([{ status: 'ready', text: 'The team plan costs $59 a month.' }])
    delete site.pages['/pricing']
    await refresh(id)
    await drain(app.ctx)
    const text = 'The team plan costs $59 a month.'
    expect(await list()).toMatchObject([{ status: 'failed', text }])
    expect(await usable()).toMatchObject([{ id, text }])
  })

  test('is read again when its URL changes, and its previous text is removed', async () => {
    const { id } = await readPage()
    site.pages['/about'] = '<p>Acme was founded in 2014.</p>'
    expect((await patch(id, { url: `${site.url}/about` })).body.fact).toMatchObject({
      status: 'queued',
      text: null,
    })
    await drain(app.ctx)
    expect(await list()).toMatchObject([{ status: 'ready', text: 'Acme was founded in 2014.' }])
    expect(tell(await patch(id, { text: 'Mine' }))).toEqual([
      400,
      'This fact is read from a URL. Add another fact for a text.',
    ])
  })

  test('that is deleted or changed while it is read is not overwritten', async () => {
    const { id } = await added({ url: `${site.url}/slow` })
    site.pages['/slow'] = async () => {
      await patch(id, { url: `${site.url}/pricing` })
      return new Response('<p>Old text</p>', { headers: { 'content-type': 'text/html' } })
    }
    await drain(app.ctx)
    expect(await list()).toMatchObject([{ status: 'ready', text: 'The team plan costs $49 a month.' }])
    site.pages['/pricing'] = async () => {
      await acme.call('DELETE', `${path}/${id}`)
      return new Response('<p>Old text</p>', { headers: { 'content-type': 'text/html' } })
    }
    await refresh(id)
    await drain(app.ctx)
    expect(await list()).toEqual([])
  })

  test('of a private host is refused', async () => {
    const strict = await testApp()
    const team = await strict.team('acme')
    await addIdentity(strict.ctx, team.id, 'brand1')
    const answer = await team.call('POST', path, { url: 'http://10.0.0.1/' })
    expect(tell(answer)).toEqual([400, 'The host 10.0.0.1 is not on the public internet.'])
  })
})

describe('the library of a brand identity', () => {
  test('has at most 100 facts', async () => {
    // Texts do not use the hourly limit of URLs.
    const answers = await Promise.all(
      Array.from({ length: 102 }, (_, number) => add({ text: `Acme has ${number} offices.` })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100)
    expect(answers.flatMap(({ body }) => body.error ?? [])).toEqual(
      Array(2).fill('A brand identity can have up to 100 facts. Delete one first.'),
    )
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
    expect((await list()).length).toBe(100)
  })

  test('reads at most 60 URLs an hour', async () => {
    const { id } = await readPage()
    for (let time = 1; time < 60; time++) {
      await refresh(id)
      await drain(app.ctx)
    }
    expect(await refresh(id)).toMatchObject({
      status: 429,
      body: { error: 'Rate limit exceeded', limit: 60 },
    })
    expect((await add({ text: 'A text needs no request.' })).status).toBe(201)
  })

  test('is deleted with its identity', async () => {
    await addIdentity(app.ctx, acme.id, 'brand2')
    const own = '/v1/brand-identities/brand2/facts'
    expect((await acme.call('POST', own, { text: 'Acme has 12 employees.' })).status).toBe(201)
    expect((await acme.call('DELETE', '/v1/brand-identities/brand2')).status).toBe(200)
    expect(tell(await acme.call('GET', own))).toEqual([404, 'Brand identity not found'])
    const { rows } = await app.ctx.db.$client.execute('select count(*) as facts from brand_facts')
    expect(Number(rows[0]?.facts)).toBe(0)
  })

  test('of another organization is not found', async () => {
    const { id } = await added({ text: 'Acme has 12 employees.' })
    const other = await app.team('other')
    await addIdentity(app.ctx, other.id, 'brand-of-other')
    for (const base of [path, '/v1/brand-identities/brand-of-other/facts'])
      for (const [method, rest, body] of [
        ['PATCH', `/${id}`, { text: 'Mine' }],
        ['DELETE', `/${id}`, undefined],
        ['POST', `/${id}/refresh`, undefined],
      ] as const)
        expect((await other.call(method, `${base}${rest}`, body)).status).toBe(404)
    expect((await other.call('GET', path)).status).toBe(404)
    expect((await other.call('POST', path, { text: 'Mine' })).status).toBe(404)
    expect(await list()).toMatchObject([{ text: 'Acme has 12 employees.' }])
  })

  test('needs the scopes of brand identities', async () => {
    const reader = await app.team('reader', ['brand-identities.read'])
    await addIdentity(app.ctx, reader.id, 'brand3')
    const own = '/v1/brand-identities/brand3/facts'
    expect((await reader.call('GET', own)).status).toBe(200)
    expect((await reader.call('POST', own, { text: 'Mine' })).status).toBe(403)
    const stranger = await app.team('stranger', ['posts.read', 'posts.write'])
    expect((await stranger.call('GET', own)).status).toBe(403)
  })

  test('is listed through an index', async () => {
    const sent = recordStatements(app.ctx.db)
    await usable()
    await list()
    const about = sent.filter(({ sql }) => sql.includes('from "brand_facts"'))
    const plans = await Promise.all(about.map((statement) => planOf(app.ctx.db, statement)))
    expect(plans.length).toBeGreaterThan(1)
    expect(plans.flat().filter((line) => line.startsWith('SCAN'))).toEqual([])
  })
})
