import { afterAll, expect, test } from 'bun:test'
import { destinationAddressOf } from '../../src/features/integrations/secret-locations.ts'
import { createSecrets } from '../../src/secrets.ts'
import { startGitHub } from '../support/github.ts'
import { releasePayload, signedRequest } from '../support/github-deliveries.ts'
import { type HostRelease, repository } from '../support/github-repository.ts'
import { cleanUp, launch, type Settings, start, succeed } from '../support/process.ts'
import { startSite } from '../support/site.ts'
import { databaseOf, newSettings, openBeside } from './installation.ts'
import { createRandom, type Random, seed, times } from './random.ts'

const kills = times(4)
const secretKey = 'k'.repeat(32)
const thanks = 'Thanks, everyone.'

console.log(`CHAOS_SEED=${seed}`)
const stops: (() => unknown)[] = []
afterAll(async () => {
  await cleanUp()
  for (const stop of stops) stop()
})

test(
  'killed between release and reader, each release is one post on the page, in the feeds, in its release body and at most one message',
  async () => {
    const random = createRandom(seed + 1300)
    const widgets = repository('acme/widgets', { startsAt: new Date(Date.now() - 86_400_000).toISOString() })
    const host = startGitHub({ repositories: [widgets] })
    const channel = startChannel(createRandom(seed + 1301))
    stops.push(host.stop, channel.stop)
    const settings: Settings = {
      ...(await newSettings(host.url)),
      SECRET_KEY: secretKey,
      ALLOW_PRIVATE_NETWORK: 'true',
    }
    const path = databaseOf(settings)
    let server = await start(settings)
    const { call, hook, secret } = await connect(() => server.url, settings, `${channel.url}/hook`)

    /** As the host does: sends a release until it is acknowledged. */
    async function deliver(release: HostRelease) {
      const id = crypto.randomUUID()
      const payload = releasePayload(widgets, release)
      const send = () =>
        fetch(signedRequest(server.url + hook, secret, 'release', payload, id)).catch(() => null)
      while ((await send())?.status !== 200) await Bun.sleep(20)
    }

    let isOver = false
    /** As an editor does: publishes every draft, again if there was no answer. */
    async function approve() {
      while (!isOver) {
        const drafts = await call<{ posts: { id: string }[] }>('GET', '/v1/posts?status=draft')
        for (const { id } of drafts?.posts ?? [])
          await call('PATCH', `/v1/posts/${id}`, { status: 'published' })
        await Bun.sleep(50)
      }
    }

    const approved = approve()
    const delivered: Promise<void>[] = []
    for (let kill = 0; kill <= kills; kill++) {
      widgets.pullRequest(`feat: let people export report ${kill}`)
      delivered.push(deliver(widgets.release(`v1.${kill}.0`, { body: thanks })))
      // No kill interrupts the last release.
      if (kill === kills) break
      if (random.chance(0.4)) await Bun.sleep(random.between(5, 400))
      else {
        await Promise.race([channel.called(), host.written(), Bun.sleep(10_000)])
        await Bun.sleep(random.between(0, 15))
      }
      await server.kill()
      server = launch(settings)
      await server.ready()
      // A job ends after 50 interruptions.
      if (kill % 10 === 9) await untilSent(path, widgets.releases.length)
    }
    await Promise.all(delivered)
    await untilSent(path, widgets.releases.length)
    isOver = true
    await approved

    const posts = await readPosts(server.url)
    expect(posts).toHaveLength(widgets.releases.length)
    await expectFeeds(server.url, posts)
    const ids = expectBodies(widgets.releases)
    const unknown = expectMessages(path, channel.received, ids)
    expect(await server.terminate()).toBe(0)
    console.log(
      `${kills} kills: ${posts.length} releases on the page, ${channel.received.length} messages, ${unknown} of unknown outcome`,
    )
  },
  4 * 60_000,
)

/** A slow channel for messages, with the ids of the posts that it received. */
function startChannel(random: Random) {
  const received: string[] = []
  let next = Promise.withResolvers<void>()
  const site = startSite({
    '/hook': async (request) => {
      const { post } = (await request.json()) as { post: { id: string } }
      received.push(post.id)
      next.resolve()
      next = Promise.withResolvers()
      await Bun.sleep(random.between(0, 40))
      return Response.json({})
    },
  })
  return { ...site, received, called: () => next.promise }
}

