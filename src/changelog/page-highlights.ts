import { escapeMarkdown } from '../markdown/escape.ts'
import { plainLine } from '../text/line.ts'
import { areaBefore, areaNotIn } from './area.ts'
import { namesBenefit } from './benefit.ts'
import { upgradeNoteOf } from './breaking.ts'
import { beforeColon } from './clause.ts'
import { likeness, stemsOf } from './likeness.ts'
import type { PageContext } from './page-context.ts'
import type { ListedChange, Placed } from './placed.ts'
import { isOrder } from './title-mood.ts'
import { asSentence, repeats, uncapitalize } from './wording.ts'

/** The highlights of a page, and the listed changes that they also name. */
export function layOutHighlights(
  page: PageContext,
  { highlights, listed }: Placed,
): { blocks: string[]; named: Set<ListedChange> } {
  const named = new Set<ListedChange>()
  const blocks = highlights.flatMap((item) => {
    const { heading, said } = headline(page.titleOf(item), page.sentenceOf(item))
    const { area: ownArea } = item.change
    const shownArea = page.isGrouped ? areaBefore(ownArea, heading) : areaNotIn(heading, ownArea)
    const area = shownArea === null ? '' : `${shownArea}: `
    // On a page by area the other features of an area say more than a plain statement about one.
    const hasOthers = page.isGrouped && !item.isBreaking && !namesBenefit(said)
    const others = hasOthers ? othersOfArea(page, item, listed, named) : []
    for (const each of others) named.add(each)
    const references = page.referencesOf(item, '')
    const text = [
      item.isBreaking ? '**Breaking change.**' : '',
      ...(others.length > 0 ? [references, alsoNames(page, others)] : [escapeMarkdown(said), references]),
    ]
      .filter(Boolean)
      .join(' ')
    const upgrade = item.isBreaking ? upgradeNoteOf(item.change) : null
    return [
      `### ${escapeMarkdown(plainLine(`${area}${heading}`))}`,
      // A sentence that repeats the heading says nothing.
      ...(text ? [text] : []),
      ...(upgrade && !repeats(said, upgrade) ? [`**Upgrade notes:** ${escapeMarkdown(upgrade)}`] : []),
    ]
  })
  return { blocks, named }
}

const maxOthers = 2
/** Two titles with this likeness repeat each other. */
const alike = 0.75

/** The most important other changes of a highlight's area that no highlight names yet. */
function othersOfArea(
  { titleOf }: PageContext,
  highlight: ListedChange,
  listed: ListedChange[],
  named: Set<ListedChange>,
): ListedChange[] {
  const { area } = highlight.change
  if (area === null) return []
  const own = stemsOf(titleOf(highlight))
  return listed
    .filter((item) => item.change.area === area && item.category === highlight.category)
    .filter((item) => !item.isBreaking && !named.has(item) && isOrder(titleOf(item)))
    .filter((item) => likeness(stemsOf(titleOf(item)), own) < alike)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, maxOthers)
}

function alsoNames({ titleOf, referencesOf }: PageContext, others: ListedChange[]): string {
  const texts = others.map((item) => {
    const title = titleOf(item)
    return [escapeMarkdown(uncapitalize(title)), referencesOf(item, title)].filter(Boolean).join(' ')
  })
  return `Also: ${texts.join('; ')}.`
}

/** The heading of a highlight and its sentence. Without a sentence: the part of the title after a colon, if any. */
function headline(title: string, said: string): { heading: string; said: string } {
  const heading = said === '' ? beforeColon(title) : title
  const spelt = title.slice(heading.length + 2)
  if (spelt.split(' ').length < minSpelt) return { heading: title, said: said && asSentence(said) }
  return { heading, said: asSentence(spelt) }
}

const minSpelt = 3
