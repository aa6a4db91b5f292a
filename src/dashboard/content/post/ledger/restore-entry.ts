import { categories } from '../../../../changelog/category.ts'
import { type Block, readLine } from '../../../../changelog/entry-matching/blocks.ts'
import { type Entry, refOf } from '../../../../changelog/entry-matching/entries.ts'
import type { WrittenText } from '../../../../changelog/entry-matching/locate.ts'
import { escapeMarkdown } from '../../../../markdown/escape.ts'

/** A text to insert, and its position. */
export type Insertion = { at: number; insert: string }

/**
 * Inserts an entry into a text that does not list it: its original line, or a new bullet, next to its
 * original neighbor, else below its heading, which is inserted as well. `found` has the positions of the
 * other entries.
 */
export function restoreEntry(
  text: string,
  place: number,
  entries: Entry[],
  original: WrittenText,
  found: (Pick<Block, 'from' | 'to'> | null)[],
): Insertion {
  const entry = entries[place] as Entry
  const block = original.found[place] ?? null
  const inserted = block?.text ?? bulletFor(entry, original)
  const isHeading = block?.kind === 'heading'
  const gap = isHeading ? '\n\n' : '\n'
  const group = entries.map((each, at) => ({ at, each })).filter(({ each }) => isBeside(each, entry))
  const inOrder = group.sort((one, other) => orderOf(one.at) - orderOf(other.at)).map(({ at }) => at)
  const here = inOrder.indexOf(place)

  const before = inOrder.slice(0, here).findLast((at) => found[at])
  const after = inOrder.slice(here + 1).find((at) => found[at])
  const above = before === undefined ? null : found[before]
  if (above) return { at: above.to, insert: `${gap}${inserted}` }
  const below = after === undefined ? null : found[after]
  if (below) return { at: below.from, insert: `${inserted}${gap}` }
  return underHeading(text, entry, inserted)

  /** In original order; entries without an original line are last. */
  function orderOf(at: number): number {
    return original.found[at]?.from ?? Number.MAX_SAFE_INTEGER
  }
}

/** Whether two entries belong to one list. */
function isBeside(one: Entry, other: Entry): boolean {
  const isHighlight = ({ placement }: Entry) => placement === 'highlight'
  return isHighlight(one) === isHighlight(other) && (isHighlight(one) || one.category === other.category)
}

const more = 'More Updates'

function underHeading(text: string, { placement, category }: Entry, inserted: string): Insertion {
  const headings = readHeadings(text)
  const named = (name: string) => headings.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (placement === 'highlight') {
    const highlights = named('Highlights')
    if (highlights) return { at: highlights.to, insert: `\n\n${inserted}` }
    const first = headings.find(({ level }) => level === 2)
    return between(text, first?.from ?? text.length, `## Highlights\n\n${inserted}`)
  }
  const name = category ?? 'Internal Changes'
  const own = named(name)
  if (own) return below(text, own.to, inserted)
  const section = named(more)
  if (!section) return between(text, text.length, `## ${more}\n\n### ${name}\n\n${inserted}`)
  // Categories stay in order.
  const rank = (each: string) => categories.findIndex((known) => known.toLowerCase() === each.toLowerCase())
  const next = headings.find(
    ({ from, level, name: other }) => from > section.from && (level <= 2 || rank(other) > rank(name)),
  )
  return between(text, next?.from ?? text.length, `### ${name}\n\n${inserted}`)
}

/** Inserts at the start of the list below a heading, or starts one. */
function below(text: string, to: number, inserted: string): Insertion {
  const space = /^\s*/.exec(text.slice(to))?.[0].length ?? 0
  const first = text.slice(to + space).split('\n', 1)[0] ?? ''
  const isList = readLine(first)
  return isList && 'bullet' in isList
    ? { at: to + space, insert: `${inserted}\n` }
    : { at: to, insert: `\n\n${inserted}` }
}

/** Separates a part from the text around it by one blank line on each side. */
function between(text: string, at: number, part: string): Insertion {
  const before = text.slice(0, at)
  const head = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const tail = at < text.length ? '\n\n' : text.endsWith('\n') ? '\n' : ''
  return { at, insert: `${head}${part}${tail}` }
}

function readHeadings(text: string) {
  let from = 0
  return text.split('\n').flatMap((line) => {
    const start = from
    from += line.length + 1
    const read = readLine(line)
    return read && 'level' in read ? [{ ...read, from: start, to: start + line.length }] : []
  })
}

/** A bullet like the others: with a reference and credits if they have them. */
function bulletFor(entry: Entry, { text }: WrittenText): string {
  const { title, url, authors } = entry
  const ref = refOf(entry)
  const hasLinks = /\]\(https?:[^)]*\/(?:pull|commit|issues)\//.test(text)
  const hasCredits = /\(Authors?: /.test(text)
  return [
    `- ${escapeMarkdown(title)}`,
    hasLinks && ref && (url ? `[${ref}](${url})` : ref),
    hasCredits &&
      authors.length > 0 &&
      `(${authors.length === 1 ? 'Author' : 'Authors'}: ${escapeMarkdown(authors.join(', '))})`,
  ]
    .filter(Boolean)
    .join(' ')
}
