import { withoutParts } from '../text/comments.ts'
import { findAllHeadings, findHeadings, type Heading, renameVersion } from './changelog-headings.ts'
import { type Entry, layOwn, readOwnSections, withoutEmpty } from './own-sections.ts'
import { certainPosition, positionAfter, refuse } from './prepend-position.ts'

/** One version of a CHANGELOG file to be written. */
export type Section = {
  /** Null for the unreleased section. */
  version: string | null
  /** 2026-11-21 */
  date: string
  tag: string
  /** The page that compares it with the previous version. */
  url: string | null
  markdown: string
  /** Every reported change as one bullet. */
  entries: Entry[]
}

export type Prepended = { text: string; isThere: boolean }

/**
 * Adds a version to a CHANGELOG in the file's own style: at the top, or after the line that `after` names by its number
 * or text. A version that already exists is not changed; unreleased entries written by people move under the new
 * version; generated unreleased entries are generated again. Throws an OperatorError if no position is certain.
 */
export function prependSection(file: string, section: Section, after?: string): Prepended {
  const lineEnd = file.includes('\r\n') ? '\r\n' : '\n'
  const text = file.replaceAll('\r\n', '\n')
  const headings = findHeadings(text)
  if (section.version !== null && headings.some(({ version }) => version === section.version))
    return { text: file, isThere: true }
  const written = text.trim() === '' ? startFile(section) : addTo(text, headings, section, after)
  return { text: written.replaceAll('\n', lineEnd), isThere: false }
}

const start = '<!-- herald -->'
const end = '<!-- /herald -->'

/** Generated entries. Unreleased ones are replaced by the version that contains them. */
export const withoutWritten = (text: string) => withoutParts(text, start, end)

function startFile(section: Section): string {
  const head = '# Changelog\n\nAll notable changes of this project, the newest version first.\n\n'
  return addReference(`${head}${nameSection(section, bracketed)}\n\n${layBody(section, 2, '')}\n`, section)
}

