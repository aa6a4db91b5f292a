import { beforeEach, describe, expect, test } from 'bun:test'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { findTools, type Tool, toolRoutes } from '../../src/agent/tools.ts'
import { builtIn } from '../../src/ai/engines/built-in.ts'
import { automations } from '../../src/features/automations/table.ts'
import { brandIdentities } from '../../src/features/brand-identities/table.ts'
import { collections } from '../../src/features/collections/table.ts'
import { feedback } from '../../src/features/feedback/table.ts'
import { geoSettings } from '../../src/features/geo/settings/table.ts'
import { posts } from '../../src/features/posts/table.ts'
import { skills } from '../../src/features/skills/table.ts'
import { effectOf } from '../../src/http/operation.ts'
import { addIdentity, connect, scheduleBody, type Team, testApp, triggerBody } from '../support/app.ts'
import { track } from '../support/tracking.ts'

type Input = Record<string, unknown>
type Made = {
  projectId: string
  feedbackId: string
  scheduleId: string
  triggerId: string
  repositoryId: string
}

/** Each tool that changes a record which tells when it was changed: a call, and where the record is. */
const timed: Record<string, [table: SQLiteTable, input: (made: Made) => Input]> = {
  update_feedback_status: [feedback, ({ feedbackId }) => ({ feedbackId, status: 'resolved' })],
  update_post: [posts, () => ({ postId: 'post1', title: 'Faster' })],
  delete_post: [posts, () => ({ postId: 'post1' })],
  rename_collection: [collections, () => ({ collectionId: 'collection1', name: 'Ours' })],
  delete_collection: [collections, () => ({ collectionId: 'collection1' })],
  update_brand_identity: [brandIdentities, () => ({ brandIdentityId: 'brand2', name: 'Ours' })],
  delete_brand_identity: [brandIdentities, () => ({ brandIdentityId: 'brand2' })],
  update_skill: [skills, () => ({ name: 'tone', description: 'Ours' })],
  delete_skill: [skills, () => ({ name: 'tone' })],
  update_schedule: [
    automations,
    ({ scheduleId, repositoryId }) => ({ scheduleId, ...scheduleBody(repositoryId, { name: 'Ours' }) }),
  ],
  delete_schedule: [automations, ({ scheduleId }) => ({ scheduleId })],
  update_event_trigger: [
    automations,
    ({ triggerId, repositoryId }) => ({ triggerId, ...triggerBody(repositoryId, { enabled: false }) }),
  ],
  delete_event_trigger: [automations, ({ triggerId }) => ({ triggerId })],
  update_visibility_settings: [
    geoSettings,
    ({ projectId }) => ({
      projectId,
      ...{ enabled: false, enforceZdr: false, companyName: 'Ours', aliases: [], languages: ['English'] },
      ...{ engines: [builtIn[0]?.id], nonZdrApprovedEngines: [], scanIntervalHours: 24 },
    }),
  ],
}

/** What they change is known by all that it says, and compared just before. */
const untimed: Record<string, (made: Made) => Input> = {
  disconnect_integration: ({ repositoryId }) => ({ integrationId: repositoryId }),
  update_project: ({ projectId }) => ({ projectId, name: 'Ours' }),
  delete_project: ({ projectId }) => ({ projectId }),
  update_prompt: ({ projectId }) => ({ projectId, promptId: `p1-${projectId}`, enabled: false }),
  delete_prompt: ({ projectId }) => ({ projectId, promptId: `p1-${projectId}` }),
  track_competitor: ({ projectId }) => ({ projectId, name: 'Beta', domain: 'beta.example' }),
  untrack_competitor: ({ projectId }) => ({ projectId, name: 'beta' }),
  update_conversation: ({ projectId }) => ({ projectId, sequenceId: `s1-${projectId}`, name: 'Ours' }),
  delete_conversation: ({ projectId }) => ({ projectId, sequenceId: `s1-${projectId}` }),
}

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let made: Made
let tools: Tool[]

beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
  const { db } = app.ctx
  const now = app.ctx.now()
  const times = { createdAt: now, updatedAt: now }
  const own = { organizationId: acme.id, ...times }
  await db.insert(collections).values({
    ...{ ...own, id: 'collection1', source: 'api', sourceId: 'x', name: 'Theirs', nameSource: 'generated' },
    ...{ contentTypes: ['changelog'], expectedPostCount: 1 },
  })
  await db.insert(posts).values({
    ...{ ...own, id: 'post1', contentType: 'changelog', status: 'draft', title: 'Release' },
    ...{ content: '<p>one</p>', markdown: 'one' },
  })
  await addIdentity(app.ctx, acme.id, 'brand1')
  await addIdentity(app.ctx, acme.id, 'brand2')
  const repository = await connect(app.ctx, acme.id)
  await acme.call('POST', '/v1/skills', { name: 'tone', description: 'Theirs', content: 'Be brief.' })
  const sent = await acme.call('POST', '/v1/feedback', { message: 'Exports are slow' })
  const schedule = await acme.call('POST', '/v1/schedules', scheduleBody(repository.id))
  const trigger = await acme.call('POST', '/v1/event-triggers', triggerBody(repository.id))
  made = {
    projectId: await track(app.ctx, acme.id, { competitors: ['Beta'], sequences: [['Which are there?']] }),
    feedbackId: sent.body.feedback.id,
    scheduleId: schedule.body.schedule.id,
    triggerId: trigger.body.eventTrigger.id,
    repositoryId: repository.id,
  }
  const asker = { id: acme.keyId, organizationId: acme.id }
  tools = await findTools(app.ctx, asker, { maxSchemaTokens: Number.POSITIVE_INFINITY })
})

function toolOf(name: string): Tool {
  const tool = tools.find((each) => each.name === name)
  if (!tool) throw new Error(`There is no tool ${name}.`)
  return tool
}

const isTime = (version = '') => !Number.isNaN(Date.parse(version)) && version.endsWith('Z')

test('every tool that changes a record is of one kind: its record tells when it was changed, or is known by all that it says', async () => {
  const changing = toolRoutes(app.ctx).filter(
    (route) => effectOf(route) === 'change' && route.method !== 'POST',
  )
  expect(changing.map(({ operation }) => operation.tool).sort()).toEqual(
    [...Object.keys(timed), ...Object.keys(untimed)].sort(),
  )
  for (const [name, input] of Object.entries(untimed)) {
    const { subject, refused } = await toolOf(name).preview(input(made))
    expect([name, refused, isTime(subject?.version)]).toEqual([name, null, false])
  }
})

describe('a record that changes between the last look and the write is left alone', () => {
  test.each(Object.keys(timed))('%s', async (name) => {
    const [table, inputOf] = timed[name] as (typeof timed)[string]
    const tool = toolOf(name)
    const input = inputOf(made)
    const { subject, refused } = await tool.preview(input)
    expect([refused, isTime(subject?.version)]).toEqual([null, true])

    const { id, projectId, updatedAt } = getTableColumns(table) as Record<string, any>
    const isIt = table === geoSettings ? eq(projectId, made.projectId) : undefined
    const rows = () => app.ctx.db.select().from(table).where(isIt).orderBy(id)
    const { handle } = app.ctx.ownApi
    let touched: unknown
    app.ctx.ownApi.handle = async (request) => {
      if (request.method !== 'GET') {
        await app.ctx.db.update(table).set({ updatedAt: sql`${updatedAt} + 7` })
        touched = await rows()
      }
      return handle(request)
    }
    const call = { callId: 'call_1', subject }
    expect(await tool.call(input, call)).toEqual({
      text: `The ${subject?.kind} was changed after this was shown, and is left as it is: read it again, and ask again.`,
      isError: true,
      status: 409,
    })
    expect(await rows()).toEqual(touched as never)

    // Shown as it is now, it is changed.
    app.ctx.ownApi.handle = handle
    const again = await tool.preview(input)
    expect(await tool.call(input, { callId: 'call_2', subject: again.subject })).toMatchObject({
      isError: false,
    })
    expect(await rows()).not.toEqual(touched as never)
  })

  test('also where there was none of it', async () => {
    await app.ctx.db.delete(geoSettings)
    const [, inputOf] = timed.update_visibility_settings as (typeof timed)[string]
    const tool = toolOf('update_visibility_settings')
    const { prompt, subject } = await tool.preview(inputOf(made))
    expect([prompt.split('\n')[1], subject?.version]).toEqual(['There are no settings yet.', 'absent'])
    const { handle } = app.ctx.ownApi
    app.ctx.ownApi.handle = async (request) => {
      if (request.method === 'PATCH')
        await acme.call('PATCH', `/v1/projects/${made.projectId}/geo/settings`, {
          ...inputOf(made),
          companyName: 'Theirs',
        })
      return handle(request)
    }
    expect(await tool.call(inputOf(made), { callId: 'call_1', subject })).toMatchObject({ status: 409 })
    const [stored] = await app.ctx.db.select().from(geoSettings)
    expect(stored?.companyName).toBe('Theirs')
  })
})

test('two changes of one moment have times of their own', async () => {
  const times: string[] = []
  for (const name of ['One', 'Two', 'Three']) {
    const { body } = await acme.call('PATCH', '/v1/collections/collection1', { name })
    times.push(body.collection.updatedAt)
  }
  expect(new Set(times).size).toBe(3)
})
