import { CircleUser, type LucideIcon, Plus, SunMoon } from 'lucide-react'
import { paths } from '../../data/paths.ts'
import type { Theme } from '../../organization/account/choose-theme.ts'
import { navigationItems } from '../shell/navigation-items.ts'
import * as strings from './strings.ts'

/** An entry of the palette that is not a post: a path to open, or a theme to use. */
export type PaletteItem = {
  label: string
  icon: LucideIcon
  /** Other words that find it. */
  keywords: string[]
  key?: string
} & ({ path: string } | { theme: Theme })

const create = (label: string, path: string, keywords: string[] = []): PaletteItem => ({
  ...{ label, path, keywords },
  icon: Plus,
})

const withTheme = (label: string, theme: Theme): PaletteItem => ({
  ...{ label, theme },
  icon: SunMoon,
  keywords: strings.keywords.theme,
})

export const pages: PaletteItem[] = [
  ...navigationItems.map(({ label, path, icon, key }) => ({
    ...{ label, path, icon, key },
    keywords: strings.keywords.pages[path] ?? [],
  })),
  {
    label: strings.palette.account,
    path: paths.account(),
    icon: CircleUser,
    keywords: strings.keywords.account,
  },
]

export const actions: PaletteItem[] = [
  create(strings.palette.generatePost, paths.newPost(), strings.keywords.generate),
  create(strings.palette.newPost, `${paths.posts()}?new`, strings.keywords.newPost),
  create(strings.palette.newArticle, paths.newArticle()),
  create(strings.palette.connectRepository, `${paths.repositories()}?connect`, strings.keywords.repository),
  create(strings.palette.newSchedule, `${paths.schedules()}?new`),
  create(strings.palette.newTrigger, `${paths.triggers()}?new`),
  create(strings.palette.newApiKey, `${paths.keys()}?new`, strings.keywords.apiKey),
  create(strings.palette.inviteMember, `${paths.members()}?invite`, strings.keywords.invite),
  withTheme(strings.palette.darkTheme, 'dark'),
  withTheme(strings.palette.lightTheme, 'light'),
  withTheme(strings.palette.systemTheme, 'system'),
]
