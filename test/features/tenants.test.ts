import { afterAll, beforeEach, expect, test } from 'bun:test'
import { signBody } from '../../src/codehost/signature.ts'
import { atomically } from '../../src/db/client.ts'
import { collections } from '../../src/features/collections/table.ts'
import { queueGeneration } from '../../src/features/generation/record.ts'
import { posts } from '../../src/features/posts/table.ts'
import { addProject, connect, scheduleBody, testApp, triggerBody, webhookSecret } from '../support/app.ts'
import { send } from '../support/chats.ts'
import { releasePayload } from '../support/payloads.ts'
import { addBrief } from '../support/planning.ts'
import { startTalking } from '../support/talking.ts'

const talking = startTalking([])
afterAll(() => talking[Symbol.dispose]())

let app: Awaited<ReturnType<typeof testApp>>
beforeEach(async () => {
  app = await testApp({}, talking.models())
})

const geoSettingsBody = {
  companyName: 'Mine',
  aliases: [],
  languages: ['en'],
  engines: ['openai/gpt-5'],
  enforceZdr: false,
  nonZdrApprovedEngines: [],
  enabled: true,
  scanIntervalHours: 24,
}

/** The answers to a foreign id that the contract does not make a 404. */
const nullAnswers: Record<string, string> = {
  'GET /v1/posts/:postId': 'post',
  'GET /v1/brand-identities/:brandIdentityId': 'brandIdentity',
}

/** Public: any client may send feedback to a named organization. */
const isPublic = (path: string) => path === '/v1/feedback/:organizationSlug'

