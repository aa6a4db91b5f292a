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

/** Inserts a changelog at the top of a CHANGELOG file; creates the file if it does not exist. */
export async function prependTo(file: string, changelog: Changelog, terminal: Terminal) {
  if (changelog.skipped !== null) return
  const { prependSection } = await import('../changelog/prepend.ts')
  const { section } = changelog
  const { text, isThere } = prependSection(await read(file), section)
  if (isThere) return terminal.warn(`${section.version} is in ${file} already.`)
  await write(file, text)
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
