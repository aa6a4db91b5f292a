import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq, lte } from 'drizzle-orm'
import { findFailed } from '../../src/codehost/github-hooks.ts'
import { armTask } from '../../src/cron/arm.ts'
import { tick } from '../../src/cron/ticker.ts'
import { atomically } from '../../src/db/client.ts'
import { events } from '../../src/features/activity/table.ts'
import { generationJobs } from '../../src/features/generation/table.ts'
import { checkSince } from '../../src/features/integrations/check.ts'
import { watchRepository } from '../../src/features/integrations/polling.ts'
import { changeRepository } from '../../src/features/integrations/repositories.ts'
import { tokenOf } from '../../src/features/integrations/secret-locations.ts'
import { integrations } from '../../src/features/integrations/table.ts'
import {
  catchUpRepositoryJob,
  heartbeat,
  hourlyChecks,
  pollRepositoryJob,
} from '../../src/features/webhooks/job.ts'
import { noteStart } from '../../src/features/webhooks/polling/outages.ts'
import { webhookLogs } from '../../src/features/webhooks/table.ts'
import { spend } from '../../src/http/rate-limits.ts'
import { performDueJobs } from '../../src/jobs/runner.ts'
import { jobs } from '../../src/jobs/table.ts'
import { recurringTasks } from '../../src/registry.ts'
import { connect, type Team, testApp, triggerBody, webhookSecret } from '../support/app.ts'
import { engine } from '../support/engine.ts'
import { type GitHubHost, startGitHub } from '../support/github.ts'
import { deliveryHeaders, pingPayload, pushPayload, releasePayload } from '../support/github-deliveries.ts'
import { failures } from '../support/github-failures.ts'
import {
  type HostCommit,
  type HostDelivery,
  type HostRelease,
  type HostRepository,
  repository,
} from '../support/github-repository.ts'

const minute = 60 * 1000
let host: GitHubHost
let rocket: HostRepository
let app: Awaited<ReturnType<typeof testApp>>
let team: Team
let connected: Awaited<ReturnType<typeof connect>>
let sentences: string[]
let barriers: string[]

beforeEach(async () => {
  rocket = repository('acme/rocket', { startsAt: '2026-03-04T09:00:00.000Z' })
  rocket.commit('feat: begin')
  rocket.release('v1.0.0')
  host = startGitHub({ repositories: [rocket] })
  app = await testApp({ githubApiUrl: host.url })
  team = await app.team('acme')
  connected = await connect(app.ctx, team.id, 'acme/rocket')
  await team.call('POST', '/v1/event-triggers', triggerBody(connected.id))
  sentences = []
  barriers = []
  for (const level of ['info', 'warn'] as const)
    app.ctx.log[level] = ((_: object, sentence: string) => {
      if (/^(Caught|Herald was|acme\/rocket)/.test(sentence)) sentences.push(sentence)
      if (sentence.startsWith('Failed deliveries of')) barriers.push(sentence)
    }) as never
  // Later events happen after the repository was connected.
  rocket.commit('feat: before the webhook', { at: '2026-03-04T12:00:01.000Z' })
})
afterEach(() => host.stop())

const perform = () =>
  performDueJobs(app.ctx, [heartbeat, hourlyChecks, catchUpRepositoryJob, pollRepositoryJob])
