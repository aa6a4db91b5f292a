import { escapeMarkdown } from '../markdown/escape.ts'
import { count, plainLine } from '../text/line.ts'
import { areaNotIn } from './area.ts'
import { upgradeNoteOf } from './breaking.ts'
import type { Category } from './category.ts'
import type { PageContext } from './page-context.ts'
import type { ListedChange } from './placed.ts'
import { linkAdvisories } from './references.ts'
import type { Bullet } from './short-list.ts'
import { isOrder } from './title-mood.ts'
import { repeats, uncapitalize } from './wording.ts'

/** A bullet without its dash: one change, or the changes of one area as a list of clauses. */
export function bulletOfArea(page: PageContext, { area, shown, more }: Bullet, category: Category): string {
  const [first, ...others] = shown
  if (!first) return ''
  if (others.length + more === 0) return bulletOfChange(page, first)
  const clauses = others.map((each) => {
    const title = page.titleOf(each)
    const text = escapeMarkdown(isOrder(title) || title.startsWith('Fixed: ') ? uncapitalize(title) : title)
    return [text, page.referencesOf(each, title)].filter(Boolean).join(' ')
  })
  const place = area === null ? '' : `**${escapeMarkdown(plainLine(area))}:** `
  const title = page.titleOf(first)
  const opening = [escapeMarkdown(title), page.referencesOf(first, title)].filter(Boolean).join(' ')
  const rest = more > 0 ? `; and ${page.linkToAll(count(more, ...nameOfMore(category)))}` : ''
  return `${place}${[opening, ...clauses].join('; ')}${rest}`
}

/** A bullet without its dash: area, title, upgrade note and references of a change. */
export function bulletOfChange(page: PageContext, item: ListedChange): string {
  const title = page.titleOf(item)
  const area = areaNotIn(title, item.change.area)
  const lead = [
    area && escapeMarkdown(plainLine(area)),
    item.isBreaking && (area ? '(breaking)' : 'Breaking'),
  ]
  const place = lead.filter(Boolean).join(' ')
  const upgrade = item.isBreaking ? upgradeNoteOf(item.change) : null
  return [
    place && `**${place}:**`,
    linkAdvisories(escapeMarkdown(title), item),
    upgrade && !repeats(title, upgrade) && `Upgrade notes: ${escapeMarkdown(upgrade)}`,
    page.referencesOf(item, title),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The noun for hidden changes of an area. */
function nameOfMore(category: Category): [string, string] {
  return category === 'Bug Fixes' ? ['more fix', 'more fixes'] : ['more change', 'more changes']
}
