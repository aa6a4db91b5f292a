import { categories } from '../../../../changelog/category.ts'
import type { Entry } from '../../../../changelog/entry-matching/entries.ts'
import type { EntryState } from './account.ts'
import * as strings from './strings.ts'

/** The groups of the ledger panel; entries that were left out and then added are in the listed group. */
export function groupEntries(entries: Entry[], fates: EntryState[]) {
  const highlights: number[] = []
  const out: number[] = []
  const byCategory = new Map<string, number[]>()
  for (const [place, { placement, category }] of entries.entries()) {
    if (fates[place] === 'out') out.push(place)
    else if (placement === 'highlight') highlights.push(place)
    else {
      const name = category ?? strings.groups.other
      const places = byCategory.get(name)
      if (places) places.push(place)
      else byCategory.set(name, [place])
    }
  }
  const names: string[] = [...categories]
  const rank = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  const listed = [...byCategory]
    .map(([category, places]) => ({ category, places }))
    .sort((one, other) => rank(one.category) - rank(other.category))
  return { highlights, listed, out }
}
