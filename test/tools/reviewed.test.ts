import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { briefs } from '../../src/features/geo/briefs/table.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { reviews } from '../../src/features/tools/reviews/reviews.ts'
import { findTools, type Tool, toolRoutes } from '../../src/features/tools/tools.ts'
import { effectOf } from '../../src/http/operation.ts'
import { addPrompt } from '../support/tracking.ts'
import { openWorld, stateOf, type World, writing } from '../support/writing.ts'

/** For every reviewed tool, a change of a record that it depends on. */
const changes: Record<string, string> = {
  update_feedback_status: 'update feedback set updated_at = updated_at + 7',
  create_post: 'update brand_facts set updated_at = updated_at + 7',
  update_post: 'update posts set updated_at = updated_at + 7',
  check_post: 'update posts set updated_at = updated_at + 7',
  delete_post: 'update posts set updated_at = updated_at + 7',
  rename_collection: 'update collections set updated_at = updated_at + 7',
  delete_collection: "update posts set collection_id = 'collection1'",
  generate_post: "update integrations set branch = 'next'",
  generate_brand_identity: "update brand_identities set is_default = (id = 'other-brand')",
  update_brand_identity: "update brand_identities set updated_at = updated_at + 7 where id = 'other-brand'",
  delete_brand_identity: 'update brand_identities set updated_at = updated_at + 7',
  add_brand_fact: 'update brand_identities set updated_at = updated_at + 7',
  update_brand_fact: 'update brand_facts set updated_at = updated_at + 7',
  refresh_brand_fact: 'update brand_facts set updated_at = updated_at + 7',
  delete_brand_fact: 'update brand_facts set updated_at = updated_at + 7',
  create_skill:
    "insert into skills select 'x', organization_id, 'house', description, content, is_system, created_at, updated_at from skills limit 1",
  update_skill: 'update skills set updated_at = updated_at + 7',
  delete_skill: 'update skills set updated_at = updated_at + 7',
  connect_repository: "update integrations set repo = 'web' where repo = 'other'",
  disconnect_integration:
    "insert into automation_repositories select id, (select id from automations limit 1) from integrations where repo = 'other'",
  create_schedule: "update integrations set repo = 'moved' where repo = 'app'",
  update_schedule: 'update automations set updated_at = updated_at + 7',
  delete_schedule: 'update automations set updated_at = updated_at + 7',
  create_event_trigger: "update integrations set repo = 'moved' where repo = 'other'",
  update_event_trigger: 'update automations set updated_at = updated_at + 7',
  delete_event_trigger: 'update automations set updated_at = updated_at + 7',
  create_project: "update brand_identities set is_default = (id = 'other-brand')",
  update_project: "update projects set name = name || '!'",
  delete_project:
    "insert into geo_prompts (id, project_id, prompt, folded, enabled, tags, created_at) select 'x', (select id from projects where id not in (select project_id from geo_settings)), prompt, folded, enabled, tags, created_at from geo_prompts limit 1",
  update_visibility_settings: 'update geo_settings set updated_at = updated_at + 7',
  add_prompt: "update projects set name = name || '!'",
  update_prompt: 'update geo_prompts set tags = \'["theirs"]\'',
  delete_prompt: 'update geo_prompts set tags = \'["theirs"]\'',
  track_competitor: "update geo_competitors set domain = 'theirs.example'",
  untrack_competitor: "update geo_competitors set domain = 'theirs.example'",
  create_conversation: "update projects set name = name || '!'",
  update_conversation: "update geo_sequences set name = 'Theirs'",
  delete_conversation: "update geo_sequences set name = 'Theirs'",
  add_sitemap: "update projects set name = name || '!'",
  delete_sitemap: "update geo_sitemaps set url = 'https://theirs.example/sitemap.xml'",
  run_conversation: "update geo_sequences set name = 'Theirs'",
  scan_agent_readiness: 'update brand_identities set updated_at = updated_at + 7',
  run_scan: 'update geo_prompts set enabled = 0',
  retry_scan: 'update geo_scans set saved = saved + 1',
  rescan_prompt: "update geo_prompts set prompt = 'what does it cost'",
  plan_brief: "update projects set name = name || '!'",
  approve_brief:
    "update geo_briefs set document = json_set(document, '$.sections[0].claims', json('[\"Beta leaks data.\"]')), updated_at = updated_at + 7",
}

