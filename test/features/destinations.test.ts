import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { deliver } from '../../src/features/destinations/deliver.ts'
import { destinations, postDeliveries } from '../../src/features/destinations/table.ts'
import { tokenOf } from '../../src/features/integrations/secret-locations.ts'
import { integrations } from '../../src/features/integrations/table.ts'
import { connect, type SignedInPerson, type Team, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { goPublic, publish } from '../support/published.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'
import { redirect, startSite } from '../support/site.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let ada: SignedInPerson
let site: ReturnType<typeof startSite>
let received: { path: string; body: any }[]
let release: { id: number; body: string; html_url: string }
/** Replaces the next answer of the message server. */
let answers: (() => Response | Promise<Response>)[]

beforeEach(async () => {
  received = []
  answers = []
  release = { id: 9, body: 'Thanks, everyone.', html_url: 'https://github.test/acme/app/releases/v1.4.0' }
  site = startSite({
    '/hook': async (request) => {
      received.push({ path: '/hook', body: await request.json() })
      return (await answers.shift()?.()) ?? Response.json({ id: 'm1' })
    },
    '/repos/acme/app/releases/tags/v1.4.0': () => Response.json({ ...release, tag_name: 'v1.4.0' }),
    '/repos/acme/app/releases/9': async (request) => {
      const { body, ...others } = (await request.json()) as { body: string }
      expect([request.method, others]).toEqual(['PATCH', {}])
      received.push({ path: '/release', body })
      release.body = body.replaceAll('\n', '\r\n')
      return Response.json(release)
    },
  })
  app = await testApp({ allowPrivateNetwork: true, githubApiUrl: site.url, appUrl: 'https://herald.test' })
  acme = await app.team('acme')
  ada = await acme.person('owner')
  await goPublic(app.ctx, acme)
})
afterEach(() => site.stop())

async function addAddress(): Promise<string> {
  const { status, body } = await ada.call('POST', '/api/app/destinations', {
    url: `${site.url}/hook?key=secret-1234`,
    name: 'News',
  })
  expect(status).toBe(200)
  return `message:${body.id}`
}

/** A published changelog of a release, with its repository connected with a token. */
async function publishRelease() {
  const { id } = await connect(app.ctx, acme.id)
  const encryptedToken = app.ctx.secrets.encrypt('token', tokenOf({ id }))
  await app.ctx.db.update(integrations).set({ encryptedToken }).where(eq(integrations.id, id))
  const postId = await publish(app.ctx, acme, {
    title: 'Acme 1.4: exports',
    markdown: 'Exports are fast.',
    sourceMetadata: {
      range: { from: 'v1.3.0', to: 'v1.4.0' },
      repositories: [{ owner: 'acme', repo: 'app' }],
    },
  })
  return { postId, target: `github-release:${id}` }
}

const send = (postId: string, targets: string[], more: object = { isPreviewed: true }) =>
  ada.call('POST', `/api/app/posts/${postId}/deliveries`, { targets, ...more })

/** The state of the only delivery of a post. */
async function stateOf(postId: string) {
  const { body } = await ada.call('GET', `/api/app/posts/${postId}/targets`)
  return body.targets.find(({ delivery }: { delivery: unknown }) => delivery).delivery
}

describe('an address', () => {
  test('is stored encrypted, and shown without its secret', async () => {
    const url = 'https://hooks.slack.com/services/T/B/secret1234'
    const added = await ada.call('POST', '/api/app/destinations', { url })
    expect(added.body).toMatchObject({ service: 'slack', name: 'hooks.slack.com …1234' })
    const [row] = await app.ctx.db.select().from(destinations)
    expect(JSON.stringify(row)).not.toContain('secret1234')
    const { text } = await ada.call('GET', '/api/app/destinations')
    expect(text).not.toContain('secret')
    const gone = await ada.call('DELETE', `/api/app/destinations/${added.body.id}`)
    expect([gone.status, (await ada.call('GET', '/api/app/destinations')).body]).toEqual([
      200,
      { destinations: [], pullRequests: [] },
    ])
  })

  test('is refused if it is retired, incomplete or on a private network', async () => {
    app.ctx.config.allowPrivateNetwork = false
    for (const [url, error] of [
      ['https://acme.webhook.office.com/1', /^Teams no longer/],
      ['https://api.telegram.org/bot1:a', /^chat is required/],
      ['http://10.0.0.1/hook', /not on the public internet/],
    ] as const)
      expect((await ada.call('POST', '/api/app/destinations', { url })).body.error).toMatch(error)
    const body = { url: 'https://push.acme.test', service: 'gotify', token: 'a\r\nX-Evil: 1' }
    expect((await ada.call('POST', '/api/app/destinations', body)).body.error).toMatch(/^token must contain/)
  })

  test('that cannot be decrypted hides no other one, and its message fails with the reason', async () => {
    const target = await addAddress()
    const encryptedAddress = app.ctx.secrets.encrypt('{}', tokenOf({ id: 'other' }))
    await app.ctx.db.update(destinations).set({ encryptedAddress })
    const other = await addAddress()
    const postId = await publish(app.ctx, acme)
    const answer = await send(postId, [target])
    expect([answer.status, answer.body.targets.map((each: { target: string }) => each.target)]).toEqual([
      200,
      [target, other],
    ])
    await drain(app.ctx)
    expect(await stateOf(postId)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^The address cannot be decrypted/),
    })
  })

  test('of another organization is no target', async () => {
    const target = await addAddress()
    const other = await app.team('other')
    const postId = await publish(app.ctx, other)
    const stranger = await other.person('owner')
    const answer = await stranger.call('POST', `/api/app/posts/${postId}/deliveries`, { targets: [target] })
    expect(answer.status).toBe(400)
    const foreign = await stranger.call('DELETE', `/api/app/destinations/${target.split(':')[1]}`)
    expect(foreign.status).toBe(404)
  })
})

