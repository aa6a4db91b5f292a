import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import {
  type CeilingName,
  ceilingCount,
  ceilingSentence,
  ceilings,
  describeCeiling,
} from '../../src/db/ceilings.ts'
import { beginScan } from '../../src/features/geo/scans/begin-scan.ts'
import type { Plan } from '../../src/features/geo/scans/table.ts'
import { createFeedbackToken, createKey, revokeKey } from '../../src/features/keys/service.ts'
import { apiKeys } from '../../src/features/keys/table.ts'
import { usageHolds } from '../../src/features/usage/table.ts'
import {
  addIdentity,
  addProject,
  connect,
  ownPage,
  type Team,
  testApp,
  triggerBody,
  withHeaders,
} from '../support/app.ts'
import { type GitHubHost, startGitHub } from '../support/github.ts'
import { repository as hostRepository } from '../support/github-repository.ts'
import { readPage } from '../support/manual.ts'
import { startModels } from '../support/models.ts'
import { tokenIn } from '../support/people.ts'
import { track } from '../support/tracking.ts'

let host: GitHubHost
let models: ReturnType<typeof startModels>
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let projectId: string
beforeEach(async () => {
  host = startGitHub({ repositories: Array.from({ length: 30 }, (_, n) => hostRepository(`acme/new-${n}`)) })
  models = startModels('Hello.')
  app = await testApp({ githubApiUrl: host.url }, models.models())
  acme = await app.team('acme')
  projectId = await addProject(app.ctx, acme.id)
  await addIdentity(app.ctx, acme.id, 'voice')
})
afterEach(() => {
  host.stop()
  models.stop()
})

const ownerOf = (name: CeilingName) => (ceilings[name].per === 'project' ? projectId : acme.id)
async function count(name: CeilingName): Promise<number> {
  const [row] = await app.ctx.db.all<{ total: number }>(ceilingCount(name, ownerOf(name)))
  return row?.total ?? 0
}

/** Columns of rows that fill an organization, as SQL of their number `n`. */
const fillers = {
  repositories: {
    table: 'integrations',
    columns: 'provider, display_name, owner, repo, url',
    values: "'github', 'r' || n, 'filler', 'r' || n, 'https://github.com/filler/r' || n",
  },
  automations: {
    table: 'automations',
    columns:
      'source_type, name, source_config, repository_ids, output_type, enabled, auto_publish, fingerprint',
    values: "'cron', 'a' || n, '{}', '[]', 'changelog', 0, 0, 'f' || n",
  },
  skills: {
    table: 'skills',
    columns: 'name, description, content, is_system',
    values: "'s' || n, '', '', 0",
  },
  keys: { table: 'api_keys', columns: 'name, start, hash, scopes', values: "'k' || n, 's', 'h' || n, '[]'" },
  invitations: {
    table: 'invitations',
    columns: 'email, role, hash, expires_at',
    values: "'p' || n || '@acme.test', 'member', 'h' || n, 9999999999999",
  },
  collections: {
    table: 'collections',
    columns: 'source, source_id, name, name_source, content_types, expected_post_count',
    values: "'api', 'run', 'c' || n, 'generated', '[]', 1",
  },
  brandIdentities: { table: 'brand_identities', columns: 'name, website_url', values: "'b' || n, ''" },
  sessions: {
    table: 'agent_sessions',
    columns: 'surface, status, started_by, next_index',
    values: "'standalone-chat', 'completed', 'key', 0",
  },
  chats: {
    table: 'chats',
    columns: 'title, title_source, started_by',
    values: "'c' || n, 'first_message', 'key'",
  },
  projects: { table: 'projects', columns: 'name', values: "'p' || n" },
  suggestions: {
    table: 'geo_suggestions',
    columns: 'prompt, folded, source, status, queries',
    values: "'q' || n, 'q' || n, 'search_console', 'dismissed', '[]'",
  },
  scans: {
    table: 'geo_scans',
    columns: 'organization_id, status, cause, plan, planned, started_at',
    values: "'o', 'completed', 'manual', '{}', 0, 0",
  },
  prompts: { table: 'geo_prompts', columns: 'prompt, folded, tags', values: "'q' || n, 'q' || n, '[]'" },
} satisfies Partial<Record<CeilingName, { table: string; columns: string; values: string }>>

