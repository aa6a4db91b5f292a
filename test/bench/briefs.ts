import { briefs as table } from '../../src/features/geo/briefs/table.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { answerWell, document } from '../support/articles.ts'
import { startModels } from '../support/models.ts'
import { track } from '../support/tracking.ts'
import type { Row, Workshop } from './benchmark.ts'
import { startWriting } from './generation.ts'
import { countRows } from './support/database.ts'
import { milliseconds } from './support/format.ts'
import { type Installation, install } from './support/herald.ts'
import { median } from './support/rounds.ts'

const rounds = 15

/** From the approval of a brief to its post, with a model that answers at once. */
export async function briefs(workshop: Workshop): Promise<Row[]> {
  using models = startModels(answerWell)
  const installation = await install(workshop, 'briefs')
  const { ctx, organizationId, database } = installation
  const { key } = await createKey(ctx, organizationId, { name: 'bench' })
  const projectId = await track(ctx, organizationId, { competitors: ['Globex', 'Initech'] })
  const ids = await addBriefs(installation, projectId)
  const herald = await startWriting(workshop, installation, 'http://127.0.0.1:1', models.url)

  const url = `http://127.0.0.1:${herald.port}/v1/projects/${projectId}/geo/briefs`
  const times: number[] = []
  for (const id of ids) times.push(await write(`${url}/${id}`, key))
  await herald.stop()
  const written = countRows(database, 'posts')
  if (written !== rounds) throw new Error(`Of ${rounds} briefs ${written} were written.`)

  // The first one loads modules that all of them need.
  const [first = 0, ...others] = times
  const took = median(others)
  return [
    {
      what: 'article of a brief, approval to post, with a model that answers at once',
      reached: `${milliseconds(took)}, the first ${milliseconds(first)}`,
      aim: 'under 300 ms',
      met: took < 300,
    },
  ]
}

async function addBriefs({ ctx, organizationId }: Installation, projectId: string): Promise<string[]> {
  const now = ctx.now()
  const rows = Array.from({ length: rounds }, () => ({
    id: Bun.randomUUIDv7(),
    organizationId,
    projectId,
    topic: document.targetPrompt,
    workingTitle: document.workingTitle,
    status: 'draft' as const,
    sourceKind: 'manual' as const,
    competitorIds: [],
    createdAt: now,
    updatedAt: now,
    document,
    evidence: { claims: [] },
  }))
  await ctx.db.insert(table).values(rows)
  return rows.map(({ id }) => id)
}

/** Approves a brief and waits for its post; returns milliseconds. */
async function write(url: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` }
  const started = performance.now()
  const approved = await fetch(`${url}/approve`, { method: 'POST', headers })
  if (approved.status !== 202) throw new Error(`An approval was answered ${await approved.text()}`)
  for (;;) {
    const { status, error } = (await (await fetch(url, { headers })).json()) as {
      status: string
      error: string
    }
    if (status === 'completed') return performance.now() - started
    if (status === 'failed') throw new Error(`An article was not written: ${error}`)
    await Bun.sleep(5)
  }
}