describe('a message', () => {
  test('is previewed before the first one, then sent once', async () => {
    const target = await addAddress()
    const postId = await publish(app.ctx, acme, { title: 'Exports', markdown: 'Exports are fast.' })
    const unseen = await send(postId, [target], {})
    expect([unseen.status, unseen.body.error]).toEqual([
      409,
      'Preview the first message to News, then send it with isPreviewed.',
    ])
    expect((await send(postId, [target])).body.targets[0]).toMatchObject({
      preview: 'Exports\n\nExports are fast.\n\nhttps://herald.test/c/acme/exports',
      delivery: { status: 'queued' },
    })
    await drain(app.ctx)
    expect(await stateOf(postId)).toMatchObject({ status: 'sent', error: null })
    await send(postId, [target])
    await drain(app.ctx)
    expect(received).toHaveLength(1)
    expect(received[0]?.body).toMatchObject({
      event: 'post.published',
      post: { id: postId, title: 'Exports' },
    })
    await send(postId, [target], { isAgain: true })
    await drain(app.ctx)
    expect(received).toHaveLength(2)
  })

  test('of a draft is not sent', async () => {
    const target = await addAddress()
    const postId = await publish(app.ctx, acme, { isDraft: true })
    const answer = await send(postId, [target])
    expect([answer.status, answer.body.error]).toEqual([409, 'Publish the post before you send it'])
  })

  test('that is refused fails with the reason and can be sent again', async () => {
    const target = await addAddress()
    const postId = await publish(app.ctx, acme)
    answers.push(() => new Response('no_service', { status: 404 }))
    await send(postId, [target])
    await drain(app.ctx)
    expect(await stateOf(postId)).toMatchObject({
      status: 'failed',
      error: 'The server returned status 404: no_service',
    })
    await send(postId, [target], { isAgain: true, isPreviewed: true })
    await drain(app.ctx)
    expect(await stateOf(postId)).toMatchObject({ status: 'sent', error: null })
  })

  test('waits as long as the server asks, and at least a minute', async () => {
    const target = await addAddress()
    const postId = await publish(app.ctx, acme)
    for (const seconds of ['90', '1'])
      answers.push(() => new Response('', { status: 429, headers: { 'retry-after': seconds } }))
    await send(postId, [target])
    for (const [advance, count] of [
      [0, 1],
      [89_000, 1],
      [2000, 2],
      [59_000, 2],
      [2000, 3],
    ] as const) {
      app.ctx.clock.advance(advance)
      await drain(app.ctx)
      expect([(await stateOf(postId)).status, received.length]).toEqual([
        count === 3 ? 'sent' : 'queued',
        count,
      ])
    }
  })

  test('whose refusal repeats the address shows the reason without it', async () => {
    const target = await addAddress()
    const postId = await publish(app.ctx, acme)
    answers.push(() => new Response('bad key secret-1234', { status: 400 }))
    await send(postId, [target])
    await drain(app.ctx)
    expect((await stateOf(postId)).error).toBe('The server returned status 400: bad key …')
  })

  test('whose answer is lost may have been sent, and is not sent twice', async () => {
    const target = await addAddress()
    const postId = await publish(app.ctx, acme)
    answers.push(() => {
      // Closes the connection without an answer.
      site.stop()
      return new Response('')
    })
    await send(postId, [target])
    await drain(app.ctx)
    app.ctx.clock.advance(3_600_000)
    await drain(app.ctx)
    expect(await stateOf(postId)).toMatchObject({
      status: 'unknown',
      error: expect.stringContaining('may have been'),
    })
    expect(received).toHaveLength(1)
  })

  test('that is answered after the deadline may have been sent, and is not sent twice', async () => {
    const target = await addAddress()
    const postId = await publish(app.ctx, acme)
    const [arrived, late] = [Promise.withResolvers<void>(), Promise.withResolvers<Response>()]
    answers.push(() => {
      arrived.resolve()
      return late.promise
    })
    await send(postId, [target])
    const [row] = await app.ctx.db.select().from(postDeliveries)
    const deadline = new AbortController()
    const delivery = deliver(app.ctx, { deliveryId: row?.id ?? '', attempt: 1 }, deadline.signal)
    await arrived.promise
    deadline.abort()
    await delivery
    late.resolve(Response.json({ id: 'm1' }))
    expect((await stateOf(postId)).status).toBe('unknown')
    app.ctx.clock.advance(3_600_000)
    await drain(app.ctx)
    expect([(await stateOf(postId)).status, received.length]).toEqual(['unknown', 1])
  })

  test('that a proxy answered with an error may have been sent, and is not sent twice', async () => {
    const target = await addAddress()
    const postId = await publish(app.ctx, acme)
    answers.push(() => new Response('', { status: 502 }))
    await send(postId, [target])
    await drain(app.ctx)
    app.ctx.clock.advance(3_600_000)
    await drain(app.ctx)
    expect([(await stateOf(postId)).status, received.length]).toEqual(['unknown', 1])
  })

  test('that a crash interrupted may have been sent, and is not sent twice', async () => {
    const target = await addAddress()
    const postId = await publish(app.ctx, acme)
    await send(postId, [target])
    await app.ctx.db.update(postDeliveries).set({ status: 'sending' })
    await drain(app.ctx)
    expect([(await stateOf(postId)).status, received]).toEqual(['unknown', []])
  })

  test('to a host that cannot be reached is tried again, and then has failed', async () => {
    const target = await addAddress()
    const postId = await publish(app.ctx, acme)
    site.stop()
    await send(postId, [target])
    for (let tries = 0; tries < 6; tries++) {
      await drain(app.ctx)
      app.ctx.clock.advance(3_600_000)
    }
    expect((await stateOf(postId)).status).toBe('failed')
  })

  test('of a post that was unpublished meanwhile is not sent', async () => {
    const target = await addAddress()
    const postId = await publish(app.ctx, acme)
    await send(postId, [target])
    await acme.call('PATCH', `/v1/posts/${postId}`, { status: 'draft' })
    await drain(app.ctx)
    expect([await app.ctx.db.select().from(postDeliveries), received]).toMatchObject([
      [{ status: 'failed' }],
      [],
    ])
  })
})