function addTo(text: string, headings: Heading[], section: Section, after: string | undefined): string {
  const unreleased = headings.find(({ isUnreleased }) => isUnreleased)
  const latest = headings.find(({ version }) => version !== null)
  const style = latest ?? (unreleased && styleOf(unreleased)) ?? bracketed
  const sections = readOwnSections(text, style.level + 1)
  const lay = (own: string) =>
    sections
      ? layOwn(own, withoutRepeatedEntries(section.entries, own), {
          sections,
          level: style.level + 1,
          wrap: markGenerated,
        })
      : layBody(section, style.level, own)

  // Unreleased changes always go below their heading, so that they can be generated again.
  if (!unreleased || (after !== undefined && section.version !== null)) {
    const at =
      after === undefined
        ? (certainPosition(findAllHeadings(text), headings, section.version, text) ?? startOfReferences(text))
        : positionAfter(text, after)
    return addReference(insert(text, at, `${nameSection(section, style)}\n\n${lay('')}`), section)
  }

  const { planned } = unreleased
  if (planned !== null && section.version !== null && planned !== section.version)
    refuse(section.version, `the file plans version ${planned} next`)
  const bodyEnd =
    headings.find(({ start, level }) => start > unreleased.start && level <= unreleased.level)?.start ??
    startOfReferences(text)
  const own = withoutWritten(text.slice(unreleased.end, bodyEnd))
    .replace(placeholder, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  const before = text.slice(
    0,
    planned !== null && section.version !== null ? unreleased.start : unreleased.end,
  )
  const added =
    section.version === null
      ? lay(own)
      : `${nameSection(section, style)}\n\n${lay(withoutEmpty(own, style.level + 1))}`
  const parts = [before.trimEnd(), added, text.slice(bodyEnd).trim()]
  return addReference(`${parts.filter(Boolean).join('\n\n')}\n`, section)
}

/** Lines that only say that there is nothing yet. */
const placeholder =
  /^[ \t]*(?:[-*+] +)?[*_(]*(?:nothing(?: (?:yet|here|new|to see here))*|(?:there are )?no(?: (?:unreleased|notable|new))? (?:changes|entries)(?: yet| so far)?|none(?: yet)?|n\/a|tb[da]|coming soon|\.{3}|…)[ .!…*_)]*$/gim

function insert(text: string, at: number, added: string): string {
  const parts = [text.slice(0, at).trimEnd(), added, text.slice(at).trim()]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

type Style = Pick<Heading, 'level' | 'isUnderlined' | 'text'>
const bracketed: Style = { level: 2, isUnderlined: false, text: '[0.0.0] - 2000-01-01' }

/** The style of the first version of a file that has only an unreleased heading. */
function styleOf({ level, isUnderlined, text, planned }: Heading): Style {
  const isCopied = planned !== null || !text.startsWith('[')
  return { level, isUnderlined, text: isCopied ? text : bracketed.text }
}

/** The heading of a version as the file writes the last one, or that of unreleased changes. */
function nameSection({ version, date, url }: Section, style: Style): string {
  const unreleased = style.text.startsWith('[') ? '[Unreleased]' : 'Unreleased'
  const name = version === null ? unreleased : renameVersion(style.text, { version, day: date, url })
  return style.isUnderlined
    ? `${name}\n${(style.level === 1 ? '=' : '-').repeat(name.length)}`
    : `${'#'.repeat(style.level)} ${name}`
}

const markGenerated = (text: string) => `${start}\n\n${text}\n\n${end}`

function layBody({ markdown }: Section, level: number, own: string): string {
  const demoted = markdown.trim().replace(/^#(?=#{1,2} )/gm, '#'.repeat(Math.max(1, level)))
  const body = own === '' ? demoted : withoutRepeated(demoted, own)
  return own === '' ? markGenerated(body) : `${own}\n\n${markGenerated(body)}`
}

/** Returns a function that finds list items whose numbers all occur in entries that people wrote. */
function findRepeated(own: string): (line: string) => boolean {
  const numbers = new Set([...own.matchAll(/#(\d+)|\/(?:pull|issues)\/(\d+)/g)].map(([, a, b]) => a ?? b))
  return (line) => {
    const named = [...line.matchAll(/(?<=\[|\s)#(\d+)/g)].map(([, number]) => number)
    return line.startsWith('- ') && named.length > 0 && named.every((number) => numbers.has(number))
  }
}

function withoutRepeatedEntries(entries: Entry[], own: string): Entry[] {
  const isRepeated = findRepeated(own)
  return entries.filter(({ bullet }) => !isRepeated(`- ${bullet}`))
}

/** Removes list items whose numbers occur in entries that people wrote. */
function withoutRepeated(markdown: string, own: string): string {
  const isRepeated = findRepeated(own)
  const blocks = markdown.split('\n\n').map((block) =>
    block
      .split('\n')
      .filter((line) => !isRepeated(line))
      .join('\n'),
  )
  // An empty list is removed with its heading, and the last of several with the heading above.
  const kept = blocks.filter((block, at) => block !== '' && !(isHeading(block) && blocks[at + 1] === ''))
  return kept
    .filter((block, at) => !(/^#+ More Updates$/.test(block) && !isHeading(kept[at + 1] ?? '')))
    .join('\n\n')
}

const isHeading = (block: string) => /^#+ /.test(block)

const reference = /^\[([^\]\n]+)\]: *\S+.*$/gm

/** Where the link references at the end of a file begin. */
function startOfReferences(text: string): number {
  return /(?:^\[[^\]\n]+\]: *\S.*\n?\s*)+$/m.exec(text)?.index ?? text.length
}

/**
 * Adds the link of a bracketed version above that of the previous one, and updates the start of the unreleased one.
 */
function addReference(text: string, { version, tag, url }: Section): string {
  const isNeeded =
    version !== null &&
    url !== null &&
    new RegExp(`^.*\\[v?${RegExp.escape(version)}\\](?!\\()`, 'm').test(text)
  if (!isNeeded) return text
  const references = [...text.matchAll(reference)]
  const named = text.match(new RegExp(`\\[(v?${RegExp.escape(version)})\\](?!\\()`))?.[1] ?? version
  const line = `[${named}]: ${url}`
  const unreleased = references.find(([, name = '']) => /^unreleased$/i.test(name))
  const first = references.find(([, name = '']) => /^v?\d+\.\d+/.test(name))
  if (unreleased) {
    const moved = unreleased[0].replace(
      /(\/compare\/)[^\s]+?\.\.\./,
      (_, path: string) => `${path}${encodeURIComponent(tag)}...`,
    )
    return replaceAt(text, unreleased.index, unreleased[0], `${moved}\n${line}`)
  }
  if (first) return replaceAt(text, first.index, first[0], `${line}\n${first[0]}`)
  const gap = references.length > 0 && startOfReferences(text) < text.length ? '' : '\n'
  return `${text.trimEnd()}\n${gap}${line}\n`
}

function replaceAt(text: string, at: number, old: string, fresh: string): string {
  return `${text.slice(0, at)}${fresh}${text.slice(at + old.length)}`
}
