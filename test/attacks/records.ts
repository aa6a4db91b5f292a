import { signBody } from '../../src/codehost/signature.ts'
import { atomically } from '../../src/db/client.ts'
import { brandAnalysisJobs } from '../../src/features/brand-identities/table.ts'
import { collections } from '../../src/features/collections/table.ts'
import { approvals } from '../../src/features/conversations/approvals/table.ts'
import { chatMessages, chats } from '../../src/features/conversations/chats/table.ts'
import { agentSessions } from '../../src/features/conversations/sessions/table.ts'
import { destinations, pullRequestDestinations } from '../../src/features/destinations/table.ts'
import { queueGeneration } from '../../src/features/generation/record.ts'
import { plans } from '../../src/features/geo/briefs/table.ts'
import { suggestions } from '../../src/features/geo/prompts/table.ts'
import { reportLinks } from '../../src/features/geo/reports/table.ts'
import { sitemaps } from '../../src/features/geo/sitemaps/table.ts'
import { savedViews } from '../../src/features/geo/views/table.ts'
import { destinationAddressOf, trackerTokenOf } from '../../src/features/integrations/secret-locations.ts'
import { trackers } from '../../src/features/integrations/table.ts'
import { createFeedbackToken } from '../../src/features/keys/service.ts'
import { apiKeys } from '../../src/features/keys/table.ts'
import { postRevisions, posts, postVersions } from '../../src/features/posts/table.ts'
import { subscribers } from '../../src/features/subscribers/table.ts'
import { addIdentity, addPageFact, connect, scheduleBody, type TestApp, triggerBody } from '../support/app.ts'
import { releasePayload } from '../support/payloads.ts'
import { addBrief } from '../support/planning.ts'
import { track } from '../support/tracking.ts'
import { addScan } from '../support/visibility.ts'

export type Records = Awaited<ReturnType<typeof addRecords>>

/** In every text of the records, so that a test finds them in the answers of others. */
export const mark = 'zzmark'

/**
 * An organization with a record of every kind that an address can name, with the sample in its texts; `ids` has them by
 * parameter.
 */
