import { afterAll, expect, test } from 'bun:test'
import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { createOrganization } from '../../src/features/organizations/service.ts'
import { readBrief, readDraft, writeArticle } from '../support/articles.ts'
import { startModels } from '../support/models.ts'
import { planAnswer } from '../support/planning.ts'
import { cleanUp, launch, type Settings, start } from '../support/process.ts'
import { track } from '../support/tracking.ts'
import { databaseOf, newSettings, openBeside } from './installation.ts'
import { createRandom, type Random, seed, times } from './random.ts'

const kills = times(5)
/** Each may plan ten briefs in ten minutes. */
const teamCount = 8

console.log(`CHAOS_SEED=${seed}`)
const stops: (() => unknown)[] = []
afterAll(async () => {
  await cleanUp()
  for (const stop of stops) stop()
})

type Step = 'plan' | 'write' | 'repair' | 'humanize'
type Call = { topic: string; step: Step }

/** Topics differ by a word, because a figure in an article would need a source. */
const topicOf = (number: number) =>
  `how does the ${words[Math.floor(number / words.length)]} ${words[number % words.length]} team write changelogs`
const words = ['red', 'green', 'blue', 'black', 'white', 'brown', 'grey', 'pink', 'orange', 'purple']
/** Topics whose first draft has no sections. */
const needsRepair = (topic: string) => /(?:blue|pink) team/.test(topic)

test(
  'killed while briefs are planned and written, each is there once, with one article and one charge, and no answer is paid for twice',
  async () => {
    const random = createRandom(seed + 600)
    const settings = await newSettings('http://127.0.0.1:1')
    const path = databaseOf(settings)
    const repeated: Call[] = []
    const { writer, calls, called, answered } = startWriter(random, (call) => {
      if (isKept(path, call)) repeated.push(call)
    })
    stops.push(writer.stop)
    Object.assign(settings, {
      OPENAI_BASE_URL: writer.url,
      OPENAI_API_KEY: 'test',
      WRITER_MODEL: 'writer',
      SMALL_MODEL: 'small',
    })
    const teams = await prepare(settings)

    let server = await start(settings)
    const acknowledged: string[] = []
    let last = 0
    /**
     * Requests an article about the next topic; without an answer it is unknown whether there will be one.
     */
    async function request() {
      const number = last++
      const { key, projectId } = teams[number % teamCount] as (typeof teams)[0]
      const response = await fetch(`${server.url}/v1/projects/${projectId}/geo/briefs`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ topic: topicOf(number), autoApprove: true }),
      }).catch(() => null)
      const text = await response?.text().catch(() => null)
      if (!response || !text) return
      if (response.status !== 200) throw new Error(`A request was answered ${response.status} ${text}`)
      acknowledged.push((JSON.parse(text) as { briefId: string }).briefId)
    }

    const requests: Promise<void>[] = []
    for (let kill = 0; kill < kills; kill++) {
      requests.push(request(), request())
      const patience = random.between(0, 1)
      // The first kill interrupts a call, which the next process repeats.
      if (kill === 0) await called()
      else if (patience < 0.3) await Promise.race([requests.at(-1), Bun.sleep(2000)])
      else if (patience < 0.5) await Bun.sleep(random.between(5, 300))
      else {
        await Promise.race([answered(), Bun.sleep(1000)])
        await Bun.sleep(random.between(0, 15))
      }
      await server.kill()
      server = launch(settings)
      await server.ready()
    }
    await Promise.all(requests)
    // On a slow machine most requests reach no server.
    while (acknowledged.length <= kills) await request()
    await untilDrained(path)
    expect(await server.terminate()).toBe(0)

    expect(repeated).toEqual([])
    const written = expectOneOfEach(path, acknowledged)
    const answers = new Set(calls.map(({ topic, step }) => `${topic} ${step}`)).size
    console.log(
      `${kills} kills: ${last} requests, ${acknowledged.length} of ${written} articles acknowledged, ${calls.length} calls for ${answers} answers`,
    )
    expect(written).toBeGreaterThan(kills)
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(calls.filter(({ topic }) => topic === '')).toEqual([])
    expect(calls.length).toBeGreaterThan(answers)
  },
  3 * 60_000,
)

/** A slow model that plans, writes and revises, and records its requests. */
function startWriter(random: Random, note: (call: Call) => void) {
  const waiting: (() => void)[] = []
  const waitingForCall: (() => void)[] = []
  const calls: Call[] = []
  const writer = startModels(async ({ prompt }) => {
    const topic = /how does the \w+ \w+ team write changelogs/.exec(prompt)?.[0] ?? ''
    const step = stepOf(prompt)
    calls.push({ topic, step })
    note({ topic, step })
    for (const resolve of waitingForCall.splice(0)) resolve()
    await Bun.sleep(random.between(5, 60))
    for (const tell of waiting.splice(0)) setImmediate(tell)
    switch (step) {
      case 'plan':
        return planAnswer({ workingTitle: topic, targetPrompt: topic })
      case 'write':
        return needsRepair(topic) ? { sections: [] } : writeArticle({ prompt })
      case 'repair':
        return writeArticle({ prompt })
      case 'humanize':
        return { markdown: readDraft(prompt) }
    }
  })
  return {
    writer,
    calls,
    /** Resolves when the next call has arrived, before it is answered. */
    called: () => new Promise<void>((resolve) => waitingForCall.push(resolve)),
    /** Resolves when the next call is being answered. */
    answered: () => new Promise<void>((resolve) => waiting.push(resolve)),
  }
}

