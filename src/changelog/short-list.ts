import { type Category, categories } from './category.ts'
import type { ListedChange } from './placed.ts'

/** One bullet: a change, or the most important changes of one area and the number of its other ones. */
export type Bullet = { area: string | null; shown: ListedChange[]; more: number }

/** A category's bullets, and the number and areas of its hidden changes. */
export type ShortCategory = { category: Category; bullets: Bullet[]; hidden: number; hiddenAreas: string[] }

/** The number of changes in no list, and their categories. */
export type HiddenChanges = { hidden: number; categories: Category[] }
const nothingLeft: HiddenChanges = { hidden: 0, categories: [] }

const minUntidy = 80

/** Whether a history without pull requests reports so many changes that a page lists them by area. */
export function isUntidy(reported: ListedChange[]): boolean {
  const numbered = reported.filter(({ change: { number } }) => number !== null)
  return reported.length > minUntidy && numbered.length * 5 < reported.length
}

/** All changes, one bullet each. */
export const listAll = (listed: ListedChange[]): { lists: ShortCategory[]; left: HiddenChanges } => ({
  lists: byCategory(listed, (all) => all.map(alone)),
  left: nothingLeft,
})

/**
 * The most important bullets that fit into that many lines, and the changes in no list with their categories. A category
 * takes a line for its heading, a blank line, and a line for the number of changes that it does not show.
 */
export function listShortly(
  listed: ListedChange[],
  lines: number,
  { isGrouped }: { isGrouped: boolean },
): { lists: ShortCategory[]; left: HiddenChanges } {
  const whole = byCategory(listed, isGrouped ? groupByArea : (all) => all.map(alone))
  if (whole.reduce((sum, { bullets }) => sum + bullets.length + 2, 0) <= lines)
    return { lists: whole, left: nothingLeft }
  // A page by area is for users; its few lines are for what they notice.
  const noticed = isGrouped ? whole.filter(({ category }) => !inner.has(category)) : whole
  const kept = keepFirst(noticed.length > 0 ? noticed : whole, lines - linesOfRest)
  const left = leftOf(whole, kept)
  const used = kept.reduce((sum, category) => sum + minLinesOf(category), 0)
  const space = Math.max(0, lines - used - (left.hidden > 0 ? linesOfRest : 0))
  const others = kept.reduce((sum, { bullets }) => sum + bullets.length - 1, 0)
  // Each category gets lines in proportion to its size, so that none hides another.
  const shares = kept.map(
    ({ bullets }) => 1 + Math.floor((space * (bullets.length - 1)) / Math.max(1, others)),
  )
  let spare = space - shares.reduce((sum, share) => sum + share - 1, 0)
  const lists = kept.map((category, at) => {
    const wanted = shares[at] ?? 1
    const more = Math.min(spare, Math.max(0, category.bullets.length - wanted))
    spare -= more
    return shorten(category, wanted + more)
  })
  return { lists, left }
}

const isBreaking = ({ shown }: Bullet) => shown.some((each) => each.isBreaking)

/** The categories that fit into that many lines, in their order; those with breaking changes go before others. */
function keepFirst(all: ShortCategory[], lines: number): ShortCategory[] {
  const order = all.toSorted(
    (one, other) => Number(other.bullets.some(isBreaking)) - Number(one.bullets.some(isBreaking)),
  )
  const kept = new Set(order.slice(0, 1))
  let used = 0
  for (const category of order) {
    // Features and fixes show a few lines before other kinds of work show one.
    const wanted = main.has(category.category)
      ? used
      : [...kept].reduce((sum, each) => sum + goodLinesOf(each), 0)
    used += minLinesOf(category)
    if (Math.max(used, wanted + minLinesOf(category)) > lines) break
    kept.add(category)
  }
  return all.filter((category) => kept.has(category))
}

function leftOf(whole: ShortCategory[], kept: ShortCategory[]): HiddenChanges {
  const rest = whole.filter((category) => !kept.includes(category))
  return {
    hidden: countAll(rest.flatMap(({ bullets }) => bullets)),
    categories: rest.map(({ category }) => category),
  }
}

const countAll = (bullets: Bullet[]) => bullets.reduce((sum, { shown, more }) => sum + shown.length + more, 0)

const inner = new Set<Category>(['Infrastructure', 'Internal Changes', 'Testing', 'Documentation'])

const main = new Set<Category>(['Security', 'Features & Enhancements', 'Bug Fixes'])

/** A heading, three bullets, a blank line, and the number of hidden changes, if any. */
const goodLinesOf = ({ bullets }: ShortCategory) => 2 + Math.min(4, bullets.length)

/** The same with one bullet. */
const minLinesOf = ({ bullets }: ShortCategory) => Math.min(4, 2 + bullets.length)
/** A blank line, and the number of changes in no list. */
const linesOfRest = 2

function byCategory(listed: ListedChange[], toBullets: (all: ListedChange[]) => Bullet[]): ShortCategory[] {
  const found = Map.groupBy(listed, ({ category }) => category)
  return categories.flatMap((category) => {
    const all = found.get(category)
    return all ? [{ category, bullets: toBullets(all), hidden: 0, hiddenAreas: [] }] : []
  })
}

const alone = (change: ListedChange): Bullet => ({ area: change.change.area, shown: [change], more: 0 })

/** The most important bullets of a category, in their order. */
function shorten({ category, bullets }: ShortCategory, most: number): ShortCategory {
  // "And 1 more" takes the same line as the change itself.
  if (bullets.length <= most + 1) return { category, bullets, hidden: 0, hiddenAreas: [] }
  const taken = new Set(bullets.toSorted(byImportance).slice(0, most))
  const rest = bullets.filter((bullet) => !taken.has(bullet))
  const placed = rest.filter(({ area }) => area !== null)
  return {
    category,
    bullets: bullets.filter((bullet) => taken.has(bullet)),
    hidden: countAll(rest),
    hiddenAreas:
      placed.length * 2 < rest.length ? [] : [...new Set(placed.flatMap(({ area }) => area ?? []))],
  }
}

const byWeight = (one: ListedChange, other: ListedChange) =>
  Number(other.isBreaking) - Number(one.isBreaking) || other.weight - one.weight

function byImportance(one: Bullet, other: Bullet): number {
  return Number(isBreaking(other)) - Number(isBreaking(one)) || weightOf(other) - weightOf(one)
}

/** The weight of the most important change; each doubling of their number adds one. */
const weightOf = ({ shown, more }: Bullet) =>
  Math.max(...shown.map(({ weight }) => weight)) + Math.log2(shown.length + more)

const maxShown = 3
const maxCharacters = 170

/** One bullet for each area with its most important changes, and one for each change without an area. */
function groupByArea(all: ListedChange[]): Bullet[] {
  const groups = Map.groupBy(all, ({ change: { area } }) => area)
  const bullets = [...groups].flatMap(([area, changes]) => {
    if (area === null) return changes.map(alone)
    const [breaking, others] = [true, false].map((is) =>
      changes.filter(({ isBreaking }) => isBreaking === is),
    )
    return [...(breaking ?? []).map(alone), ...groupOne(area, others ?? [])]
  })
  return bullets.toSorted(byImportance)
}

function groupOne(area: string, changes: ListedChange[]): Bullet[] {
  const shown: ListedChange[] = []
  let characters = 0
  for (const change of changes.toSorted(byWeight).slice(0, maxShown)) {
    characters += change.change.title.length
    if (shown.length > 0 && characters > maxCharacters) break
    shown.push(change)
  }
  return shown.length > 0 ? [{ area, shown, more: changes.length - shown.length }] : []
}
