import { escapeMarkdown } from '../markdown/escape.ts'
import { mapSliced, runAtOnce, type Sliced } from '../slices.ts'
import { count, joinWords } from '../text/line.ts'
import type { Activity, ProjectRules, Repository } from './activity.ts'
import { thankPeople } from './credits.ts'
import { compareUrl } from './links.ts'
import type { Entry } from './own-sections.ts'
import { bulletOfArea, bulletOfChange } from './page-bullets.ts'
import type { PageContext } from './page-context.ts'
import { layOutHighlights } from './page-highlights.ts'
import type { Placed } from './placed.ts'
import type { Prose } from './prose.ts'
import { referencesOf, withoutAdvisories } from './references.ts'
import { isUntidy, listAll, listShortly, type ShortCategory } from './short-list.ts'
import type { Audience } from './tone.ts'

type Layout = {
  repository: Repository | null
  audience: Audience
  /** Authors at each change, in one line at the end, or not at all. Default: one line. */
  credits?: ProjectRules['credits']
  /** Names of authors with their first commits. */
  newcomers?: string[]
  /** The page that compares the ends of the range. */
  comparison?: string | null
  /** Lists every change, even of a long history without pull requests. */
  isWhole?: boolean
  maxLines?: number
}

/** The lines of a page for a long history without pull requests. */
const maxOfUntidy = 38

/**
 * A changelog's Markdown without its title: summary, highlights, and everything else under one category. A long history
 * without pull requests is grouped by area. With `maxLines`, the text is compact, with only the most important bullets
 * that fit into that many lines. `entries` has every change as one bullet.
 */
export const layOut = (...given: Parameters<typeof layOutInSlices>): Page =>
  runAtOnce(layOutInSlices(...given))

type Page = { markdown: string; hidden: number; entries: Entry[] }

/** Like `layOut`, in slices. */
export function* layOutInSlices(placed: Placed, prose: Prose, layout: Layout): Sliced<Page> {
  const { highlights, listed } = placed
  const page = describePage(placed, prose, layout)
  const { blocks, named } = layOutHighlights(page, placed)
  const above = [
    escapeMarkdown(prose.summary),
    highlights.length > 0 ? '## Highlights' : '',
    ...blocks,
    listed.length > 0 ? '## More Updates' : '',
  ].filter(Boolean)
  const thanks = layout.credits === false ? null : thankPeople(placed, layout)
  const rest = listed.filter((item) => !named.has(item))
  const limit = layout.maxLines ?? (page.isGrouped ? maxOfUntidy : undefined)
  const taken = compact(above.join('\n\n')).split('\n').length + 1 + (thanks ? 2 : 0)
  const { lists, left } = limit === undefined ? listAll(rest) : listShortly(rest, limit - taken, page)
  const inNoList =
    left.hidden > 0
      ? `And ${page.linkToAll(count(left.hidden, 'more change'))} in ${joinWords(left.categories)}.`
      : ''
  const updates: string[] = []
  for (const list of lists) updates.push(...(yield* layOutCategory(page, list)))
  const markdown = `${[...above, ...updates, inNoList, thanks].filter(Boolean).join('\n\n')}\n`
  const shown = lists.flatMap(({ bullets }) => bullets).reduce((sum, bullet) => sum + bullet.shown.length, 0)
  return {
    markdown: layout.maxLines === undefined ? markdown : compact(markdown),
    hidden: rest.length - shown,
    entries: yield* mapSliced([...highlights, ...listed], (item) => ({
      category: item.category,
      isBreaking: item.isBreaking,
      title: page.titleOf(item),
      bullet: bulletOfChange(page, item),
    })),
  }
}

function describePage({ highlights, listed }: Placed, prose: Prose, layout: Layout): PageContext {
  const { audience, comparison = null, isWhole = false } = layout
  return {
    isGrouped: !isWhole && isUntidy([...highlights, ...listed]),
    titleOf({ category, change: { id, title } }) {
      const whole = prose.titles.get(id) ?? title
      // Developers get links to the advisories.
      return audience === 'developers' && category === 'Security' ? withoutAdvisories(whole) : whole
    },
    sentenceOf: ({ change: { id } }) => prose.highlights.get(id) ?? '',
    referencesOf: (item, shown) => referencesOf(item, shown, layout),
    linkToAll: (text) => (audience === 'developers' && comparison ? `[${text}](${comparison})` : text),
  }
}

/** A category as its heading and its bullets; the last one counts the hidden changes. */
function* layOutCategory(
  page: PageContext,
  { category, bullets, hidden, hiddenAreas }: ShortCategory,
): Sliced<string[]> {
  const texts = yield* mapSliced(bullets, (bullet) => `- ${bulletOfArea(page, bullet, category)}`)
  const areas =
    page.isGrouped && hiddenAreas.length > 0 ? ` in ${escapeMarkdown(listAreas(hiddenAreas))}` : ''
  if (hidden > 0) texts.push(`- And ${page.linkToAll(`${hidden} more`)}${areas}.`)
  return [`### ${category}`, texts.join('\n')]
}

/**
 * A text without the blank lines between its headings of highlights and categories and their texts. A highlight without a
 * sentence takes one line, with its references; what thanks the authors stays apart.
 */
export const compact = (markdown: string) =>
  markdown
    .replace(
      /^(### .*)\n\n((?:\[[^\]\n]*\]\([^)\n]*\)|#\d+)(?:,? (?:\[[^\]\n]*\]\([^)\n]*\)|#\d+))*)$/gm,
      '$1 $2',
    )
    .replace(/^(### .*\n)\n(?=### |(?!Thanks to )[^#])/gm, '$1')

const maxAreas = 4

function listAreas(areas: string[]): string {
  const shown = areas.slice(0, maxAreas)
  return joinWords(areas.length > shown.length ? [...shown, 'other areas'] : shown)
}

/** A whole document for a terminal or a file, including the title. */
export function renderDocument({
  title,
  markdown,
  closing,
}: {
  title: string
  markdown: string
  closing?: string | null
}): string {
  return [`# ${escapeMarkdown(title)}\n`, markdown, closing && `${closing}\n`].filter(Boolean).join('\n')
}

/** The last line of a document: a link to the comparison; null without one. */
export function closeDocument({
  repository,
  from,
  to,
}: Pick<Activity, 'repository' | 'from' | 'to'>): string | null {
  const url = compareUrl(repository, from, to)
  return url && `[All changes from ${escapeMarkdown(from ?? '')} to ${escapeMarkdown(to)}](${url})`
}
