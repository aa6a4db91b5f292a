import { expect } from 'bun:test'
import { matching } from './deliveries.ts'
import { type Installation, openBeside } from './installation.ts'
import type { Load } from './load.ts'

type Count = { id: string; count: number }
type Run = {
  id: string
  runId: string
  status: string
  postId: string | null
  error: string | null
  job: string | null
  attempts: number
}
type Post = { id: string; metadata: string }

/** Resolves when no generation is waiting or running any more. */
export async function untilDrained(path: string) {
  const database = openBeside(path, { readonly: true })
  const open = database.query<{ count: number }, []>(
    `select count(*) as count from jobs where name = 'generation.write' and state in ('ready', 'running')`,
  )
  while ((open.get()?.count ?? 0) > 0) await Bun.sleep(20)
  database.close()
}

/** Every delivery has all of its effects once, or none if it was never acknowledged. */
export function expectEffectsOnce(
  path: string,
  installation: Installation,
  { sent, unexpected }: Pick<Load, 'sent' | 'unexpected'>,
) {
  const database = openBeside(path, { readonly: true })
  const all = <T>(sql: string) => database.query<T, []>(sql).all()
  const counts = (sql: string) => new Map(all<Count>(sql).map(({ id, count }) => [id, count]))

  expect(unexpected).toEqual([])
  expect(all<{ integrity_check: string }>('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
  expect(all('pragma foreign_key_check')).toEqual([])

  const activities = counts('select delivery_id as id, count(*) as count from activities group by 1')
  const remembered = counts('select delivery_id as id, count(*) as count from deliveries group by 1')
  const logged = counts(
    'select reference_id as id, count(*) as count from webhook_logs where processed group by 1',
  )
  const runs = readRuns(all)
  const posts = new Map(
    all<Post>('select id, source_metadata as metadata from posts').map((post) => [post.id, post]),
  )

  const ended = [...runs.values()]
  expect(
    ended.filter(({ status, job }) => !['completed', 'skipped'].includes(status) || job !== 'done'),
  ).toEqual([])

  const wrong: string[] = []
  const expectedRuns: string[] = []
  for (const { delivery, processed, duplicate } of sent) {
    const { id } = delivery
    const stored = activities.get(id) ?? 0
    const parts = [stored, remembered.get(id) ?? 0, logged.get(id) ?? 0]
    const whole = parts.every((part) => part === 1)
    if (!whole && parts.some((part) => part !== 0)) wrong.push(`${id} has effects ${parts.join(', ')}`)
    if (processed + duplicate > 0 && stored !== 1)
      wrong.push(`${id} was acknowledged and is stored ${stored} times`)
    if (processed > 1) wrong.push(`${id} was answered as processed ${processed} times`)
    if (stored === 0) continue
    for (const trigger of matching(installation.triggers, delivery)) {
      const runId = `event-${trigger.id}-${id}`
      expectedRuns.push(runId)
      const post = posts.get(runs.get(runId)?.postId ?? '')
      for (const sha of delivery.shas)
        if (!post?.metadata.includes(sha)) wrong.push(`the run ${runId} has no post about ${sha}`)
    }
  }
  expect(wrong).toEqual([])
  expect([...runs.keys()].sort()).toEqual(expectedRuns.sort())

  const told = ended.flatMap(({ postId }) => postId ?? [])
  expect(told.sort()).toEqual([...posts.keys()].sort())
  expect(ended.filter(({ status }) => status === 'completed').length).toBe(posts.size)
  expect(all('select coalesce(sum(total), 0) as total from post_counts')).toEqual([{ total: posts.size }])
  const held = all<{ collectionId: string }>('select collection_id as collectionId from posts')
  const collections = all<{ id: string }>('select id from collections where completed_post_count = 1')
  expect(collections.map(({ id }) => id).sort()).toEqual(held.map(({ collectionId }) => collectionId).sort())
  expect(all('select total from collection_counts')).toEqual([{ total: posts.size }])
  expectEventsOnce(all, ended)

  const jobs = all<{ key: string }>(`select key from jobs where name = 'generation.write'`)
  expect(jobs.map(({ key }) => key).sort()).toEqual(expectedRuns)
  database.close()
  return { runs: ended, posts: posts.size, activities: activities.size }
}

function readRuns(all: <T>(sql: string) => T[]): Map<string, Run> {
  const rows = all<Run>(`
    select generation.id, workflow_run_id as runId, generation.status, post_id as postId, generation.error,
      jobs.state as job, jobs.failures + jobs.interruptions + 1 as attempts
    from generation_jobs as generation left join jobs on jobs.key = generation.workflow_run_id`)
  return new Map(rows.map((row) => [row.runId, row]))
}

/** The log of a run has each step once; only interrupted steps were started again. */
function expectEventsOnce(all: <T>(sql: string) => T[], runs: Run[]) {
  const rows = all<{ job: string; type: string; count: number }>(
    'select job_id as job, type, count(*) as count from generation_events group by 1, 2',
  )
  const counted = new Map(rows.map(({ job, type, count }) => [`${job} ${type}`, count]))
  const wrong = runs.flatMap(({ id, status, attempts }) => {
    const times = (type: string) => counted.get(`${id} ${type}`) ?? 0
    const once = [
      'queued',
      'workflow_triggered',
      'running',
      status,
      ...(status === 'completed' ? ['post_created'] : []),
    ]
    const strange = once.filter((type) => times(type) !== 1).map((type) => `${id} ${type} ${times(type)}`)
    return times('generating_content') > attempts ? [...strange, `${id} was written too often`] : strange
  })
  expect(wrong).toEqual([])
}
