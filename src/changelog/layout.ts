import { escapeMarkdown } from '../markdown/escape.ts'
import { capitalize, count, joinWords, plainLine } from '../text/line.ts'
import type { Activity, ProjectRules, Repository } from './activity.ts'
import { namesBenefit } from './benefit.ts'
import { upgradeNoteOf } from './breaking.ts'
import type { Category } from './category.ts'
import type { Person } from './change.ts'
import { beforeColon, isOrder } from './clause.ts'
import { handleOf } from './ledger.ts'
import { likeness, stemsOf } from './likeness.ts'
import { advisoryUrl, compareUrl, profileUrl } from './links.ts'
import type { Entry } from './own-sections.ts'
import { peopleOf } from './people.ts'
import type { ListedChange, Placed } from './placed.ts'
import type { Prose } from './prose.ts'
import { advisoriesOf } from './security.ts'
import { type Bullet, isUntidy, listAll, listShortly } from './short-list.ts'
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
export function layOut(
  placed: Placed,
  prose: Prose,
  { repository, audience, credits, newcomers, comparison = null, isWhole = false, maxLines }: Layout,
): { markdown: string; hidden: number; entries: Entry[] } {
  const { highlights, listed } = placed
  const titleOf = ({ change: { id, title } }: ListedChange) => prose.titles.get(id) ?? title
  const references = (item: ListedChange, shown: string) =>
    [
      ...(audience === 'developers' ? [linksTo(item), ...advisoriesBeside(item, shown)] : []),
      credits === 'inline' ? creditFor(item.change.authors, repository) : '',
    ]
      .filter(Boolean)
      .join(' ')

  const isGrouped = !isWhole && isUntidy([...highlights, ...listed])
  const beside = new Set<ListedChange>()
  const lines = [escapeMarkdown(prose.summary)]
  if (highlights.length > 0) lines.push('## Highlights')
  for (const item of highlights) {
    const { id, area } = item.change
    const { heading, said } = headline(asNews(titleOf(item), item), prose.highlights.get(id) ?? '')
    const title = `${area === null ? '' : `${area}: `}${heading}`
    const upgrade = item.isBreaking ? upgradeNoteOf(item.change) : null
    // On a page by area the other features of an area say more than a plain statement about one.
    const also = isGrouped && !item.isBreaking && !namesBenefit(said) ? alsoOf(item) : ''
    const text = [
      item.isBreaking ? '**Breaking change.**' : '',
      also ? references(item, '') : escapeMarkdown(said),
      also || references(item, ''),
    ]
      .filter(Boolean)
      .join(' ')
    // A heading without a text below it looks like a heading of the next one.
    lines.push(`### ${escapeMarkdown(plainLine(title))}`, text || escapeMarkdown(asSentence(heading)))
    if (upgrade && !repeats(said, upgrade)) lines.push(`**Upgrade notes:** ${escapeMarkdown(upgrade)}`)
  }
  if (listed.length > 0) lines.push('## More Updates')
  const thanks = credits === false ? null : thankPeople(placed, { repository, newcomers, credits })
  const limit = maxLines ?? (isGrouped ? maxOfUntidy : undefined)
  const taken = compact(lines.filter(Boolean).join('\n\n')).split('\n').length + 1 + (thanks ? 2 : 0)
  const rest = listed.filter((item) => !beside.has(item))
  const { lists, left } =
    limit === undefined ? listAll(rest) : listShortly(rest, limit - taken, { isGrouped })
  for (const { category, bullets, hidden, hiddenAreas } of lists) {
    const texts = bullets.map((bullet) => `- ${groupOf(bullet, category)}`)
    const areas = isGrouped && hiddenAreas.length > 0 ? ` in ${escapeMarkdown(listAreas(hiddenAreas))}` : ''
    if (hidden > 0) texts.push(`- And ${linkToAll(`${hidden} more`)}${areas}.`)
    lines.push(`### ${category}`, texts.join('\n'))
  }
  if (left.hidden > 0)
    lines.push(`And ${linkToAll(count(left.hidden, 'more change'))} in ${joinWords(left.categories)}.`)
  if (thanks) lines.push(thanks)
  const shown = lists.flatMap(({ bullets }) => bullets).reduce((sum, bullet) => sum + bullet.shown.length, 0)
  const entries = [...highlights, ...listed].map((item) => ({
    category: item.category,
    isBreaking: item.isBreaking,
    title: titleOf(item),
    bullet: bulletOf(item),
  }))
  const markdown = `${lines.filter(Boolean).join('\n\n')}\n`
  return {
    markdown: maxLines === undefined ? markdown : compact(markdown),
    hidden: rest.length - shown,
    entries,
  }

  /** Other changes of a highlight's area, as its sentence. */
  function alsoOf(highlight: ListedChange): string {
    const { area } = highlight.change
    const own = stemsOf(titleOf(highlight))
    const others = listed
      .filter((item) => item.change.area === area && item.category === highlight.category)
      .filter((item) => !item.isBreaking && !beside.has(item) && isOrder(titleOf(item)))
      .filter((item) => likeness(stemsOf(titleOf(item)), own) < alike)
      .toSorted((one, other) => other.weight - one.weight)
      .slice(0, area === null ? 0 : maxBeside)
    for (const item of others) beside.add(item)
    const texts = others.map((item) =>
      [escapeMarkdown(uncapitalize(titleOf(item))), references(item, titleOf(item))]
        .filter(Boolean)
        .join(' '),
    )
    return texts.length > 0 ? `Also: ${texts.join('; ')}.` : ''
  }

  function linkToAll(text: string): string {
    return audience === 'developers' && comparison ? `[${text}](${comparison})` : text
  }

  /** The changes of one area in one bullet, as a list of clauses. */
  function groupOf({ area, shown: [first, ...others], more }: Bullet, category: Category): string {
    if (!first) return ''
    if (others.length + more === 0) return bulletOf(first)
    const clauses = others.map((each) => {
      const title = titleOf(each)
      const text = escapeMarkdown(isOrder(title) ? uncapitalize(title) : title)
      return [text, references(each, titleOf(each))].filter(Boolean).join(' ')
    })
    const place = area === null ? '' : `**${escapeMarkdown(plainLine(area))}:** `
    const opening = [escapeMarkdown(titleOf(first)), references(first, titleOf(first))]
      .filter(Boolean)
      .join(' ')
    const rest = more > 0 ? `; and ${linkToAll(count(more, ...nameOfMore(category)))}` : ''
    return `${place}${[opening, ...clauses].join('; ')}${rest}`
  }

  function bulletOf(item: ListedChange): string {
    const { area } = item.change
    const lead = [
      area && escapeMarkdown(plainLine(area)),
      item.isBreaking && (area ? '(breaking)' : 'Breaking'),
    ]
    const place = lead.filter(Boolean).join(' ')
    const upgrade = item.isBreaking ? upgradeNoteOf(item.change) : null
    const text = linkAdvisories(escapeMarkdown(asNews(titleOf(item), item, 'Bug Fixes')), item)
    return [
      place && `**${place}:**`,
      text,
      upgrade && !repeats(titleOf(item), upgrade) && `Upgrade notes: ${escapeMarkdown(upgrade)}`,
      references(item, titleOf(item)),
    ]
      .filter(Boolean)
      .join(' ')
  }
}