/** The start of a server, and the jobs that follow from it. */
async function start() {
  const [armed] = recurringTasks.filter(({ key }) => key === 'webhooks:heartbeat')
  if (!armed) throw new Error('No heartbeat recurs.')
  await atomically(app.ctx.db, [armTask(app.ctx, armed), ...(await noteStart(app.ctx))])
  await perform()
}
const restart = async (minutesLater = 10) => {
  app.ctx.clock.advance(minutesLater * minute)
  await start()
}
/** A minute in which the server runs. */
async function beat() {
  app.ctx.clock.advance(minute)
  await tick(app.ctx)
  await perform()
}
const stored = async () => {
  const [row] = await app.ctx.db.select().from(integrations).where(eq(integrations.id, connected.id))
  if (!row) throw new Error('The integration is gone.')
  return row
}
const reported = async () => {
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
const deliverRelease = (release: HostRelease) => deliver('release', releasePayload(rocket, release))

describe('after a start', () => {
  test('the pushes and releases since the last known ones are accepted, each once', async () => {
    await deliverPush(rocket.commit('feat: known'))
    await deliverRelease(rocket.release('v1.1.0'))
    rocket.commit('feat: missed')
    rocket.commit('fix: missed too')
    rocket.release('v1.2.0')
    await restart()
    expect(await reported()).toEqual([
      ['feat: known'],
      'v1.1.0',
      ['feat: missed', 'fix: missed too'],
      'v1.2.0',
    ])
    expect(await runs()).toBe(4)
    for (const _ of [1, 2]) await restart()
    expect(await runs()).toBe(4)
  })

  test('nothing before the first delivery is accepted', async () => {
    rocket.commit('feat: long ago', { at: '2026-03-04T11:00:00.000Z' })
    app.ctx.clock.advance(minute)
    await deliver('ping', pingPayload(rocket))
    rocket.commit('feat: missed', { at: '2026-03-04T12:05:00.000Z' })
    rocket.release('v1.1.0')
    await restart()
    expect(await reported()).toEqual([['feat: missed'], 'v1.1.0'])
  })

  test('what a repository missed right after its first delivery is accepted', async () => {
    await start()
    app.ctx.clock.advance(5000)
    await deliverPush(rocket.commit('feat: known', { at: '2026-03-04T12:00:05.000Z' }))
    rocket.commit('feat: missed')
    rocket.release('v1.1.0')
    await restart()
    expect((await reported()).flat()).toEqual([
      'feat: known',
      'feat: before the webhook',
      'feat: missed',
      'v1.1.0',
    ])
  })

  test('a repository whose webhook never worked is not read', async () => {
    rocket.commit('feat: fly')
    await restart()
    expect([await runs(), host.requests]).toEqual([0, []])
  })

  test('a disabled repository is not read', async () => {
    await deliverPush(rocket.commit('feat: known'))
    await app.ctx.db.update(integrations).set({ enabled: false }).where(eq(integrations.id, connected.id))
    rocket.commit('feat: missed')
    await restart()
    expect(host.requests).toEqual([])
  })

  test('a polled repository is read from where polling ended', async () => {
    await watchRepository(app.ctx, await stored(), 60)
    await pollRepositoryJob.insert(app.ctx, { integrationId: connected.id })
    await perform()
    rocket.commit('feat: missed')
    await restart()
    expect([await reported(), await runs()]).toEqual([[['feat: missed']], 1])
  })

  test('a second start only sends conditional requests', async () => {
    await deliverPush(rocket.commit('feat: known'))
    await restart()
    const { length } = host.requests
    await restart()
    expect(host.unchanged).toEqual(['/repos/acme/rocket/commits', '/repos/acme/rocket/releases'])
    expect(host.requests.length).toBe(length + 2)
  })

  test('many missed commits are read in parts', async () => {
    await deliverPush(rocket.commit('feat: known'))
    for (let n = 0; n < 1050; n++) rocket.commit(`feat: ${n}`)
    await restart()
    expect((await reported()).map((push) => push.length)).toEqual([1, 1000, 50])
  })

  test('a server that keeps crashing reads a repository every five minutes', async () => {
    await deliverPush(rocket.commit('feat: known'))
    await restart()
    const { length } = host.requests
    for (let crash = 0; crash < 4; crash++) await restart(1)
    expect(host.requests.length).toBe(length)
    app.ctx.clock.advance(minute)
    await perform()
    expect(host.requests.length).toBe(length + 2)
  })

  /** Connects as many other repositories, each with an event. */
  async function connectOthers(count: number) {
    await deliverPush(rocket.commit('feat: known'))
    const { id: _, hook: __, ...row } = connected
    const others = Array.from({ length: count }, (_, n) => ({ ...row, id: `other-${n}`, repo: `other-${n}` }))
    const [event] = await app.ctx.db.select().from(events)
    if (!event) throw new Error('No event is stored.')
    for (let at = 0; at < count; at += 200) {
      const some = others.slice(at, at + 200)
      await app.ctx.db.insert(integrations).values(some)
      await app.ctx.db.insert(events).values(some.map(({ id }) => ({ ...event, integrationId: id })))
    }
    await performDueJobs(app.ctx, [])
    await atomically(app.ctx.db, await noteStart(app.ctx))
    await performDueJobs(app.ctx, [heartbeat])
    return app.ctx.db.select({ runAt: jobs.runAt }).from(jobs).where(eq(jobs.name, 'webhooks.catch-up'))
  }

  test('many repositories are read over time', async () => {
    const waiting = await connectOthers(160)
    const within = (minutes: number) =>
      waiting.filter(({ runAt }) => runAt.getTime() < app.ctx.now().getTime() + minutes * minute).length
    expect([waiting.length, within(1), within(11)]).toEqual([161, 100, 150])
  })

  test('a thousand repositories are read, and the log says that there are more', async () => {
    app.ctx.log.warn = ((sentence: string) => void sentences.push(sentence)) as never
    expect(await connectOthers(1001)).toHaveLength(1000)
    expect(sentences).toContain(
      'More than 1000 repositories are connected. The others are checked for missed pushes and releases after the next start.',
    )
  })
})

describe('an outage while the server runs', () => {
  beforeEach(async () => {
    await start()
    await deliverPush(rocket.commit('feat: known'))
  })

  test('is caught up with: sleep, a full disk, a clock that jumps', async () => {
    await beat()
    rocket.commit('feat: missed')
    app.ctx.clock.advance(20 * minute)
    await beat()
    expect(await reported()).toEqual([['feat: known'], ['feat: missed']])
    expect(sentences).toEqual([
      'Herald was not running from 2026-03-04 12:01 to 2026-03-04 12:22 UTC. Checking its repositories for missed pushes and releases.',
      'Caught up with acme/rocket: accepted 1 push that no delivery reported.',
    ])
  })

  test.each([
    [60, 0],
    [65, 0],
    [71, 2],
  ])('of %d seconds asks GitHub %d times', async (seconds, requests) => {
    await beat()
    app.ctx.clock.advance(seconds * 1000)
    await tick(app.ctx)
    await perform()
    expect(host.requests.length).toBe(requests)
  })

  test('is not detected if there was none', async () => {
    for (let minutes = 0; minutes < 5; minutes++) await beat()
    expect([host.requests, sentences]).toEqual([[], []])
  })
})

describe('a delivery and a catch-up of the same start one run', () => {
  beforeEach(async () => void (await deliverPush(rocket.commit('feat: known'))))

  test.each(['delivered first', 'caught up first'])('of a push, %s', async (order) => {
    const commit = rocket.commit('feat: fly')
    if (order === 'caught up first') await restart()
    await deliverPush(commit)
    await restart()
    expect(await runs()).toBe(2)
  })

  test.each(['delivered first', 'caught up first'])('of a release, %s', async (order) => {
    const release = rocket.release('v1.1.0')
    if (order === 'caught up first') await restart()
    await deliverRelease(release)
    await restart()
    expect(await runs()).toBe(2)
  })

  test('of a push that is delivered late, after a newer one', async () => {
    const [first, second] = [rocket.commit('feat: fly'), rocket.commit('fix: land')]
    await deliverPush(second)
    await restart()
    await deliverPush(first)
    await restart()
    expect((await reported()).flat()).toEqual(['feat: known', 'fix: land', 'feat: fly'])
    expect(await runs()).toBe(3)
  })

  test('of pushes missed before one that is delivered while the catch-up waits', async () => {
    const [first, second] = [rocket.commit('feat: missed'), rocket.commit('fix: land')]
    app.ctx.clock.advance(10 * minute)
    await atomically(app.ctx.db, await noteStart(app.ctx))
    app.ctx.clock.advance(1000)
    await deliverPush(second)
    await perform()
    expect(await reported()).toEqual([['feat: known'], ['fix: land'], ['feat: missed']])
    await deliverPush(first)
    expect(await runs()).toBe(3)
  })

  test('of releases that were delivered before reports were stored', async () => {
    for (const tag of ['v1.1.0', 'v1.2.0']) await deliverRelease(rocket.release(tag))
    await app.ctx.db.run('delete from sightings')
    await restart()
    expect(await runs()).toBe(3)
  })

  test('when they come at once', async () => {
    for (let n = 0; n < 5; n++) {
      const commit = rocket.commit(`feat: ${n}`)
      const release = rocket.release(`v1.${n + 1}.0`)
      app.ctx.clock.advance(10 * minute)
      await atomically(app.ctx.db, await noteStart(app.ctx))
      await performDueJobs(app.ctx, [heartbeat])
      await Promise.all([deliverPush(commit), perform(), deliverRelease(release)])
    }
    expect(await runs()).toBe(11)
  })

  test('after a catch-up that died between two events', async () => {
    rocket.commit('feat: fly')
    rocket.release('v1.1.0')
    await app.ctx.db.run(
      "create trigger broken before insert on activities when new.kind = 'release' begin select raise(abort, 'no'); end",
    )
    await restart()
    expect(await runs()).toBe(2)
    await app.ctx.db.run('drop trigger broken')
    await restart()
    expect([await reported(), await runs()]).toEqual([[['feat: known'], ['feat: fly'], 'v1.1.0'], 3])
  })
})

describe('what could not be read', () => {
  beforeEach(async () => {
    await deliverPush(rocket.commit('feat: known'))
    rocket.commit('feat: missed')
  })

  test('is logged, shown with the repository, and read at the next start', async () => {
    host.failNext('unauthorized')
    await restart()
    const problem = 'GitHub requires a token for acme/rocket. Enter one on the General tab of the repository.'
    expect(sentences.at(-1)).toBe(
      `acme/rocket could not be checked for missed pushes and releases: ${problem}`,
    )
    const { body } = await (await team.person()).call('GET', '/api/app/integrations')
    expect(body.repositories[0].catchUp).toEqual({
      ...{ at: null, found: null, problem },
      missedSince: '2026-03-04T12:10:00.000Z',
      redeliveryProblem: null,
    })
    await restart()
    expect(await reported()).toEqual([['feat: known'], ['feat: missed']])
    expect((await stored()).catchUp).toMatchObject({ found: { pushes: 1, releases: 0 }, problem: null })
  })

  const changes = [
    ['disabled', { enabled: false }],
    ['switched to polling', { watchMinutes: 60 }],
  ] as const
  const problem = async () => (await stored()).catchUp?.problem ?? null

  test.each(changes)('is no longer shown once the repository is %s', async (_, change) => {
    host.failNext('unauthorized')
    await restart()
    expect(await problem()).not.toBeNull()
    await changeRepository(app.ctx, await stored(), change)
    expect(await problem()).toBeNull()
    expect((await stored()).catchUp?.missedSince).not.toBeNull()
  })

  test.each([...changes, ['given another token', { token: 'ghp_another' }]] as const)(
    'is not shown if the repository is %s during its check',
    async (_, change) => {
      host.failNext(async () => {
        await changeRepository(app.ctx, await stored(), change)
        return failures.unauthorized()
      })
      await restart()
      expect(await problem()).toBeNull()
    },
  )

  test('because of the rate limit is read after the limit resets, and all repositories of the token wait', async () => {
    const other = repository('acme/comet')
    host.add(other)
    const { id: comet } = await connect(app.ctx, team.id, 'acme/comet')
    const [event] = await app.ctx.db.select().from(events)
    if (!event) throw new Error('No event is stored.')
    await app.ctx.db.insert(events).values({ ...event, integrationId: comet })
    const renewed = new Date(app.ctx.now().getTime() + 40 * minute)
    host.failNext(() =>
      Response.json(
        { message: 'API rate limit exceeded' },
        {
          status: 403,
          headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(renewed.getTime() / 1000) },
        },
      ),
    )
    await restart()
    app.ctx.clock.advance(minute)
    await perform()
    expect(host.requests.length).toBe(1)
    app.ctx.clock.now = renewed
    await perform()
    expect(await reported()).toContainEqual(['feat: missed'])
  })

  test('after a part was accepted does not hide that part', async () => {
    const commits = Array.from({ length: 1050 }, (_, n) => rocket.commit(`feat: ${n}`))
    // The first part ends with the thousandth missed commit.
    const secondPart = `/repos/acme/rocket/compare/${commits[998]?.sha}...${commits.at(-1)?.sha}`
    host.failAt(secondPart, 'serverError')
    await restart()
    expect((await stored()).catchUp?.found).toMatchObject({ pushes: 1 })
    host.failAt(secondPart, null)
    app.ctx.clock.advance(minute)
    await perform()
    expect((await stored()).catchUp).toMatchObject({ found: { pushes: 2 }, problem: null })
  })

  test('because GitHub does not answer is tried again', async () => {
    host.failNext('serverError', 3)
    await restart()
    for (let n = 0; n < 4; n++) {
      app.ctx.clock.advance(minute)
      await perform()
    }
    expect(await reported()).toContainEqual(['feat: missed'])
  })
})

