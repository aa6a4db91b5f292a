import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { recurring } from '../../src/cron/table.ts'
import { tick } from '../../src/cron/ticker.ts'
import { events } from '../../src/features/activity/table.ts'
import { generationJobs } from '../../src/features/generation/table.ts'
import { unwatchRepository, watchRepository } from '../../src/features/integrations/polling.ts'
import { integrations } from '../../src/features/integrations/table.ts'
import { listDeliveryLogs } from '../../src/features/webhooks/delivery-log.ts'
import { pollRepositoryJob } from '../../src/features/webhooks/job.ts'
import { webhookLogs } from '../../src/features/webhooks/table.ts'
import { performDueJobs } from '../../src/jobs/runner.ts'
import { utcTime } from '../../src/text/utc-time.ts'
import { connect, type Team, testApp, triggerBody, webhookSecret } from '../support/app.ts'
import { type GitHubHost, startGitHub } from '../support/github.ts'
import { deliveryHeaders, pushPayload, releasePayload } from '../support/github-deliveries.ts'
import { type HostCommit, type HostRepository, repository } from '../support/github-repository.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'

const minute = 60 * 1000
let host: GitHubHost
let rocket: HostRepository
let app: Awaited<ReturnType<typeof testApp>>
let team: Team
let connected: Awaited<ReturnType<typeof connect>>

beforeEach(async () => {
  rocket = repository('acme/rocket')
  rocket.commit('feat: begin')
  rocket.release('v1.0.0')
  host = startGitHub({ repositories: [rocket] })
  app = await testApp({ githubApiUrl: host.url })
  team = await app.team('acme')
  connected = await connect(app.ctx, team.id, 'acme/rocket')
  await team.call('POST', '/v1/event-triggers', triggerBody(connected.id))
})
afterEach(() => host.stop())

const stored = async () => {
  const [row] = await app.ctx.db.select().from(integrations)
  if (!row) throw new Error('The integration is gone.')
  return row
}
/** Runs the due polls, and nothing else. */
const perform = () => performDueJobs(app.ctx, [pollRepositoryJob])
const watch = async (minutes = 5) => {
  await watchRepository(app.ctx, await stored(), minutes)
  await pollRepositoryJob.insert(app.ctx, { integrationId: connected.id })
  await perform()
}
const look = async () => {
  app.ctx.clock.advance(5 * minute)
  await tick(app.ctx)
  await perform()
}
const told = async () => {
  const rows = await app.ctx.db.select().from(events).orderBy(events.createdAt, events.kind)
  return rows.map(({ kind, data }) =>
    kind === 'push'
      ? (data.commits as { message: string }[]).map(({ message }) => message)
      : String(data.tagName),
  )
}
const runs = () => app.ctx.db.$count(generationJobs)

function deliver(event: string, payload: unknown) {
  const body = JSON.stringify(payload)
  return app.anonymous('POST', connected.hook, body, deliveryHeaders(event, body, webhookSecret))
}
const deliverPush = (...commits: HostCommit[]) => deliver('push', pushPayload(rocket, commits))

