import type { InStatement } from '@libsql/client/web'
import { collections } from '../../src/features/collections/table.ts'
import { sitemaps } from '../../src/features/geo/sitemaps/table.ts'
import { postChecks, posts } from '../../src/features/posts/table.ts'
import { checkedNow } from '../../src/features/posts/text-check.ts'
import { agentOf } from './agent.ts'
import {
  addIdentity,
  addPageFact,
  addProject,
  connect,
  scheduleBody,
  type Team,
  type TestApp,
  teamOf,
  testApp,
  triggerBody,
} from './app.ts'
import type { TestContext } from './context.ts'
import { engineServer } from './engine-server.ts'
import { startGitHub } from './github.ts'
import { repository } from './github-repository.ts'
import { completion } from './models.ts'
import { addBrief, planAnswer } from './planning.ts'
import { type answer, startTalking } from './talking.ts'
import { track } from './tracking.ts'

type Script = ReturnType<typeof answer>
export type World = Awaited<ReturnType<typeof openWorld>>

/**
 * An organization with a record of every kind that tools write, and a scripted agent; `stop` ends its
 * servers.
 */
export async function openWorld(...scripts: Script[]) {
  const engine = engineServer({})
  const github = startGitHub({ repositories: [repository('acme/web')] })
  // Only planning a brief asks the model otherwise.
  const talking = startTalking(({ body }) =>
    body.stream ? (scripts.shift() ?? []) : Response.json(completion(planAnswer())),
  )
  const config = { githubApiUrl: github.url, allowPrivateNetwork: true }
  const app = await testApp(config, talking.models(), engine.engines([{}]))
  const { team, ids } = await fill(app)
  app.ctx.clock.advance(60_000)
  return {
    ...app,
    ...agentOf(app.ctx, team),
    team,
    talking,
    made: (path: string, body: object) => create(team, path, body),
    ids,
    async stop() {
      talking[Symbol.dispose]()
      github[Symbol.dispose]()
      await engine.stop()
    },
  }
}

/** The rows of the first world of this process. The others copy them, in a tenth of the time. */
let filled: { team: Team; ids: Ids; rows: InStatement[] } | undefined

async function fill({ ctx, api, team: createTeam }: TestApp): Promise<{ team: Team; ids: Ids }> {
  if (filled) {
    const { id, slug, key, keyId } = filled.team
    await ctx.db.$client.batch(['pragma defer_foreign_keys = on', ...filled.rows], 'write')
    return { team: teamOf(ctx, api, { id, slug, key, keyId }), ids: filled.ids }
  }
  const team = await createTeam('acme')
  const ids = await createRecords(ctx, team)
  filled = { team, ids, rows: await copyRows(ctx) }
  return { team, ids }
}

/** Statements that insert all stored rows into another migrated database; last the counts, which triggers change. */
async function copyRows({ db }: TestContext): Promise<InStatement[]> {
  const { rows: tables } = await db.$client.execute(`
    select name from pragma_table_list
    where type = 'table' and name <> 'migrations' and name not like 'sqlite_%' and name not like 'libsql_%'
    order by name like '%counts'`)
  const inserts = await Promise.all(
    tables.map(async ({ name }) => {
      const { columns, rows } = await db.$client.execute(`select * from "${name}"`)
      const values = `(${columns.map((each) => `"${each}"`)}) values (${columns.map(() => '?')})`
      const sql = `insert or replace into "${name}" ${values}`
      return rows.map((row) => ({ sql, args: columns.map((each) => row[each] ?? null) }))
    }),
  )
  return inserts.flat()
}

