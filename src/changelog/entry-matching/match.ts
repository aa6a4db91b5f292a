import type { Block } from './blocks.ts'
import type { Entry } from './entries.ts'
import { type Keys, plainUrl, plainWords, readKeys, readProse } from './keys.ts'

/** The ledger, indexed by everything that may identify an entry in a text. */
export type Index = ReturnType<typeof indexEntries>

export function indexEntries(entries: Entry[]) {
  const urls = new Map<string, number[]>()
  const numbers = new Map<number, number[]>()
  const words = new Map<string, number[]>()
  const titles = entries.map(({ title }) => plainWords(title))
  const titled = Map.groupBy(titles.keys(), (place) => titles[place] ?? '')
  for (const [place, { url, number, commits, issues = [] }] of entries.entries()) {
    for (const each of [url, ...issues.map((issue) => issue.url)]) if (each) add(urls, plainUrl(each), place)
    if (number !== null) add(numbers, number, place)
    for (const { identifier } of issues) add(words, identifier, place)
    // Texts abbreviate a commit to at least seven characters.
    for (const sha of commits) add(words, sha.slice(0, 7), place)
  }
  return { entries, urls, numbers, words, titles, titled }
}

function add<K>(map: Map<K, number[]>, key: K, place: number) {
  const known = map.get(key)
  if (known) known.push(place)
  else map.set(key, [place])
}

type Narrowing = {
  /** Which entries to search for. */
  isWanted?: (place: number) => boolean
  /** Blocks that already belong to another entry. */
  isTaken?: (block: Block) => boolean
}

type Pair = { place: number; at: number; score: number; isNamed: boolean }

/**
 * The block of each entry, by the entry's index in the ledger; null if there is none. A block names an entry by URL,
 * number or commit, else contains its title. One block may name several entries; by title it belongs to only one.
 */
export function matchEntries(
  blocks: Block[],
  index: Index,
  { isWanted = () => true, isTaken = () => false }: Narrowing = {},
): (Block | null)[] {
  const read = blocks.map(({ text }) => ({ keys: readKeys(text), prose: readProse(text) }))
  const pairs: Pair[] = []
  for (const [at, { keys, prose }] of read.entries()) {
    const named = namedBy(keys, index)
    for (const [place, score] of named)
      if (isWanted(place)) pairs.push({ place, at, score: score + fit(place, at, prose), isNamed: true })
  }
  const found: (Block | null)[] = Array(index.entries.length).fill(null)
  const taken = new Set(blocks.flatMap((block, at) => (isTaken(block) ? [at] : [])))
  take(pairs)

  const byTitle: Pair[] = []
  const isMissing = (place: number) => isWanted(place) && !found[place]
  const missing = [...index.titles.keys()].filter((place) => isMissing(place) && mayBeWithin(place))
  for (const [at, { prose }] of read.entries()) {
    if (taken.has(at) || prose === '' || blocks[at]?.kind === 'paragraph') continue
    const same = index.titled.get(prose)?.filter(isMissing) ?? []
    for (const place of new Set([...same, ...missing])) {
      const score = titleScore(place, prose)
      if (score > 0) byTitle.push({ place, at, score: score + fit(place, at, prose), isNamed: false })
    }
  }
  take(byTitle)
  return found

  function take(candidates: Pair[]) {
    candidates.sort((one, other) => other.score - one.score || one.at - other.at || one.place - other.place)
    for (const { place, at, isNamed } of candidates) {
      if (found[place] || (!isNamed && taken.has(at))) continue
      found[place] = blocks[at] ?? null
      taken.add(at)
    }
  }

  /** Ranks several candidates: by title, category, and whether highlights have a heading. */
  function fit(place: number, at: number, prose: string): number {
    const { placement, category } = index.entries[place] as Entry
    const block = blocks[at] as Block
    const isHighlight = placement === 'highlight'
    const stands = isHighlight
      ? block.kind === 'heading'
      : block.kind === 'bullet' && block.category === category
    const isAbove = block.kind === 'paragraph' && block.section === null
    return titleScore(place, prose) + (stands ? 1 : 0) - (isAbove ? 8 : 0)
  }

  function titleScore(place: number, prose: string): number {
    const title = index.titles[place] ?? ''
    if (title === '' || prose === '') return 0
    if (prose === title) return 6
    // An area before it or a word such as "Fix" leaves the title itself unchanged.
    return mayBeWithin(place) && ` ${prose} `.includes(` ${title} `) ? 3 : 0
  }

  /** A one-word title occurs in many sentences, and omitted changes are in none. */
  function mayBeWithin(place: number): boolean {
    return index.entries[place]?.placement !== 'omitted' && (index.titles[place] ?? '').includes(' ')
  }
}

const scores = { url: 12, number: 8, word: 8 }

function namedBy({ urls, numbers, words }: Keys, index: Index): Map<number, number> {
  const named = new Map<number, number>()
  const note = (places: number[] | undefined, score: number) => {
    for (const place of places ?? []) named.set(place, Math.max(score, named.get(place) ?? 0))
  }
  for (const url of urls) note(index.urls.get(url), scores.url)
  for (const number of numbers) {
    const places = index.numbers.get(number)
    // Two repositories may have the same number; then only the URL is unambiguous.
    if (places?.length === 1) note(places, scores.number)
  }
  for (const word of words) {
    const places = index.words.get(word) ?? index.words.get(word.slice(0, 7))
    note(
      places?.filter((place) => {
        const { commits, issues = [] } = index.entries[place] as Entry
        return (
          commits.some((sha) => sha.startsWith(word)) || issues.some(({ identifier }) => identifier === word)
        )
      }),
      scores.word,
    )
  }
  return named
}