/** Adds rows directly until an owner has `total` of them. */
async function fill(name: keyof typeof fillers, total: number) {
  const { table, columns, values } = fillers[name]
  const missing = total - (await count(name))
  const owner = ceilings[name].per === 'project' ? 'project_id' : 'organization_id'
  const dated = await app.ctx.db.all<{ name: string }>(
    sql`select name from pragma_table_info(${table}) where name in ('created_at', 'updated_at') order by name`,
  )
  const times = dated.map((column) => `, ${column.name}`).join('')
  await app.ctx.db.run(
    sql.raw(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${missing})
      insert into ${table} (id, ${owner}, ${columns}${times})
      select 'filler-' || n, '${ownerOf(name)}', ${values}${', 1'.repeat(dated.length)} from numbers`),
  )
}

type Create = (number: number) => Promise<{ status: number; body: any }>

const creations: Partial<Record<keyof typeof fillers, () => Promise<Create>>> = {
  skills: async () => (n) =>
    acme.call('POST', '/v1/skills', { name: `new-${n}`, description: 'New', content: 'New' }),
  projects: async () => (n) => acme.call('POST', '/v1/projects', { name: `New ${n}` }),
  prompts: async () => (n) =>
    acme.call('POST', `/v1/projects/${projectId}/geo/prompts`, { prompt: `best release notes tool ${n}` }),
  keys: async () => {
    const admin = await acme.person('admin')
    return (n) => admin.call('POST', '/api/app/keys', { name: `New ${n}` })
  },
  invitations: async () => {
    const admin = await acme.person('admin')
    return (n) => admin.call('POST', '/api/app/invitations', { email: `new${n}@acme.test`, role: 'member' })
  },
  repositories: async () => {
    const keys = await Promise.all([0, 1].map((n) => createKey(app.ctx, acme.id, { name: `key ${n}` })))
    return (n) =>
      acme.call(
        'POST',
        '/v1/integrations/github',
        { owner: 'acme', repo: `new-${n}` },
        { authorization: `Bearer ${keys[n % 2]?.key}` },
      )
  },
  automations: async () => {
    const repositories = await Promise.all(
      Array.from({ length: 25 }, (_, n) => connect(app.ctx, acme.id, `acme/app-${n}`)),
    )
    return (n) => acme.call('POST', '/v1/event-triggers', triggerBody(repositories[n]?.id ?? ''))
  },
  sessions: async () => (n) => acme.call('POST', '/v2/agent/v1/session', { message: `Hello ${n}` }),
  chats: async () => (n) => acme.call('POST', '/v1/chats', { message: `Hello ${n}` }),
}

describe('of many requests at the edge of a ceiling, exactly as many succeed as rows are left', () => {
  test.each(Object.keys(creations) as (keyof typeof creations)[])('%s', async (name) => {
    const create = await creations[name]?.()
    if (!create) throw new Error(`Nothing creates ${name}.`)
    const { max } = ceilings[name]
    await fill(name, max - 5)
    const answers = await Promise.all(Array.from({ length: 25 }, (_, number) => create(number)))
    const refused = answers.filter(({ status }) => status === 409)
    expect([await count(name), refused.length]).toEqual([max, 20])
    expect(refused[0]?.body).toEqual({ error: ceilingSentence(name) })
  })
})

test('a request that would open one collection or brand identity too many is refused', async () => {
  const { id } = await connect(app.ctx, acme.id)
  await fill('collections', ceilings.collections.max)
  await fill('brandIdentities', ceilings.brandIdentities.max)
  const post = { contentType: 'changelog', repositoryIds: [id] }
  const generated = await acme.call('POST', '/v1/posts/generate', post)
  expect([generated.status, generated.body]).toEqual([409, { error: ceilingSentence('collections') }])
  const brand = { websiteUrl: 'https://acme.com', name: 'New' }
  const analyzed = await acme.call('POST', '/v1/brand-identities/generate', brand)
  expect([analyzed.status, analyzed.body]).toEqual([409, { error: ceilingSentence('brandIdentities') }])
})

test('an import that would suggest one prompt too many is refused', async () => {
  await fill('suggestions', ceilings.suggestions.max)
  const csv = 'Top queries,Clicks,Impressions,CTR,Position\nbest release notes tool,1,100,1%,4'
  const answer = await acme.call('POST', `/v1/projects/${projectId}/geo/suggestions/import`, { csv })
  expect([answer.status, answer.body]).toEqual([409, { error: ceilingSentence('suggestions') }])
  expect(await count('suggestions')).toBe(ceilings.suggestions.max)
})

test('one scan too many is refused, and reserves nothing', async () => {
  projectId = await track(app.ctx, acme.id, { sequences: [['Which tools are there?']] })
  await fill('scans', ceilings.scans.max)
  const plan: Plan = {
    ...{ prompts: [{ id: 'p', prompt: 'Which tools are there?' }], sequences: [], engines: ['one'] },
    ...{ searching: [], skipped: [], languages: ['en'], promptLanguage: 'en', trackWithoutSearch: false },
    ...{ enforceZdr: false, nonZdrApprovedEngines: [], only: null },
  }
  const begun = beginScan(app.ctx, { projectId, organizationId: acme.id, cause: 'manual', plan })
  expect(await begun.catch(describeCeiling)).toBe(ceilingSentence('scans'))
  expect(await count('scans')).toBe(ceilings.scans.max)
  const holds = await app.ctx.db.select().from(usageHolds)
  expect(holds.map(({ state }) => state)).toEqual(['released'])
})

test('one member too many is refused, and the invitation stays open', async () => {
  const owner = await acme.person('owner')
  const { body } = await owner.call('POST', '/api/app/invitations', {
    email: 'new@acme.test',
    role: 'member',
  })
  const missing = ceilings.members.max - (await count('members'))
  await app.ctx.db.run(
    sql.raw(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${missing})
      insert into users (id, email, name, created_at) select 'u' || n, 'u' || n || '@acme.test', 'U', 1 from numbers`),
  )
  await app.ctx.db.run(
    sql`insert into members (user_id, organization_id, role, created_at)
      select id, ${acme.id}, 'member', 1 from users where id like 'u%' and email like 'u%@acme.test' limit ${missing}`,
  )
  const join = { token: tokenIn(body.url), name: 'New', password: 'correct horse' }
  const answer = await withHeaders(app.anonymous, ownPage)('POST', '/api/app/invitations/accept', join)
  expect([answer.status, answer.body]).toEqual([409, { error: ceilingSentence('members') }])
  expect([await count('members'), await count('invitations')]).toEqual([ceilings.members.max, 1])
})

