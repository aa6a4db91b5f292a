import { type Category, categories } from './category.ts'
import { findAllHeadings, lead } from './changelog-headings.ts'

/** One reported change as a bullet of Markdown, without its mark. */
export type Entry = { category: Category; isBreaking: boolean; title: string; bullet: string }

type Kind = keyof typeof patterns

/** The headings that a CHANGELOG uses below its versions, by their kind, the newest spelling of each. */
export type OwnSections = { names: Map<Kind, string>; isKeepAChangelog: boolean; mark: string }

const patterns = {
  breaking: /breaking|incompatib/i,
  added: /^(?:added|additions)$/i,
  changed: /^chang(?:ed|es)$/i,
  deprecated: /^deprecat(?:ed|ions?)$/i,
  removed: /^remov(?:ed|als?)$/i,
  fixed: /^fix(?:ed|es)?$|\bbug ?fix(?:es)?$|^bugs$/i,
  security: /^security\b/i,
  feature: /^(?:new )?features?\b|^enhancements?\b|^improvements?\b|^new$/i,
  performance: /^perf/i,
  documentation: /^doc(?:s|umentation)\b/i,
}
const canonical = {
  added: 'Added',
  changed: 'Changed',
  deprecated: 'Deprecated',
  removed: 'Removed',
  fixed: 'Fixed',
  security: 'Security',
} satisfies { [K in Kind]?: string }

/** The sections of a file whose versions have headings of this level; null if it has none. */
export function readOwnSections(text: string, level: number): OwnSections | null {
  const names = new Map<Kind, string>()
  for (const heading of findAllHeadings(text)) {
    const kind = heading.level === level && heading.version === null ? kindOf(heading.text) : undefined
    if (kind && !names.has(kind)) names.set(kind, heading.text)
  }
  const isKeepAChangelog =
    /keepachangelog\.com/i.test(text) ||
    [...names].some(([kind, name]) => kind !== 'security' && canonicalName(kind) === name)
  if (!isKeepAChangelog && names.size < 2) return null
  return { names, isKeepAChangelog, mark: /^([-*+]) +\S/m.exec(text)?.[1] ?? '-' }
}

function kindOf(heading: string): Kind | undefined {
  const name = heading
    .replace(lead, '')
    .replace(/[*_`:]/g, '')
    .trim()
  return (Object.keys(patterns) as Kind[]).find((kind) => patterns[kind].test(name))
}

const canonicalName = (kind: Kind): string | undefined => (canonical as { [K in Kind]?: string })[kind]

type OwnLayout = {
  sections: OwnSections
  level: number
  /** Marks text as generated. */
  wrap: (text: string) => string
}

/** Adds entries to the sections of text that people wrote; sections that it does not have follow at the end. */
export function layOwn(own: string, entries: Entry[], { sections, level, wrap }: OwnLayout): string {
  const groups = Map.groupBy(entries, (entry) => sectionOf(entry, sections))
  const mark = '#'.repeat(level)
  const bullets = (group: Entry[]) => group.map(({ bullet }) => `${sections.mark} ${bullet}`).join('\n')
  const parts = splitSections(own, level).map((part) => {
    const name = nameOfPart(part)
    const group = name === null ? undefined : groups.get(name)
    if (name === null || group === undefined) return part
    groups.delete(name)
    return `${part}\n\n${wrap(bullets(group))}`
  })
  const order = [...Object.values(canonical), ...sections.names.values(), ...categories]
  const added = [...groups]
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([name, group]) => `${mark} ${name}\n\n${bullets(group)}`)
  if (added.length > 0) parts.push(wrap(added.join('\n\n')))
  return parts.join('\n\n')
}

/** Removes the headings of sections that contain nothing. */
export function withoutEmpty(own: string, level: number): string {
  return splitSections(own, level)
    .filter((part) => nameOfPart(part) === null || part.includes('\n'))
    .join('\n\n')
}

/** The text before the first section, and each section with its heading. */
function splitSections(own: string, level: number): string[] {
  return own
    .split(new RegExp(`^(?=#{${level}} )`, 'm'))
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function nameOfPart(part: string): string | null {
  return /^#+ +(.*?)(?: #+)? *(?:\n|$)/.exec(part)?.[1] ?? null
}

/** The name of the section that a change belongs to. */
function sectionOf(entry: Entry, { names, isKeepAChangelog }: OwnSections): string {
  const kinds = kindsOf(entry)
  // Some files that follow Keep a Changelog have "Features" in place of "Added".
  const isReplaced = (kind: Kind) => kind === 'added' && names.has('feature')
  const own = kinds.find(
    (kind) => names.has(kind) || (isKeepAChangelog && canonicalName(kind) && !isReplaced(kind)),
  )
  return (own && (names.get(own) ?? canonicalName(own))) ?? entry.category
}

/** The kinds of sections that fit a change, the best first. */
function kindsOf({ category, isBreaking, title }: Entry): Kind[] {
  const kinds = kindsOfCategory(category, title)
  return isBreaking ? ['breaking', ...kinds] : kinds
}

function kindsOfCategory(category: Category, title: string): Kind[] {
  if (category === 'Security') return ['security', 'fixed']
  if (category === 'Bug Fixes') return ['fixed']
  if (category === 'Performance Improvements') return ['performance', 'changed']
  if (category === 'Documentation') return ['documentation', 'changed']
  if (category !== 'Features & Enhancements') return ['changed']
  if (/^(?:add|allow|support|introduce|implement|enable|provide)s?\b/i.test(title))
    return ['added', 'feature', 'changed']
  if (/^(?:remove|drop)s?\b/i.test(title)) return ['removed', 'changed', 'feature']
  if (/^deprecates?\b/i.test(title)) return ['deprecated', 'changed', 'feature']
  return ['feature', 'changed', 'added']
}
