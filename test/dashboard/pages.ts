import { eq } from 'drizzle-orm'
import * as chatsStrings from '../../src/dashboard/agents/chats/strings.ts'
import * as feedbackStrings from '../../src/dashboard/agents/feedback/strings.ts'
import * as sessionsStrings from '../../src/dashboard/agents/sessions/strings.ts'
import * as automationsStrings from '../../src/dashboard/content/automations/strings.ts'
import * as brandStrings from '../../src/dashboard/content/brand/strings.ts'
import * as postsStrings from '../../src/dashboard/content/posts/strings.ts'
import * as usageStrings from '../../src/dashboard/organization/usage/strings.ts'
import * as activityStrings from '../../src/dashboard/sources/activity/strings.ts'
import { approvals } from '../../src/features/conversations/approvals/table.ts'
import { setLimits } from '../../src/features/usage/limits.ts'
import { pingPayload } from '../support/github-deliveries.ts'
import { addWaiting } from './support/agent.ts'
import { addRun, addSchedule, addTrigger, connectRepository, pause } from './support/automations.ts'
import { acme, addBrand } from './support/brands.ts'
import { addArticles, addPlanned, workingTitle } from './support/briefs.ts'
import { addChat, richParts } from './support/chats.ts'
import { addCollection, addPosts } from './support/posts.ts'
import { addTrackedProject } from './support/projects.ts'
import { addAsked } from './support/prompts.ts'
import { addReadiness } from './support/readiness.ts'
import { addRepository } from './support/repositories.ts'
import { addSamplePost, sampleTitle } from './support/sample-post.ts'
import type { Scene } from './support/scene.ts'
import { addStory } from './support/stories.ts'
import { addTraffic } from './support/traffic.ts'
import { addUse } from './support/usage.ts'
import { addCompetitors, addGaps, addScanned } from './support/visibility.ts'

/**
 * The pages that `every-page/` tests: while loading, filled, empty, failed, by keyboard alone, in both themes, wide and
 * narrow. To add a page, add an entry to the list below; nothing else is needed.
 *
 *     {
 *       path: '/posts',                      // below the organization; `fill` returns the value of :id
 *       heading: 'Posts',                    // its h1, which is also in its title
 *       reads: '/v1/posts',                  // the route whose response its content needs
 *       fill: (scene) => addPosts(scene),    // creates its content, through the API or the services
 *       filled: 'Acme 1.4',                  // a text that is visible only with content
 *       empty: { says: 'No posts yet', leadsTo: 'Generate a post' },   // null if it cannot be empty
 *       elsewhere: 'null',                   // if no route refuses it elsewhere: it returns null or a list
 *       forMembers: 'Only an owner or admin can do this',              // instead of `filled`, if members may not see it
 *     }
 */
export type PageCase = {
  path: string
  heading: string
  reads: string
  fill(scene: Scene): Promise<string | undefined>
  filled: string
  empty: { says: string; leadsTo: string } | null
  elsewhere?: 'null' | 'list'
  forMembers?: string
}

/** A repository with a trigger, a delivery and a name that is the same in every organization. */
async function addApp(scene: Scene): Promise<string> {
  const { id, change, watch, publish } = await addRepository(scene)
  await change({ displayName: 'The app' })
  await watch()
  await publish()
  return id
}

const houseStyle = {
  name: 'house-style',
  description: 'How we write, whatever it is that we write.',
  content: '# House style\n\nBegin with what changes for the reader.\n',
}

