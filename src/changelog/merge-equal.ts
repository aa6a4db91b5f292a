import { precedence } from './category.ts'
import type { Change, Person } from './change.ts'
import { handleOf } from './ledger.ts'
import type { ListedChange } from './placed.ts'

/** Merges changes with the same text, except for articles and plural forms, into one, which contains the commits of all and names their areas. */
export function mergeEqual(all: ListedChange[]): ListedChange[] {
  const byText = new Map<string, ListedChange[]>()
  for (const each of all) {
    const key = `${placeOf(each)} ${essenceOf(each.change.title)}`
    const same = byText.get(key)
    if (same) same.push(each)
    else byText.set(key, [each])
  }
  return [...byText.values()].map((same) =>
    same.length === 1
      ? (same[0] as ListedChange)
      : merge(same, null, 'It duplicates other changes and is listed with them.'),
  )
}

/** A title without articles, endings of plural nouns and punctuation; code spans and names are unchanged. */
const essenceOf = (title: string) =>
  title
    .replace(continued, '')
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith('`') ? part.slice(1, -1) : part.replace(plurals, '$1').replace(articles, ' '),
    )
    .join('')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const plurals = /(?<![\w.-])([a-z]{2,}[a-rt-z])s(?![\w.-])/g
const articles = /(?<![\w-])(?:an?|the)(?= )/gi

/** "Fix the preview (contd.)", "Fix the preview, part 2": one change in several commits. */
const continued = /[,:]?\s*\(?\b(?:cont(?:inue)?[’']?d|part \d+|take (?:two|\d+))\b\.?\)?\s*$/i

/** With several repositories an id starts with the repository; equal changes of two repositories stay separate. */
export function placeOf({ change: { id } }: Pick<ListedChange, 'change'>): string {
  return id.replace(/(?:pr|commit|issue):\S*$/, '')
}

/** One change with the commits, areas and people of all, under a title of its own or its shortest title. */
export function merge(same: ListedChange[], title: string | null, because: string): ListedChange {
  const whole = same.toSorted((one, other) => one.change.title.length - other.change.title.length)
  const ofKind = (kind: Change['kind']) => whole.find(({ change }) => change.kind === kind)
  const first = ofKind('pull_request') ?? ofKind('commit') ?? (same[0] as ListedChange)
  const changes = [
    first.change,
    ...same.map(({ change }) => change).filter((change) => change !== first.change),
  ]
  const areas = [...new Set(changes.flatMap(({ area }) => area ?? []))]
  const people = new Map<string, Person>()
  for (const { authors } of changes)
    for (const person of authors) people.set(handleOf(person).toLowerCase(), person)
  const merged: Change = {
    ...first.change,
    title: title ?? first.change.title,
    body: changes.find(({ body }) => body !== null)?.body ?? null,
    authors: [...people.values()],
    commits: changes.flatMap(({ commits }) => commits),
    work: changes.flatMap(({ work }) => work),
    issues: changes.flatMap(({ issues }) => issues),
    paths: [...new Set(changes.flatMap(({ paths }) => paths))],
    notes: [...new Set(changes.flatMap(({ notes }) => notes))],
    labels: [...new Set(changes.flatMap(({ labels }) => labels))],
    area:
      areas.length > 3
        ? `${areas.slice(0, 3).join(', ')} and ${areas.length - 3} more`
        : areas.join(', ') || null,
    also: changes
      .slice(1)
      .flatMap(({ number, url, commits, also }) => [{ number, url, sha: commits[0]?.sha ?? '' }, ...also]),
  }
  const categories = new Set(same.map(({ category }) => category))
  return {
    ...first,
    change: merged,
    category: precedence.find((category) => categories.has(category)) ?? first.category,
    isBreaking: same.some(({ isBreaking }) => isBreaking),
    theme: same.find(({ theme }) => theme !== null)?.theme ?? null,
    weight: Math.max(...same.map(({ weight }) => weight)),
    because: [...first.because, because],
  }
}
