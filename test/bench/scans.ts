import { Database } from 'bun:sqlite'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKey } from '../../src/features/keys/service.ts'
import { engineServer } from '../support/engine-server.ts'
import { startModels } from '../support/models.ts'
import { track } from '../support/tracking.ts'
import type { Row, Workshop } from './benchmark.ts'
import { fillPosts } from './fill-posts.ts'
import { listTarget } from './posts.ts'
import { countRows } from './support/database.ts'
import { grouped, milliseconds } from './support/format.ts'
import { type Installation, install } from './support/herald.ts'
import { sendSteadily } from './support/load.ts'
import { median, quantile } from './support/rounds.ts'
import { processorTime, startService } from './support/service.ts'

const promptCount = 50
const engineIds = ['bench/one', 'bench/two', 'bench/three', 'bench/four']
const count = promptCount * engineIds.length
const answerMilliseconds = 50
const width = 8
const ideal = (count * answerMilliseconds) / width
const rounds = 3
const readsPerSecond = 200

/** An answer of typical length that names the brand and others. */
const answer = `Acme is what most teams name first. ${'Globex and Initech are cheaper, and do less of it. '.repeat(40)}`

/** A scan of 200 answers, each asked of an engine and judged, while users read the list of posts. */
export async function scans(workshop: Workshop): Promise<Row[]> {
  using engine = engineServer(async () => {
    await Bun.sleep(answerMilliseconds)
    return { text: answer }
  })
  using judge = startModels(async () => {
    await Bun.sleep(answerMilliseconds)
    return { position: 1, sentiment: 'positive', competitors: ['Globex'], excerpt: null, unsure: [] }
  })
  const installation = await install(workshop, 'scans')
  const { ctx, organizationId, database } = installation
  const { key } = await createKey(ctx, organizationId, { name: 'bench' })
  fillPosts(database, organizationId, 1000)
  const prompts = Array.from(
    { length: promptCount },
    (_, index) => `which tool does the job of number ${index}`,
  )
  const projectId = await track(ctx, organizationId, {
    prompts,
    engines: engineIds,
    competitors: ['Initech'],
  })
  const herald = await startAsking(workshop, installation, engine.baseUrl, judge.url)

  const reads = listTarget(herald, key)
  await sendSteadily(reads, readsPerSecond, 0.5)
  const idle = await sendSteadily(reads, readsPerSecond, 1)
  const latencies: number[] = []
  const times: number[] = []
  const before = processorTime(herald.pid)
  for (let round = 1; round <= rounds; round++) {
    await startScan(herald.port, key, projectId)
    while (countRows(database, "geo_scans where status = 'completed'") < round) {
      if (countRows(database, "geo_scans where status = 'failed'") > 0) throw new Error('A scan failed.')
      latencies.push(...(await sendSteadily(reads, readsPerSecond, 0.25)))
    }
    times.push(lastDuration(database))
  }
  const each = (processorTime(herald.pid) - before) / (rounds * count)
  await herald.stop()
  const judged = countRows(database, 'geo_checks where judged_at is not null')
  if (judged !== rounds * count) throw new Error(`Of ${rounds * count} answers ${judged} were judged.`)

  const took = median(times)
  const p99 = quantile(latencies, 0.99)
  const idleP99 = quantile(idle, 0.99)
  return [
    {
      what: `scan of ${count} answers of ${answerMilliseconds} ms, each judged as long`,
      reached: `${milliseconds(took)}, ${grouped(each)} µs each`,
      baseline: milliseconds(ideal),
      ratio: took / ideal,
      aim: `at most 1.3; the baseline asks ${width} at a time and does nothing else`,
      met: took <= 1.3 * ideal,
    },
    {
      what: `  GET /v1/posts meanwhile, ${grouped(readsPerSecond)}/s, p99`,
      reached: milliseconds(p99),
      baseline: milliseconds(idleP99),
      ratio: p99 / idleP99,
      aim: 'under 50 ms; the baseline is at rest',
      met: p99 < 50,
    },
  ]
}

/** Starts the binary with a catalog of engines at one address and a small model at another. */
function startAsking(
  { binary, folder }: Workshop,
  { ctx, dataDir }: Installation,
  baseUrl: string,
  judgeUrl: string,
) {
  ctx.db.$client.close()
  const enginesFile = join(folder, 'engines.json')
  const entries = engineIds.map((id) => ({
    id,
    provider: 'bench',
    label: id,
    model: id,
    baseUrl,
    api: 'chat',
  }))
  writeFileSync(enginesFile, JSON.stringify(entries))
  return startService([binary, 'serve'], {
    DATA_DIR: dataDir,
    ENGINES_FILE: enginesFile,
    OPENAI_BASE_URL: judgeUrl,
    OPENAI_API_KEY: 'bench',
    WRITER_MODEL: 'writer',
    SMALL_MODEL: 'small',
    LOG_LEVEL: 'warn',
  })
}

async function startScan(port: number, key: string, projectId: string) {
  const url = `http://127.0.0.1:${port}/v1/projects/${projectId}/geo/scans`
  const started = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${key}` } })
  if (started.status !== 202) throw new Error(`A scan was answered ${await started.text()}`)
}

function lastDuration(path: string): number {
  using database = new Database(path, { readonly: true })
  const query = 'select finished_at - started_at as took from geo_scans order by started_at desc limit 1'
  return (database.query(query).get() as { took: number }).took
}