describe('failed deliveries', () => {
  const attempt = (id: number, changes: Partial<HostDelivery> = {}): HostDelivery => ({
    ...{ id, guid: `guid-${id}`, at: '2026-03-04T12:01:00.000Z', status: 0, event: 'push' },
    ...changes,
  })

  beforeEach(async () => {
    const encryptedToken = app.ctx.secrets.encrypt('ghp_own', tokenOf({ id: connected.id }))
    await app.ctx.db.update(integrations).set({ encryptedToken }).where(eq(integrations.id, connected.id))
    await deliverPush(rocket.commit('feat: known'))
    const other = { id: 7, url: 'https://elsewhere.example/hook', deliveries: [attempt(99)] }
    rocket.hooks.push(other, { id: 8, url: `${app.ctx.config.appUrl}${connected.hook}`, deliveries: [] })
  })
  const set = (...deliveries: HostDelivery[]) => rocket.hooks[1]?.deliveries.push(...deliveries)

  test('are requested again, oldest first', async () => {
    set(
      attempt(4),
      attempt(3, { status: 502, event: 'pull_request' }),
      attempt(2, { status: 200 }),
      attempt(1),
    )
    await restart()
    expect(rocket.redelivered).toEqual([1, 3, 4])
    expect(sentences.at(-1)).toBe('Caught up with acme/rocket: asked GitHub for 3 failed deliveries again.')
    expect((await stored()).catchUp?.found).toMatchObject({ redelivered: 3 })
  })

  test('are requested in parts of 50: the log and the repository say how many are left, and the next check requests those', async () => {
    set(...Array.from({ length: 81 }, (_, number) => attempt(81 - number)))
    await restart()
    expect(rocket.redelivered).toEqual(Array.from({ length: 50 }, (_, number) => number + 1))
    const left = '31 more failed deliveries are requested in the next check, in 5 minutes.'
    expect(sentences.at(-1)).toBe(
      `Caught up with acme/rocket: asked GitHub for 50 failed deliveries again. ${left}`,
    )
    const ada = await team.person('owner')
    const problemNow = async () =>
      (await ada.call('GET', '/api/app/integrations')).body.repositories[0].catchUp.redeliveryProblem
    expect(await problemNow()).toBe(left)
    const delivered = rocket.redelivered.map((id) => attempt(id + 100, { guid: `guid-${id}`, status: 200 }))
    rocket.hooks[1]?.deliveries.unshift(...delivered)
    app.ctx.clock.advance(5 * minute)
    await perform()
    expect(rocket.redelivered.slice(50)).toEqual(Array.from({ length: 31 }, (_, number) => number + 51))
    expect([await problemNow(), sentences.at(-1)]).toEqual([
      null,
      'Caught up with acme/rocket: asked GitHub for 31 failed deliveries again.',
    ])
  })

  /** Hours in which the server runs, minute by minute. */
  async function pass(hours: number) {
    for (let minutes = 0; minutes < hours * 60; minutes++) await beat()
  }
  async function armHourly() {
    const [armed] = recurringTasks.filter(({ job }) => job === hourlyChecks.name)
    if (!armed) throw new Error('No check recurs.')
    await atomically(app.ctx.db, [armTask(app.ctx, armed)])
  }

  test('while the server runs are requested again once, in the next hour', async () => {
    await restart()
    await armHourly()
    set(attempt(1, { at: '2026-03-04T12:20:00.000Z' }))
    await Promise.all([pass(1), tick(app.ctx)])
    expect(rocket.redelivered).toEqual([1])
    set(attempt(2, { guid: 'guid-1', status: 200 }))
    await pass(1)
    expect(rocket.redelivered).toEqual([1])
  })

  // Hours of the same statements as above.
  if (engine === 'embedded')
    test('that GitHub never repeats are requested twice', async () => {
      await armHourly()
      set(attempt(1))
      await restart()
      await pass(3)
      expect(rocket.redelivered).toEqual([1, 1])
    })

  test('are requested up to 250 times an hour, the others after that hour', async () => {
    set(...Array.from({ length: 260 }, (_, number) => attempt(260 - number)))
    await restart()
    for (let check = 0; check < 4; check++) {
      app.ctx.clock.advance(5 * minute)
      await perform()
    }
    const numbers = (count: number) => Array.from({ length: count }, (_, number) => number + 1)
    expect(rocket.redelivered).toEqual(numbers(250))
    expect((await stored()).catchUp?.redelivery).toMatchObject({ left: 10, nextMinutes: 40 })
    app.ctx.clock.advance(40 * minute)
    rocket.hooks[1]?.deliveries.splice(10)
    await perform()
    expect(rocket.redelivered).toEqual(numbers(260))
  })

  test('that Herald stored although GitHub got no answer are not requested again', async () => {
    await deliver('push', pushPayload(rocket, [rocket.commit('feat: aside')], { ref: 'refs/heads/aside' }))
    const logged = await app.ctx.db.select().from(webhookLogs)
    expect(logged.map(({ type }) => type)).toEqual(['processed', 'filtered'])
    set(...logged.map(({ referenceId }, index) => attempt(index + 1, { guid: referenceId })), attempt(9))
    await restart()
    expect(rocket.redelivered).toEqual([9])
  })

  test('are requested as soon as a token is entered, and the notice about the missing one is gone', async () => {
    set(attempt(1))
    await app.ctx.db.update(integrations).set({ encryptedToken: null })
    await restart()
    expect((await stored()).catchUp?.redelivery?.barrier).toBe('no-token')
    await changeRepository(app.ctx, await stored(), { token: 'ghp_own' })
    expect((await stored()).catchUp?.redelivery).toBeUndefined()
    await perform()
    expect(rocket.redelivered).toEqual([1])
  })

  test('that cannot be requested for another reason than before are logged at once', async () => {
    set(attempt(1))
    host.failAt('/repos/acme/rocket/hooks', 'forbidden')
    await restart()
    host.failAt('/repos/acme/rocket/hooks', null)
    rocket.hooks.splice(0)
    await restart()
    expect(barriers.map((sentence) => /: (.*?)[.,]/.exec(sentence)?.[1])).toEqual([
      'its access token lacks a permission',
      "GitHub has no webhook with this server's payload URL",
    ])
  })

  const successes = (count: number, at = '2026-03-04T12:01:00.000Z') =>
    Array.from({ length: count }, (_, number) => attempt(20_000 - number, { status: 200, at }))

  test('are found among thousands of deliveries of three days', async () => {
    set(...successes(9_900), attempt(1))
    await restart()
    expect([rocket.redelivered, barriers]).toEqual([[1], []])
  })

  test('older than the newest 10,000 are not requested again, and the log and the repository say so', async () => {
    set(attempt(30_000), ...successes(9_999), attempt(1))
    await restart()
    const sentence =
      'Failed deliveries of acme/rocket that are older than its newest 10,000 are not requested again. Redeliver them on GitHub.'
    expect([rocket.redelivered, barriers]).toEqual([[30_000], [sentence]])
    const ada = await team.person('owner')
    const { body } = await ada.call('GET', '/api/app/integrations')
    expect(body.repositories[0].catchUp).toMatchObject({ problem: null, redeliveryProblem: sentence })
  })

  test('are not looked for in deliveries of more than three days ago', async () => {
    set(attempt(30_000), ...successes(200, '2026-02-24T12:00:00.000Z'))
    await restart()
    expect(rocket.redelivered).toEqual([30_000])
    const lists = host.requests.filter(({ path }) => path.endsWith('/deliveries'))
    expect([lists.length, barriers]).toEqual([1, []])
  })

  test.each([
    [
      'the repository has no token',
      () => app.ctx.db.update(integrations).set({ encryptedToken: null }),
      'it has no access token of its own. Add one with the permission "Webhooks: write" (classic tokens: "repo").',
    ],
    [
      'the token may not',
      async () => host.failAt('/repos/acme/rocket/hooks', 'forbidden'),
      'its access token lacks a permission. Grant it "Webhooks: write" (classic tokens: "repo").',
    ],
    [
      'GitHub has no such webhook',
      async () => rocket.hooks.splice(0),
      "GitHub has no webhook with this server's payload URL. Check the webhook on GitHub.",
    ],
  ])(
    'are not requested if %s: the log says so once a day, and the repository',
    async (_, prevent, reason) => {
      set(attempt(1))
      await prevent()
      const sentence = `Failed deliveries of acme/rocket cannot be requested again: ${reason}`
      for (let start = 0; start < 3; start++) await restart()
      expect([rocket.redelivered, (await stored()).catchUp?.problem, barriers]).toEqual([
        [],
        null,
        [sentence],
      ])
      const ada = await team.person('owner')
      const { body } = await ada.call('GET', '/api/app/integrations')
      expect(body.repositories[0].catchUp).toMatchObject({ problem: null, redeliveryProblem: sentence })
      await restart(24 * 60)
      expect(barriers).toEqual([sentence, sentence])
    },
  )

  test.each(['rateLimit', 'serverError'] as const)(
    'that cannot be requested do not hide what was accepted: %s',
    async (failure) => {
      rocket.commit('feat: missed')
      host.failAt('/repos/acme/rocket/hooks', failure)
      await restart()
      expect(await reported()).toContainEqual(['feat: missed'])
      expect((await stored()).catchUp).toMatchObject({
        found: { pushes: 1, releases: 0, redelivered: 0 },
        problem: null,
        missedSince: null,
      })
      expect(sentences).toContain('Caught up with acme/rocket: accepted 1 push that no delivery reported.')
      expect(
        await app.ctx.db.$count(jobs, and(eq(jobs.name, 'webhooks.catch-up'), eq(jobs.state, 'ready'))),
      ).toBe(0)
    },
  )

  test.each<[string, HostDelivery[], number[]]>([
    ['that later succeeded', [attempt(2, { guid: 'a', status: 200 }), attempt(1, { guid: 'a' })], []],
    ['that were tried three times', [3, 2, 1].map((id) => attempt(id, { guid: 'a' })), []],
    ['that were tried twice', [2, 1].map((id) => attempt(id, { guid: 'a' })), [2]],
    ['that Herald refused', [attempt(1, { status: 401 }), attempt(2, { status: 400 })], []],
    ['of other events', [attempt(1, { event: 'star' })], []],
    ['of last week', [attempt(1, { at: '2026-02-24T12:00:00.000Z' })], []],
  ])('%s', (_, deliveries, asked) => {
    const answers = deliveries.map(({ at, status, ...rest }) => ({
      ...rest,
      delivered_at: at,
      status_code: status,
    }))
    expect(findFailed(answers, new Date('2026-03-01T00:00:00.000Z')).map(({ id }) => id)).toEqual(asked)
  })
})