const editHumanizer =
  "insert into skills select 'x', organization_id, 'humanizer', description, content, 1, created_at, updated_at from skills limit 1"
const editChangelog = editHumanizer.replace("'humanizer'", "'changelog'")
const editFacts = 'update brand_facts set updated_at = updated_at + 7'
const editCompetitors = 'update geo_competitors set synonyms = \'["Theirs"]\''
const addScan = `insert into geo_scans
  (id, organization_id, project_id, status, cause, plan, planned, started_at, created_at)
  select 'next' || id, organization_id, id, 'completed', 'manual', '{}', 1, 0, 0 from projects`

/**
 * The data that writers read in addition to the records that a call names: the tool, the change, and its
 * input if it matters.
 */
const materials: [string, string, string, object?][] = [
  ['generate_post', 'brand facts', editFacts],
  ['generate_post', 'skills', editChangelog],
  ['generate_post', 'skills', editHumanizer],
  ['generate_post', 'tracked competitors', editCompetitors],
  ['approve_brief', 'brand facts', editFacts],
  ['approve_brief', 'skills', editHumanizer],
  ['approve_brief', 'tracked competitors', editCompetitors],
  ['generate_post', 'organization', 'update organizations set english_fallback = not english_fallback'],
  ['plan_brief', 'newest scan', addScan],
  ['plan_brief', 'brand facts', editFacts],
  ['plan_brief', 'skills', editHumanizer, { autoApprove: true }],
  ['plan_brief', 'tracked competitors', editCompetitors],
]

let world: World
let tools: Tool[]
beforeEach(async () => {
  world = await openWorld()
  const asker = { id: world.team.keyId, organizationId: world.team.id }
  tools = await findTools(world.ctx, asker, { maxSchemaTokens: Number.POSITIVE_INFINITY })
})
afterEach(() => world.stop())

function toolOf(name: string): Tool {
  const tool = tools.find((each) => each.name === name)
  if (!tool) throw new Error(`There is no tool ${name}.`)
  return tool
}

const inputOf = async (name: string) => (await writing[name]?.(world)) ?? {}
const change = (name: string) => world.ctx.db.$client.execute(changes[name] ?? '')

/** All stored rows, except for reservations of usage, which a refused call releases. */
async function stored() {
  const state = await stateOf(world)
  return Object.fromEntries(Object.entries(state).filter(([table]) => !table.startsWith('usage_')))
}

test('every tool that changes something is bound to what it depends on, or states why it depends on nothing', () => {
  const names = toolRoutes(world.ctx)
    .filter((route) => effectOf(route) !== 'read')
    .map(({ operation }) => operation.tool ?? '')
  expect(Object.keys(reviews).sort()).toEqual(names.sort())
  const bound = names.filter((name) => 'review' in (reviews[name] ?? {}))
  expect(bound.sort()).toEqual(Object.keys(changes).sort())
  for (const name of names.filter((each) => !bound.includes(each)))
    expect(reviews[name]).toEqual({ dependsOnNothing: expect.stringMatching(/^[A-Z].+\.$/) })
})

describe('a call is refused, and nothing is written, if something changed since its review:', () => {
  test.each(Object.keys(changes))('%s', async (name) => {
    const tool = toolOf(name)
    const input = await inputOf(name)
    const { subject, refused } = await tool.preview(input)
    expect([refused, subject?.records.length]).not.toEqual([null, 0])

    const { rowsAffected } = await change(name)
    expect(rowsAffected).toBeGreaterThan(0)
    const changed = await stored()
    const result = await tool.call(input, { callId: 'call_1', subject })
    expect(result).toMatchObject({ isError: true, status: 409 })
    expect(result.text).toMatch(
      /^(The [a-z ]+|What this call would do) changed since you reviewed it\. Nothing was done: read it again and ask again\.$/,
    )
    expect(await stored()).toEqual(changed)
  })
})

describe('a call is refused if something that writers read changed since its review:', () => {
  test.each(materials)('%s and %s, by %s', async (name, kind, sql, more = {}) => {
    const tool = toolOf(name)
    const input = { ...(await inputOf(name)), ...more }
    const { subject, refused } = await tool.preview(input)
    expect(refused).toBeNull()
    expect((await world.ctx.db.$client.execute(sql)).rowsAffected).toBeGreaterThan(0)
    const changed = await stored()
    expect(await tool.call(input, { callId: 'call_1', subject })).toMatchObject({
      status: 409,
      text: `The ${kind} changed since you reviewed it. Nothing was done: read it again and ask again.`,
    })
    expect(await stored()).toEqual(changed)
  })
})

