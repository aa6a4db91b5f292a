import type { Sliced } from '../slices.ts'
import { partsPerSlice } from './content.ts'

/** A list of up to `maxOpen` items stays open; a longer one shows the first `shown`. */
const maxOpen = 15
const shown = 12

/** Folds the rest of every long list in the parts of a post's HTML (see `splitContent`) from `start` on, in place. */
export function* foldLists(parts: string[], start: number): Sliced<void> {
  let depth = 0
  let items: number[] = []
  for (let at = start; at < parts.length; at++) {
    const part = parts[at] as string
    if (at % partsPerSlice === 0) yield
    if (/^<[uo]l\b/.test(part)) {
      if (depth === 0) items = []
      depth++
    } else if (part.startsWith('<li') && depth === 1) items.push(at)
    else if (/^<\/[uo]l>/.test(part) && --depth === 0 && part === '</ul>') foldList(parts, items, at)
  }
}

function foldList(parts: string[], items: number[], end: number) {
  const first = items.length > maxOpen ? items[shown] : undefined
  if (first === undefined) return
  const summary = `<summary>${items.length - shown} more</summary>`
  parts[first] = `</ul><details>${summary}<ul>${parts[first]}`
  parts[end] = '</ul></details>'
}
