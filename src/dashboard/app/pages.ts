import type { ComponentType } from 'react'
import { lazyComponent } from '../kit/lazy-view.tsx'

type Loader = () => Promise<ComponentType>

export type Page = {
  /** Below `/app/{slug}`, as a router pattern. */
  path: string
  /** The path without its parameters. */
  base: string
  /** It keeps its state between its addresses: it is a list with a detail view. */
  stays: boolean
  load: Loader
  view: ComponentType
}

function page(path: string, load: Loader, { stays = false } = {}): Page {
  return {
    path,
    base: path.replace(/\/:.*$/, ''),
    stays,
    load,
    view: lazyComponent(load),
  }
}

/** Every page of an organization, each in its own file that is loaded on first use. */
export const pages: Page[] = [
  page('/', () => import('../home/home-page.tsx').then((m) => m.HomePage)),
  page('/posts', () => import('../content/posts/posts-page.tsx').then((m) => m.PostsPage)),
  page('/posts/new', () => import('../content/generate/generate-page.tsx').then((m) => m.GeneratePage)),
  page('/posts/collections', () =>
    import('../content/posts/collections-page.tsx').then((m) => m.CollectionsPage),
  ),
  page('/posts/collections/:id', () =>
    import('../content/posts/collection-page.tsx').then((m) => m.CollectionPage),
  ),
  page('/posts/:id', () => import('../content/post/post-page.tsx').then((m) => m.PostPage)),
  page('/public-page', () => import('../content/public-page/public-page.tsx').then((m) => m.PublicPage)),
  page('/schedules', () => import('../content/automations/schedules-page.tsx').then((m) => m.SchedulesPage)),
  page('/triggers', () => import('../content/automations/triggers-page.tsx').then((m) => m.TriggersPage)),
  page('/brand', () => import('../content/brand/brands-page.tsx').then((m) => m.BrandsPage)),
  page('/brand/:id', () => import('../content/brand/brand-page.tsx').then((m) => m.BrandPage)),
  page('/skills', () => import('../content/skills/skills-page.tsx').then((m) => m.SkillsPage)),
  page('/skills/:name', () => import('../content/skills/skill-page.tsx').then((m) => m.SkillPage)),
  page('/repositories', () =>
    import('../sources/repositories/repositories-page.tsx').then((m) => m.RepositoriesPage),
  ),
  page('/repositories/:id/:tab?', () =>
    import('../sources/repositories/repository-page.tsx').then((m) => m.RepositoryPage),
  ),
  page('/activity/:tab?', () => import('../sources/activity/activity-page.tsx').then((m) => m.ActivityPage)),
  page('/geo', () => import('../visibility/overview/overview-page.tsx').then((m) => m.OverviewPage)),
  page('/geo/prompts', () => import('../visibility/prompts/prompts-page.tsx').then((m) => m.PromptsPage)),
  page('/geo/competitors', () =>
    import('../visibility/competitors/competitors-page.tsx').then((m) => m.CompetitorsPage),
  ),
  page('/geo/competitors/:name', () =>
    import('../visibility/competitors/competitor-page.tsx').then((m) => m.CompetitorPage),
  ),
  page('/geo/gaps', () => import('../visibility/gaps/gaps-page.tsx').then((m) => m.GapsPage)),
  page('/geo/write', () => import('../visibility/articles/write-page.tsx').then((m) => m.WritePage)),
  page('/geo/write/:briefId', () => import('../visibility/articles/brief-page.tsx').then((m) => m.BriefPage)),
  page('/geo/traffic', () => import('../visibility/traffic/traffic-page.tsx').then((m) => m.TrafficPage)),
  page('/geo/agent-readiness', () =>
    import('../visibility/readiness/readiness-page.tsx').then((m) => m.ReadinessPage),
  ),
  page('/geo/settings', () =>
    import('../visibility/settings/visibility-settings-page.tsx').then((m) => m.VisibilitySettingsPage),
  ),
  page('/feedback/:id?', () => import('../agents/feedback/feedback-page.tsx').then((m) => m.FeedbackPage), {
    stays: true,
  }),
  page('/chats', () => import('../agents/chats/chats-page.tsx').then((m) => m.ChatsPage)),
  page('/chats/sessions', () => import('../agents/sessions/sessions-page.tsx').then((m) => m.SessionsPage)),
  page('/chats/sessions/:id', () => import('../agents/sessions/session-page.tsx').then((m) => m.SessionPage)),
  page('/chats/:id', () => import('../agents/chats/chat-page.tsx').then((m) => m.ChatPage)),
  page('/approvals/:id', () => import('../agents/sessions/approval-page.tsx').then((m) => m.ApprovalPage)),
  page('/keys', () => import('../organization/keys/keys-page.tsx').then((m) => m.KeysPage)),
  page('/members', () => import('../organization/members/members-page.tsx').then((m) => m.MembersPage)),
  page('/usage', () => import('../organization/usage/usage-page.tsx').then((m) => m.UsagePage)),
  page('/settings', () => import('../organization/settings/settings-page.tsx').then((m) => m.SettingsPage)),
  page('/server', () => import('../organization/server/server-page.tsx').then((m) => m.ServerPage)),
  page('/account', () => import('../organization/account/account-page.tsx').then((m) => m.AccountPage)),
]

/** Preloads a page's file. */
export function prefetch(path: string) {
  pages.find(({ base }) => base === path)?.load()
}