describe('a check on request', () => {
  let ada: Awaited<ReturnType<Team['person']>>
  beforeEach(async () => {
    ada = await team.person('admin')
  })
  const check = (id = connected.id) => ada.call('POST', `/api/app/integrations/${id}/check`)

  /** Performs the job that the request waits for. */
  async function checked() {
    const due = and(
      eq(jobs.name, 'webhooks.catch-up'),
      eq(jobs.state, 'ready'),
      lte(jobs.runAt, app.ctx.now()),
    )
    const answer = check()
    while ((await app.ctx.db.$count(jobs, due)) === 0) await Bun.sleep(1)
    await perform()
    return answer
  }

  test('accepts what was missed since the last check and returns the repository', async () => {
    await deliverPush(rocket.commit('feat: known'))
    await restart()
    await app.ctx.db.delete(jobs)
    app.ctx.clock.advance(minute)
    rocket.commit('feat: missed')
    const { status, body } = await checked()
    expect([status, body.hasEnded, body.repository.catchUp]).toMatchObject([
      200,
      true,
      { at: app.ctx.now().toISOString(), problem: null },
    ])
    expect(await reported()).toEqual([['feat: known'], ['feat: missed']])
  })

  test('begins one that waits at once', async () => {
    await deliverPush(rocket.commit('feat: known'))
    await restart()
    rocket.commit('feat: missed')
    await restart(1)
    expect(await reported()).toEqual([['feat: known']])
    await checked()
    expect(await reported()).toEqual([['feat: known'], ['feat: missed']])
  })

  test('gives a check that waits to be retried all its retries', async () => {
    await deliverPush(rocket.commit('feat: known'))
    host.failNext('serverError', 100)
    await restart()
    const failuresNow = async () =>
      (
        await app.ctx.db
          .select()
          .from(jobs)
          .where(and(eq(jobs.name, 'webhooks.catch-up'), eq(jobs.state, 'ready')))
      ).map(({ failures }) => failures)
    for (let number = 0; number < 3; number++) {
      await atomically(app.ctx.db, checkSince(app.ctx, connected.id, app.ctx.now()))
      await perform()
      expect(await failuresNow()).toEqual([1])
    }
  })

  test('is refused for a disabled repository, one on this machine and one of others', async () => {
    await app.ctx.db.update(integrations).set({ enabled: false })
    expect(await check()).toMatchObject({
      status: 409,
      body: { error: 'acme/rocket is disabled. Enable it first.' },
    })
    await app.ctx.db.update(integrations).set({ enabled: true, provider: 'git' })
    expect(await check()).toMatchObject({ status: 400, body: { error: 'acme/rocket is not on GitHub' } })
    expect(await check('none')).toMatchObject({ status: 404 })
  })

  test('is limited to 20 an hour', async () => {
    const bucket = {
      name: 'integrations.check',
      per: 'organization' as const,
      windows: [{ limit: 20, seconds: 3600 }],
    }
    for (let number = 0; number < 20; number++) await spend(app.ctx, bucket, team.id)
    expect((await check()).status).toBe(429)
  })
})
