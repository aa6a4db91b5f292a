import { escapeMarkdown } from '../markdown/escape.ts'
import { capitalize, joinWords, plainLine } from '../text/line.ts'
import type { Activity, ProjectRules, Repository } from './activity.ts'
import { upgradeNoteOf } from './breaking.ts'
import { categories } from './category.ts'
import type { Person } from './change.ts'
import { beforeColon, isOrder } from './clause.ts'
import { handleOf } from './ledger.ts'
import { advisoryUrl, compareUrl, profileUrl } from './links.ts'
import type { Entry } from './own-sections.ts'
import { peopleOf } from './people.ts'
import type { ListedChange, Placed } from './placed.ts'
import type { Prose } from './prose.ts'
import { advisoriesOf } from './security.ts'
import type { Audience } from './tone.ts'

type Layout = {
  repository: Repository | null
  audience: Audience
  /** Authors at each change, in one line at the end, or not at all. Default: one line. */
  credits?: ProjectRules['credits']
  /** Names of authors with their first commits. */
  newcomers?: string[]
  maxLines?: number
}

/**
 * A changelog's Markdown without its title: summary, highlights, and everything else once under one category. With
 * `maxLines`, only the most important bullets that fit into that many non-empty lines. `entries` has every change as
 * one bullet.
 */
export function layOut(
  placed: Placed,
  prose: Prose,
  { repository, audience, credits, newcomers, maxLines = Number.POSITIVE_INFINITY }: Layout,
): { markdown: string; hidden: number; entries: Entry[] } {
  const { highlights, listed } = placed
  const titleOf = ({ change: { id, title } }: ListedChange) => prose.titles.get(id) ?? title
  const references = (told: ListedChange, shown: string) =>
    [
      ...(audience === 'developers' ? [linksTo(told), ...advisoriesBeside(told, shown)] : []),
      credits === 'inline' ? creditFor(told.change.authors, repository) : '',
    ]
      .filter(Boolean)
      .join(' ')

  const lines = [escapeMarkdown(prose.summary)]
  if (highlights.length > 0) lines.push('## Highlights')
  for (const told of highlights) {
    const { id, area } = told.change
    const { heading, said } = headline(asNews(titleOf(told), told), prose.highlights.get(id) ?? '')
    const title = `${area === null ? '' : `${area}: `}${heading}`
    const upgrade = told.isBreaking ? upgradeNoteOf(told.change) : null
    const text = [told.isBreaking ? '**Breaking change.**' : '', escapeMarkdown(said), references(told, '')]
      .filter(Boolean)
      .join(' ')
    // A heading without a text below it looks like a heading of the next one.
    lines.push(`### ${escapeMarkdown(plainLine(title))}`, text || escapeMarkdown(asSentence(heading)))
    if (upgrade && !repeats(said, upgrade)) lines.push(`**Upgrade notes:** ${escapeMarkdown(upgrade)}`)
  }
  if (listed.length > 0) lines.push('## More Updates')
  const shown = selectBullets(listed, maxLines - lines.filter(Boolean).length)
  for (const category of categories) {
    const all = listed.filter((told) => told.category === category)
    if (all.length === 0) continue
    const bullets = all.filter((told) => shown.has(told)).map((told) => `- ${bulletOf(told)}`)
    if (all.length > bullets.length) bullets.push(`- And ${all.length - bullets.length} more.`)
    lines.push(`### ${category}`, bullets.join('\n'))
  }
  const thanks = credits === false ? null : thankPeople(placed, { repository, newcomers, credits })
  if (thanks) lines.push(thanks)
  const entries = [...highlights, ...listed].map((told) => ({
    category: told.category,
    isBreaking: told.isBreaking,
    title: titleOf(told),
    bullet: bulletOf(told),
  }))
  return { markdown: `${lines.filter(Boolean).join('\n\n')}\n`, hidden: listed.length - shown.size, entries }

  function bulletOf(told: ListedChange): string {
    const { area } = told.change
    const lead = [
      area && escapeMarkdown(plainLine(area)),
      told.isBreaking && (area ? '(breaking)' : 'Breaking'),
    ]
    const place = lead.filter(Boolean).join(' ')
    const upgrade = told.isBreaking ? upgradeNoteOf(told.change) : null
    const text = linkAdvisories(escapeMarkdown(asNews(titleOf(told), told, 'Bug Fixes')), told)
    return [
      place && `**${place}:**`,
      text,
      upgrade && !repeats(titleOf(told), upgrade) && `Upgrade notes: ${escapeMarkdown(upgrade)}`,
      references(told, titleOf(told)),
    ]
      .filter(Boolean)
      .join(' ')
  }
}

/** The bullets shown in that many lines: one per category, then breaking changes, then by weight. */
function selectBullets(listed: ListedChange[], lines: number): Set<ListedChange> {
  const perCategory = Map.groupBy(listed, ({ category }) => category)
  if (listed.length + perCategory.size <= lines) return new Set(listed)
  const byWeight = (one: ListedChange, other: ListedChange) =>
    Number(other.isBreaking) - Number(one.isBreaking) || other.weight - one.weight
  const ranked = [...perCategory.values()].map((all) => all.toSorted(byWeight))
  const first = ranked.map(([most]) => most as ListedChange)
  // A category needs a line for its heading, one for its first bullet and one for the number of omitted bullets.
  const room = Math.max(0, lines - 3 * ranked.length)
  // Each category gets lines in proportion to its size, so that none hides another.
  const left = listed.length - first.length
  const shares = ranked.map(([, ...rest]) =>
    rest.slice(0, Math.floor((room * rest.length) / Math.max(1, left))),
  )
  const taken = new Set([...first, ...shares.flat()])
  const others = ranked
    .flat()
    .filter((told) => !taken.has(told))
    .sort(byWeight)
  return new Set([...taken, ...others.slice(0, Math.max(0, room - shares.flat().length))])
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

function advisoriesBeside(told: ListedChange, shown: string): string[] {
  if (told.category !== 'Security') return []
  const missing = advisoriesOf(told.change).filter((id) => !shown.toUpperCase().includes(id.toUpperCase()))
  return missing.map((id) => `[${id}](${advisoryUrl(id)})`)
}

/** Links the id of an advisory in a title. */
function linkAdvisories(title: string, told: ListedChange): string {
  if (told.category !== 'Security') return title
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