async function create(team: Team, path: string, body: object) {
  const answer = await team.call('POST', path, body)
  if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.text}`)
  return answer.body
}

type Ids = Awaited<ReturnType<typeof createRecords>>

async function createRecords(ctx: TestContext, team: Team) {
  await addIdentity(ctx, team.id, 'brand')
  await addIdentity(ctx, team.id, 'other-brand')
  const projectId = await track(ctx, team.id, {
    competitors: ['Beta'],
    sequences: [['Which tools are there?']],
  })
  const otherProjectId = await addProject(ctx, team.id)
  const integrationId = (await connect(ctx, team.id)).id
  const otherIntegrationId = (await connect(ctx, team.id, 'acme/other')).id
  const briefId = await addBrief(ctx, team, projectId)
  const { schedule } = await create(team, '/v1/schedules', scheduleBody(integrationId))
  const { eventTrigger } = await create(team, '/v1/event-triggers', triggerBody(integrationId))
  await create(team, '/v1/skills', { name: 'tone', description: 'Ours', content: 'Be brief.' })
  const facts = '/v1/brand-identities/brand/facts'
  const { fact } = await create(team, facts, { text: 'Acme is from Berlin.' })
  const feedback = { message: 'It stops.', kind: 'bug', sentiment: 'negative' }
  const sent = await create(team, '/v1/feedback', feedback)
  const now = ctx.now()
  await ctx.db.insert(collections).values({
    ...{ id: 'collection1', organizationId: team.id, source: 'api', sourceId: 'x', name: 'Spring' },
    ...{
      nameSource: 'generated',
      contentTypes: ['changelog'],
      expectedPostCount: 1,
      createdAt: now,
      updatedAt: now,
    },
  })
  await ctx.db.insert(posts).values({
    ...{ id: 'post1', organizationId: team.id, contentType: 'changelog', status: 'draft', title: 'Release' },
    ...{ content: '<p>one</p>', markdown: 'one', createdAt: now, updatedAt: now },
  })
  await ctx.db.insert(sitemaps).values({
    ...{ id: 'sitemap1', projectId, url: 'https://acme.example/pages.xml', status: 'ready' },
    ...{ nextFetchAt: now, createdAt: now },
  })
  return {
    ...{ projectId, otherProjectId, integrationId, otherIntegrationId, briefId },
    ...{ scheduleId: schedule.id, triggerId: eventTrigger.id, feedbackId: sent.feedback.id },
    factId: fact.id,
  }
}

/** The facts against which a changelog without activity is checked. */
export const checkedPost = {
  kind: 'generated' as const,
  basis: {
    ...{ contentType: 'changelog', activity: '', known: '', language: 'English', changes: 1 },
    ...{ instructions: { brand: '', rules: '' }, links: [], numbers: [], tags: [], brandIdentityId: null },
    claims: { own: { key: 'own', name: 'Acme', terms: ['Acme'], hosts: [] }, others: [], sources: [] },
  },
}

type InputOf = (world: World) => Record<string, unknown> | Promise<Record<string, unknown>>

/** For every tool that writes: a valid input for it in that organization. */
export const writing: Record<string, InputOf> = {
  submit_feedback: () => ({
    message: 'The export stops.',
    title: 'Stops',
    kind: 'bug',
    sentiment: 'negative',
  }),
  update_feedback_status: ({ ids: { feedbackId } }) => ({ feedbackId, status: 'archived' }),
  create_post: () => ({ contentType: 'blog_post', title: 'Exports', markdown: 'Fast.' }),
  update_post: () => ({ postId: 'post1', title: 'Faster', status: 'published' }),
  check_post: async ({ ctx }) => {
    await ctx.db
      .insert(postChecks)
      .values({ postId: 'post1', ...checkedPost, ...checkedNow(ctx, []) })
      .onConflictDoNothing()
    return { postId: 'post1' }
  },
  delete_post: () => ({ postId: 'post1' }),
  rename_collection: () => ({ collectionId: 'collection1', name: 'The spring release' }),
  delete_collection: () => ({ collectionId: 'collection1' }),
  generate_post: () => ({ contentType: 'changelog', lookbackWindow: 'last_7_days' }),
  generate_brand_identity: () => ({ websiteUrl: 'https://other.example', name: 'Other' }),
  update_brand_identity: () => ({ brandIdentityId: 'brand', audience: 'Developers', isDefault: true }),
  delete_brand_identity: () => ({ brandIdentityId: 'other-brand' }),
  add_brand_fact: () => ({ brandIdentityId: 'brand', text: 'Acme has 12 employees.' }),
  update_brand_fact: ({ ids: { factId } }) => ({ brandIdentityId: 'brand', factId, text: 'Acme is old.' }),
  refresh_brand_fact: async ({ ctx, team }) => {
    await addPageFact(ctx, team.id, 'brand')
    return { brandIdentityId: 'brand', factId: 'page' }
  },
  delete_brand_fact: ({ ids: { factId } }) => ({ brandIdentityId: 'brand', factId }),
  create_skill: () => ({ name: 'house', description: 'Ours', content: 'Be brief.' }),
  update_skill: () => ({ name: 'tone', content: 'Be briefer.' }),
  delete_skill: () => ({ name: 'tone' }),
  connect_repository: () => ({ owner: 'acme', repo: 'web' }),
  disconnect_integration: ({ ids }) => ({ integrationId: ids.otherIntegrationId }),
  create_schedule: ({ ids }) => scheduleBody(ids.integrationId, { name: 'Another', outputType: 'blog_post' }),
  update_schedule: ({ ids }) => ({
    ...scheduleBody(ids.integrationId, { name: 'Later' }),
    scheduleId: ids.scheduleId,
  }),
  delete_schedule: ({ ids: { scheduleId } }) => ({ scheduleId }),
  create_event_trigger: ({ ids }) => triggerBody(ids.otherIntegrationId),
  update_event_trigger: ({ ids }) => ({
    ...triggerBody(ids.integrationId, { sourceConfig: { eventTypes: ['release'] } }),
    triggerId: ids.triggerId,
  }),
  delete_event_trigger: ({ ids: { triggerId } }) => ({ triggerId }),
  create_project: () => ({ name: 'Second' }),
  update_project: ({ ids: { projectId } }) => ({ projectId, name: 'Acme in Europe' }),
  delete_project: ({ ids }) => ({ projectId: ids.otherProjectId }),
  update_visibility_settings: ({ ids: { projectId } }) => ({
    ...{ projectId, companyName: 'Acme', aliases: ['Acme Cloud'], languages: ['en'] },
    ...{ engines: ['test/one'], enforceZdr: false, nonZdrApprovedEngines: ['test/one'] },
    ...{ enabled: true, scanIntervalHours: 24 },
  }),
  add_prompt: ({ ids: { projectId } }) => ({ projectId, prompt: 'which tools are there' }),
  update_prompt: ({ ids: { projectId } }) => ({ projectId, promptId: `p1-${projectId}`, enabled: false }),
  delete_prompt: ({ ids: { projectId } }) => ({ projectId, promptId: `p1-${projectId}` }),
  track_competitor: ({ ids: { projectId } }) => ({
    projectId,
    name: 'Beta',
    domain: 'beta.example',
    kind: 'direct',
  }),
  untrack_competitor: ({ ids: { projectId } }) => ({ projectId, name: 'Beta' }),
  create_conversation: ({ ids: { projectId } }) => ({
    projectId,
    name: 'Talk two',
    steps: ['Which are there?'],
  }),
  update_conversation: ({ ids: { projectId } }) => ({
    ...{ projectId, sequenceId: `s1-${projectId}`, name: 'Renamed', enabled: false },
  }),
  delete_conversation: ({ ids: { projectId } }) => ({ projectId, sequenceId: `s1-${projectId}` }),
  delete_sitemap: ({ ids: { projectId } }) => ({ projectId, sitemapId: 'sitemap1' }),
  run_conversation: ({ ids: { projectId } }) => ({ projectId, sequenceId: `s1-${projectId}` }),
  add_sitemap: ({ ids: { projectId } }) => ({ projectId, url: 'https://acme.example/sitemap.xml' }),
  scan_agent_readiness: async ({ ctx, ids: { projectId } }) => {
    await ctx.db.$client.execute("update projects set brand_identity_id = 'brand'")
    return { projectId }
  },
  run_scan: ({ ids: { projectId } }) => ({ projectId }),
  async retry_scan({ ctx, ids: { projectId }, made }) {
    const { scanId } = await made(`/v1/projects/${projectId}/geo/scans`, {})
    await ctx.db.$client.execute("update geo_scans set status = 'failed'")
    await ctx.db.$client.execute('update geo_settings set scan_id = null, scan_started_at = null')
    return { projectId, scanId }
  },
  rescan_prompt: ({ ids: { projectId } }) => ({ projectId, promptId: `p1-${projectId}` }),
  plan_brief: ({ ids: { projectId } }) => ({ projectId, topic: 'how teams of ten write changelogs' }),
  approve_brief: ({ ids: { projectId, briefId } }) => ({ projectId, briefId }),
}

/** Tables of the conversation itself, and of the cost of an attempt without changes. */
const aside = /^(agent_|sqlite_|libsql_|migrations$|rate_limits$|approvals$|api_keys$|job_steps$)/
/** Values that differ between installations: ids, times, and random values. */
const alike: [RegExp, string][] = [
  [/[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/g, '#'],
  // The id of a post has letters and digits.
  [/\b(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{16}\b/g, '#'],
  [/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, '@'],
  [/\b1[67]\d{11}\b/g, '@'],
  [/http:\/\/127\.0\.0\.1:\d+/g, 'http://host'],
]

/** All stored rows without random values: two installations with the same actions are equal. */
export async function stateOf({ ctx }: Pick<World, 'ctx'>): Promise<Record<string, string[]>> {
  const { rows } = await ctx.db.$client.execute("select name from pragma_table_list where type = 'table'")
  const names = rows.map(({ name }) => String(name)).filter((name) => !aside.test(name))
  const tables = await Promise.all(
    names.sort().map(async (name) => [name, await readTable(ctx, name)] as const),
  )
  return Object.fromEntries(tables)
}

async function readTable(ctx: World['ctx'], name: string): Promise<string[]> {
  // Whether a job is done already does not matter for the cause of it.
  const rest =
    name === 'jobs' ? "name, key, payload from jobs where name <> 'agent-sessions.turn'" : `* from "${name}"`
  const { rows } = await ctx.db.$client.execute(`select ${rest}`)
  return rows.map((row) => toAlike({ ...row })).sort()
}

const toAlike = (row: Record<string, unknown>) => {
  const known = Object.entries(row).filter(([column]) => !/^encrypted_|_hash$|^hash$/.test(column))
  return alike.reduce(
    (text, [pattern, sign]) => text.replace(pattern, sign),
    JSON.stringify(Object.fromEntries(known)),
  )
}
