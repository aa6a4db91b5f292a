import { findHeadings, type Heading, readVersionHeading } from './changelog-headings.ts'

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
}

export type Prepended = { text: string; isThere: boolean }

/**
 * Adds a version at the top of a CHANGELOG in the file's own style. A version that already exists is not changed;
 * unreleased entries written by people move under the new version; generated unreleased entries are generated again.
 */
export function prependSection(file: string, section: Section): Prepended {
  const lineEnd = file.includes('\r\n') ? '\r\n' : '\n'
  const text = file.replaceAll('\r\n', '\n')
  const headings = findHeadings(text)
  if (section.version !== null && headings.some(({ version }) => version === section.version))
    return { text: file, isThere: true }
  const written = text.trim() === '' ? startFile(section) : addTo(text, headings, section)
  return { text: written.replaceAll('\n', lineEnd), isThere: false }
}

const start = '<!-- herald -->'
const end = '<!-- /herald -->'

/** Generated entries. Unreleased ones are replaced by the version that contains them. */
export const writtenHere = new RegExp(`${start}[\\s\\S]*?${end}`, 'g')

function startFile(section: Section): string {
  const head = '# Changelog\n\nAll notable changes of this project, the newest version first.\n\n'
  return addReference(`${head}${laySection(section, bracketed, '')}\n`, section)
}

function addTo(text: string, headings: Heading[], section: Section): string {
  const unreleased = headings.find(({ isUnreleased }) => isUnreleased)
  const latest = headings.find(({ version }) => version !== null)
  const style = latest ?? unreleased ?? bracketed
  if (!unreleased) {
    const at = latest?.start ?? startOfReferences(text)
    return addReference(insert(text, at, laySection(section, style, '')), section)
  }

  const bodyEnd =
    headings.find(({ start, level }) => start > unreleased.start && level <= unreleased.level)?.start ??
    startOfReferences(text)
  const own = text
    .slice(unreleased.end, bodyEnd)
    .replace(writtenHere, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  const head = text.slice(0, unreleased.end).trimEnd()
  const body =
    section.version === null
      ? `${head}\n\n${layBody(section, style.level, own)}`
      : `${head}\n\n${laySection(section, style, own)}`
  const rest = text.slice(bodyEnd).trim()
  return addReference(`${body}\n${rest === '' ? '' : `\n${rest}\n`}`, section)
}

function insert(text: string, at: number, added: string): string {
  const parts = [text.slice(0, at).trimEnd(), added, text.slice(at).trim()]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

type Style = Pick<Heading, 'level' | 'isUnderlined' | 'text'>
const bracketed: Style = { level: 2, isUnderlined: false, text: '[0.0.0] - 2000-01-01' }

function laySection(section: Section, style: Style, own: string): string {
  const name = section.version === null ? nameUnreleased(style) : nameVersion(section, style)
  const heading = style.isUnderlined
    ? `${name}\n${(style.level === 1 ? '=' : '-').repeat(name.length)}`
    : `${'#'.repeat(style.level)} ${name}`
  return `${heading}\n\n${layBody(section, style.level, own)}`
}

function layBody({ markdown }: Section, level: number, own: string): string {
  const demoted = markdown.trim().replace(/^#(?=#{1,2} )/gm, '#'.repeat(Math.max(1, level)))
  const told = own === '' ? demoted : withoutTold(demoted, own)
  const text = `${start}\n\n${told}\n\n${end}`
  return own === '' ? text : `${own}\n\n${text}`
}

/** Removes list items whose numbers occur in entries that people wrote. */
function withoutTold(markdown: string, own: string): string {
  const numbers = new Set([...own.matchAll(/#(\d+)|\/(?:pull|issues)\/(\d+)/g)].map(([, a, b]) => a ?? b))
  const isTold = (line: string) => {
    const named = [...line.matchAll(/(?<=\[|\s)#(\d+)/g)].map(([, number]) => number)
    return line.startsWith('- ') && named.length > 0 && named.every((number) => numbers.has(number))
  }
  const blocks = markdown.split('\n\n').map((block) =>
    block
      .split('\n')
      .filter((line) => !isTold(line))
      .join('\n'),
  )
  // An empty list is removed with its heading, and the last of several with the heading above.
  const kept = blocks.filter((block, at) => block !== '' && !(isHeading(block) && blocks[at + 1] === ''))
  return kept
    .filter((block, at) => !(/^#+ More Updates$/.test(block) && !isHeading(kept[at + 1] ?? '')))
    .join('\n\n')
}

const isHeading = (block: string) => /^#+ /.test(block)

function nameUnreleased({ text }: Style): string {
  return text.startsWith('[') ? '[Unreleased]' : 'Unreleased'
}

/** A version as the file writes it: with `v` or brackets, and with the date if others have it. */
function nameVersion({ version, date, url }: Section, { text }: Style): string {
  const { prefix, isLinked, isBracketed, separator, isDateEnclosed, hasDate } = readVersionHeading(text)
  const name = `${prefix}${version}`
  const shown = url === null ? name : isLinked ? `[${name}](${url})` : isBracketed ? `[${name}]` : name
  if (!hasDate) return shown
  return `${shown}${separator}${isDateEnclosed ? `(${date})` : date}`
}

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