test('one membership too many is refused, also as the founder of an organization', async () => {
  app.ctx.config.organizations = 'members'
  const owner = await acme.person('owner', 'Ada')
  const user = owner.id
  const missing = ceilings.memberships.max - 1
  const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${missing})`
  await app.ctx.db.run(
    sql`${numbers} insert into organizations (id, slug, name, created_at) select 'o' || n, 'o' || n, 'O', 1 from numbers`,
  )
  await app.ctx.db.run(
    sql`${numbers} insert into members (user_id, organization_id, role, created_at) select ${user}, 'o' || n, 'member', 1 from numbers`,
  )
  const founded = await owner.call('POST', '/api/app/organizations', { name: 'Another' })
  expect([founded.status, founded.body]).toEqual([
    409,
    { error: 'Your account has 500 memberships, the maximum. Leave an organization first.' },
  ])
  const other = await (await app.team('other')).person('owner')
  const { body } = await other.call('POST', '/api/app/invitations', { email: owner.email, role: 'member' })
  const join = () => owner.call('POST', '/api/app/invitations/accept', { token: tokenIn(body.url) })
  expect(await join()).toMatchObject({ status: 409, body: { error: ceilingSentence('memberships') } })
  await app.ctx.db.run(sql`delete from members where user_id = ${user} and organization_id = 'o1'`)
  expect((await join()).status).toBe(200)
})

test('the sentence names the number and what to do', () => {
  expect(ceilingSentence('skills')).toBe('This organization has 500 skills, the maximum. Delete one first.')
  expect(ceilingSentence('prompts')).toBe('This project has 5,000 prompts, the maximum. Delete one first.')
})

test('a freed row can be used again, and other organizations are not affected', async () => {
  await fill('keys', ceilings.keys.max)
  await expect(createKey(app.ctx, acme.id, { name: 'one more' })).rejects.toThrow()
  await expect(createFeedbackToken(app.ctx, acme.id, null)).rejects.toThrow()
  const other = await app.team('other')
  await createKey(app.ctx, other.id, { name: 'one more' })
  await revokeKey(app.ctx, acme.id, 'filler-1')
  await createKey(app.ctx, acme.id, { name: 'one more' })
  expect(await count('keys')).toBe(ceilings.keys.max)
})

test('revoked keys do not pile up', async () => {
  await app.ctx.db.run(
    sql.raw(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 1500)
      insert into api_keys (id, organization_id, name, start, hash, scopes, created_at, revoked_at)
      select 'revoked-' || n, '${acme.id}', 'k', 's', 'r' || n, '[]', 1, n from numbers`),
  )
  await createKey(app.ctx, acme.id, { name: 'one more' })
  expect(await app.ctx.db.$count(apiKeys)).toBe(1000 + 2)
})