/** An organization with a public page and a trigger whose posts go to the release and the channel. */
async function connect(url: () => string, settings: Settings, channelUrl: string) {
  await succeed(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings)
  await succeed(['org', 'set', '--org', 'acme', '--public-page', 'on'], settings)
  const key = await succeed(['key', 'create', '--org', 'acme', '--name', 'chaos'], settings)
  addChannel(databaseOf(settings), channelUrl)

  /** The response, or null without one. */
  async function call<T>(method: string, path: string, body?: object): Promise<T | null> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(url() + path, { method, headers, body: body && JSON.stringify(body) }).catch(
      () => null,
    )
    const text = await response?.text().catch(() => null)
    if (!response || !text) return null
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${text}`)
    return JSON.parse(text) as T
  }

  const repo = { owner: 'acme', repo: 'widgets', token: 'ghp_chaos' }
  const added = await call<{ github: { id: string } }>('POST', '/v1/integrations/github', repo)
  await call('POST', '/v1/event-triggers', {
    sourceType: 'github_webhook',
    sourceConfig: { eventTypes: ['release'] },
    targets: { repositoryIds: [added?.github.id] },
    outputType: 'changelog',
    outputConfig: { destinations: ['github-release', 'message:channel'] },
    enabled: true,
  })
  const command = ['webhook', 'secret', '--org', 'acme', '--repo', 'acme/widgets', '--json']
  const printed = JSON.parse(await succeed(command, settings)) as { secret: string; url: string }
  return { call, hook: new URL(printed.url).pathname, secret: printed.secret }
}

/** Stores an address for messages, as an admin does in the dashboard. */
function addChannel(path: string, url: string) {
  using database = openBeside(path)
  const id = 'channel'
  const address = createSecrets(() => secretKey).encrypt(
    JSON.stringify({ url }),
    destinationAddressOf({ id }),
  )
  database.run(
    `insert into destinations (id, organization_id, service, name, encrypted_address, shown_address, created_at)
      select ?, id, 'json', 'News', ?, '127.0.0.1', 1 from organizations`,
    [id, address],
  )
}

/** Resolves when the posts of all releases were sent everywhere. */
async function untilSent(path: string, count: number) {
  using database = openBeside(path, { readonly: true })
  const query = database.query<{ ended: number }, []>(
    `select count(*) as ended from post_deliveries where status not in ('queued', 'sending')`,
  )
  while ((query.get()?.ended ?? 0) < 2 * count) await Bun.sleep(50)
}

/** The links to posts on all pages of the list, the newest first. */
async function readPosts(url: string): Promise<string[]> {
  const posts: string[] = []
  for (let page = 1; ; page++) {
    const html = await (await fetch(`${url}/c/acme?page=${page}`)).text()
    const links = [...html.matchAll(/<h2><a href="([^"]+)"/g)].map(([, link = '']) => link)
    posts.push(...links)
    if (!html.includes(`page=${page + 1}`)) break
  }
  expect(new Set(posts).size).toBe(posts.length)
  return posts
}

async function expectFeeds(url: string, posts: string[]) {
  for (const feed of ['feed.xml', 'rss.xml', 'feed.json']) {
    const text = await (await fetch(`${url}/c/acme/${feed}`)).text()
    const entries = text.match(/<entry>|<item>|"content_html"/g) ?? []
    const newest = posts.slice(0, 20)
    expect([feed, entries.length]).toEqual([feed, newest.length])
    expect([feed, newest.filter((post) => !text.includes(`${post}"`) && !text.includes(`${post}<`))]).toEqual(
      [feed, []],
    )
  }
}

/** Each body has what people wrote, and below it one post; returns their ids. */
function expectBodies(releases: HostRelease[]): string[] {
  return releases.map(({ tagName, body }) => {
    const ids = [...(body ?? '').matchAll(/<!-- herald:post=(\S+) (begin|end) -->/g)]
    expect([tagName, body?.startsWith(thanks), ids.map(([, , side]) => side)]).toEqual([
      tagName,
      true,
      ['begin', 'end'],
    ])
    expect(ids[0]?.[1]).toBe(ids[1]?.[1])
    return ids[0]?.[1] ?? ''
  })
}

/** Each post was sent once, or Herald does not know whether it was; returns how many that are. */
function expectMessages(path: string, received: string[], ids: string[]): number {
  using database = openBeside(path, { readonly: true })
  const deliveries = database
    .query<{ postId: string; kind: string; status: string }, []>(
      `select post_id as postId, substr(target, 1, instr(target, ':') - 1) as kind, status from post_deliveries`,
    )
    .all()
  const of = (kind: string) => deliveries.filter((delivery) => delivery.kind === kind)
  expect(
    of('github-release')
      .map(({ postId }) => postId)
      .toSorted(),
  ).toEqual(ids.toSorted())
  expect(of('github-release').filter(({ status }) => status !== 'sent')).toEqual([])
  expect(
    of('message')
      .map(({ postId }) => postId)
      .toSorted(),
  ).toEqual(ids.toSorted())
  expect(new Set(received).size).toBe(received.length)
  const sent = of('message').filter(({ status }) => status === 'sent')
  expect(sent.filter(({ postId }) => !received.includes(postId))).toEqual([])
  const unknown = of('message').filter(({ status }) => status === 'unknown')
  expect(sent.length + unknown.length).toBe(ids.length)
  return unknown.length
}
