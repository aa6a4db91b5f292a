import { afterAll, expect, test } from 'bun:test'
import { startGitHub } from '../support/github.ts'
import { repository } from '../support/github-repository.ts'
import { cleanUp, launch, type Settings, start, succeed } from '../support/process.ts'
import { untilDrained } from './effects.ts'
import { connect, databaseOf, newSettings, openBeside } from './installation.ts'
import { createRandom, seed, times } from './random.ts'
import { type Call, needsRepair, startWriter, titleOf } from './writer.ts'

const kills = times(7)
const keyCount = 9
const formats = ['changelog', 'blog_post'] as const

console.log(`CHAOS_SEED=${seed}`)
const stops: (() => unknown)[] = []
afterAll(async () => {
  await cleanUp()
  for (const stop of stops) stop()
})

test(
  'killed while posts are written, each run ends once with one post and one charge, and no finished call is made again',
  async () => {
    const random = createRandom(seed + 400)
    const widgets = repository('acme/widgets', { startsAt: new Date(Date.now() - 86_400_000).toISOString() })
    for (let number = 1; number <= 3 * kills; number++) widgets.pullRequest(titleOf(number))
    const host = startGitHub({ repositories: [widgets] })
    const repeated: Call[] = []
    const settings = await newSettings(host.url)
    const path = databaseOf(settings)
    const writer = startWriter(createRandom(seed + 401), (call) => {
      if (isKept(path, call)) repeated.push(call)
    })
    stops.push(host.stop, writer.stop)
    let lives = 0
    /** The settings of the next process; the model key tags the calls of each process. */
    const nextLife = (): Settings => ({
      ...settings,
      OPENAI_BASE_URL: writer.url,
      OPENAI_API_KEY: `life-${++lives}`,
      WRITER_MODEL: 'writer',
    })

    let server = await start(nextLife())
    const { integrationId } = await connect(server, settings, [])
    const keys = await Promise.all(
      Array.from({ length: keyCount }, (_, index) =>
        succeed(['key', 'create', '--org', 'acme', '--name', `writer-${index}`], settings),
      ),
    )

    const acknowledged: string[] = []
    let lastNumber = 0
    /**
     * Requests a post about the next pull request, every third time with a picture of the same commits;
     * without an answer it is unknown whether there will be one.
     */
    async function request() {
      const number = ++lastNumber
      const format = formats[number % 2]
      const response = await fetch(`${server.url}/v1/posts/generate`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${keys[number % keyCount]}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          ...(number % 3 === 0 ? { contentTypes: [format, 'image'] } : { contentType: format }),
          repositoryIds: [integrationId],
          selectedItems: { pullRequestNumbers: [{ repositoryId: integrationId, number }] },
        }),
      }).catch(() => null)
      const text = await response?.text().catch(() => null)
      if (!response || !text) return
      if (response.status !== 202) throw new Error(`A request was answered ${response.status} ${text}`)
      acknowledged.push(...(JSON.parse(text) as { jobs: { id: string }[] }).jobs.map(({ id }) => id))
    }

    const requests: Promise<void>[] = []
    for (let kill = 0; kill < kills; kill++) {
      const first = request()
      requests.push(first, request())
      // Every second kill comes after an acknowledged request, the others at any moment.
      if (kill % 2 === 1) await first
      // The first kill interrupts a call, which the next process has to repeat.
      if (kill === 0) await writer.called()
      else if (random.chance(0.4)) await Bun.sleep(random.between(5, 300))
      else {
        await Promise.race([writer.answered(), Bun.sleep(1000)])
        await Bun.sleep(random.between(0, 15))
      }
      await server.kill()
      server = launch(nextLife())
      await server.ready()
    }
    await Promise.all(requests)
    // No kill interrupts the last one, which has a picture.
    lastNumber += 2 - (lastNumber % 3)
    await request()
    await untilDrained(path)
    expect(await server.terminate()).toBe(0)

    expect(repeated).toEqual([])
    expectNoLifeToAskTwice(writer.calls)
    const runs = expectOneEndEach(path, acknowledged)
    const steps = new Set(writer.calls.map(({ number, step }) => `${number} ${step}`)).size
    const again = writer.calls.length - steps
    console.log(
      `${kills} kills: ${lastNumber} requests, ${acknowledged.length} of ${runs} runs acknowledged, ${writer.calls.length} calls for ${steps} answers`,
    )
    expect(runs).toBeGreaterThan(kills / 2)
    expect(again).toBeGreaterThan(0)
  },
  3 * 60_000,
)

