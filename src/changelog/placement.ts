import { runAtOnce, type Sliced } from '../slices.ts'
import { count } from '../text/line.ts'
import { sideAreas } from './area.ts'
import { benefitOf } from './benefit.ts'
import { categories } from './category.ts'
import type { Change } from './change.ts'
import { classify } from './classify.ts'
import { themeOf, weightOf } from './highlight.ts'
import { lowSignal, type NotePractice } from './low-signal.ts'
import { mergeEqual } from './merge-equal.ts'
import { mergeRelated } from './merge-related.ts'
import { mainKindOf } from './paths.ts'
import { type ListedChange, type Omitted, type Placed, type Theme, themes } from './placed.ts'
import { foldRefinements } from './refinements.ts'
import { isUntidy } from './short-list.ts'
import { verbFirst } from './verb-first.ts'

const maxHighlights = 5
const maxOfOneArea = 2

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
        category: /\brevert|takes back|removed again|which was added|was replaced by/.test(change.setAside)
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
      const title = verbFirst({ change, category })
      judged.push({
        change: title === change.title ? change : { ...change, title },
        category,
        isBreaking,
        theme,
        weight: weightOf(change, classification, theme),
        because,
      })
    }
  }

  const { kept: lasting, folded, refined } = foldRefinements(judged)
  omitted.push(...folded)
  // The more work went into a feature within its first range, the more it matters.
  const kept = mergeRelated(
    mergeEqual(
      lasting.map((each) => ({ ...each, weight: each.weight + Math.log2(1 + (refined.get(each) ?? 0)) })),
    ),
  )
  const { highlights, missed } = chooseHighlights(kept, wish)
  const chosen = new Set(highlights)
  const rest = kept.flatMap((each) => (chosen.has(each) ? [] : [{ ...each, missed: missed.get(each) }]))
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

type Chosen = { highlights: ListedChange[]; missed: Map<ListedChange, string> }

function chooseHighlights(kept: ListedChange[], wish: string[]): Chosen {
  const wished = new Map(wish.map((id, index) => [id, index]))
  const turn = ({ change }: ListedChange) => wished.get(change.id) ?? wish.length
  const missed = new Map<ListedChange, string>()
  const qualified = kept.filter((each) => {
    const isAside = each.theme !== null && sideAreas.test(each.change.area ?? '')
    if (isAside) missed.set(each, `${each.change.area} is not a part of the product itself`)
    return each.theme !== null && !isAside
  })
  // Such a history is summarized by area: the areas with the most features lead, with one highlight each.
  const isByArea = isUntidy(kept)
  const sizes = isByArea ? countFeatures(kept) : new Map<string | null, number>()
  const weight = (each: ListedChange) => each.weight + (isByArea ? weightOfArea(each, sizes) : 0)
  qualified.sort((a, b) => rank(a.theme) - rank(b.theme) || turn(a) - turn(b) || weight(b) - weight(a))

  const most = isByArea ? 1 : maxOfOneArea
  const areas = new Map<string, number>()
  const highlights: ListedChange[] = []
  for (const each of qualified) {
    const { area } = each.change
    const number = area === null ? 0 : (areas.get(area) ?? 0)
    if (highlights.length === maxHighlights)
      missed.set(each, `${count(maxHighlights, 'other change')} came first`)
    else if (number === most) missed.set(each, `${area} already has ${count(most, 'highlight')}`)
    else {
      if (area !== null) areas.set(area, number + 1)
      highlights.push(each)
    }
  }
  return { highlights, missed }
}

/**
 * Added to the weight of a change for its area; negative for the only feature of one without a sentence, because its
 * highlight would be a heading alone.
 */
function weightOfArea({ change }: ListedChange, sizes: Map<string | null, number>): number {
  const { area, body, title } = change
  if (area === null || surfaces.test(area)) return 0
  const size = sizes.get(area) ?? 1
  if (size > 1) return weightPerDoubling * Math.log2(size)
  return benefitOf(body, title) === null ? -loneFeaturePenalty : 0
}

const weightPerDoubling = 0.8
const loneFeaturePenalty = 2

/** Areas that show what others do: many changes there do not make them the subject of a range. */
const surfaces =
  /^(?:dashboard|(?:web )?ui|gui|tui|frontend|front-end|web(?:[- ]?app)?|client|cli|command line|api|app)$/i

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
