import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Api, createApi } from '../../src/api.ts'
import { tick } from '../../src/cron/ticker.ts'
import { openDatabase } from '../../src/db/client.ts'
import { migrate } from '../../src/db/migrate.ts'
import { changesWith } from '../../src/features/integrations/secret-locations.ts'
import { createSecrets } from '../../src/secrets.ts'
import { words } from '../features/writer-brief.ts'
import { caller, webhookSecret } from '../support/app.ts'
import { drain, type TestContext, testContext } from '../support/context.ts'
import { startGitHub } from '../support/github.ts'
import { deliveryHeaders } from '../support/github-deliveries.ts'
import { type HostRepository, repository } from '../support/github-repository.ts'
import landing from '../support/landing-1.json'
import { startModels } from '../support/models.ts'
import { pushPayload } from '../support/payloads.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'

// landing-1.db.gz is a database as commit 3e6c980 left it, landing-1.json what that version answered from it.

type Row = Record<string, unknown>

/** The current tables and column names of rows that have moved since. */
const moved: Record<string, { to: string; columns?: Record<string, string>; dropped?: string[] }> = {
  event_triggers: { to: 'automations' },
  schedules: { to: 'automations' },
  event_trigger_repositories: { to: 'automation_repositories', columns: { trigger_id: 'automation_id' } },
  feedback_tokens: { to: 'api_keys' },
  // Encrypted again, bound to their rows; test/secrets.test.ts.
  integrations: { to: 'integrations', dropped: ['encrypted_token', 'encrypted_webhook_secret'] },
  // The post of the picture stores its organization.
  post_images: { to: 'post_images', dropped: ['organization_id'] },
}

let path: string
beforeEach(() => {
  path = join(temporaryFolder(), 'herald.db')
  writeFileSync(path, Bun.gunzipSync(readFileSync(join(import.meta.dir, '../support/landing-1.db.gz'))))
})
afterAll(cleanUp)

function readTables(): Map<string, Row[]> {
  using database = new Database(path)
  const tables = database
    .query<{ name: string }, []>(
      "select name from pragma_table_list where schema = 'main' and type = 'table'",
    )
    .all()
    .filter(({ name }) => name !== 'sqlite_schema')
  return new Map(tables.map(({ name }) => [name, database.query<Row, []>(`select * from "${name}"`).all()]))
}

test('a database of the first release keeps every row and every value', async () => {
  const before = readTables()
  const db = openDatabase(`file:${path}`)
  await migrate(db, { changes: changesWith(createSecrets(() => 'test')) })
  expect(await db.all('pragma foreign_key_check')).toEqual([])
  db.$client.close()
  const after = readTables()
  const expected = new Map<string, number>()
  for (const [table, rows] of before) {
    const { to, columns = {}, dropped = [] } = moved[table] ?? { to: table }
    expected.set(to, (expected.get(to) ?? 0) + rows.length)
    for (const row of rows) {
      const kept = Object.entries(row).filter(([column]) => !dropped.includes(column))
      const renamed = Object.fromEntries(kept.map(([column, value]) => [columns[column] ?? column, value]))
      expect(after.get(to)).toContainEqual(expect.objectContaining(renamed))
    }
  }
  expected.set('migrations', after.get('migrations')?.length ?? 0)
  // The repositories of schedules were stored only in the schedules.
  expected.set('automation_repositories', (before.get('event_trigger_repositories')?.length ?? 0) + 2)
  const counts = [...expected.keys()].map((table) => [table, after.get(table)?.length])
  expect(counts).toEqual([...expected])
})

describe('after the upgrade', () => {
  const blogPost = { title: 'Exports that stream', markdown: words(450), skip: null }
  const changelog = { title: 'A calmer week', summary: words(40), highlights: [], titles: [] }
  let ctx: TestContext
  let api: Api
  let call: ReturnType<typeof caller>
  let story: HostRepository
  let host: ReturnType<typeof startGitHub>
  let models: ReturnType<typeof startModels>
  beforeEach(async () => {
    story = repository('acme/app', { startsAt: '2026-03-01T09:00:00.000Z' })
    story.pullRequest('feat: stream exports')
    host = startGitHub({ repositories: [story], token: 'ghp_kept' })
    models = startModels(({ instructions }) => (instructions.includes('blog post') ? blogPost : changelog))
    ctx = {
      ...(await testContext({ githubApiUrl: host.url }, models.models())),
      db: openDatabase(`file:${path}`),
    }
    ctx.clock.now = new Date(landing.now)
    await migrate(ctx.db, { changes: changesWith(ctx.secrets) })
    api = createApi(ctx)
    call = caller(api, landing.key)
  })
  afterEach(() => {
    host.stop()
    models.stop()
    ctx.db.$client.close()
  })

  test.each(Object.entries(landing.answers))('GET %s answers as before', async (path, answer) => {
    const { status, body } = await call('GET', path)
    expect(status).toBe(200)
    expect(body).toMatchObject(answer)
  })

  test('keys and feedback tokens still work, and revoked ones do not', async () => {
    const entry = { message: 'm', title: 't', kind: 'bug', sentiment: 'neutral' }
    const { status, body } = await caller(api, landing.feedbackToken)('POST', '/v1/feedback', entry)
    expect([status, body.feedback.projectId]).toEqual([202, 'p1'])
    expect((await caller(api, landing.freeToken)('POST', '/v1/feedback', entry)).status).toBe(202)
    expect((await caller(api, landing.freeToken)('GET', '/v1/posts')).status).toBe(401)
    expect((await caller(api, landing.revokedToken)('POST', '/v1/feedback', entry)).status).toBe(401)
    expect((await caller(api, landing.revokedKey)('GET', '/v1/posts')).status).toBe(401)
  })

  test('a waiting run is executed, with the token of its repository', async () => {
    await drain(ctx)
    const { job } = (await call('GET', `/v1/posts/generate/${landing.waitingRun}`)).body
    expect([job.status, job.error]).toEqual(['completed', null])
    expect((await call('GET', `/v1/posts/${job.postId}`)).body.post.title).toBe(blogPost.title)
  })

  test('a schedule runs at its next time', async () => {
    await drain(ctx)
    const before = await titles()
    story.commit('feat: share a report', { at: '2026-03-06T09:00:00.000Z' })
    ctx.clock.now = new Date('2026-03-09T09:00:00.000Z')
    await tick(ctx)
    await drain(ctx)
    expect(await titles()).toEqual([changelog.title, ...before])
  })

  test('a known delivery is still known, and a new one starts the run of its trigger', async () => {
    expect((await deliver('d-push')).body).toMatchObject({ duplicate: true })
    expect((await deliver('d-new')).body).toMatchObject({ message: 'Processed push event (pushed)' })
    const runs = await ctx.db.all(
      sql`select key from jobs where key = ${`event-${landing.triggerId}-d-new`} and state = 'ready'`,
    )
    expect(runs).toHaveLength(1)
  })

  const titles = async () =>
    (await call('GET', '/v1/posts?status=draft,published')).body.posts.map((post: any) => post.title)

  function deliver(id: string) {
    const body = JSON.stringify(pushPayload())
    return caller(api)('POST', landing.hook, body, deliveryHeaders('push', body, webhookSecret, id))
  }
})
