import { runAtOnce, type Sliced } from '../slices.ts'
import { sideAreas } from './area.ts'
import { categories } from './category.ts'
import type { Change } from './change.ts'
import { classify } from './classify.ts'
import { themeOf, weightOf } from './highlight.ts'
import { lowSignal, type NotePractice } from './low-signal.ts'
import { mergeEqual } from './merge-equal.ts'
import { mainKindOf } from './paths.ts'
import { type ListedChange, type Omitted, type Placed, type Theme, themes } from './placed.ts'
import { foldRefinements } from './refinements.ts'
import { isUntidy } from './short-list.ts'

const maxHighlights = 5
const maxOfOneArea = 2
/** Added to an area's weight for each doubling of its features. */
const weightOfArea = 0.8

/**
 * Places every change by the rules. `wish` orders changes by id within one priority of rule 2: unqualified ids are
 * ignored, and missing ones follow in the order of the rules.
 */
export const placeChanges = (changes: Change[], wish: string[] = []): Placed =>
  runAtOnce(placeInSlices(changes, wish))

/** Like `placeChanges`, in slices. */
export function* placeInSlices(changes: Change[], wish: string[] = []): Sliced<Placed> {
  const omitted: Omitted[] = []
  const judged: ListedChange[] = []
  const custom = readCustom(changes)
  for (const change of changes) {
    yield
    const classification = classify(change)
    const { category, isBreaking, because } = classification
    if (change.setAside !== null) {
      omitted.push({
        change,
        category: /\brevert|takes back|removed again|which was added/.test(change.setAside)
          ? category
          : 'Internal Changes',
        isBreaking: false,
        reason: change.setAside,
        because: [change.setAside],
      })
      continue
    }
    const reason = lowSignal(change, classification, custom)
    if (reason !== null) omitted.push({ change, category, isBreaking, reason, because: [...because, reason] })
    else {
      const theme = themeOf(change, classification, custom.notesAll)
      judged.push({
        change,
        category,
        isBreaking,
        theme,
        weight: weightOf(change, classification, theme),
        because,
      })
    }
  }

  const { kept: lasting, folded } = foldRefinements(judged)
  omitted.push(...folded)
  const kept = mergeEqual(lasting)
  const highlights = chooseHighlights(kept, wish)
  const chosen = new Set(highlights)
  const rest = kept.filter((each) => !chosen.has(each))
  return {
    highlights,
    listed: categories.flatMap((category) => inOrder(rest.filter((each) => each.category === category))),
    omitted,
  }
}

/** Whether maintainers of this range write notes; unknown for only a few changes. */
function readCustom(changes: Change[]): NotePractice {
  const shipped = changes.filter(({ setAside, paths }) => setAside === null && mainKindOf(paths) === 'source')
  const noted = shipped.filter(({ notes }) => notes.length > 0).length
  return { notesAll: noted >= 5 && noted >= shipped.length * 0.35 }
}

function chooseHighlights(kept: ListedChange[], wish: string[]): ListedChange[] {
  const wished = new Map(wish.map((id, index) => [id, index]))
  const turn = ({ change }: ListedChange) => wished.get(change.id) ?? wish.length
  const qualified = kept.filter(({ theme, change }) => theme !== null && !sideAreas.test(change.area ?? ''))
  // Such a history is summarized by area: the areas with the most features lead, with one highlight each.
  const isByArea = isUntidy(kept)
  const sizes = isByArea ? countFeatures(kept) : new Map<string | null, number>()
  const weight = ({ weight, change: { area } }: ListedChange) =>
    weight + weightOfArea * Math.log2(area === null ? 1 : (sizes.get(area) ?? 1))
  qualified.sort((a, b) => rank(a.theme) - rank(b.theme) || turn(a) - turn(b) || weight(b) - weight(a))

  const most = isByArea ? 1 : maxOfOneArea
  const areas = new Map<string, number>()
  const highlights: ListedChange[] = []
  for (const each of qualified) {
    const { area } = each.change
    const number = area === null ? 0 : (areas.get(area) ?? 0)
    if (highlights.length === maxHighlights || number === most) continue
    if (area !== null) areas.set(area, number + 1)
    highlights.push(each)
  }
  return highlights
}

function countFeatures(kept: ListedChange[]): Map<string | null, number> {
  const counts = new Map<string | null, number>()
  for (const { change, category } of kept)
    if (category === 'Features & Enhancements') counts.set(change.area, (counts.get(change.area) ?? 0) + 1)
  return counts
}

/** Breaking changes first, then the changes of one area together, the newest area first. */
function inOrder(kept: ListedChange[]): ListedChange[] {
  const groups = new Map<string, ListedChange[]>()
  for (const each of kept) {
    const key = each.change.area?.toLowerCase() ?? ''
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
  }
  const grouped = [...groups]
    .sort(([one], [other]) => Number(one !== '') - Number(other !== ''))
    .flatMap(([, group]) => group)
  return [
    ...grouped.filter(({ isBreaking }) => isBreaking),
    ...grouped.filter(({ isBreaking }) => !isBreaking),
  ]
}

function rank(theme: Theme | null): number {
  return theme === null ? themes.length : themes.indexOf(theme)
}
