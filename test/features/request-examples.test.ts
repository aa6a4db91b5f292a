import { afterAll, beforeAll, expect, test } from 'bun:test'
import { projects } from '../../src/features/geo/projects/table.ts'
import {
  addIdentity,
  addPageFact,
  connect,
  scheduleBody,
  type Team,
  testApp,
  triggerBody,
} from '../support/app.ts'
import { startModels } from '../support/models.ts'
import { operationsIn, readOpenApi } from '../support/openapi.ts'
import { addBrief } from '../support/planning.ts'
import { track } from '../support/tracking.ts'

let models: ReturnType<typeof startModels>
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
const ids: Record<string, string> = {}
beforeAll(async () => {
  models = startModels('no')
  app = await testApp({ githubApiUrl: 'http://127.0.0.1:9' }, models.models())
  acme = await app.team('acme')
  await addIdentity(app.ctx, acme.id, 'brand')
  await addPageFact(app.ctx, acme.id, 'brand')
  const projectId = await track(app.ctx, acme.id)
  await app.ctx.db.update(projects).set({ brandIdentityId: 'brand' })
  const repositoryId = (await connect(app.ctx, acme.id)).id
  const create = async (path: string, body: unknown) => (await acme.call('POST', path, body)).body
  const article = { contentType: 'blog_post', title: 'Exports', markdown: 'Exports are fast now.' }
  Object.assign(ids, {
    projectId,
    brandIdentityId: 'brand',
    factId: (await create('/v1/brand-identities/brand/facts', { text: 'Acme has users.' })).fact.id,
    feedbackId: (
      await create('/v1/feedback', { message: 'It stops.', kind: 'bug', title: 'T', sentiment: 'neutral' })
    ).feedback.id,
    postId: (await create('/v1/posts', article)).post.id,
    draftId: (await create('/v1/posts', article)).post.id,
    name: (await create('/v1/skills', { name: 'tone', description: 'Ours', content: 'Be brief.' })).skill
      .name,
    scheduleId: (await create('/v1/schedules', scheduleBody(repositoryId, { outputType: 'linkedin_post' })))
      .schedule.id,
    triggerId: (
      await create('/v1/event-triggers', triggerBody(repositoryId, { outputType: 'linkedin_post' }))
    ).eventTrigger.id,
    promptId: (await create(`/v1/projects/${projectId}/geo/prompts`, { prompt: 'which tools are there' }))
      .prompt.id,
    sequenceId: (
      await create(`/v1/projects/${projectId}/geo/sequences`, { name: 'Talk', steps: ['Which tools?'] })
    ).sequence.id,
    briefId: await addBrief(app.ctx, acme, projectId),
    collectionId: (await create('/v1/posts/generate', { contentType: 'changelog' })).collection.id,
    repositoryId,
  })
})
afterAll(() => models.stop())

/** Operations whose example needs another server, a token, or a conversation. */
const elsewhere = [
  'createGitHubIntegration',
  'receiveWebhook',
  'ingestVisit',
  'ingestLog',
  'planBrief',
  ...['startSession', 'continueSession', 'cancelTurn', 'createChat', 'sendToChat'],
  'submitPublicFeedback',
]

test('every example of a request body is accepted when its records exist', async () => {
  const document = await readOpenApi(app.api)
  const refused: string[] = []
  let sent = 0
  for (const { method, path, operation } of operationsIn(document)) {
    const example = operation.requestBody?.content['application/json']?.example
    if (example === undefined || elsewhere.includes(operation.operationId)) continue
    // The example of updatePost publishes the post.
    if (operation.operationId === 'schedulePost') ids.postId = ids.draftId ?? ''
    const address = path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? name)
    // The example of a repository's id stands for the one that exists.
    const body = JSON.parse(
      JSON.stringify(example).replaceAll('0199b7a2-5c1e-7d3f-8a40-6b2c9d1e4f57', ids.repositoryId ?? ''),
    )
    if (body.scheduledAt) body.scheduledAt = new Date(app.ctx.now().getTime() + 86_400_000).toISOString()
    const answer = await acme.call(method, address, body)
    sent++
    if (answer.status >= 300) refused.push(`${operation.operationId}: ${answer.status} ${answer.body.error}`)
  }
  expect(refused).toEqual([])
  expect(sent).toBeGreaterThan(25)
})
