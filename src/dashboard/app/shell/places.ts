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
  Settings,
  SlidersHorizontal,
  Sparkles,
  Target,
  Users,
  UsersRound,
  Zap,
} from 'lucide-react'
import { paths } from '../../data/paths.ts'
import * as strings from './strings.ts'

export type Place = {
  label: string
  path: string
  icon: LucideIcon
  /** Its heading; empty at the top. */
  group: string
  /** The letter that opens it after g. */
  key?: string
}

/** The pages in the navigation, the palette and the shortcuts. */
export const places: Place[] = [
  { label: strings.places.home, path: paths.home(), icon: House, group: '', key: 'h' },
  {
    label: strings.places.posts,
    path: paths.posts(),
    icon: FileText,
    group: strings.places.content,
    key: 'p',
  },
  {
    label: strings.places.publicPage,
    path: paths.publicPage(),
    icon: Globe,
    group: strings.places.content,
    key: 'o',
  },
  {
    label: strings.places.schedules,
    path: paths.schedules(),
    icon: CalendarClock,
    group: strings.places.content,
    key: 's',
  },
  {
    label: strings.places.triggers,
    path: paths.triggers(),
    icon: Zap,
    group: strings.places.content,
    key: 't',
  },
  {
    label: strings.places.brand,
    path: paths.brands(),
    icon: Palette,
    group: strings.places.content,
    key: 'b',
  },
  { label: strings.places.skills, path: paths.skills(), icon: Sparkles, group: strings.places.content },
  {
    label: strings.places.repositories,
    path: paths.repositories(),
    icon: GitBranch,
    group: strings.places.sources,
    key: 'r',
  },
  {
    label: strings.places.activity,
    path: paths.activity(),
    icon: Activity,
    group: strings.places.sources,
    key: 'a',
  },
  {
    label: strings.places.overview,
    path: paths.visibility(),
    icon: ChartLine,
    group: strings.places.visibility,
    key: 'v',
  },
  {
    label: strings.places.prompts,
    path: paths.prompts(),
    icon: MessageSquareText,
    group: strings.places.visibility,
    key: 'q',
  },
  {
    label: strings.places.competitors,
    path: paths.competitors(),
    icon: UsersRound,
    group: strings.places.visibility,
    key: 'c',
  },
  {
    label: strings.places.gaps,
    path: paths.gaps(),
    icon: Target,
    group: strings.places.visibility,
    key: 'g',
  },
  {
    label: strings.places.articles,
    path: paths.articles(),
    icon: PenLine,
    group: strings.places.visibility,
    key: 'w',
  },
  {
    label: strings.places.traffic,
    path: paths.traffic(),
    icon: Footprints,
    group: strings.places.visibility,
  },
  {
    label: strings.places.readiness,
    path: paths.readiness(),
    icon: ScanSearch,
    group: strings.places.visibility,
  },
  {
    label: strings.places.settings,
    path: paths.visibilitySettings(),
    icon: SlidersHorizontal,
    group: strings.places.visibility,
  },
  {
    label: strings.places.feedback,
    path: paths.feedback(),
    icon: Inbox,
    group: strings.places.agents,
    key: 'f',
  },
  { label: strings.places.chats, path: paths.chats(), icon: Bot, group: strings.places.agents, key: 'm' },
  {
    label: strings.places.apiKeys,
    path: paths.keys(),
    icon: KeyRound,
    group: strings.places.organization,
    key: 'k',
  },
  { label: strings.places.members, path: paths.members(), icon: Users, group: strings.places.organization },
  {
    label: strings.places.usage,
    path: paths.usage(),
    icon: ChartNoAxesColumn,
    group: strings.places.organization,
  },
  {
    label: strings.places.general,
    path: paths.settings(),
    icon: Settings,
    group: strings.places.organization,
  },
]

/** The navigation entry of a URL: of those above it, the nearest. */
export function placeOf(location: string): string | undefined {
  return places
    .map(({ path }) => path)
    .filter((path) => location === path || (path !== '/' && location.startsWith(`${path}/`)))
    .reduce<string | undefined>((best, path) => (best && best.length > path.length ? best : path), undefined)
}
