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

/**
 * Places every change by the rules. `wish` ranks changes by id within one priority of rule 2: what it names and
 * does not qualify is ignored, what it leaves out follows in the order of the rules.
 */
export function placeChanges(changes: Change[], wish: string[] = []): Placed {
  const wished = new Map(wish.map((id, index) => [id, index]))
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
  const turn = ({ change }: Told) => wished.get(change.id) ?? wish.length
  qualified.sort((a, b) => rank(a.theme) - rank(b.theme) || turn(a) - turn(b) || b.weight - a.weight)
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
