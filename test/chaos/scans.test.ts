import { afterAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { createOrganization } from '../../src/features/organizations/service.ts'
import { badDays, type EngineQuestion, engineServer } from '../support/engine-server.ts'
import { startModels } from '../support/models.ts'
import { cleanUp, launch, type Settings, start } from '../support/process.ts'
import { track } from '../support/tracking.ts'
import { databaseOf, newSettings, openBeside } from './installation.ts'
import { createRandom, type Random, seed, times } from './random.ts'

const kills = times(4)
const engineIds = ['test/one', 'test/two']
const prompts = Array.from({ length: 60 }, (_, index) => `which tool does the job of number ${index}`)
const talk = ['which tools are there', 'which of them is cheapest', 'and which is best']
/** The prompts that engines fail to answer. */
const isHard = (prompt: string) => /number \d*7$/.test(prompt)
const hard = prompts.filter(isHard).length * engineIds.length
const planned = (prompts.length + talk.length) * engineIds.length

console.log(`CHAOS_SEED=${seed}`)
const stops: (() => unknown)[] = []
afterAll(async () => {
  await cleanUp()
  for (const stop of stops) stop()
})

test(
  'killed while a scan runs, it ends as if undisturbed: no answer is stored twice, and no stored answer is asked for or judged again',
  async () => {
    const random = createRandom(seed + 500)
    const settings = await newSettings('http://127.0.0.1:1')
    const path = databaseOf(settings)
    const repeated: string[] = []
    const { engine, judge, asked, answered } = startEndpoints(random, path, repeated)
    stops.push(engine.stop, judge.stop)
    const { key, projectId } = await prepare(settings, engine.baseUrl, judge.url)

    let server = await start(settings)
    const url = `${server.url}/v1/projects/${projectId}/geo/scans`
    const started = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${key}` } })
    expect(started.status).toBe(202)
    for (let kill = 0; kill < kills; kill++) {
      // The first kill interrupts questions, which the next process asks again.
      if (kill === 0) await asked()
      else {
        await Promise.race([answered(), Bun.sleep(1000)])
        await Bun.sleep(random.between(0, 15))
      }
      await server.kill()
      server = launch(settings)
      await server.ready()
    }
    await untilEnded(path)
    expect(await server.terminate()).toBe(0)

    expect(repeated).toEqual([])
    expectOneScan(path)
    console.log(
      `${kills} kills: ${engine.asked.length} questions for ${planned} answers, ${judge.asked.length} verdicts`,
    )
    expect(engine.asked.length).toBeGreaterThan(planned)
  },
  3 * 60_000,
)

/** Slow engines and a slow judge that record requests for already stored answers. */
function startEndpoints(random: Random, path: string, repeated: string[]) {
  const waiting: (() => void)[] = []
  const waitingForQuestion: (() => void)[] = []
  const engine = engineServer(async ({ model, prompt }: EngineQuestion) => {
    if (isStored(path, 'engine = ? and prompt = ?', model, prompt)) repeated.push(`${model}: ${prompt}`)
    for (const resolve of waitingForQuestion.splice(0)) resolve()
    await Bun.sleep(random.between(5, 60))
    for (const tell of waiting.splice(0)) setImmediate(tell)
    return isHard(prompt) ? badDays.broken : { text: `${prompt}: Acme, says ${model}.` }
  })
  const judge = startModels(async ({ prompt }) => {
    const { answer } = JSON.parse(prompt)
    if (isStored(path, 'answer = ? and judged_at is not null', answer)) repeated.push(`Judged: ${answer}`)
    await Bun.sleep(random.between(5, 60))
    return { position: 1, sentiment: 'positive', competitors: [], excerpt: null, unsure: [] }
  })
  return {
    engine,
    judge,
    /** Resolves when the next question has arrived, before it is answered. */
    asked: () => new Promise<void>((resolve) => waitingForQuestion.push(resolve)),
    /** Resolves when the next question is being answered. */
    answered: () => new Promise<void>((resolve) => waiting.push(resolve)),
  }
}

function isStored(path: string, condition: string, ...values: string[]): boolean {
  using database = openBeside(path, { readonly: true })
  const query = `select 1 from geo_checks join geo_answers on check_id = id where ${condition}`
  return database.query(query).get(...values) !== null
}

/** A project that tracks all prompts, created before any server runs; and the settings of the servers. */
async function prepare(settings: Settings, baseUrl: string, judgeUrl: string) {
  const ctx = createContext(readConfig({ ...settings, LOG_LEVEL: 'silent' }))
  await migrate(ctx.db)
  const { id } = await createOrganization(ctx, 'acme', 'Acme')
  const { key } = await createKey(ctx, id, { name: 'chaos' })
  const projectId = await track(ctx, id, { prompts, sequences: [talk], engines: engineIds })
  ctx.db.$client.close()
  const enginesFile = join(settings.DATA_DIR ?? '', 'engines.json')
  const entries = engineIds.map((each) => ({
    id: each,
    provider: 'test',
    label: each,
    model: each,
    baseUrl,
    api: 'chat',
  }))
  writeFileSync(enginesFile, JSON.stringify(entries.map((entry) => ({ ...entry, search: true }))))
  Object.assign(settings, {
    ENGINES_FILE: enginesFile,
    OPENAI_BASE_URL: judgeUrl,
    OPENAI_API_KEY: 'test',
    WRITER_MODEL: 'writer',
    SMALL_MODEL: 'small',
  })
  return { key, projectId }
}

async function untilEnded(path: string) {
  const database = openBeside(path, { readonly: true })
  const running = database.query(`select 1 from geo_scans where status = 'running'`)
  while (running.get() !== null) await Bun.sleep(20)
  database.close()
}

function expectOneScan(path: string) {
  using database = openBeside(path, { readonly: true })
  const all = <T>(sql: string) => database.query<T, []>(sql).all()
  const count = (sql: string) => all<{ count: number }>(`select count(*) as count from ${sql}`)[0]?.count
  const saved = planned - hard
  expect(all<object>('select status, planned, saved, failed, error_message as error from geo_scans')).toEqual(
    [{ status: 'completed', planned, saved, failed: hard, error: null }],
  )
  expect(count('geo_checks')).toBe(saved)
  expect(count('(select distinct engine, prompt_id, turn from geo_checks)')).toBe(saved)
  expect(count('geo_answers')).toBe(saved)
  expect(count('geo_checks where judged_at is not null and position = 1 and mentioned')).toBe(saved)
  expect(all<object>('select state, units from usage_holds')).toEqual([{ state: 'confirmed', units: saved }])
  expect(all<object>("select state from jobs where name = 'scans.run'")).toEqual([{ state: 'done' }])
  expect(all<object>('select scan_id from geo_settings')).toEqual([{ scan_id: null }])
  expect(count('geo_tallies')).toBe(engineIds.length)
  expect(all<object>('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
}
