import { runAtOnce, runInSlices, type Sliced } from '../slices.ts'
import { placeInAddress } from './address.ts'
import { isCertain, isMailbox } from './certain.ts'
import { doubtSpan } from './doubt.ts'
import { canStart, readEnding } from './edges.ts'
import { listStems, type Stem } from './endings.ts'
import { foldInto } from './fold.ts'
import { isWrittenIn } from './language.ts'
import { languagesOfWord } from './ordinary.ts'
import { keepLongest } from './overlap.ts'
import { type NameMeaning, readWords } from './reading.ts'
import { listSpellings, seam } from './spelling.ts'
import type { Subject } from './subject.ts'
import { compileOpenings, createNode, type Node, plant, type Reached, walk } from './trie.ts'
import { hideUnseen } from './visible.ts'

/** Increase it with every rule that changes results: a check stores it, and a new version scores its answer again. */
export const matcherVersion = 4

/** A name in an answer: UTF-16 offsets in the original answer. A model decides on hits that are not sure. */
export type Hit = { subject: string; term: string; start: number; end: number; isSure: boolean }

export type Matcher = {
  find: (answer: string) => Hit[]
  /** The same in slices, for answers of any length. */
  findInSlices: (answer: string) => Promise<Hit[]>
}

const openingsPerStep = 100
/** At each position: how many spellings are tried, and how many spans are kept, the longest ones. */
const maxTried = 8
const maxSpans = 3

/** The subject of a spelling; a host must match the whole host of an address. */
type Target = {
  subject: Subject
  term: string
  written: string
  reading: NameMeaning
  stem: Stem
  isHost: boolean
}

/** Compiles the names of a project into a reusable matcher. */
export function createMatcher(subjects: Subject[]): Matcher {
  const root = createNode<Target>()
  for (const subject of subjects) plantSubject(root, subject)
  const findOpening = compileOpenings(root)
  let buffer = new Uint16Array(0)

  function find(answer: string): Hit[] {
    if (buffer.length <= answer.length) buffer = new Uint16Array(answer.length * 2 + 1)
    return runAtOnce(read(answer, buffer))
  }

  function* read(answer: string, codes: Uint16Array): Sliced<Hit[]> {
    foldInto(codes, answer)
    hideUnseen(codes, answer)
    const hits: Hit[] = []
    const reached: Reached<Target>[] = []
    const { length } = answer
    let openings = 0
    for (let at = findOpening(codes, 0, length); at < length; at = findOpening(codes, at + 1, length)) {
      if (++openings % openingsPerStep === 0) yield
      if (!canStart(answer, codes, at)) continue
      walk(root, codes, at, reached)
      hits.push(...longestHits(answer, codes, at, reached))
      reached.length = 0
    }
    return keepLongest(hits)
  }
  // Other answers are read between the slices, so it needs its own buffer.
  const findInSlices = (answer: string) => runInSlices(read(answer, new Uint16Array(answer.length + 1)))
  return { find, findInSlices }
}

/** The hits at a position; shorter ones count only where a longer one overlaps another name. */
function longestHits(answer: string, codes: Uint16Array, start: number, reached: Reached<Target>[]): Hit[] {
  const hits: Hit[] = []
  const spans = new Set<number>()
  for (const { end: target, at } of reached.slice(-maxTried).reverse()) {
    if (spans.size === maxSpans && !spans.has(at)) break
    const hit = readHit(answer, codes, target, start, at)
    if (!hit) continue
    spans.add(at)
    hits.push(hit)
  }
  return hits
}

function plantSubject(root: Node<Target>, subject: Subject): void {
  for (const term of new Set([subject.name, ...subject.terms]))
    for (const { text, codes, seams } of listSpellings(term)) {
      const target = { subject, term, written: text, reading: readWords(text), isHost: false }
      for (const { stem, cut } of listStems(String.fromCharCode(...codes)))
        plant(root, { codes: codes.slice(0, codes.length - cut), seams }, { ...target, stem })
    }
  for (const host of subject.hosts) {
    const codes = [...host.toLowerCase()].map((character) => character.charCodeAt(0))
    const reading = readWords(host)
    const target = { subject, term: host, written: host, reading, stem: 'whole', isHost: true } as const
    plant(root, { codes, seams: codes.map(() => seam.none) }, target)
  }
}

/** Whether an inflected name is an ordinary word of the language in which the text is written. */
function isOrdinaryHere(answer: string, start: number, end: number): boolean {
  const languages = languagesOfWord(answer.slice(start, end))
  return languages.length > 0 && isWrittenIn(languages, answer, start) !== 'no'
}

/** The hit of a target at this position, unless it is only part of a word or of another address. */
function readHit(answer: string, codes: Uint16Array, target: Target, start: number, end: number): Hit | null {
  const { subject, term, written, reading, stem, isHost } = target
  const ending = readEnding(codes, start, end, stem)
  if (!ending) return null
  const place = placeInAddress(answer, start, end)
  if (isHost) {
    const isWhole = place === 'host' && ending.text === ''
    const isSure = !isMailbox(answer, start)
    return isWhole ? { subject: subject.key, term, start, end, isSure } : null
  }
  if (place === 'elsewhere') return null

  const isInflected = ending.languages !== null
  const isWritten = ending.languages ? isWrittenIn(ending.languages, answer, start) : 'yes'
  // Canvas is not an inflection of Canva.
  if (isWritten === 'no' || (isInflected && isOrdinaryHere(answer, start, ending.end))) return null
  const doubt = doubtSpan(answer, written, reading, { start, end, isInflected })
  if (doubt === 'none') return null
  const isOthersSite = place === 'site' && subject.hosts.length > 0
  const isClear = isCertain({
    ...{ answer, start, end, name: written },
    isOrdinary: languagesOfWord(answer.slice(start, end)).length > 0,
  })
  const isSure = doubt === 'sure' && isClear && isWritten === 'yes' && !ending.isCompound && !isOthersSite
  return { subject: subject.key, term, start, end: ending.end, isSure }
}