test.each(['approve_brief', 'plan_brief'])('%s is refused if its sitemap was read again', async (name) => {
  const tool = toolOf(name)
  const client = world.ctx.db.$client
  const { projectId = '' } = world.ids
  await client.execute(
    `insert into geo_sitemaps (id, project_id, url, status, next_fetch_at, created_at)
      values ('pages', '${projectId}', 'https://acme.example/sitemap.xml', 'ready', 0, 0)`,
  )
  const input = { ...(await inputOf(name)), ...(name === 'plan_brief' && { sitemapId: 'pages' }) }
  await client.execute("update geo_briefs set sitemap_id = 'pages'")
  const { subject } = await tool.preview(input)
  await client.execute('update geo_sitemaps set fetched_at = 7')
  expect(await tool.call(input, { callId: 'call_1', subject })).toMatchObject({
    status: 409,
    text: 'The sitemap changed since you reviewed it. Nothing was done: read it again and ask again.',
  })
})

describe('a change between the last comparison and the write is found by the write itself:', () => {
  test.each(Object.keys(changes))('%s', async (name) => {
    const tool = toolOf(name)
    const input = await inputOf(name)
    const { subject } = await tool.preview(input)
    const { handle } = world.ctx.ownApi
    let changed: unknown
    world.ctx.ownApi.handle = async (request) => {
      // Reasons of its own code to refuse are not tested here.
      if (request.method !== 'GET' && changed === undefined) {
        await change(name)
        changed = await stored()
      }
      return handle(request)
    }
    const result = await tool.call(input, { callId: 'call_1', subject })
    expect(result.isError).toBe(true)
    if (!refusedByItself.includes(name))
      expect(result).toMatchObject({
        status: 409,
        text: 'Something that this call depends on changed since you reviewed it. Nothing was done: read it again and ask again.',
      })
    expect(await stored()).toEqual(changed as never)
  })
})

/** Their routes find the change themselves, with their own sentence. */
const refusedByItself = ['create_skill', 'connect_repository', 'run_scan']

describe('a call runs if nothing changed since its review:', () => {
  // Planning a brief and running a conversation wait for a job, which no runner runs here.
  const waiting = ['plan_brief', 'run_conversation']
  test.each(Object.keys(changes).filter((name) => !waiting.includes(name)))('%s', async (name) => {
    const tool = toolOf(name)
    const input = await inputOf(name)
    const { subject } = await tool.preview(input)
    expect(await tool.call(input, { callId: 'call_1', subject })).toMatchObject({ isError: false })
  })
})