describe('a release body', () => {
  const marked = (id: string, text: string) =>
    `Thanks, everyone.\n\n<!-- herald:post=${id} begin -->\n${text}\n<!-- herald:post=${id} end -->`

  test('gets the post below what people wrote, and its correction in the same place', async () => {
    const { postId, target } = await publishRelease()
    await send(postId, [target])
    await drain(app.ctx)
    expect(received).toEqual([{ path: '/release', body: marked(postId, 'Exports are fast.') }])
    expect(await stateOf(postId)).toMatchObject({ status: 'sent', remoteUrl: release.html_url })
    await acme.call('PATCH', `/v1/posts/${postId}`, { markdown: 'Exports are faster.' })
    await send(postId, [target], { isAgain: true })
    await drain(app.ctx)
    expect(release.body.replaceAll('\r\n', '\n')).toBe(marked(postId, 'Exports are faster.'))
  })

  test('that has the post already is not written again after a crash', async () => {
    const { postId, target } = await publishRelease()
    await send(postId, [target])
    await drain(app.ctx)
    const [row] = await app.ctx.db.update(postDeliveries).set({ status: 'queued' }).returning()
    await deliver(app.ctx, { deliveryId: row?.id ?? '', attempt: 1 }, new AbortController().signal)
    expect([(await stateOf(postId)).status, received.length]).toEqual(['sent', 1])
  })

  test('with half a pair of markers is left alone', async () => {
    const { postId, target } = await publishRelease()
    release.body = `<!-- herald:post=${postId} begin -->`
    await send(postId, [target])
    await drain(app.ctx)
    expect(await stateOf(postId)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('incomplete or repeated'),
    })
    expect(received).toEqual([])
  })

  test('is found at the new name of a repository that was renamed', async () => {
    const { postId, target } = await publishRelease()
    for (const path of ['/releases/tags/v1.4.0', '/releases/9']) {
      site.pages[`/repositories/7${path}`] = site.pages[`/repos/acme/app${path}`] ?? ''
      site.pages[`/repos/acme/app${path}`] = redirect(`${site.url}/repositories/7${path}`, 307)
    }
    await send(postId, [target])
    await drain(app.ctx)
    expect((await stateOf(postId)).status).toBe('sent')
    expect(received).toEqual([{ path: '/release', body: marked(postId, 'Exports are fast.') }])
  })

  test.each([
    ['archived', '/releases/9', 403, /^GitHub refuses access to \/repos\/acme\/app/],
    ['removed', '/releases/tags/v1.4.0', 404, /^GitHub found nothing at \/repos\/acme\/app/],
  ])(
    'of a repository that was %s is not written, and the reason is shown',
    async (_, path, status, error) => {
      const { postId, target } = await publishRelease()
      site.pages[`/repos/acme/app${path}`] = Response.json({ message: 'Refused.' }, { status })
      await send(postId, [target])
      await drain(app.ctx)
      expect(await stateOf(postId)).toMatchObject({ status: 'failed', error: expect.stringMatching(error) })
      expect(received).toEqual([])
    },
  )

  test('is not written with the token of the operator', async () => {
    app.ctx.config.githubToken = 'operator'
    const { postId, target } = await publishRelease()
    await app.ctx.db.update(integrations).set({ encryptedToken: null })
    await send(postId, [target])
    await drain(app.ctx)
    expect((await stateOf(postId)).error).toBe(
      'The token of acme/app is missing or cannot write. Add one under Repositories.',
    )
    expect(received).toEqual([])
  })
})