describe('a watched repository', () => {
  test('is polled at every interval, by a row and a job', async () => {
    await watch(15)
    expect((await stored()).watched?.seen).toMatchObject({ head: rocket.branches.get('main') })
    const [row] = await app.ctx.db.select().from(recurring)
    expect(row).toMatchObject({ job: 'webhooks.look', payload: { integrationId: connected.id } })
    const gaps = [row?.nextAt.getTime() ?? 0]
    for (const _ of [1, 2]) {
      app.ctx.clock.now = new Date(gaps.at(-1) ?? 0)
      expect(await tick(app.ctx)).toBe(1)
      const [next] = await app.ctx.db.select().from(recurring)
      gaps.push(next?.nextAt.getTime() ?? 0)
    }
    expect(gaps.slice(1).map((at, index) => at - (gaps[index] ?? 0))).toEqual([15 * minute, 15 * minute])
  })

  test('gets no earlier events: the first poll replays no history', async () => {
    await watch()
    await look()
    expect([await told(), await runs()]).toEqual([[], 0])
  })

  test('gets a push like a delivery: stored, logged, one run for each trigger', async () => {
    await watch()
    const first = rocket.commit('feat: fly')
    const second = rocket.commit('fix: land', { author: 'grace' })
    await look()
    const delivered = pushPayload(rocket, [first, second])
    const { commits, ref } = delivered
    const [event] = await app.ctx.db.select().from(events)
    expect(event).toMatchObject({
      kind: 'push',
      action: 'pushed',
      data: {
        ref,
        branch: 'main',
        commits: commits.map(({ id, message, timestamp, url, author: { name, email, username } }) => ({
          id,
          message,
          timestamp,
          url,
          author: { name, email, username },
        })),
        headCommit: { id: second.sha, message: 'fix: land' },
      },
    })
    expect(await listDeliveryLogs(app.ctx, { organizationId: team.id }, 10)).toMatchObject([
      {
        title: 'Processed push event',
        status: 'success',
        statusCode: 200,
        payload: { event: 'push', action: 'pushed' },
      },
    ])
    expect(await runs()).toBe(1)
  })

  test('gets releases in the order of their publication, pre-releases as such', async () => {
    await watch()
    rocket.release('v1.1.0-rc.1', { prerelease: true })
    rocket.release('v1.1.0')
    rocket.release('v2.0.0', { draft: true })
    await look()
    const rows = await app.ctx.db.select().from(events).orderBy(events.data)
    expect(rows.map(({ action, data }) => [action, data.tagName, data.prerelease]).sort()).toEqual([
      ['published', 'v1.1.0', false],
      ['published', 'v1.1.0-rc.1', true],
    ])
    expect(await runs()).toBe(2)
  })

  test('gets every event once, however often it is polled', async () => {
    await watch()
    rocket.commit('feat: fly')
    rocket.release('v1.1.0')
    for (const _ of [1, 2, 3]) await look()
    expect([await told(), await runs()]).toEqual([[['feat: fly'], 'v1.1.0'], 2])
    expect(await app.ctx.db.$count(webhookLogs)).toBe(2)
  })

  test('gets every event once from concurrent polls', async () => {
    await watch()
    rocket.commit('feat: fly')
    rocket.release('v1.1.0')
    for (const _ of [1, 2, 3]) await pollRepositoryJob.insert(app.ctx, { integrationId: connected.id })
    await perform()
    expect([await told(), await runs()]).toEqual([[['feat: fly'], 'v1.1.0'], 2])
  })

  test('gets the events of an interrupted poll', async () => {
    await watch()
    rocket.commit('feat: fly')
    rocket.release('v1.1.0')
    await app.ctx.db.run(
      "create trigger broken before insert on activities when new.kind = 'release' begin select raise(abort, 'no'); end",
    )
    await look()
    expect(await told()).toEqual([['feat: fly']])
    await app.ctx.db.run('drop trigger broken')
    rocket.commit('fix: land')
    app.ctx.clock.advance(minute)
    await perform()
    expect(await told()).toEqual([['feat: fly'], ['fix: land'], 'v1.1.0'])
    expect(await runs()).toBe(3)
  })

  test('gets the events of a time without polls', async () => {
    await watch()
    for (let day = 0; day < 3; day++) {
      rocket.commit(`feat: ${day}`)
      rocket.release(`v1.${day + 1}.0`)
      app.ctx.clock.advance(24 * 60 * minute)
    }
    await look()
    expect(await told()).toEqual([['feat: 0', 'feat: 1', 'feat: 2'], 'v1.1.0', 'v1.2.0', 'v1.3.0'])
  })

  test('gets very many commits, the rest at the next poll', async () => {
    await watch()
    for (let n = 0; n < 1050; n++) rocket.commit(`feat: ${n}`)
    await look()
    await look()
    const pushes = (await told()).map((push) => push.length)
    expect(pushes).toEqual([1000, 50])
  })

  test('gets all the releases of a monorepo', async () => {
    await watch()
    for (let n = 0; n < 70; n++) rocket.release(`package-${n}@1.0.0`)
    await look()
    expect(await runs()).toBe(70)
  })

  test('whose release was deleted and created again under its tag gets both', async () => {
    await watch()
    rocket.release('v1.1.0')
    await look()
    rocket.releases.pop()
    rocket.release('unpublished', { draft: true })
    rocket.release('v1.1.0')
    await look()
    expect(await told()).toEqual(['v1.1.0', 'v1.1.0'])
  })

  test('that was empty gets its first push', async () => {
    const blank = repository('acme/blank')
    host.add(blank)
    await app.ctx.db.update(integrations).set({ repo: 'blank' })
    await watch()
    blank.commit('feat: begin')
    await look()
    expect(await told()).toEqual([['feat: begin']])
  })

  test('whose history was rewritten gets its new commits', async () => {
    await watch()
    rocket.branch(
      'main',
      rocket.commit('feat: begin anew', { branch: 'other', at: '2026-03-04T12:01:00.000Z' }).sha,
    )
    await look()
    expect(await told()).toEqual([['feat: begin anew']])
  })

  test('whose last commit is gone gets the commits since', async () => {
    await watch()
    rocket.commits.delete(rocket.branches.get('main') ?? '')
    rocket.branch(
      'main',
      rocket.commit('feat: begin anew', { branch: 'other', at: '2026-03-04T12:01:00.000Z' }).sha,
    )
    await look()
    expect(await told()).toEqual([['feat: begin anew']])
  })

  test('whose branch was reset gets no event', async () => {
    const begin = rocket.branches.get('main') ?? ''
    rocket.commit('feat: too early')
    await watch()
    rocket.branch('main', begin)
    await look()
    await look()
    expect(await told()).toEqual([])
  })
})

