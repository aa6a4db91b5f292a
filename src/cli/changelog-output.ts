import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Changelog } from '../changelog/changelog.ts'
import { renderDocument } from '../changelog/layout.ts'
import { OperatorError } from '../errors.ts'
import type { Terminal } from './command.ts'

export const formats = ['markdown', 'github-release', 'json', 'html'] as const
export type Format = (typeof formats)[number]

/** A changelog in one of the formats, without a line end. */
export async function render(changelog: Changelog, format: Format): Promise<string> {
  if (format === 'json' || changelog.skipped !== null) return JSON.stringify(toJson(changelog), null, 2)
  if (format === 'markdown') return renderDocument(changelog).trimEnd()
  if (format === 'html') {
    const { renderMarkdown } = await import('../markdown/html.ts')
    return renderMarkdown(renderDocument(changelog))
  }
  const { toReleaseBody } = await import('../changelog/release-body.ts')
  return toReleaseBody(changelog).trimEnd()
}

function toJson(changelog: Changelog) {
  const { range, ledger, skipped } = changelog
  if (skipped !== null) return { title: null, markdown: '', range, ledger, skipped }
  return { title: changelog.title, markdown: changelog.markdown, range, ledger }
}

/**
 * Inserts a changelog into a CHANGELOG file, at the top or after the line that `after` names; creates the file if it
 * does not exist. Throws an OperatorError if the file is not Markdown or no position is certain.
 */
export async function prependTo(
  file: string,
  changelog: Changelog,
  { after, terminal }: { after?: string; terminal: Terminal },
) {
  if (changelog.skipped !== null) return
  const { prependSection } = await import('../changelog/prepend.ts')
  const { section } = changelog
  const old = await read(file)
  refuseOtherMarkup(file, old)
  const { text, isThere } = prependSection(old, section, after)
  if (isThere) return terminal.warn(`${section.version} is in ${file} already.`)
  await write(file, text)
}

/** Formats by the end of a file's name, and what pandoc calls them. */
const otherMarkup: Record<string, { name: string; pandoc?: string }> = {
  rst: { name: 'reStructuredText', pandoc: 'rst' },
  adoc: { name: 'AsciiDoc', pandoc: 'asciidoc' },
  asciidoc: { name: 'AsciiDoc', pandoc: 'asciidoc' },
  org: { name: 'Org mode', pandoc: 'org' },
  textile: { name: 'Textile', pandoc: 'textile' },
  html: { name: 'HTML', pandoc: 'html' },
  txt: { name: 'plain text', pandoc: 'plain' },
}

function refuseOtherMarkup(file: string, text: string) {
  const ending = /[^/\\]\.([a-z]\w*)$/i.exec(file)?.[1]?.toLowerCase() ?? ''
  if (/^(?:md|mdx|mkd|mdown|markdown)$/.test(ending)) return
  const isStructured = ending === '' && /^\.\. (?:[\w-]+::|_)|(?<!\S):[a-z]+:`/m.test(text)
  const markup = otherMarkup[isStructured ? 'rst' : ending]
  if (ending === '' && !markup) return
  const target = markup?.pandoc ?? 'FORMAT'
  throw new OperatorError(
    `${file} is ${markup ? `${markup.name}, ` : ''}not Markdown. Use --output notes.md, convert it with pandoc -f gfm -t ${target} notes.md, and insert the result.`,
  )
}

/**
 * The path of a file that a repository names. Throws an OperatorError if it leads out of the repository, also by a
 * symbolic link.
 */
export async function fileInside(root: string, path: string): Promise<string> {
  const file = resolve(root, path)
  const found = await lstat(file).catch(() => null)
  // A link without a target would create that target.
  const target =
    found === null || found.isFile()
      ? join(await realpath(dirname(file)), basename(file))
      : await realpath(file).catch(() => '')
  const isInside =
    target !== '' &&
    !relative(await realpath(root), target)
      .split(sep)
      .includes('..')
  if (isAbsolute(path) || !isInside) throw new OperatorError(`${path} is outside of the repository.`)
  return file
}

async function read(file: string): Promise<string> {
  try {
    return await Bun.file(file).text()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw new OperatorError(`${file} cannot be read: ${(error as Error).message}.`)
  }
}

export async function write(file: string, text: string) {
  try {
    await Bun.write(file, text)
  } catch (error) {
    throw new OperatorError(`${file} cannot be written: ${(error as Error).message}.`)
  }
}
