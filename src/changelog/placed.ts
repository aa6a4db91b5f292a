import type { Category } from './category.ts'
import type { Change } from './change.ts'

/**
 * Themes of highlights, in order of priority (rule 2). An update of a dependency with an advisory is no work of the
 * project, so it comes last.
 */
export const themes = ['security', 'breaking', 'feature', 'reliability', 'performance', 'update'] as const
export type Theme = (typeof themes)[number]

/** `because` contains each rule that applied; `missed`, why a change with a theme is not a highlight. */
export type ListedChange = {
  change: Change
  category: Category
  isBreaking: boolean
  theme: Theme | null
  weight: number
  because: string[]
  missed?: string
}
export type Omitted = {
  change: Change
  category: Category
  isBreaking: boolean
  reason: string
  because: string[]
}

/** The place of each change, in exactly one of the three lists. */
export type Placed = { highlights: ListedChange[]; listed: ListedChange[]; omitted: Omitted[] }
