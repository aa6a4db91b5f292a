import {
  Activity,
  Bot,
  CalendarClock,
  ChartLine,
  ChartNoAxesColumn,
  FileText,
  Footprints,
  GitBranch,
  Globe,
  House,
  Inbox,
  KeyRound,
  type LucideIcon,
  MessageSquareText,
  Palette,
  PenLine,
  ScanSearch,
  Server,
  Settings,
  SlidersHorizontal,
  Sparkles,
  Target,
  Users,
  UsersRound,
  Zap,
} from 'lucide-react'
import { paths } from '../../data/paths.ts'
import type { Session } from '../../data/session.tsx'
import * as strings from './strings.ts'

export type NavigationItem = {
  label: string
  path: string
  icon: LucideIcon
  /** Its heading; empty at the top. */
  group: string
  /** The letter that opens it after g. */
  key?: string
}

/** The pages in the navigation, the palette and the shortcuts. */
export const navigationItems: NavigationItem[] = [
  { label: strings.navigation.home, path: paths.home(), icon: House, group: '', key: 'h' },
  {
    label: strings.navigation.posts,
    path: paths.posts(),
    icon: FileText,
    group: strings.navigation.content,
    key: 'p',
  },
  {
    label: strings.navigation.publicPage,
    path: paths.publicPage(),
    icon: Globe,
    group: strings.navigation.content,
    key: 'o',
  },
  {
    label: strings.navigation.schedules,
    path: paths.schedules(),
    icon: CalendarClock,
    group: strings.navigation.content,
    key: 's',
  },
  {
    label: strings.navigation.triggers,
    path: paths.triggers(),
    icon: Zap,
    group: strings.navigation.content,
    key: 't',
  },
  {
    label: strings.navigation.brand,
    path: paths.brands(),
    icon: Palette,
    group: strings.navigation.content,
    key: 'b',
  },
  {
    label: strings.navigation.skills,
    path: paths.skills(),
    icon: Sparkles,
    group: strings.navigation.content,
  },
  {
    label: strings.navigation.repositories,
    path: paths.repositories(),
    icon: GitBranch,
    group: strings.navigation.sources,
    key: 'r',
  },
  {
    label: strings.navigation.activity,
    path: paths.activity(),
    icon: Activity,
    group: strings.navigation.sources,
    key: 'a',
  },
  {
    label: strings.navigation.overview,
    path: paths.visibility(),
    icon: ChartLine,
    group: strings.navigation.visibility,
    key: 'v',
  },
  {
    label: strings.navigation.prompts,
    path: paths.prompts(),
    icon: MessageSquareText,
    group: strings.navigation.visibility,
    key: 'q',
  },
  {
    label: strings.navigation.competitors,
    path: paths.competitors(),
    icon: UsersRound,
    group: strings.navigation.visibility,
    key: 'c',
  },
  {
    label: strings.navigation.gaps,
    path: paths.gaps(),
    icon: Target,
    group: strings.navigation.visibility,
    key: 'g',
  },
  {
    label: strings.navigation.articles,
    path: paths.articles(),
    icon: PenLine,
    group: strings.navigation.visibility,
    key: 'w',
  },
  {
    label: strings.navigation.traffic,
    path: paths.traffic(),
    icon: Footprints,
    group: strings.navigation.visibility,
  },
  {
    label: strings.navigation.readiness,
    path: paths.readiness(),
    icon: ScanSearch,
    group: strings.navigation.visibility,
  },
  {
    label: strings.navigation.settings,
    path: paths.visibilitySettings(),
    icon: SlidersHorizontal,
    group: strings.navigation.visibility,
  },
  {
    label: strings.navigation.feedback,
    path: paths.feedback(),
    icon: Inbox,
    group: strings.navigation.agents,
    key: 'f',
  },
  {
    label: strings.navigation.chats,
    path: paths.chats(),
    icon: Bot,
    group: strings.navigation.agents,
    key: 'm',
  },
  {
    label: strings.navigation.apiKeys,
    path: paths.keys(),
    icon: KeyRound,
    group: strings.navigation.organization,
    key: 'k',
  },
  {
    label: strings.navigation.members,
    path: paths.members(),
    icon: Users,
    group: strings.navigation.organization,
  },
  {
    label: strings.navigation.usage,
    path: paths.usage(),
    icon: ChartNoAxesColumn,
    group: strings.navigation.organization,
  },
  {
    label: strings.navigation.general,
    path: paths.settings(),
    icon: Settings,
    group: strings.navigation.organization,
  },
  {
    label: strings.navigation.server,
    path: paths.server(),
    icon: Server,
    group: strings.navigation.organization,
  },
]

/** Whether a page is offered: that of the server only to those who may change its settings. */
export const isOffered = ({ path }: { path: string }, session: Pick<Session, 'maySetServer'> | undefined) =>
  path !== paths.server() || session?.maySetServer === true

/** The navigation entry of a URL: of those above it, the nearest. */
export function placeOf(location: string): string | undefined {
  return navigationItems
    .map(({ path }) => path)
    .filter((path) => location === path || (path !== '/' && location.startsWith(`${path}/`)))
    .reduce<string | undefined>((best, path) => (best && best.length > path.length ? best : path), undefined)
}