test("another organization's id is unknown on every route", async () => {
  const { ctx, api } = app
  const owner = await app.team('owner')
  const stranger = await app.team('stranger')
  const repository = await connect(ctx, owner.id)
  const trigger = await owner.call('POST', '/v1/event-triggers', triggerBody(repository.id))
  const now = ctx.now()
  await ctx.db.insert(collections).values({
    id: 'collection-of-owner',
    organizationId: owner.id,
    source: 'api',
    sourceId: 'job',
    name: 'theirs',
    nameSource: 'user',
    contentTypes: ['changelog'],
    expectedPostCount: 1,
    createdAt: now,
    updatedAt: now,
  })
  await ctx.db.insert(posts).values({
    id: 'postofowner00000',
    organizationId: owner.id,
    collectionId: 'collection-of-owner',
    contentType: 'changelog',
    status: 'published',
    title: 'Theirs',
    content: 'theirs',
    createdAt: now,
    updatedAt: now,
  })
  const schedule = await owner.call('POST', '/v1/schedules', scheduleBody(repository.id))
  const identity = await owner.call('POST', '/v1/brand-identities/generate', {
    websiteUrl: 'https://acme.com',
  })
  const facts = `/v1/brand-identities/${identity.body.job.brandIdentityId}/facts`
  const fact = await owner.call('POST', facts, { text: 'theirs' })
  await owner.call('POST', '/v1/skills', { name: 'house-style', description: 'Ours', content: 'theirs' })
  const sent = await owner.call('POST', '/v1/feedback', {
    message: 'theirs',
    title: 'theirs',
    kind: 'bug',
    sentiment: 'neutral',
  })
  const jobId = `job_${'0'.repeat(32)}`
  await atomically(
    ctx.db,
    queueGeneration(ctx, {
      id: jobId,
      organizationId: owner.id,
      contentType: 'changelog',
      repositoryIds: [repository.id],
      source: 'api',
    }),
  )
  await app.anonymous('POST', repository.hook, JSON.stringify(releasePayload({ body: 'theirs' })), {
    'x-github-event': 'release',
    'x-github-delivery': 'delivery-of-owner',
    'x-hub-signature-256': signBody(webhookSecret, JSON.stringify(releasePayload({ body: 'theirs' }))),
  })
  const theirs = await send(api, owner.key, { message: 'theirs' })
  const projectId = await addProject(ctx, owner.id)
  const briefId = await addBrief(ctx, owner, projectId, { topic: 'theirs' })
  const ids: Record<string, string> = {
    integrationId: repository.id,
    triggerId: trigger.body.eventTrigger.id,
    postId: 'postofowner00000',
    collectionId: 'collection-of-owner',
    scheduleId: schedule.body.schedule.id,
    name: 'house-style',
    feedbackId: sent.body.feedback.id,
    brandIdentityId: identity.body.job.brandIdentityId,
    factId: fact.body.fact.id,
    jobId,
    runId: jobId,
    projectId,
    sessionId: (await owner.call('POST', '/v2/agent/v1/session', { message: 'theirs' })).body.sessionId,
    sequenceId: 'sequence-of-owner',
    sitemapId: 'sitemap-of-owner',
    briefId,
    planId: 'plan-of-owner',
    chatId: theirs.chatId,
    scanId: 'scan-of-owner',
    checkId: 'check-of-owner',
    journeyId: 'f_0123456789abcdef',
    brand: 'Beta',
    promptId: 'prompt-of-owner',
    deliveryId: (await owner.call('GET', '/v1/deliveries')).body.deliveries[0].id,
  }
  const bodies: Record<string, unknown> = {
    'POST /v1/chats/:chatId': { message: 'Mine now' },
    'PATCH /v1/posts/:postId': { title: 'Mine now' },
    'POST /v1/posts/:postId/schedule': { scheduledAt: '2026-12-01T09:00:00Z' },
    'POST /v2/agent/v1/session/:sessionId': { message: 'mine' },
    'POST /v2/eve/v1/session/:sessionId': { message: 'mine' },
    'PATCH /v1/collections/:collectionId': { name: 'Mine now' },
    'PATCH /v1/event-triggers/:triggerId': triggerBody(repository.id),
    'PATCH /v1/schedules/:scheduleId': scheduleBody(repository.id),
    'PATCH /v1/brand-identities/:brandIdentityId': { companyName: 'Mine' },
    'POST /v1/brand-identities/:brandIdentityId/facts': { text: 'mine' },
    'PATCH /v1/brand-identities/:brandIdentityId/facts/:factId': { text: 'mine' },
    'PATCH /v1/skills/:name': { content: 'mine' },
    'PATCH /v1/feedback/:feedbackId': { status: 'archived' },
    'PATCH /v1/projects/:projectId': { name: 'Mine now' },
    'POST /v1/projects/:projectId/geo/sequences': { name: 'Mine', steps: ['which tools are there'] },
    'PATCH /v1/projects/:projectId/geo/sequences/:sequenceId': { enabled: false },
    'POST /v1/projects/:projectId/geo/briefs': { topic: 'which tools are there' },
    'POST /v1/projects/:projectId/geo/sitemaps': { url: 'https://mine.example/sitemap.xml' },
    'PATCH /v1/projects/:projectId/geo/settings': geoSettingsBody,
    'POST /v1/projects/:projectId/geo/prompts': { prompt: 'which tools are there' },
    'POST /v1/projects/:projectId/geo/prompts/import': { rows: [{ prompt: 'which tools are there' }] },
    'PATCH /v1/projects/:projectId/geo/prompts/:promptId': { enabled: false },
    'PUT /v1/projects/:projectId/geo/competitors': { name: 'Mine', domain: null },
    'POST /v1/projects/:projectId/geo/competitors/import': { rows: [{ name: 'Mine' }] },
    'POST /v1/projects/:projectId/geo/suggestions/import': {
      csv: 'Top queries,Clicks,Impressions,CTR,Position\nbest tools,1,100,1%,4',
    },
  }
  const queries: Record<string, string> = {
    'GET /v1/projects/:projectId/geo/competitors/suggestions': '?domain=acme.com',
  }
  const routes = api.routes.filter(
    ({ method, path }) =>
      /^\/v[12]\//.test(path) && path.includes(':') && method !== 'OPTIONS' && !isPublic(path),
  )
  expect(routes.length).toBeGreaterThanOrEqual(8)
  for (const { method, path } of routes) {
    const route = `${method} ${path}`
    const filled = path.replace(/:(\w+)/g, (_, name) => {
      if (!ids[name]) throw new Error(`The walk has no id for ${name} of ${route}.`)
      return ids[name]
    })
    const answer = await stranger.call(method, `${filled}${queries[route] ?? ''}`, bodies[route])
    const nullField = nullAnswers[route]
    if (nullField) expect([route, answer.status, answer.body[nullField]]).toEqual([route, 200, null])
    else expect([route, answer.status]).toEqual([route, 404])
    expect(answer.text).not.toContain('theirs')
  }

  const lists = api.routes.filter(
    ({ method, path }) =>
      method === 'GET' && /^\/v[12]\//.test(path) && !path.includes(':') && path !== '/v1/status',
  )
  for (const { path } of lists) {
    if (path === '/v1/chats/by-external') continue
    const answer = await stranger.call(
      'GET',
      `${path}${path === '/v1/posts' ? '?status=draft,published' : ''}`,
    )
    expect([path, answer.status]).toEqual([path, 200])
    for (const id of Object.values(ids)) expect(answer.text).not.toContain(id)
  }

  const unchanged = await owner.call('GET', '/v1/posts/postofowner00000')
  expect(unchanged.body.post.title).toBe('Theirs')
  expect((await owner.call('GET', `/v1/event-triggers/${ids.triggerId}`)).status).toBe(200)
  expect((await owner.call('GET', '/v1/integrations')).body.github).toHaveLength(1)
})

test('a trigger cannot target a repository of another organization', async () => {
  const owner = await app.team('owner')
  const stranger = await app.team('stranger')
  const repository = await connect(app.ctx, owner.id)
  const answer = await stranger.call('POST', '/v1/event-triggers', triggerBody(repository.id))
  expect([answer.status, answer.body]).toEqual([
    400,
    { error: 'Cannot create event trigger: one or more integrations not found' },
  ])
})