const runOfNumber = `json_extract(payload, '$.cause.selection.pullRequestNumbers[0].number')`

/** Whether the answer to a call was already stored when the call was made. */
function isKept(path: string, { number, step }: Call): boolean {
  using database = openBeside(path, { readonly: true })
  const query = `
    select 1 from job_steps join jobs on jobs.id = job_id
    where job_steps.name = ? and jobs.name = 'generation.write' and ${runOfNumber} = ?`
  return database.query(query).get(step, number) !== null
}

/** A living process asks once; only the next one, after a crash, may have to ask again. */
function expectNoLifeToAskTwice(calls: Call[]) {
  const seen = new Set<string>()
  const twice = calls.filter(({ number, step, life }) => {
    const call = `${number} ${step} ${life}`
    return seen.size === seen.add(call).size
  })
  expect(twice).toEqual([])
}

type Run = {
  id: string
  number: number
  type: string
  status: string
  postId: string | null
  error: string | null
  job: string
  holds: number
  state: string
  units: number
  cents: number
}

function expectOneEndEach(path: string, acknowledged: string[]): number {
  using database = openBeside(path, { readonly: true })
  const all = <T>(sql: string) => database.query<T, []>(sql).all()
  expect(all<object>('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
  expect(all<object>('pragma foreign_key_check')).toEqual([])

  const runs = all<Run>(`
    select generation.id, ${runOfNumber} as number, content_type as type, generation.status, post_id as postId, generation.error,
      jobs.state as job, count(holds.id) as holds, holds.state, holds.units, holds.cents
    from generation_jobs as generation
    join jobs on jobs.key = generation.id
    left join usage_holds as holds on holds.id like 'content-billing:' || generation.id || ':%'
    group by generation.id`)
  const ids = runs.map(({ id }) => id)
  expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([])
  for (const { id, number, type, postId, ...rest } of runs) {
    // Tokens cost one cent per answer; a picture uses no model.
    const cents = type === 'image' ? 0 : needsRepair(number) ? 2 : 1
    const end = {
      status: 'completed',
      error: null,
      job: 'done',
      holds: 1,
      state: 'confirmed',
      units: 1,
      cents,
    }
    expect({ id, ...rest }).toEqual({ id, ...end })
    expect(postId).not.toBeNull()
  }
  const posts = all<{ id: string }>('select id from posts').map(({ id }) => id)
  expect(runs.map(({ postId }) => postId ?? '').toSorted()).toEqual(posts.toSorted())
  expect(all<object>('select count(*) as count from usage_holds')).toEqual([{ count: runs.length }])

  // Every post is in a collection that counts it, and shared readings are released.
  const collections = all<{ expected: number; completed: number; held: number }>(`
    select expected_post_count as expected, completed_post_count as completed, count(posts.id) as held
    from collections left join posts on posts.collection_id = collections.id group by collections.id`)
  expect(
    collections.filter(({ expected, completed, held }) => held !== expected || held !== completed),
  ).toEqual([])
  expect(collections.reduce((sum, { held }) => sum + held, 0)).toBe(posts.length)
  expect(collections.filter(({ held }) => held === 2).length).toBeGreaterThan(0)
  expect(all<object>('select * from readings')).toEqual([])
  // An interrupted reading is started again, a finished one is not: each run logs it once.
  const told = all<object>(`
    select job_id from generation_events where type = 'fetching_repositories' group by job_id having count(*) <> 1`)
  expect(told).toEqual([])

  const events = all<{ type: string; count: number; runs: number }>(
    'select type, count(*) as count, count(distinct job_id) as runs from generation_events group by type',
  )
  for (const type of ['queued', 'workflow_triggered', 'running', 'post_created', 'completed'])
    expect(events.find((event) => event.type === type)).toEqual({
      type,
      count: runs.length,
      runs: runs.length,
    })
  return runs.length
}