describe('a pull request', () => {
  type Pull = {
    number: number
    state: string
    html_url: string
    head: { ref: string }
    title: string
    body: string
  }
  let refs: Set<string>
  let files: Map<string, string>
  let pulls: Pull[]
  let writes: string[]

  /** The part of GitHub that pull requests need; files are stored by branch and path. */
  beforeEach(() => {
    refs = new Set(['main'])
    files = new Map()
    pulls = []
    writes = []
    const repository = '/repos/acme/app'
    const paths = ['content/posts/exports.md', 'content/posts/renamed.md', 'CHANGELOG.md']
    for (const branch of ['main'])
      site.pages[`${repository}/git/ref/heads/${branch}`] = () => Response.json({ object: { sha: 'base' } })
    site.pages[`${repository}/git/refs`] = async (request) => {
      const { ref } = (await request.json()) as { ref: string }
      const branch = ref.replace('refs/heads/', '')
      refs.add(branch)
      writes.push(`branch ${branch}`)
      site.pages[`${repository}/git/ref/heads/${branch}`] = () => Response.json({ object: { sha: 'base' } })
      return Response.json({}, { status: 201 })
    }
    for (const path of paths)
      site.pages[`${repository}/contents/${path}`] = (request) => answer(path, request)
    async function answer(path: string, request: Request) {
      const nameOn = (branch = '') => (path === paths[0] ? branch : `${branch}:${path}`)
      if (request.method === 'DELETE') {
        const { branch, sha } = (await request.json()) as Record<string, string>
        expect([sha, files.delete(nameOn(branch))]).toEqual(['blob', true])
        writes.push(`removal on ${branch}`)
        return Response.json({})
      }
      if (request.method === 'PUT') {
        const { branch, content, sha } = (await request.json()) as Record<string, string>
        const text = Buffer.from(content ?? '', 'base64').toString()
        if (files.has(nameOn(branch)) !== (sha !== undefined)) return new Response('{}', { status: 409 })
        files.set(nameOn(branch), text)
        writes.push(`file on ${branch}`)
        return Response.json({})
      }
      const text = files.get(nameOn(new URL(request.url).searchParams.get('ref') ?? ''))
      return text === undefined
        ? Response.json({}, { status: 404 })
        : Response.json({ sha: 'blob', content: Buffer.from(text).toString('base64') })
    }
    site.pages[`${repository}/pulls`] = async (request) => {
      if (request.method === 'GET') {
        const head = new URL(request.url).searchParams.get('head')
        return Response.json(pulls.filter((pull) => `acme:${pull.head.ref}` === head))
      }
      const { title, body, head, base } = (await request.json()) as Record<string, string>
      const number = pulls.length + 1
      const html_url = `https://github.test/pull/${number}`
      pulls.push({
        number,
        state: 'open',
        html_url,
        head: { ref: head ?? '' },
        title: title ?? '',
        body: body ?? '',
      })
      writes.push(`pull request from ${head} to ${base}`)
      site.pages[`${repository}/pulls/${number}`] = async (change) => {
        Object.assign(pulls[number - 1] as Pull, await change.json())
        writes.push(`change of pull request ${number}`)
        return Response.json({})
      }
      return Response.json({}, { status: 201 })
    }
  })

  /** Each path in a repository has its own branch for a post. */
  const branchOf = (postId: string, target: string) => `herald/${postId}-${target.split(':')[1]}`

  async function publishFor(site = 'hugo') {
    const { postId } = await publishRelease()
    const [repository] = await app.ctx.db.select().from(integrations)
    await acme.call('PATCH', `/v1/posts/${postId}`, { slug: 'exports' })
    const { status, body } = await ada.call('POST', '/api/app/destinations/pull-requests', {
      integrationId: repository?.id,
      site,
    })
    expect(status).toBe(200)
    return { postId, target: `pull-request:${body.id}` }
  }

  test('proposes the post as a file, once, and is updated while it is open', async () => {
    const { postId, target } = await publishFor()
    await send(postId, [target])
    await drain(app.ctx)
    const branch = branchOf(postId, target)
    expect(writes).toEqual([`branch ${branch}`, `file on ${branch}`, `pull request from ${branch} to main`])
    expect(files.get(branch)).toMatch(
      /^---\ntitle: "Acme 1.4: exports"\n[\s\S]*\n---\n\nExports are fast\.\n$/,
    )
    expect(await stateOf(postId)).toMatchObject({ status: 'sent', remoteUrl: 'https://github.test/pull/1' })
    await acme.call('PATCH', `/v1/posts/${postId}`, { markdown: 'Exports are faster.' })
    writes = []
    await send(postId, [target], { isAgain: true })
    await drain(app.ctx)
    expect(writes).toEqual([`file on ${branch}`, 'change of pull request 1'])
    expect(pulls).toHaveLength(1)
  })

  test('that a crash interrupted is continued where it ended', async () => {
    const { postId, target } = await publishFor()
    await send(postId, [target])
    await drain(app.ctx)
    const branch = branchOf(postId, target)
    const [delivery] = await app.ctx.db.select().from(postDeliveries)
    const again = async () => {
      writes = []
      await app.ctx.db.update(postDeliveries).set({ status: 'queued' })
      await deliver(app.ctx, { deliveryId: delivery?.id ?? '', attempt: 1 }, new AbortController().signal)
      return writes
    }
    pulls = []
    expect(await again()).toEqual([`pull request from ${branch} to main`])
    files.delete(branch)
    pulls = []
    expect(await again()).toEqual([`file on ${branch}`, `pull request from ${branch} to main`])
  })

  test.each([
    ['archived', '/git/refs', 403, /^GitHub refuses access to \/repos\/acme\/app/],
    ['removed', '/git/ref/heads/main', 404, /^GitHub found nothing at \/repos\/acme\/app/],
  ])('to a repository that was %s is not opened, and the reason is shown', async (_, path, status, error) => {
    const { postId, target } = await publishFor()
    site.pages[`/repos/acme/app${path}`] = Response.json({ message: 'Refused.' }, { status })
    await send(postId, [target])
    await drain(app.ctx)
    expect(await stateOf(postId)).toMatchObject({ status: 'failed', error: expect.stringMatching(error) })
    expect([writes, pulls]).toEqual([[], []])
  })

  test('with a changelog file adds the post at its top, and replaces only its own section later', async () => {
    const { postId, target } = await publishFor('changelog')
    const before = '# Changelog\n\n## Unreleased\n\n- Next.\n\n## 1.3.0\n\nOlder.\n'
    const branch = branchOf(postId, target)
    for (const each of ['main', branch]) files.set(`${each}:CHANGELOG.md`, before)
    await send(postId, [target])
    await drain(app.ctx)
    const section = (text: string) =>
      `<!-- herald:post=${postId} begin -->\n\n## Acme 1.4: exports - 2026-03-04\n\n${text}\n\n<!-- herald:post=${postId} end -->`
    const written = (text: string) => before.replace('## 1.3.0', `${section(text)}\n\n## 1.3.0`)
    expect(files.get(`${branch}:CHANGELOG.md`)).toBe(written('Exports are fast.'))
    await acme.call('PATCH', `/v1/posts/${postId}`, { markdown: 'Exports are faster.' })
    await send(postId, [target], { isAgain: true })
    await drain(app.ctx)
    expect(files.get(`${branch}:CHANGELOG.md`)).toBe(written('Exports are faster.'))
  })

  test('of a post with a new address has only the file of that', async () => {
    const { postId, target } = await publishFor()
    await send(postId, [target])
    await drain(app.ctx)
    await acme.call('PATCH', `/v1/posts/${postId}`, { slug: 'renamed' })
    await send(postId, [target], { isAgain: true })
    await drain(app.ctx)
    const branch = branchOf(postId, target)
    expect(await stateOf(postId)).toMatchObject({ status: 'sent', error: null })
    expect([...files.keys()]).toEqual([`${branch}:content/posts/renamed.md`])
    expect(writes.slice(-3)).toEqual([
      `file on ${branch}`,
      `removal on ${branch}`,
      'change of pull request 1',
    ])
  })

  test('that was merged is reopened only for changed text', async () => {
    const { postId, target } = await publishFor()
    await send(postId, [target])
    await drain(app.ctx)
    const branch = branchOf(postId, target)
    files.set('main', files.get(branch) ?? '')
    Object.assign(pulls[0] as Pull, { state: 'closed' })
    writes = []
    await send(postId, [target], { isAgain: true })
    await drain(app.ctx)
    expect([writes, (await stateOf(postId)).status]).toEqual([[], 'sent'])
    files.set('main', 'Something else.')
    await send(postId, [target], { isAgain: true })
    await drain(app.ctx)
    expect(writes).toContain(`pull request from ${branch}-2 to main`)
  })

  test('is refused with a path that could run something', async () => {
    const { id } = await connect(app.ctx, acme.id)
    const body = { integrationId: id, site: 'hugo', path: '.github/workflows/{slug}.md' }
    const answer = await ada.call('POST', '/api/app/destinations/pull-requests', body)
    expect([answer.status, answer.body.error]).toEqual([400, 'path must not be in .git or .github'])
  })
})

test('destinations and deliveries are found by index', async () => {
  const target = await addAddress()
  const { postId } = await publishRelease()
  const sent = recordStatements(app.ctx.db)
  await send(postId, [target])
  await drain(app.ctx)
  for (const plan of await Promise.all(sent.map((statement) => planOf(app.ctx.db, statement))))
    expect(plan.join('\n')).not.toMatch(/SCAN (destinations|post_deliveries|posts|integrations)\b(?! USING)/)
})
