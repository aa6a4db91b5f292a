import { type Category, categories } from './category.ts'
import type { Change } from './change.ts'
import { classify } from './classify.ts'
import { type Theme, themeOf, themes, weightOf } from './highlight.ts'
import { lowSignal } from './low-signal.ts'

export type Told = { change: Change; category: Category; theme: Theme | null }
export type Omitted = { change: Change; category: Category | null; reason: string }

/** Where each change went; each is in exactly one of the three lists. */
export type Placed = { highlights: Told[]; listed: Told[]; omitted: Omitted[] }

const mostHighlights = 5

/** Places every change by the rules alone. Whoever ranks better returns another `Placed` of the same changes. */
export function placeChanges(changes: Change[]): Placed {
  const omitted: Omitted[] = []
  const told: (Told & { weight: number })[] = []
  for (const change of changes) {
    if (change.setAside !== null) {
      omitted.push({ change, category: null, reason: change.setAside })
      continue
    }
    const classification = classify(change)
    const { category } = classification
    const reason = lowSignal(change, classification)
    if (reason !== null) omitted.push({ change, category, reason })
    else
      told.push({
        change,
        category,
        theme: themeOf(change, classification),
        weight: weightOf(change, classification),
      })
  }

  const qualified = told.filter(({ theme }) => theme !== null)
  qualified.sort((a, b) => rank(a.theme) - rank(b.theme) || b.weight - a.weight)
  const highlights = qualified.slice(0, mostHighlights)
  const chosen = new Set(highlights)
  const rest = told.filter((each) => !chosen.has(each))
  return {
    highlights,
    listed: categories.flatMap((category) => rest.filter((each) => each.category === category)),
    omitted,
  }
}

function rank(theme: Theme | null): number {
  return theme === null ? themes.length : themes.indexOf(theme)
}
