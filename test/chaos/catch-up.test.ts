import { afterAll, expect, test } from 'bun:test'
import { startGitHub } from '../support/github.ts'
import { pushPayload, releasePayload, signedRequest } from '../support/github-deliveries.ts'
import { type HostCommit, type HostRelease, repository } from '../support/github-repository.ts'
import { cleanUp, launch, start } from '../support/process.ts'
import { connect, databaseOf, newSettings, openBeside } from './installation.ts'
import { createRandom, seed, times } from './random.ts'

const rounds = times(3)

console.log(`CHAOS_SEED=${seed}`)
const stops: (() => unknown)[] = []
afterAll(async () => {
  await cleanUp()
  for (const stop of stops) stop()
})

test(
  'killed while it catches up, every push and release starts one run, delivered or not',
  async () => {
    const random = createRandom(seed + 900)
    // An hour ahead, so that all events are later than the connection of the repository.
    const widgets = repository('acme/widgets', { startsAt: new Date(Date.now() + 3_600_000).toISOString() })
    widgets.commit('feat: begin')
    const host = startGitHub({ repositories: [widgets] })
    stops.push(host.stop)
    const settings = await newSettings(host.url)
    const path = databaseOf(settings)
    let server = await start(settings)
    const { secret, path: hook } = await connect(server, settings, [
      { eventTypes: ['push', 'release'], includePreReleases: true },
    ])
    const send = (event: string, payload: object) =>
      fetch(signedRequest(server.url + hook, secret, event, payload)).then(
        ({ status }) => status === 200,
        () => false,
      )
    const known = widgets.commit('feat: known')
    expect(await send('push', pushPayload(widgets, [known]))).toBe(true)

    const commits = [known]
    const releases: HostRelease[] = []
    let kills = 0
    for (let round = 0; round < rounds; round++) {
      await server.kill()
      forgetRest(path)
      const commit = widgets.commit(`feat: let people export report ${round}`)
      const release = widgets.release(`v1.${round}.0`)
      commits.push(commit)
      releases.push(release)
      for (let deaths = random.pick([0, 1, 2, 3]); deaths > 0; deaths--, kills++) {
        server = launch(settings)
        await Bun.sleep(random.between(200, 1500))
        await server.kill()
        forgetRest(path)
      }
      server = await start(settings)
      // Some deliveries arrive late, before or after the catch-up found them.
      await Bun.sleep(random.between(0, 1500))
      const late = [
        ['push', pushPayload(widgets, [commit])],
        ['release', releasePayload(widgets, release)],
      ] as const
      for (const [event, payload] of late) if (random.chance(0.4)) await send(event, payload)
      await untilReported(path, commits, releases)
    }
    expect(await server.terminate()).toBe(0)

    const runs = readRuns(path)
    for (const { sha } of commits)
      expect([sha, runs.filter((each) => each.includes(sha)).length]).toEqual([sha, 1])
    for (const { tagName } of releases)
      expect([tagName, runs.filter((each) => each.includes(`"tagName":"${tagName}"`)).length]).toEqual([
        tagName,
        1,
      ])
    console.log(`${rounds} rounds, ${kills} kills while catching up: ${runs.length} runs`)
  },
  4 * 60_000,
)

/** A repository is checked at most every five minutes; here every life of the process checks it. */
function forgetRest(path: string) {
  using database = openBeside(path)
  database.run(
    "update integrations set catch_up = json_set(catch_up, '$.at', null) where catch_up is not null",
  )
}

async function untilReported(path: string, commits: HostCommit[], releases: HostRelease[]) {
  using database = openBeside(path, { readonly: true })
  const query = database.query<{ data: string }, []>('select data from activities')
  const wanted = [
    ...commits.map(({ sha }) => sha),
    ...releases.map(({ tagName }) => `"tagName":"${tagName}"`),
  ]
  for (;;) {
    const all = query.all().map(({ data }) => data)
    if (wanted.every((text) => all.some((data) => data.includes(text)))) return
    await Bun.sleep(50)
  }
}

/** The events that started runs. */
function readRuns(path: string): string[] {
  using database = openBeside(path, { readonly: true })
  const rows = database.query<{ data: string }, []>(
    `select data from jobs join activities on jobs.key like 'event-%-' || activities.delivery_id
     where jobs.name = 'generation.write'`,
  )
  return rows.all().map(({ data }) => data)
}
