import {
  Activity,
  Bot,
  CalendarClock,
  ChartLine,
  ChartNoAxesColumn,
  FileText,
  GitBranch,
  House,
  Inbox,
  KeyRound,
  type LucideIcon,
  MessageSquareText,
  Palette,
  PenLine,
  Settings,
  SlidersHorizontal,
  Sparkles,
  Target,
  Users,
  UsersRound,
  Zap,
} from 'lucide-react'
import { paths } from '../../data/paths.ts'

export type Place = {
  label: string
  path: string
  icon: LucideIcon
  group: '' | 'Content' | 'Sources' | 'Visibility' | 'Agents' | 'Organization'
  /** The letter that opens it after g. */
  key?: string
}

/** The pages in the navigation, the palette and the shortcuts. */
export const places: Place[] = [
  { label: 'Home', path: paths.home(), icon: House, group: '', key: 'h' },
  { label: 'Posts', path: paths.posts(), icon: FileText, group: 'Content', key: 'p' },
  { label: 'Schedules', path: paths.schedules(), icon: CalendarClock, group: 'Content', key: 's' },
  { label: 'Triggers', path: paths.triggers(), icon: Zap, group: 'Content', key: 't' },
  { label: 'Brand', path: paths.brands(), icon: Palette, group: 'Content', key: 'b' },
  { label: 'Skills', path: paths.skills(), icon: Sparkles, group: 'Content' },
  { label: 'Repositories', path: paths.repositories(), icon: GitBranch, group: 'Sources', key: 'r' },
  { label: 'Activity', path: paths.activity(), icon: Activity, group: 'Sources', key: 'a' },
  { label: 'Overview', path: paths.visibility(), icon: ChartLine, group: 'Visibility', key: 'v' },
  { label: 'Prompts', path: paths.prompts(), icon: MessageSquareText, group: 'Visibility', key: 'q' },
  { label: 'Competitors', path: paths.competitors(), icon: UsersRound, group: 'Visibility', key: 'c' },
  { label: 'Gaps', path: paths.gaps(), icon: Target, group: 'Visibility', key: 'g' },
  { label: 'Articles', path: paths.articles(), icon: PenLine, group: 'Visibility', key: 'w' },
  {
    label: 'Settings',
    path: paths.visibilitySettings(),
    icon: SlidersHorizontal,
    group: 'Visibility',
  },
  { label: 'Feedback', path: paths.feedback(), icon: Inbox, group: 'Agents', key: 'f' },
  { label: 'Chats', path: paths.chats(), icon: Bot, group: 'Agents', key: 'm' },
  { label: 'API keys', path: paths.keys(), icon: KeyRound, group: 'Organization', key: 'k' },
  { label: 'Members', path: paths.members(), icon: Users, group: 'Organization' },
  { label: 'Usage', path: paths.usage(), icon: ChartNoAxesColumn, group: 'Organization' },
  { label: 'General', path: paths.settings(), icon: Settings, group: 'Organization' },
]

/** The navigation entry of a URL: of those above it, the nearest. */
export function placeOf(location: string): string | undefined {
  return places
    .map(({ path }) => path)
    .filter((path) => location === path || (path !== '/' && location.startsWith(`${path}/`)))
    .reduce<string | undefined>((best, path) => (best && best.length > path.length ? best : path), undefined)
}