export async function addRecords({ ctx, anonymous, team: addTeam }: TestApp, slug: string, sample = mark) {
  const team = await addTeam(slug)
  const owner = await team.person('owner', `${slug} owner`)
  const member = await team.person('member', `${slug} member`)
  const [organizationId, now] = [team.id, ctx.now()]
  const own = { organizationId, createdAt: now }
  const id = (kind: string) => `${slug}-${kind}`
  const made = async (path: string, body: object, call = team.call) => {
    const answer = await call('POST', path, body)
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.text}`)
    return answer.body
  }
  const repository = await connect(ctx, organizationId, `${slug}/app`)
  const [brandIdentityId, otherBrandId] = [id('brand'), id('other-brand')]
  await addIdentity(ctx, organizationId, brandIdentityId)
  await addIdentity(ctx, organizationId, otherBrandId)
  const { fact } = await made(`/v1/brand-identities/${brandIdentityId}/facts`, { text: `${sample} fact.` })
  const projectId = await track(ctx, organizationId, {
    projectId: id('project'),
    prompts: [`${sample} tools`],
    competitors: [`${slug} Beta`],
    sequences: [[`${sample} Which tools are there?`]],
  })
  const scanId = await addScan(
    ctx,
    { id: projectId, organizationId },
    now.toISOString(),
    [{ id: id('check'), promptId: `custom-p1-${projectId}`, engine: 'test/one', answer: `${sample} answer` }],
    { id: id('scan') },
  )
  await ctx.db.insert(sitemaps).values({
    ...{ id: id('sitemap'), projectId, url: `https://${slug}.example/sitemap.xml`, status: 'ready' },
    ...{ nextFetchAt: now, createdAt: now },
  })
  await ctx.db.insert(reportLinks).values({
    ...{ id: id('report-link'), projectId, hash: id('report-link'), days: 30 },
    ...{ createdAt: now, expiresAt: new Date(now.getTime() + 86_400_000) },
  })
  await ctx.db.insert(savedViews).values({
    ...{ id: id('view'), projectId, name: sample, nameKey: id('view'), filters: {}, createdAt: now },
  })
  await ctx.db.insert(suggestions).values({
    ...{ id: id('suggestion'), projectId, prompt: `${sample} query`, folded: `${sample} query` },
    ...{ source: 'scan', queries: [], createdAt: now, updatedAt: now },
  })
  const briefId = await addBrief(ctx, team, projectId, {
    ...{ id: id('brief'), topic: `${sample} topic`, sourceKind: 'gap', sourceId: 'best-tools' },
  })
  await ctx.db.insert(plans).values({
    ...{ id: id('plan'), projectId, status: 'failed', failure: { status: 400, message: sample }, ...own },
    request: {
      ...{ topic: `${sample} topic`, contentSubtype: null, sourceKind: 'manual', sourceId: null },
      ...{ competitorIds: [], brandVoiceId: null, sitemapId: null, existingPageUrl: null },
      autoApprove: false,
    },
  })
  await ctx.db.insert(collections).values({
    ...{ id: id('collection'), source: 'api', sourceId: 'x', name: sample, nameSource: 'user', ...own },
    ...{ contentTypes: ['changelog'], expectedPostCount: 1, updatedAt: now },
  })
  const postId = id('post')
  await ctx.db.insert(posts).values({
    ...{ id: postId, collectionId: id('collection'), contentType: 'changelog', status: 'published', ...own },
    ...{ title: `${sample} title`, slug: id('slug'), content: sample, markdown: sample, publishedAt: now },
    updatedAt: now,
  })
  const text = { title: `${sample} title`, markdown: sample }
  await ctx.db.insert(postVersions).values({
    ...{ postId, number: 1, kind: 'recorded', author: null, ...text, startedAt: now, createdAt: now },
  })
  await ctx.db
    .insert(postRevisions)
    .values({ postId, ...text, basedOn: now, author: `user:${owner.id}`, updatedAt: now })
  const jobId = id('job')
  const run = { id: jobId, organizationId, contentType: 'changelog' as const }
  await atomically(ctx.db, queueGeneration(ctx, { ...run, repositoryIds: [repository.id], source: 'api' }))
  await ctx.db.insert(brandAnalysisJobs).values({
    ...{ id: id('analysis'), brandIdentityId, status: 'failed', error: sample, ...own, updatedAt: now },
  })
  const payload = JSON.stringify(releasePayload({ body: sample }))
  await anonymous('POST', repository.hook, payload, {
    'x-github-event': 'release',
    'x-github-delivery': id('delivery'),
    'x-hub-signature-256': signBody('a'.repeat(64), payload),
  })
  const [delivery] = (await team.call('GET', '/v1/deliveries')).body.deliveries
  const started = { organizationId, startedBy: team.keyId, createdAt: now, updatedAt: now }
  const chatId = id('chat')
  await ctx.db.insert(chats).values({
    ...{ id: chatId, title: `${sample} chat`, titleSource: 'person', ...started },
    ...{ channelSource: 'slack', channelId: id('channel') },
  })
  await ctx.db.insert(chatMessages).values({
    ...{ chatId, place: 0, id: id('message'), role: 'user', createdAt: now },
    parts: [{ type: 'text', text: `${sample} message` }],
  })
  const sessionId = id('session')
  await ctx.db
    .insert(agentSessions)
    .values({ id: sessionId, surface: 'task', status: 'active', nextIndex: 0, ...started })
  const approvalId = id('approval')
  await ctx.db.insert(approvals).values({
    ...{ id: approvalId, conversationKind: 'chat', conversationId: chatId, callId: id('call'), ...own },
    ...{ tool: 'delete_post', input: '{}', inputHash: 'x', subject: null, prompt: `${sample} prompt` },
    ...{ status: 'open', askedBy: team.keyId, expiresAt: new Date(now.getTime() + 3_600_000) },
  })
  const connectionId = id('connection')
  await ctx.db.insert(apiKeys).values({
    ...{ id: connectionId, hash: connectionId, name: `${sample} app`, start: 'herald_mcp_x', ...own },
    ...{ scopes: ['posts.read'], clientId: id('client'), createdBy: owner.id },
    expiresAt: new Date(now.getTime() + 24 * 3_600_000),
  })
  const destinationId = id('destination')
  await ctx.db.insert(destinations).values({
    ...{ id: destinationId, service: 'slack', name: sample, shownAddress: sample, ...own },
    encryptedAddress: ctx.secrets.encrypt('{}', destinationAddressOf({ id: destinationId })),
  })
  await ctx.db.insert(pullRequestDestinations).values({
    ...{ id: id('target'), integrationId: repository.id, site: 'astro', path: `${mark}/{slug}.md`, ...own },
  })
  const tracker = { id: id('tracker'), organizationId, workspaceId: id('workspace'), teamId: null }
  await ctx.db.insert(trackers).values({
    ...{ ...tracker, provider: 'linear', displayName: sample, workspaceName: sample },
    ...{ leftOut: { labels: [], teams: [] }, createdAt: now, updatedAt: now },
    encryptedToken: ctx.secrets.encrypt('token', trackerTokenOf(tracker)),
  })
  await addPageFact(ctx, organizationId, brandIdentityId)
  await ctx.db.insert(subscribers).values({
    ...{ id: id('subscriber'), organizationId, email: `${mark}@${slug}.test`, token: id('reader') },
    ...{ status: 'active', frequency: 'post', askedAt: now, askedFrom: '192.0.2.1', wording: 1 },
  })
  const { schedule } = await made(
    '/v1/schedules',
    scheduleBody(repository.id, { name: `${sample} weekly`, enabled: false }),
  )
  const { eventTrigger } = await made('/v1/event-triggers', triggerBody(repository.id))
  await made('/v1/skills', { name: id('skill'), description: sample, content: sample })
  const sent = await made('/v1/feedback', {
    message: sample,
    title: sample,
    kind: 'bug',
    sentiment: 'neutral',
  })
  const { token } = await made('/v1/geo/ingest/token', {})
  await anonymous(
    'POST',
    '/api/geo/ingest',
    {
      ...{ method: 'GET', url: `https://${slug}.example/${mark}`, ip: '20.15.240.80' },
      ...{ userAgent: 'Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)' },
    },
    { authorization: `Bearer ${token}` },
  )
  const invitation = await made(
    '/api/app/invitations',
    { email: `${mark}@${slug}.test`, role: 'member' },
    owner.call,
  )
  const feedbackToken = await createFeedbackToken(ctx, organizationId, null)
  return {
    team,
    owner,
    member,
    made,
    ids: {
      ...{ approvalId, brandIdentityId, briefId, chatId, destinationId, jobId, postId, projectId, scanId },
      ...{ sessionId, brand: `${slug} Beta`, checkId: id('check'), collectionId: id('collection') },
      ...{ competitorId: `${slug} beta-${projectId}`, deliveryId: delivery.id, factId: fact.id },
      ...{ feedbackId: sent.feedback.id, integrationId: repository.id, keyId: team.keyId },
      ...{ invitationId: invitation.invitation.id, name: id('skill'), planId: id('plan'), runId: jobId },
      ...{ promptId: `p1-${projectId}`, scheduleId: schedule.id, sequenceId: `s1-${projectId}` },
      ...{ subscriberId: id('subscriber'), connectionId },
      ...{
        sitemapId: id('sitemap'),
        suggestionId: id('suggestion'),
        reportLinkId: id('report-link'),
        viewId: id('view'),
        targetId: id('target'),
      },
      ...{ tokenId: feedbackToken.id, trackerId: id('tracker'), triggerId: eventTrigger.id },
      ...{ userId: member.id, number: '1', journeyId: 'f_0123456789abcdef' },
    } as Record<string, string>,
  }
}
