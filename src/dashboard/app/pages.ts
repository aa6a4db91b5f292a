import { type ComponentType, lazy } from 'react'

type Loader = () => Promise<{ default: ComponentType }>

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
  return { path, base: path.replace(/\/:.*$/, ''), stays, load, view: lazy(load) }
}

/** Every page of an organization, each in its own file that is loaded on first use. */
export const pages: Page[] = [
  page('/', () => import('../home/home-page.tsx').then((m) => ({ default: m.HomePage }))),
  page('/posts', () => import('../content/posts/posts-page.tsx').then((m) => ({ default: m.PostsPage }))),
  page('/posts/new', () =>
    import('../content/generate/generate-page.tsx').then((m) => ({ default: m.GeneratePage })),
  ),
  page('/posts/collections', () =>
    import('../content/posts/collections-page.tsx').then((m) => ({ default: m.CollectionsPage })),
  ),
  page('/posts/collections/:id', () =>
    import('../content/posts/collection-page.tsx').then((m) => ({ default: m.CollectionPage })),
  ),
  page('/posts/:id', () => import('../content/post/post-page.tsx').then((m) => ({ default: m.PostPage }))),
  page('/schedules', () =>
    import('../content/automations/schedules-page.tsx').then((m) => ({ default: m.SchedulesPage })),
  ),
  page('/triggers', () =>
    import('../content/automations/triggers-page.tsx').then((m) => ({ default: m.TriggersPage })),
  ),
  page('/brand', () => import('../content/brand/brands-page.tsx').then((m) => ({ default: m.BrandsPage }))),
  page('/brand/:id', () => import('../content/brand/brand-page.tsx').then((m) => ({ default: m.BrandPage }))),
  page('/skills', () => import('../content/skills/skills-page.tsx').then((m) => ({ default: m.SkillsPage }))),
  page('/skills/:name', () =>
    import('../content/skills/skill-page.tsx').then((m) => ({ default: m.SkillPage })),
  ),
  page('/repositories', () =>
    import('../sources/repositories/repositories-page.tsx').then((m) => ({ default: m.RepositoriesPage })),
  ),
  page('/repositories/:id/:tab?', () =>
    import('../sources/repositories/repository-page.tsx').then((m) => ({ default: m.RepositoryPage })),
  ),
  page('/activity/:tab?', () =>
    import('../sources/activity/activity-page.tsx').then((m) => ({ default: m.ActivityPage })),
  ),
  page('/geo', () =>
    import('../visibility/overview/overview-page.tsx').then((m) => ({ default: m.OverviewPage })),
  ),
  page('/geo/prompts', () =>
    import('../visibility/prompts/prompts-page.tsx').then((m) => ({ default: m.PromptsPage })),
  ),
  page('/geo/competitors', () =>
    import('../visibility/competitors/competitors-page.tsx').then((m) => ({ default: m.CompetitorsPage })),
  ),
  page('/geo/competitors/:name', () =>
    import('../visibility/competitors/competitor-page.tsx').then((m) => ({ default: m.CompetitorPage })),
  ),
  page('/geo/gaps', () => import('../visibility/gaps/gaps-page.tsx').then((m) => ({ default: m.GapsPage }))),
  page('/geo/write', () =>
    import('../visibility/articles/write-page.tsx').then((m) => ({ default: m.WritePage })),
  ),
  page('/geo/write/:briefId', () =>
    import('../visibility/articles/brief-page.tsx').then((m) => ({ default: m.BriefPage })),
  ),
  page('/geo/settings', () =>
    import('../visibility/settings/visibility-settings-page.tsx').then((m) => ({
      default: m.VisibilitySettingsPage,
    })),
  ),
  page(
    '/feedback/:id?',
    () => import('../agents/feedback/feedback-page.tsx').then((m) => ({ default: m.FeedbackPage })),
    { stays: true },
  ),
  page('/chats', () => import('../agents/chats/chats-page.tsx').then((m) => ({ default: m.ChatsPage }))),
  page('/chats/sessions', () =>
    import('../agents/sessions/sessions-page.tsx').then((m) => ({ default: m.SessionsPage })),
  ),
  page('/chats/sessions/:id', () =>
    import('../agents/sessions/session-page.tsx').then((m) => ({ default: m.SessionPage })),
  ),
  page('/chats/:id', () => import('../agents/chats/chat-page.tsx').then((m) => ({ default: m.ChatPage }))),
  page('/approvals/:id', () =>
    import('../agents/sessions/approval-page.tsx').then((m) => ({ default: m.ApprovalPage })),
  ),
  page('/keys', () => import('../organization/keys/keys-page.tsx').then((m) => ({ default: m.KeysPage }))),
  page('/members', () =>
    import('../organization/members/members-page.tsx').then((m) => ({ default: m.MembersPage })),
  ),
  page('/usage', () =>
    import('../organization/usage/usage-page.tsx').then((m) => ({ default: m.UsagePage })),
  ),
  page('/settings', () =>
    import('../organization/settings/settings-page.tsx').then((m) => ({ default: m.SettingsPage })),
  ),
  page('/account', () =>
    import('../organization/account/account-page.tsx').then((m) => ({ default: m.AccountPage })),
  ),
]

/** Preloads a page's file. */
export function prefetch(path: string) {
  pages.find(({ base }) => base === path)?.load()
}
