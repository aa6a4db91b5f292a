import { expect, test } from 'bun:test'
import { armTask } from '../../src/cron/arm.ts'
import { tick } from '../../src/cron/ticker.ts'
import { setSwitches } from '../../src/features/organizations/service.ts'
import { createPasswordLink } from '../../src/features/sessions/links.ts'
import { recoverJobs, renewLeases } from '../../src/jobs/queue.ts'
import { recurringTasks } from '../../src/registry.ts'
import { connect, testApp, triggerBody, webhookSecret } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { deliveryHeaders } from '../support/github-deliveries.ts'
import { pullRequestPayload, pushPayload, releasePayload } from '../support/payloads.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'

/** Tables that grow with use; users set up the rows of the others. */
const growing = [
  'posts',
  'collections',
  'readings',
  'activities',
  'deliveries',
  'sightings',
  'webhook_logs',
  'jobs',
  'job_steps',
  'generation_jobs',
  'generation_events',
  'brand_analysis_jobs',
  'brand_facts',
  'usage_holds',
  'codehost_answers',
  'rate_limits',
  'sessions',
  'links',
  'devices',
  // The alias of `webhook_logs` in a join.
  'log',
]
/** Partial indexes that contain only the running jobs. */
const small = ['jobs_leased']

let used: ReturnType<typeof useEverything> | undefined
/** Every statement that Herald sends in ordinary use, and the database that it was sent to. */
const everything = () => (used ??= useEverything())

async function useEverything() {
  const app = await testApp({ githubApiUrl: 'http://127.0.0.1:9' })
  const sent = recordStatements(app.ctx.db)
  const team = await app.team('acme')
  const repository = await connect(app.ctx, team.id)
  await team.call('POST', '/v1/integrations/github', { owner: 'acme', repo: 'app' })
  const ada = await team.person('owner', 'Ada')
  const link = await createPasswordLink(app.ctx, ada.id)
  const [, token] = link.split('#')
  await ada.call('POST', '/api/app/password/look', { token })
  await ada.call('POST', '/api/app/password', { token, password: 'correct horse' })
  await ada.call('DELETE', '/api/app/account/sessions')
  await team.call('POST', '/v1/event-triggers', triggerBody(repository.id))
  await ada.call('GET', '/api/app/automations')
  for (const [event, payload] of [
    ['push', pushPayload()],
    ['pull_request', pullRequestPayload()],
    ['release', releasePayload()],
    ['release', releasePayload()],
    ['nonsense', {}],
  ] as const) {
    const body = JSON.stringify(payload)
    await app.anonymous(
      'POST',
      repository.hook,
      body,
      deliveryHeaders(event, body, webhookSecret, `d-${event}`),
    )
  }
  for (const task of recurringTasks) await armTask(app.ctx, task)
  // The code host is down: after two attempts the runs use the data of the deliveries.
  for (let moments = 0; moments < 3; moments++) {
    await drain(app.ctx)
    app.ctx.clock.advance(5000)
  }
  app.ctx.clock.advance(2 * 60 * 60 * 1000)
  await tick(app.ctx)
  await drain(app.ctx)
  await recoverJobs(app.ctx, 'other/1/x')
  await renewLeases(app.ctx, 'other/1/x', [1])
  await team.call('POST', '/v1/posts/generate', { contentTypes: ['changelog', 'image'] })
  await drain(app.ctx)
  for (const query of [
    '?status=draft,published',
    '?status=draft',
    '?status=draft&contentType=changelog,blog_post&sort=asc&page=3',
    '?brandIdentityId=a,b',
    '',
  ]) {
    await team.call('GET', `/v1/posts${query}`)
  }
  const { body } = await team.call('GET', '/v1/posts?status=draft')
  expect(body.posts.length).toBeGreaterThan(0)
  const [post] = body.posts
  await team.call('GET', `/v1/posts/${post.id}`)
  await team.call('PATCH', `/v1/posts/${post.id}`, { markdown: '# New' })
  await setSwitches(app.ctx, team.id, { publicPage: true })
  await team.call('PATCH', `/v1/posts/${post.id}`, { status: 'published', slug: 'new' })
  for (const path of ['', '?tag=changelog', '/new', '/feed.xml', '/feed.json?tag=blog_post', '/news.json'])
    expect((await app.anonymous('GET', `/c/acme${path}`)).status).toBe(200)
  await team.call('GET', '/v1/event-triggers')
  await team.call('DELETE', `/v1/posts/${post.id}`)
  for (const query of ['', '?sort=asc&page=2']) await team.call('GET', `/v1/collections${query}`)
  for (const query of ['', '?status=failed&type=rejected&search=x', `?integrationId=${repository.id}`])
    expect((await team.call('GET', `/v1/deliveries${query}`)).status).toBe(200)
  for (const query of ['', '?status=completed', `?integrationId=${repository.id}`])
    expect((await team.call('GET', `/v1/runs${query}`)).status).toBe(200)
  const [run] = (await team.call('GET', '/v1/runs')).body.runs
  expect((await team.call('GET', `/v1/runs/${run.id}`)).status).toBe(200)
  const collection = `/v1/collections/${post.collectionId}`
  for (const [method, change] of [['GET'], ['PATCH', { name: 'New' }], ['DELETE']] as const)
    expect((await team.call(method, collection, change)).status).toBe(200)
  await team.call('DELETE', `/v1/integrations/${repository.id}`)
  // On a database server the plans are asked for on the same connection.
  return { db: app.ctx.db, sent: [...sent] }
}

test('no query scans a table that grows', async () => {
  const { db, sent } = await everything()
  const statements = new Map(sent.map((statement) => [statement.sql, statement]))
  expect(statements.size).toBeGreaterThan(40)
  const scans: string[] = []
  for (const statement of statements.values()) {
    // A new parent row searches for children only if a deferred check waits for it.
    if (statement.sql.startsWith('insert into "organizations"')) continue
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(statement.sql)) continue
    for (const detail of await planOf(db, statement)) {
      const [, table] = /^SCAN (\w+)/.exec(detail) ?? []
      const isSmall = small.some((index) => detail.includes(index))
      if (table && growing.includes(table) && !isSmall) scans.push(`${detail}: ${statement.sql}`)
    }
  }
  expect(scans).toEqual([])
})

test('pages of posts and collections are read in the order of an index, not sorted', async () => {
  const { db, sent } = await everything()
  const pages = sent.filter(
    ({ sql }) => /from "(posts|collections)".*order by/s.test(sql) && !/ in \(|"collection_id" = /.test(sql),
  )
  expect(pages.length).toBeGreaterThan(4)
  for (const page of pages) {
    const isSorted = (await planOf(db, page)).some((detail) => detail.includes('TEMP B-TREE'))
    expect([page.sql, isSorted]).toEqual([page.sql, false])
  }
})

test('the posts of a collection are found by an index on it, not among all of the organization', async () => {
  const { db, sent } = await everything()
  const reads = sent.filter(({ sql }) => /^select .* from "posts" where .*"collection_id" = /s.test(sql))
  expect(reads.length).toBeGreaterThan(0)
  for (const read of reads) expect((await planOf(db, read))[0]).toContain('posts_collection')
})