describe('a webhook and polling together start one run', () => {
  beforeEach(async () => void (await watch()))

  test.each(['delivered first', 'looked first'])('for a push, %s', async (order) => {
    const commit = rocket.commit('feat: fly')
    if (order === 'looked first') await look()
    expect((await deliverPush(commit)).body.processed?.action).toBe('pushed')
    await look()
    expect(await runs()).toBe(1)
  })

  test.each(['delivered first', 'looked first'])('for a release, %s', async (order) => {
    const release = rocket.release('v1.1.0')
    if (order === 'looked first') await look()
    await deliver('release', releasePayload(rocket, release))
    await look()
    expect(await runs()).toBe(1)
  })

  test.each(['delivered first', 'looked first'])('for a pre-release, %s', async (order) => {
    const release = rocket.release('v1.1.0-rc.1', { prerelease: true })
    if (order === 'looked first') await look()
    await deliver('release', releasePayload(rocket, release, 'prereleased'))
    await deliver('release', releasePayload(rocket, release, 'published'))
    await look()
    expect(await runs()).toBe(1)
  })

  test('for pushes that are delivered after one poll found them all', async () => {
    const [first, second] = [rocket.commit('feat: fly'), rocket.commit('fix: land')]
    await look()
    await deliverPush(first)
    await deliverPush(second)
    expect(await runs()).toBe(1)
  })

  test('for events missing in the deliveries, and no commit is reported twice', async () => {
    const [first, second] = [rocket.commit('feat: fly'), rocket.commit('fix: land')]
    await deliverPush(first)
    await look()
    await deliverPush(second)
    expect((await told()).slice(0, 2)).toEqual([['feat: fly'], ['fix: land']])
    expect(await runs()).toBe(2)
  })

  test('for concurrent events', async () => {
    for (let n = 0; n < 10; n++) {
      const commit = rocket.commit(`feat: ${n}`)
      const release = rocket.release(`v1.${n + 1}.0`)
      await pollRepositoryJob.insert(app.ctx, { integrationId: connected.id })
      const answers = await Promise.all([
        deliverPush(commit),
        perform(),
        deliver('release', releasePayload(rocket, release)),
      ])
      expect([answers[0].status, answers[2].status]).toEqual([200, 200])
    }
    expect(await runs()).toBe(20)
  })

  /** Runs another step between the next read of this kind and its write. */
  function interrupt(mark: string, act: () => Promise<unknown>) {
    const client = app.ctx.db.$client
    const { batch } = client
    client.batch = async (statements, mode) => {
      if (JSON.stringify(statements).includes(mark)) {
        client.batch = batch
        await act()
      }
      return batch.call(client, statements, mode)
    }
  }

  test('for a delivery accepted while a poll writes: the poll reports the rest', async () => {
    const [first, second] = [rocket.commit('feat: fly'), rocket.commit('fix: land')]
    interrupt(`looked:push:${second.sha}`, () => deliverPush(first))
    await look()
    expect(await told()).toEqual([['feat: fly'], ['fix: land']])
    expect(await runs()).toBe(2)
  })

  test('for a poll that writes while a delivery is accepted: the delivery is stored, and starts no run', async () => {
    const commit = rocket.commit('feat: fly')
    interrupt(`push:${commit.sha}`, look)
    expect((await deliverPush(commit)).body.processed?.action).toBe('pushed')
    expect(await told()).toEqual([['feat: fly'], ['feat: fly']])
    expect(await runs()).toBe(1)
  })

  test('for a release whose delivery has no id', async () => {
    const release = rocket.release('v1.1.0')
    await look()
    const payload = releasePayload(rocket, release)
    await deliver('release', { ...payload, release: { ...payload.release, id: undefined } })
    expect(await runs()).toBe(1)
  })

  test('and two deliveries of the same push still start two', async () => {
    const commit = rocket.commit('feat: fly')
    await deliverPush(commit)
    await deliverPush(commit)
    expect(await runs()).toBe(2)
  })
})

