import { type ComponentType, lazy } from 'react'

type Loader = () => Promise<{ default: ComponentType }>

export type Page = {
  /** Below `/app/{slug}`, in the router's pattern. */
  path: string
  /** The path without its parameters. */
  base: string
  /** It keeps its state from one of its addresses to another: it is a list beside what it lists. */
  stays: boolean
  load: Loader
  view: ComponentType
}

function page(path: string, load: Loader, { stays = false } = {}): Page {
  return { path, base: path.replace(/\/:.*$/, ''), stays, load, view: lazy(load) }
}

/** Every page of an organization, each in a file of its own that is fetched when it is first wanted. */
export const pages: Page[] = [
  page('/', () => import('./home/home-page.tsx').then((m) => ({ default: m.HomePage }))),
  page('/posts', () => import('./posts/posts-page.tsx').then((m) => ({ default: m.PostsPage }))),
  page('/posts/new', () => import('./generate/generate-page.tsx').then((m) => ({ default: m.GeneratePage }))),
  page('/posts/collections', () =>
    import('./posts/collections-page.tsx').then((m) => ({ default: m.CollectionsPage })),
  ),
  page('/posts/collections/:id', () =>
    import('./posts/collection-page.tsx').then((m) => ({ default: m.CollectionPage })),
  ),
  page('/posts/:id', () => import('./post/post-page.tsx').then((m) => ({ default: m.PostPage }))),
  page('/schedules', () =>
    import('./automations/schedules-page.tsx').then((m) => ({ default: m.SchedulesPage })),
  ),
  page('/triggers', () =>
    import('./automations/triggers-page.tsx').then((m) => ({ default: m.TriggersPage })),
  ),
  page('/brand', () => import('./brand/brands-page.tsx').then((m) => ({ default: m.BrandsPage }))),
  page('/brand/:id', () => import('./brand/brand-page.tsx').then((m) => ({ default: m.BrandPage }))),
  page('/skills', () => import('./skills/skills-page.tsx').then((m) => ({ default: m.SkillsPage }))),
  page('/skills/:name', () => import('./skills/skill-page.tsx').then((m) => ({ default: m.SkillPage }))),
  page('/repositories', () =>
    import('./repositories/repositories-page.tsx').then((m) => ({ default: m.RepositoriesPage })),
  ),
  page('/repositories/:id/:tab?', () =>
    import('./repository/repository-page.tsx').then((m) => ({ default: m.RepositoryPage })),
  ),
  page('/activity/:tab?', () =>
    import('./activity/activity-page.tsx').then((m) => ({ default: m.ActivityPage })),
  ),
  page('/geo', () => import('./visibility/overview-page.tsx').then((m) => ({ default: m.OverviewPage }))),
  page('/geo/prompts', () => import('./prompts/prompts-page.tsx').then((m) => ({ default: m.PromptsPage }))),
  page('/geo/competitors', () =>
    import('./competitors/competitors-page.tsx').then((m) => ({ default: m.CompetitorsPage })),
  ),
  page('/geo/competitors/:name', () =>
    import('./competitors/competitor-page.tsx').then((m) => ({ default: m.CompetitorPage })),
  ),
  page('/geo/gaps', () => import('./gaps/gaps-page.tsx').then((m) => ({ default: m.GapsPage }))),
  page('/geo/write', () => import('./write/write-page.tsx').then((m) => ({ default: m.WritePage }))),
  page('/geo/write/:briefId', () => import('./write/brief-page.tsx').then((m) => ({ default: m.BriefPage }))),
  page('/geo/settings', () =>
    import('./visibility-settings/visibility-settings-page.tsx').then((m) => ({
      default: m.VisibilitySettingsPage,
    })),
  ),
  page(
    '/feedback/:id?',
    () => import('./feedback/feedback-page.tsx').then((m) => ({ default: m.FeedbackPage })),
    { stays: true },
  ),
  page('/chats', () => import('./chats/chats-page.tsx').then((m) => ({ default: m.ChatsPage }))),
  page('/chats/sessions', () =>
    import('./agent-sessions/sessions-page.tsx').then((m) => ({ default: m.SessionsPage })),
  ),
  page('/chats/sessions/:id', () =>
    import('./agent-sessions/session-page.tsx').then((m) => ({ default: m.SessionPage })),
  ),
  page('/chats/:id', () => import('./chats/chat-page.tsx').then((m) => ({ default: m.ChatPage }))),
  page('/approvals/:id', () =>
    import('./agent-sessions/approval-page.tsx').then((m) => ({ default: m.ApprovalPage })),
  ),
  page('/keys', () => import('./keys/keys-page.tsx').then((m) => ({ default: m.KeysPage }))),
  page('/members', () => import('./members/members-page.tsx').then((m) => ({ default: m.MembersPage }))),
  page('/usage', () => import('./usage/usage-page.tsx').then((m) => ({ default: m.UsagePage }))),
  page('/settings', () => import('./settings/settings-page.tsx').then((m) => ({ default: m.SettingsPage }))),
  page('/account', () => import('./account/account-page.tsx').then((m) => ({ default: m.AccountPage }))),
]

/** Fetches a page's file before it is opened. */
export function prefetch(path: string) {
  pages.find(({ base }) => base === path)?.load()
}