describe('the preview lists the outcome that the call is bound to:', () => {
  const linesOf = async (name: string) =>
    (await toolOf(name).preview(await inputOf(name))).prompt.split('\n').slice(1)

  test('the title, sections, claims and questions of a brief', async () => {
    const { document } = (await world.ctx.db.select().from(briefs))[0] ?? {}
    if (!document) throw new Error('There is no brief.')
    const lines = await linesOf('approve_brief')
    expect(lines).toContain(`Title: “${document.workingTitle}”`)
    expect(lines).toContain(`Sections: ${document.sections.length}`)
    for (const [index, { heading, goal, claims }] of document.sections.entries()) {
      expect(lines).toContain(`Section ${index + 1}: “${heading}”. Goal: “${goal}”`)
      for (const claim of claims) expect(lines).toContain(`  Claim: “${claim}”`)
    }
    expect(lines).toContain(`Questions to answer: ${document.questionsToAnswer.length}`)
    expect(lines.at(-1)).toBe(
      'Cost: one of the monthly long-form posts, or AI credits once those are used up.',
    )
  })

  test('the further prompts that the approval of a brief chooses', async () => {
    const { projectId } = world.ids
    await addPrompt(world.ctx, { id: projectId }, 'alike', 'tools for small teams')
    await world.ctx.db.update(briefs).set({ sourceKind: 'gap', sourceId: 'own' })
    const input = { ...(await inputOf('approve_brief')), variantPromptIds: ['alike'] }
    const { prompt } = await toolOf('approve_brief').preview(input)
    expect(prompt.split('\n')).toContain('Further prompt: “tools for small teams”')
    expect(await linesOf('approve_brief')).not.toContain('Further prompt: “tools for small teams”')
  })

  test('the number of questions and the estimated price of a scan', async () => {
    const lines = await linesOf('run_scan')
    expect(lines.slice(1)).toEqual([
      'Questions to ask: 2 (prompts: 1, conversations: 1).',
      'Engines: “test/one”. Languages: “en”.',
      expect.stringMatching(
        /^Cost: 2 of the monthly AI answers\. Estimated price: \$\d+\.\d{4}, from catalog prices\.$/,
      ),
    ])
    expect((await linesOf('rescan_prompt')).slice(1, 3)).toEqual([
      'Prompt: “best tools for teams”.',
      'Questions to ask: 1 (prompts: 1, conversations: 0).',
    ])
  })

  test('the formats, sources and cost of posts', async () => {
    expect((await linesOf('generate_post')).slice(-5)).toEqual([
      'Posts to write: 1 (changelog).',
      'Period: last_7_days.',
      'Cost: 1 of the monthly long-form posts, or AI credits once those are used up.',
      'Sources: “acme/app”, “acme/other”.',
      expect.stringMatching(/^Brand identity: “.+”\.$/),
    ])
  })

  test('the records deleted and disabled with a record', async () => {
    await change('delete_collection')
    expect((await linesOf('delete_collection')).at(-1)).toBe('Posts that are deleted with it: 1 (“Release”).')
    expect((await linesOf('delete_project')).at(-1)).toBe(
      'Deleted with it: no prompts, no competitors, no conversations, no scans.',
    )
    const { integrationId } = world.ids
    const { prompt } = await toolOf('disconnect_integration').preview({ integrationId })
    expect(prompt.split('\n').slice(-2)).toEqual([
      'Schedules that are disabled with it: “Weekly”.',
      'Event triggers that are disabled with it: 1.',
    ])
  })
})

describe('a requester sees only what they may read:', () => {
  async function previewAs(scopes: string[], name: string) {
    const { id } = await createKey(world.ctx, world.team.id, { name: 'narrow', scopes })
    const asker = { id, organizationId: world.team.id }
    const own = await findTools(world.ctx, asker, { maxSchemaTokens: Number.POSITIVE_INFINITY })
    const tool = own.find((each) => each.name === name)
    if (!tool) throw new Error(`There is no tool ${name}.`)
    return { tool, ...(await tool.preview(await inputOf(name))) }
  }

  test('a key that may only write posts gets no old text', async () => {
    const { prompt } = await previewAs(['posts.write'], 'update_post')
    expect(prompt.split('\n').slice(1)).toEqual([
      'Its current version is not shown here: the requester may not read it.',
      'title: “Faster”',
      'status: “published”',
      'Some details are not shown here, since the scope posts.read is missing.',
    ])
  })

  test('a key that may only approve briefs gets none of its contents, and its approval is bound to them', async () => {
    const { prompt, subject, tool } = await previewAs(['briefs.write'], 'approve_brief')
    const [brief] = await world.ctx.db.select().from(briefs)
    expect(prompt).not.toContain(brief?.document.workingTitle ?? '?')
    expect(prompt.split('\n').slice(3)).toEqual([
      'Cost: one of the monthly long-form posts, or AI credits once those are used up.',
      'Some details are not shown here, since the scope briefs.read is missing.',
    ])
    await change('approve_brief')
    expect(await tool.call(await inputOf('approve_brief'), { callId: 'call_1', subject })).toMatchObject({
      status: 409,
    })
  })

  test('a repeated call that already ran returns no record', async () => {
    const { tool, subject } = await previewAs(['posts.write'], 'update_post')
    const input = await inputOf('update_post')
    await tool.call(input, { callId: 'call_1', subject })
    expect((await tool.call(input, { callId: 'call_1', subject })).text).toBe(
      'Nothing to change: the record already has these values.',
    )
  })
})

test('two changes of one moment have distinct times', async () => {
  const times: string[] = []
  for (const name of ['One', 'Two', 'Three']) {
    const { body } = await world.team.call('PATCH', '/v1/collections/collection1', { name })
    times.push(body.collection.updatedAt)
  }
  expect(new Set(times).size).toBe(3)
})