/** A text without the blank lines below its headings of highlights and categories. */
export const compact = (markdown: string) => markdown.replace(/^(### .*\n)\n/gm, '$1')

const uncapitalize = (text: string) => text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())

const maxBeside = 2
/** Two titles with this likeness repeat each other. */
const alike = 0.75
const maxAreas = 4

function listAreas(areas: string[]): string {
  const shown = areas.slice(0, maxAreas)
  return joinWords(areas.length > shown.length ? [...shown, 'other areas'] : shown)
}

/** The noun for hidden changes of an area. */
function nameOfMore(category: Category): [string, string] {
  return category === 'Bug Fixes' ? ['more fix', 'more fixes'] : ['more change', 'more changes']
}

/** The heading of a highlight and its sentence. Without a sentence: the part of the title after a colon, if any. */
function headline(title: string, said: string): { heading: string; said: string } {
  const heading = said === '' ? beforeColon(title) : title
  const spelt = title.slice(heading.length + 2)
  if (spelt.split(' ').length < minSpelt) return { heading: title, said: said && asSentence(said) }
  return { heading, said: asSentence(spelt) }
}

const asSentence = (text: string) => `${capitalize(text)}${/[.!?…]$/.test(text) ? '' : '.'}`

const minSpelt = 3

/** A title that only names a bug gets "Fix", except under a heading of fixes. */
function asNews(
  title: string,
  { category, change: { undoesThePast } }: ListedChange,
  heading: string | null = null,
): string {
  if (category === heading) return title
  const isBug = bugName.test(title) && !isOrder(title) && !undoesThePast
  return (category === 'Bug Fixes' || category === 'Security') && isBug ? `Fixed: ${title}` : title
}

const bugName =
  /^(?!(?:fix|don't|do not|no longer|ensure|always|never|correctly)\b)(?!.*\b(?:(?:has|have)(?! (?:the|a) risk)|does|do|is|are|now|no longer)\b).*\b(?:panic|crash|fail\w*|errors?|leak|wrong|invalid|incorrect|missing|broken|hang|deadlock|race|risk of|ReDoS|XSS|CSRF|SSRF|vulnerab\w+|injection|overflow)\b/i

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

/** One line that thanks the authors of all changes; with credits at each change, only first-time contributors. */
function thankPeople(
  { highlights, listed, omitted }: Placed,
  { repository, newcomers = [], credits }: Pick<Layout, 'repository' | 'newcomers' | 'credits'>,
): string | null {
  const fresh = new Set(newcomers.map((name) => name.toLowerCase()))
  const isFresh = ({ name }: Person) => fresh.has(name.toLowerCase())
  const people = new Map<string, Person>()
  for (const { change } of [...highlights, ...listed, ...omitted])
    for (const person of peopleOf(change.authors)) {
      // "Jeremy Evans" and the account "jeremyevans" are one person.
      const handle =
        handleOf(person)
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]/gu, '') || handleOf(person)
      if ((!people.has(handle) || person.login) && (credits !== 'inline' || isFresh(person)))
        people.set(handle, person)
    }
  if (people.size === 0) return null
  const shown = [...people.values()].slice(0, maxThanked)
  const names = shown.map((person) => {
    const name = creditOne(person, repository)
    return credits !== 'inline' && isFresh(person) ? `${name} (first contribution)` : name
  })
  if (people.size > shown.length) names.push(`${people.size - shown.length} more`)
  return credits === 'inline' ? `First contributions: ${joinWords(names)}.` : `Thanks to ${joinWords(names)}.`
}

const maxThanked = 30

function repeats(said: string, more: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  return plain(said).includes(plain(more)) || plain(more) === plain(said)
}

function linksTo({ change: { number, url, commits, issues, also } }: ListedChange): string {
  const all = [{ number, url, sha: commits[0]?.sha ?? '' }, ...also]
  const links = all.map((each) => {
    if (each.number !== null) return each.url ? `[#${each.number}](${each.url})` : `#${each.number}`
    // A sha without a link is useless to readers.
    return each.url && each.sha ? `[${each.sha.slice(0, 7)}](${each.url})` : ''
  })
  // Issues of private trackers are not linked.
  for (const { provider, identifier, url } of issues)
    if (provider === 'github' && url) links.push(`[${identifier}](${url})`)
  return [...new Set(links)].filter(Boolean).slice(0, 12).join(', ')
}

function advisoriesBeside(item: ListedChange, shown: string): string[] {
  if (item.category !== 'Security') return []
  const missing = advisoriesOf(item.change).filter((id) => !shown.toUpperCase().includes(id.toUpperCase()))
  return missing.map((id) => `[${id}](${advisoryUrl(id)})`)
}

/** Links the id of an advisory in a title. */
function linkAdvisories(title: string, item: ListedChange): string {
  if (item.category !== 'Security') return title
  return title.replace(
    /(?<![\w`])(?:CVE-\d{4}-\d{4,}|GHSA(?:-[0-9a-z]{4}){3})(?![\w`])/,
    (id) => `[${id}](${advisoryUrl(id)})`,
  )
}

function creditFor(authors: Person[], repository: Repository | null): string {
  const people = peopleOf(authors)
  if (people.length === 0) return ''
  const named = people.slice(0, 3).map((person) => creditOne(person, repository))
  if (people.length > named.length) named.push(`${people.length - named.length} more`)
  return `(${people.length === 1 ? 'Author' : 'Authors'}: ${joinWords(named)})`
}

function creditOne({ name, login }: Person, repository: Repository | null): string {
  const url = login && profileUrl(repository, login)
  return url ? `[@${login}](${url})` : escapeMarkdown(name)
}