describe('the code host', () => {
  test('gets two requests from a poll without events, both conditional', async () => {
    await watch()
    host.requests.length = 0
    await look()
    expect(host.requests.map(({ path }) => path)).toEqual([
      '/repos/acme/rocket/commits',
      '/repos/acme/rocket/releases',
    ])
    expect(host.unchanged).toEqual(host.requests.map(({ path }) => path))
  })

  test('is not asked until its rate limit resets', async () => {
    await watch()
    rocket.commit('feat: fly')
    const renewed = new Date(app.ctx.now().getTime() + 16 * minute)
    host.failNext(() =>
      Response.json(
        { message: 'API rate limit exceeded' },
        {
          status: 403,
          headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(renewed.getTime() / 1000) },
        },
      ),
    )
    await look()
    host.requests.length = 0
    for (const _ of [1, 2]) await look()
    expect(host.requests).toEqual([])
    expect((await stored()).watched?.problem).toBe(`GitHub API rate limit reached until ${utcTime(renewed)}.`)
    await look()
    expect([await told(), (await stored()).watched?.problem]).toEqual([[['feat: fly']], null])
  })

  test.each([
    ['serverError', 1],
    ['unauthorized', 1],
    ['notFound', 1],
    ['garbage', 1],
  ] as const)(
    'that answers %s is asked again at the next poll, and nothing is lost',
    async (failure, times) => {
      await watch()
      rocket.commit('feat: fly')
      host.failNext(failure, times)
      await look()
      expect(await told()).toEqual([])
      expect((await stored()).watched?.problem).toBeString()
      await look()
      expect(await told()).toEqual([['feat: fly']])
    },
  )

  test('that fails the first poll is asked for a first poll again', async () => {
    host.failNext('notFound')
    await watch()
    rocket.commit('feat: unseen')
    await look()
    rocket.commit('feat: fly')
    await look()
    expect(await told()).toEqual([['feat: fly']])
  })

  test('can report a new name of the repository', async () => {
    await app.ctx.db.update(integrations).set({ hostId: 1296269 })
    await watch()
    const moved = {
      ...rocket,
      owner: 'zenith',
      fullName: 'zenith/rocket',
      url: 'https://github.com/zenith/rocket',
    }
    host.add(moved as HostRepository)
    const follow = (path: string) =>
      host.redirect(`/repos/acme/rocket${path}`, `${host.url}/repos/zenith/rocket${path}`)
    for (const path of ['', '/commits', '/releases']) follow(path)
    moved.release('v1.1.0')
    await look()
    expect(await told()).toEqual(['v1.1.0'])
    expect(await stored()).toMatchObject({ owner: 'zenith', url: 'https://github.com/zenith/rocket' })
  })

  test('that has another repository under the name reports no events', async () => {
    await watch()
    await app.ctx.db.update(integrations).set({ hostId: 77 })
    rocket.commit('feat: strange')
    await look()
    expect(await told()).toEqual([])
    expect((await stored()).watched?.problem).toBe(
      'GitHub now has another repository with the name acme/rocket: its ID is 1296269, not 77.',
    )
  })
})

test('every query of a watched repository on a growing table is served by an index', async () => {
  await watch()
  const sent = recordStatements(app.ctx.db)
  const commit = rocket.commit('feat: fly')
  rocket.release('v1.1.0')
  await look()
  await deliverPush(commit)
  await team.call('DELETE', `/v1/integrations/${connected.id}`)
  const own = sent.filter(({ sql }) => /sightings|webhook_logs|deliveries|activities/.test(sql))
  expect(own.length).toBeGreaterThan(10)
  for (const statement of own) {
    const scans = (await planOf(app.ctx.db, statement)).filter((line) =>
      /^SCAN (sightings|webhook_logs|deliveries|activities|event)\b/.test(line),
    )
    expect([statement.sql, scans]).toEqual([statement.sql, []])
  }
})

describe('polling ends', () => {
  test('on request, and can start again later', async () => {
    await watch()
    await unwatchRepository(app.ctx, await stored())
    expect(await app.ctx.db.$count(recurring)).toBe(0)
    rocket.commit('feat: unseen')
    await look()
    await watch()
    await look()
    expect(await told()).toEqual([])
  })

  test('also for a waiting poll', async () => {
    await watch()
    rocket.commit('feat: fly')
    await pollRepositoryJob.insert(app.ctx, { integrationId: connected.id })
    await unwatchRepository(app.ctx, await stored())
    await perform()
    expect([await told(), (await stored()).watched]).toEqual([[], null])
  })

  test('with the integration', async () => {
    await watch()
    await pollRepositoryJob.insert(app.ctx, { integrationId: connected.id })
    await team.call('DELETE', `/v1/integrations/${connected.id}`)
    await perform()
    expect(await app.ctx.db.$count(recurring)).toBe(0)
  })

  test('while the integration is disabled', async () => {
    await watch()
    await app.ctx.db.update(integrations).set({ enabled: false }).where(eq(integrations.id, connected.id))
    rocket.commit('feat: fly')
    await look()
    expect(await told()).toEqual([])
  })

  test('but not when the interval is changed', async () => {
    await watch()
    rocket.commit('feat: fly')
    await watch(30)
    expect(await told()).toEqual([['feat: fly']])
  })
})
