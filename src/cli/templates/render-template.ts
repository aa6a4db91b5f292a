import { stat } from 'node:fs/promises'
import Handlebars from 'handlebars'
import { categories } from '../../changelog/category.ts'
import type { Changelog } from '../../changelog/changelog.ts'
import type { LedgerEntry } from '../../changelog/ledger.ts'
import { OperatorError } from '../../errors.ts'
import { escapeMarkdown } from '../../markdown/escape.ts'
import announcement from './announcement.hbs' with { type: 'text' }
import byArea from './by-area.hbs' with { type: 'text' }
import keepAChangelog from './keep-a-changelog.hbs' with { type: 'text' }

const shipped: Record<string, string> = {
  'keep-a-changelog': keepAChangelog,
  'by-area': byArea,
  announcement,
}

/** The size of a template. */
const maxBytes = 1_000_000

type Entry = ReturnType<typeof toEntry>

/**
 * Fills a Handlebars template, one of the shipped ones by name or a file, with a changelog's ledger. Texts are escaped
 * for Markdown. A template cannot run code. Throws an OperatorError for a template that cannot be read or filled.
 */
export async function renderTemplate(template: string, changelog: Changelog): Promise<string> {
  const text = Object.hasOwn(shipped, template) ? (shipped[template] ?? '') : await readTemplate(template)
  try {
    return Handlebars.create()
      .compile(text, { noEscape: true, strict: true })(toData(changelog))
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  } catch (error) {
    const [reason] = (error as Error).message.split('\n')
    throw new OperatorError(`${template} is not a template that Herald can fill: ${reason}.`)
  }
}

async function readTemplate(file: string): Promise<string> {
  const found = await stat(file).catch(() => null)
  if (found && (!found.isFile() || found.size > maxBytes))
    throw new OperatorError(`${file} is not a template: a template is a file of at most 1 MB.`)
  try {
    return await Bun.file(file).text()
  } catch {
    throw new OperatorError(
      `There is no template ${file}. Name a file, or one of ${Object.keys(shipped).join(', ')}.`,
    )
  }
}

/** The data of a template: plain values and lists, so that a template needs no helpers of its own. */
function toData(changelog: Changelog) {
  const { ledger, range } = changelog
  const entries = ledger.filter(({ placement }) => placement !== 'omitted').map(toEntry)
  const areas = Map.groupBy(entries, ({ area }) => area)
  const written = changelog.skipped === null ? changelog : null
  return {
    title: escapeMarkdown(written?.title ?? ''),
    version: written?.section.version ?? null,
    date: written?.section.date ?? null,
    url: written?.section.url ?? null,
    summary: /^(?!#).*/.exec(written?.markdown ?? '')?.[0] ?? '',
    from: range.from,
    to: range.to,
    entries,
    highlights: entries.filter(({ isHighlight }) => isHighlight),
    breaking: entries.filter(({ isBreaking }) => isBreaking),
    categories: categories.flatMap((name) =>
      withEntries(
        name,
        entries.filter(({ category }) => category === name),
      ),
    ),
    areas: [...areas].flatMap(([area, all]) => withEntries(area, all)),
    sections: sections.flatMap(([name, belongs]) => withEntries(name, entries.filter(belongs))),
    omitted: ledger.filter(({ placement }) => placement === 'omitted').map(toEntry),
  }
}

/** The sections of Keep a Changelog. */
const sections: [string, (entry: Entry) => boolean][] = [
  ['Added', (entry) => isFeature(entry) && added.test(entry.title)],
  ['Changed', (entry) => isFeature(entry) && !added.test(entry.title) && !removed.test(entry.title)],
  ['Removed', (entry) => isFeature(entry) && removed.test(entry.title)],
  ['Fixed', ({ category }) => category === 'Bug Fixes'],
  ['Security', ({ category }) => category === 'Security'],
]
const isFeature = ({ category }: Entry) => category !== 'Bug Fixes' && category !== 'Security'
const added = /^(?:add|support|introduce|allow|implement|create|provide)\b/i
const removed = /^(?:remove|drop|delete)\b/i

const withEntries = (name: string | null, entries: Entry[]) => (entries.length > 0 ? [{ name, entries }] : [])

function toEntry(entry: LedgerEntry) {
  const { number, title, area, url, category, placement, breaking, reason, authors, commits } = entry
  return {
    title: escapeMarkdown(title),
    area: area === null ? null : escapeMarkdown(area),
    number,
    url,
    sha: commits[0]?.slice(0, 7) ?? null,
    category,
    isHighlight: placement === 'highlight',
    isBreaking: breaking,
    authors: authors.map(escapeMarkdown),
    reason,
  }
}