test('an import of prompts stays below the ceiling as a whole', async () => {
  await fill('prompts', ceilings.prompts.max - 1)
  const rows = [{ prompt: 'best release notes tool' }, { prompt: 'best changelog tool' }]
  const answer = await acme.call('POST', `/v1/projects/${projectId}/geo/prompts/import`, { rows })
  expect([answer.status, answer.body]).toEqual([409, { error: ceilingSentence('prompts') }])
  expect(await count('prompts')).toBe(ceilings.prompts.max - 1)
})

test.each(Object.keys(ceilings) as CeilingName[])('%s are counted from an index alone', async (name) => {
  const plan = await app.ctx.db.all<{ detail: string }>(
    sql`explain query plan ${ceilingCount(name, ownerOf(name))}`,
  )
  const reads = plan
    .map(({ detail }) => detail)
    .filter((detail) => /\b(SCAN|SEARCH) geo_|\b(SCAN|SEARCH) [a-z_]+ /.test(detail))
  expect(reads.length).toBeGreaterThan(0)
  // Stored counts have one row for each kind or repository.
  const search =
    'counts' in ceilings[name] ? /SEARCH .* USING (?:COVERING )?INDEX/ : /SEARCH .* USING COVERING INDEX/
  for (const detail of reads) expect(detail).toMatch(search)
})

test('the manual lists every ceiling', async () => {
  const page = await readPage('docs/operations/limits.md')
  const [, section = ''] = page.split('<!-- ceilings:')
  const rows = [...(section.split('\n\n')[0] ?? '').matchAll(/^\| ([^|]+) \| ([\d,]+) \| (\w+) \|$/gm)]
  expect(rows.map(([, noun, max, per]) => [noun, max, per])).toEqual(
    Object.values(ceilings).map(({ noun, max, per }) => [noun, max.toLocaleString('en'), per]),
  )
})

/** Tables of organizations and projects without a ceiling, and what bounds their rows. */
const bounded: Record<string, string> = {
  traffic_rates: 'one row for each second of the last minute, and one for what remains',
  traffic_received: 'one row for each outcome and day',
  traffic_sites: 'one row for each project',
  search_console_attempts: 'deleted when they expire, and limited by a rate',
  search_console_connections: 'one row for each organization',
  search_console_properties: 'one row for each project',
  readiness_reports: 'the newest 120 of each project',
  oauth_grants: 'one per API key, and codes that a rate limits and a minute ends',
  usage_limits: 'one per organization',
  post_deliveries: 'one for each post and place',
  public_pages: 'one per organization',
  github_apps: 'one per organization',
  github_app_attempts: 'one per session, deleted with it',
  custom_domains: 'one per organization',
  usage_holds: 'one per run of a limited feature',
  webhook_logs: 'removed after 7 to 30 days, or beyond 100,000',
  brand_analysis_jobs: 'removed after a retention period',
  collection_counts: 'one per organization',
  post_counts: 'one per kind of post',
  draft_edits: 'one for each post',
  posts: 'written by runs into collections, and bounded by the month',
  notification_rules: 'one for each member and each address for messages',
  visibility_moves: 'one for each project',
  feedback_counts: 'one per kind of entry',
  tool_calls: 'removed after 30 days',
  idempotency_keys: '10,000 at a time, removed after 24 hours',
  geo_brief_plans: 'removed after 7 days; plannings count as briefs',
  geo_competitors: '2,000 per project',
  geo_sitemaps: '10 per project',
  geo_sequences: '10 per project',
  geo_settings: 'one per project',
  generation_job_counts: 'one per kind of run',
  webhook_log_counts: 'one per kind of delivery',
  brand_facts: '100 per brand identity',
  geo_checks: 'answers of scans, bounded by the month',
  geo_tallies: 'answers of scans, bounded by the month',
  geo_cited_pages: '100 a day, removed after 30 days',
  geo_report_links: '20 per project',
  geo_saved_views: '50 per project',
  geo_citations: 'answers of scans, bounded by the month',
}

test('every table of an organization or a project has a ceiling or another bound', async () => {
  const named = await app.ctx.db.all<{ name: string }>(sql`
    select distinct tables.name as name from sqlite_schema as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' and columns.name in ('organization_id', 'project_id')`)
  const capped: string[] = Object.values(ceilings).map(({ table }) => table)
  const open = named.map(({ name }) => name).filter((name) => !capped.includes(name) && !(name in bounded))
  expect(open.filter((name) => name !== 'geo_briefs')).toEqual([])
})