function stepOf(prompt: string): Step {
  if (readDraft(prompt) !== null) return 'humanize'
  if (readBrief(prompt).sections === undefined) return 'plan'
  return prompt.includes('<previous-answer>') ? 'repair' : 'write'
}

/** Whether the answer to a call was already stored when the call was made. */
function isKept(path: string, { topic, step }: Call): boolean {
  using database = openBeside(path, { readonly: true })
  const jobsOfTopic =
    step === 'plan'
      ? `jobs.name = 'briefs.plan' and json_extract(payload, '$.planId') in (
          select id from geo_brief_plans where json_extract(request, '$.topic') = ?2)`
      : `jobs.name = 'briefs.write' and json_extract(payload, '$.briefId') in (
          select id from geo_briefs where topic = ?2)`
  const query = `
    select 1 from job_steps join jobs on jobs.id = job_id where job_steps.name = ?1 and ${jobsOfTopic}`
  return database.query(query).get(step, topic) !== null
}

/** Organizations with a project and a key each, before any server runs. */
async function prepare(settings: Settings) {
  const ctx = createContext(readConfig({ ...settings, LOG_LEVEL: 'silent' }))
  await migrate(ctx.db)
  const teams: { key: string; projectId: string }[] = []
  for (let number = 1; number <= teamCount; number++) {
    const { id } = await createOrganization(ctx, `acme-${number}`, 'Acme')
    const { key } = await createKey(ctx, id, { name: 'chaos' })
    teams.push({ key, projectId: await track(ctx, id) })
  }
  ctx.db.$client.close()
  return teams
}

async function untilDrained(path: string) {
  const database = openBeside(path, { readonly: true })
  const open = database.query(
    `select 1 from jobs where name in ('briefs.plan', 'briefs.write') and state in ('ready', 'running')`,
  )
  while (open.get() !== null) await Bun.sleep(20)
  database.close()
}

type Written = {
  id: string
  topic: string
  postId: string
  postBriefId: string
  cents: number
  [other: string]: unknown
}

function expectOneOfEach(path: string, acknowledged: string[]): number {
  using database = openBeside(path, { readonly: true })
  const all = <T>(sql: string) => database.query<T, []>(sql).all()
  expect(all<object>('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
  expect(all<object>('pragma foreign_key_check')).toEqual([])

  const plans = all<{ briefId: string; status: string }>(
    'select brief_id as briefId, status from geo_brief_plans',
  )
  expect(plans.filter(({ status }) => status !== 'planned')).toEqual([])

  const written = all<Written>(`
    select briefs.id, topic, post_id as postId, json_extract(posts.source_metadata, '$.briefId') as postBriefId,
      briefs.status, briefs.error, briefs.step, humanized, jobs.state as job, count(holds.id) as holds, holds.state,
      holds.units, holds.cents, completed_post_count as completed
    from geo_briefs as briefs
    join jobs on jobs.key = run_id
    left join posts on posts.id = post_id
    left join collections on collections.id = posts.collection_id
    left join usage_holds as holds on holds.id = 'content-billing:' || run_id || ':long_form_posts'
    group by briefs.id`)
  for (const { id, topic, postId, postBriefId, cents, ...rest } of written) {
    expect({ id, ...rest }).toEqual({
      id,
      ...{ status: 'completed', error: null, step: 'save', humanized: 1, job: 'done' },
      ...{ holds: 1, state: 'confirmed', units: 1, completed: 1 },
    })
    expect([topic, postBriefId, cents]).toEqual([topic, id, needsRepair(topic) ? 3 : 2])
  }
  const ids = written.map(({ id }) => id)
  expect(plans.map(({ briefId }) => briefId).toSorted()).toEqual(ids.toSorted())
  expect(new Set(written.map(({ topic }) => topic)).size).toBe(written.length)
  expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([])
  const posts = all<{ id: string }>('select id from posts').map(({ id }) => id)
  expect(written.map(({ postId }) => postId).toSorted()).toEqual(posts.toSorted())
  expect(all<object>('select count(*) as count from collections')).toEqual([{ count: posts.length }])
  expect(all<object>("select count(*) as count from usage_holds where state <> 'confirmed'")).toEqual([
    { count: 0 },
  ])
  return written.length
}