export const pages: PageCase[] = [
  {
    path: '/posts',
    heading: 'Posts',
    reads: '/api/app/posts',
    async fill(scene) {
      await addPosts(scene, [
        { title: 'Acme 1.3.2: two fixes for imports', published: true, ledger: [0, 2, 4] },
        { title: 'Week 47 at Acme', contentType: 'blog_post', brand: { id: 'acme', name: 'Acme' } },
        { title: 'Reports leave as PDF now', contentType: 'linkedin_post', published: true },
        { title: 'Acme 1.4: exports, saved views and calmer pages', ledger: [3, 19, 9] },
      ])
      return undefined
    },
    filled: 'Acme 1.4: exports',
    empty: { says: postsStrings.noPosts.noPostsYet, leadsTo: 'Generate a post' },
  },
  {
    path: '/posts/new',
    heading: 'Generate a post',
    reads: '/v1/integrations',
    async fill(scene) {
      await addStory(scene)
      return undefined
    },
    filled: 'feat: export every board as PDF',
    empty: { says: 'No repositories connected', leadsTo: 'Connect a repository' },
  },
  {
    path: '/posts/collections',
    heading: 'Collections',
    reads: '/v1/collections',
    async fill(scene) {
      await addCollection(scene, ['changelog', 'blog_post', 'image'])
      return undefined
    },
    filled: 'Changelog, Blog post + 1 more',
    empty: { says: postsStrings.noPosts.noPostsYet, leadsTo: 'Generate a post' },
  },
  {
    path: '/posts/:id',
    heading: sampleTitle,
    reads: '/api/app/posts/:id/edited',
    fill: (scene) => addSamplePost(scene),
    filled: 'Nothing is missing',
    empty: null,
    elsewhere: 'null',
  },
  {
    path: '/posts/collections/:id',
    heading: 'Changelog, Blog post - March 4th 2026',
    reads: '/v1/collections/:id',
    async fill(scene) {
      const collectionId = await addCollection(scene, ['changelog', 'blog_post'])
      await addPosts(scene, [
        { title: 'Acme 1.4: exports', ledger: [3, 19, 9], collectionId },
        { title: 'What Acme 1.4 brings', contentType: 'blog_post', collectionId },
      ])
      return collectionId
    },
    filled: 'What Acme 1.4 brings',
    empty: null,
  },
  {
    path: '/public-page',
    heading: 'Public page',
    reads: '/api/app/public-page',
    fill: async () => undefined,
    filled: 'Up to five links in the header.',
    empty: null,
  },
  {
    path: '/schedules',
    heading: 'Schedules',
    reads: '/v1/schedules',
    async fill(scene) {
      const app = await connectRepository(scene)
      const docs = await connectRepository(scene, 'acme/documentation')
      const [postId] = await addPosts(scene, [{ title: 'Acme 1.4: exports, saved views and calmer pages' }])
      const monthly = { frequency: 'monthly', dayOfMonth: 31, hour: 23, minute: 30 }
      const late = await addSchedule(scene, docs, { name: 'Month', sourceConfig: { cron: monthly } })
      await addRun(
        scene,
        { id: late, kind: 'schedule' },
        { status: 'failed', error: 'GitHub does not know acme/documentation.' },
      )
      await pause(scene, late)
      const daily = { frequency: 'daily', hour: 7, minute: 5 }
      const quiet = await addSchedule(scene, app, {
        name: 'Daily digest for the people of support and sales',
        sourceConfig: { cron: daily },
        targets: { repositoryIds: [app, docs] },
        outputType: 'linkedin_post',
      })
      await addRun(
        scene,
        { id: quiet, kind: 'schedule' },
        { status: 'skipped', error: 'Nothing happened in the day before.' },
      )
      await addSchedule(scene, app, { name: 'Not yet', enabled: false, outputType: 'blog_post' })
      const weekly = await addSchedule(scene, app)
      await addRun(scene, { id: weekly, kind: 'schedule' }, { status: 'completed', postId })
      return undefined
    },
    filled: 'Acme 1.4: exports',
    empty: { says: automationsStrings.schedulesPage.noSchedulesYet, leadsTo: 'New schedule' },
  },
  {
    path: '/triggers',
    heading: 'Triggers',
    reads: '/v1/event-triggers',
    async fill(scene) {
      const app = await connectRepository(scene)
      const [postId] = await addPosts(scene, [{ title: 'Acme 1.4: exports, saved views and calmer pages' }])
      const paused = await addTrigger(scene, app, { outputType: 'blog_post' })
      await pause(scene, paused)
      const events = { eventTypes: ['release'], includePreReleases: false }
      const trigger = await addTrigger(scene, app, { sourceConfig: events })
      await addRun(scene, { id: trigger, kind: 'trigger' }, { status: 'completed', postId })
      return undefined
    },
    filled: 'Acme 1.4: exports',
    empty: { says: automationsStrings.triggersPage.noTriggersYet, leadsTo: 'New trigger' },
  },
  {
    path: '/brand',
    heading: 'Brand',
    reads: '/v1/brand-identities',
    async fill(scene) {
      await addBrand(scene, acme)
      await addBrand(scene, { name: 'Acme Labs', websiteUrl: 'https://labs.acme.com/?from=herald' })
      return undefined
    },
    filled: 'Acme Labs',
    empty: { says: brandStrings.brandsPage.noBrandYet, leadsTo: 'Read my website' },
  },
  {
    path: '/brand/:id',
    heading: 'Acme',
    reads: '/v1/brand-identities/:id',
    async fill(scene) {
      const id = await addBrand(scene, { ...acme, isDefault: false })
      return id
    },
    filled: 'Voice',
    empty: null,
    elsewhere: 'null',
  },
  {
    path: '/skills',
    heading: 'Skills',
    reads: '/api/app/skills',
    async fill({ team }) {
      await team.call('POST', '/v1/skills', houseStyle)
      await team.call('PATCH', '/v1/skills/changelog', { content: '# Ours' })
      return undefined
    },
    filled: 'house-style',
    empty: null,
  },
  {
    path: '/skills/:id',
    heading: 'house-style',
    reads: '/v1/skills/:id',
    async fill({ team }) {
      await team.call('POST', '/v1/skills', houseStyle)
      return 'house-style'
    },
    filled: 'Custom',
    empty: null,
  },
  {
    path: '/feedback',
    heading: 'Feedback',
    reads: '/v1/feedback',
    async fill({ team }) {
      await team.call('POST', '/v1/feedback', { message: 'The export stops.', title: 'Stops', kind: 'bug' })
      return undefined
    },
    filled: 'The export stops.',
    empty: { says: feedbackStrings.inbox.noFeedbackYet, leadsTo: 'Connect agents' },
  },
  {
    path: '/chats',
    heading: 'Chats',
    reads: '/v1/chats',
    async fill(scene) {
      await addRepository(scene)
      await addChat(scene, { title: 'Release notes for Acme 1.4', source: 'slack' })
      await addChat(scene, { title: 'How we write', pinned: true })
      return undefined
    },
    filled: 'Release notes for Acme 1.4',
    empty: { says: chatsStrings.questions.noChatsYet, leadsTo: 'Connect a repository' },
  },
  {
    path: '/chats/:id',
    heading: 'What changed in the app',
    reads: '/api/app/chats/:id',
    async fill(scene) {
      await addRepository(scene)
      return addChat(scene, {}, richParts)
    },
    filled: 'Boards leave as',
    empty: null,
  },
  {
    path: '/chats/sessions',
    heading: 'Sessions',
    reads: '/api/app/agent-sessions',
    async fill(scene) {
      using _waiting = await addWaiting(scene)
      return undefined
    },
    filled: 'Waiting for input',
    empty: {
      says: sessionsStrings.sessionsPage.noSessionsYet,
      leadsTo: sessionsStrings.sessionsPage.writeATask,
    },
  },
  {
    path: '/chats/sessions/:id',
    heading: 'Publish the draft of Acme 1.4',
    reads: '/api/app/agent-sessions/:id',
    async fill(scene) {
      using waiting = await addWaiting(scene)
      return waiting.sessionId
    },
    filled: 'The draft adds up, and can go out.',
    empty: null,
  },
  {
    path: '/approvals/:id',
    heading: 'Update post',
    reads: '/api/app/approvals/:id',
    async fill(scene) {
      using _waiting = await addWaiting(scene)
      const [approval] = await scene.herald.ctx.db
        .select()
        .from(approvals)
        .where(eq(approvals.organizationId, scene.team.id))
      return approval?.id
    },
    filled: 'status: “draft” → “published”',
    empty: null,
  },
  {
    path: '/geo',
    heading: 'Visibility',
    reads: '/v1/projects/:id/geo/visibility/overview',
    async fill(scene) {
      await addScanned(scene)
      return undefined
    },
    filled: 'By engine',
    empty: { says: 'Not set up yet', leadsTo: 'Set up visibility' },
  },
  {
    path: '/geo/competitors',
    heading: 'Competitors',
    reads: '/v1/projects/:id/geo/competitors',
    async fill(scene) {
      await addCompetitors(scene)
      return undefined
    },
    filled: 'northlight.example',
    empty: { says: 'Not set up yet', leadsTo: 'Set up visibility' },
  },
  {
    path: '/geo/competitors/Beta',
    heading: 'Beta',
    reads: '/v1/projects/:id/geo/visibility/competitors/:name',
    async fill(scene) {
      await addGaps(scene)
      return undefined
    },
    filled: 'Answers that name Beta',
    empty: null,
  },
  {
    path: '/geo/gaps',
    heading: 'Gaps',
    reads: '/v1/projects/:id/geo/gaps',
    async fill(scene) {
      await addGaps(scene)
      return undefined
    },
    filled: 'best tools for changelogs',
    empty: { says: 'Not set up yet', leadsTo: 'Set up visibility' },
  },
  {
    path: '/geo/traffic',
    heading: 'AI traffic',
    reads: '/v1/projects/:id/geo/traffic/overview',
    async fill(scene) {
      await addTraffic(scene)
      return undefined
    },
    filled: 'PerplexityBot',
    empty: { says: 'Not set up yet', leadsTo: 'Set up visibility' },
  },
  {
    path: '/geo/agent-readiness',
    heading: 'Agent readiness',
    reads: '/v1/projects/:id/geo/agent-readiness',
    async fill(scene) {
      await addReadiness(scene)
      return undefined
    },
    filled: 'Copy all fixes',
    empty: { says: 'Not set up yet', leadsTo: 'Set up visibility' },
  },
  {
    path: '/geo/write',
    heading: 'Articles',
    reads: '/v1/projects/:id/geo/briefs',
    async fill(scene) {
      await addArticles(scene)
      return undefined
    },
    filled: workingTitle,
    empty: { says: 'Not set up yet', leadsTo: 'Set up visibility' },
  },
  {
    path: '/geo/write/:id',
    heading: workingTitle,
    reads: '/v1/projects/:id/geo/briefs/:id',
    fill: async (scene) => (await addPlanned(scene)).id,
    filled: 'Evidence',
    empty: null,
    elsewhere: 'null',
  },
  {
    path: '/usage',
    heading: 'Usage',
    reads: '/v1/usage',
    async fill({ herald, team }) {
      await setLimits(herald.ctx, team.id, { longFormPosts: 30, socialPosts: 1000, creditCents: 1240 })
      await addUse(herald.ctx, team.id, 'long_form_posts', { written: 7, running: 2 })
      return undefined
    },
    filled: 'in progress',
    empty: { says: usageStrings.usagePage.nothingUsed, leadsTo: 'Generate a post' },
  },
  {
    path: '/settings',
    heading: 'General',
    reads: '/api/app/organization',
    fill: async () => undefined,
    filled: 'Stays the same when you rename the organization.',
    empty: null,
  },
  {
    path: '/account',
    heading: 'Account',
    reads: '/api/app/account/sessions',
    fill: async () => undefined,
    filled: 'You are signed in only in this browser.',
    empty: null,
  },
  {
    path: '/repositories',
    heading: 'Repositories',
    reads: '/api/app/integrations',
    async fill(scene) {
      const { displayName, deliver, host } = await addRepository(scene)
      await deliver('ping', pingPayload(host))
      await (await scene.team.person('admin')).call('POST', '/api/app/trackers', {
        provider: 'linear',
        token: 'lin_api_1',
      })
      return displayName
    },
    filled: 'Last delivery',
    empty: { says: 'No repositories connected', leadsTo: 'Connect a repository' },
  },
  {
    path: '/repositories/:id',
    heading: 'The app',
    reads: '/api/app/integrations/:id/webhook',
    fill: (scene) => addApp(scene),
    filled: 'Fill in these four fields',
    empty: null,
    elsewhere: 'list',
  },
  {
    path: '/repositories/:id/deliveries',
    heading: 'The app',
    reads: '/v1/deliveries',
    fill: (scene) => addApp(scene),
    filled: 'Release published',
    empty: null,
    elsewhere: 'list',
  },
  {
    path: '/repositories/:id/triggers',
    heading: 'The app',
    reads: '/v1/event-triggers',
    fill: (scene) => addApp(scene),
    filled: 'Each push and release',
    empty: null,
    elsewhere: 'list',
  },
  {
    path: '/repositories/:id/general',
    heading: 'The app',
    reads: '/api/app/integrations',
    fill: (scene) => addApp(scene),
    filled: 'Display name',
    empty: null,
    elsewhere: 'list',
  },
  {
    path: '/activity',
    heading: 'Activity',
    reads: '/v1/deliveries',
    async fill(scene) {
      await (await addRepository(scene)).publish()
      return undefined
    },
    filled: 'Release published',
    empty: { says: activityStrings.noDeliveries.noDeliveriesYet, leadsTo: 'Connect a repository' },
  },
  {
    path: '/activity/runs',
    heading: 'Activity',
    reads: '/v1/runs',
    async fill(scene) {
      await addRepository(scene)
      await scene.team.call('POST', '/v1/posts/generate', { contentType: 'changelog' })
      return undefined
    },
    filled: 'Last 7 days of',
    empty: { says: activityStrings.runs.noRunsInLastSeven, leadsTo: 'Generate a post' },
  },
  {
    path: '/geo/prompts',
    heading: 'Prompts',
    reads: '/v1/projects/:id/geo/prompts',
    async fill(scene) {
      await addAsked(scene)
      return undefined
    },
    filled: 'best changelog tools',
    empty: { says: 'Not set up yet', leadsTo: 'Set up visibility' },
  },
  {
    path: '/geo/prompts?tab=conversations',
    heading: 'Prompts',
    reads: '/v1/projects/:id/geo/sequences',
    async fill(scene) {
      const { geo } = await addAsked(scene)
      const steps = ['which changelog tools are there', 'which of them can I host myself']
      await scene.team.call('POST', `${geo}/sequences`, { name: 'To the choice', steps })
      return undefined
    },
    filled: 'To the choice',
    empty: { says: 'Not set up yet', leadsTo: 'Set up visibility' },
  },
  {
    path: '/geo/prompts?tab=answers',
    heading: 'Prompts',
    reads: '/v1/projects/:id/geo/visibility/prompt-results/summaries',
    async fill(scene) {
      await addAsked(scene)
      return undefined
    },
    filled: 'latest per engine',
    empty: { says: 'Not set up yet', leadsTo: 'Set up visibility' },
  },
  {
    path: '/geo/settings',
    heading: 'Visibility settings',
    reads: '/v1/projects/:id/geo/settings',
    async fill(scene) {
      await addTrackedProject(scene)
      return undefined
    },
    filled: 'Answers that contain this name count as mentions.',
    empty: { says: 'Not set up yet', leadsTo: 'Set up visibility' },
  },
  {
    path: '/members',
    heading: 'Members',
    reads: '/api/app/members',
    async fill({ team }) {
      const zadie = await team.person('admin', 'Zadie')
      await zadie.call('POST', '/api/app/invitations', { email: 'noor@acme.dev', role: 'member' })
      return undefined
    },
    filled: 'zadie@',
    empty: null,
  },
  {
    path: '/keys',
    heading: 'API keys',
    reads: '/api/app/keys',
    async fill({ team }) {
      const { call } = await team.person('admin', 'Zadie')
      await call('POST', '/api/app/keys', { name: 'Release pipeline', scopes: ['posts.read', 'posts.write'] })
      return undefined
    },
    filled: 'Release pipeline',
    empty: null,
    forMembers: 'Only owners and admins can manage API keys',
  },
]
