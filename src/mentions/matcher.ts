import { placeInAddress } from './address.ts'
import { doubtSpan, type Reading, readWords } from './doubt.ts'
import { boundaryBetween, canStart, readEnding } from './edges.ts'
import { listStems, type Stem } from './endings.ts'
import { erased, foldInto, kind, kindOf } from './fold.ts'
import { isWrittenIn } from './language.ts'
import { languagesOfWord } from './ordinary.ts'
import { keepLongest } from './overlap.ts'
import { prefixesAt } from './prefixes.ts'
import { listSpellings, seam } from './spelling.ts'
import type { Subject } from './subject.ts'
import { makeNode, plant, walk } from './trie.ts'
import { hideUnseen } from './visible.ts'

/** Grows with every rule that changes what is found: a check keeps it, and a new one scores its answer anew. */
export const matcherVersion = 1

/** A name in an answer: offsets in UTF-16 of the answer as given; what is not sure is for the judge. */
export type Hit = { subject: string; term: string; start: number; end: number; isSure: boolean }

export type Matcher = { find: (answer: string) => Hit[] }

/** What a spelling stands for; a host stands for itself only whole. */
type Target = {
  subject: Subject
  term: string
  written: string
  reading: Reading
  stem: Stem
  isHost: boolean
}

/** Compiles the names of a project; made once, it reads any number of answers. */
export function createMatcher(subjects: Subject[]): Matcher {
  const root = makeNode<Target>()
  for (const subject of subjects) plantSubject(root, subject)
  const starts = new Uint8Array(0x10000)
  for (const code of root.next.keys()) starts[code] = 1
  let codes = new Uint16Array(0)

  function find(answer: string): Hit[] {
    if (codes.length <= answer.length) codes = new Uint16Array(answer.length * 2 + 1)
    foldInto(codes, answer)
    hideUnseen(codes, answer)
    const hits: Hit[] = []
    function readFrom(start: number) {
      walk(root, codes, start, (target, end) => {
        const hit = readHit(answer, codes, target, start, end)
        if (hit) hits.push(hit)
      })
    }
    let before: number = kind.other
    for (let at = 0; at < answer.length; at++) {
      const code = codes[at] as number
      if (code === erased) continue
      const sort = kindOf(code)
      if (boundaryBetween(before, sort)) {
        if (starts[code] === 1) readFrom(at)
        if (sort === kind.arabic || sort === kind.hebrew)
          for (const length of prefixesAt(codes, at))
            if (starts[codes[at + length] as number] === 1) readFrom(at + length)
      }
      before = sort
    }
    return hits.length > 0 ? keepLongest(hits) : hits
  }
  return { find }
}

function plantSubject(root: ReturnType<typeof makeNode<Target>>, subject: Subject): void {
  for (const term of new Set([subject.name, ...subject.terms]))
    for (const { text, codes, seams } of listSpellings(term)) {
      const target = { subject, term, written: text, reading: readWords(text), isHost: false }
      for (const { stem, cut } of listStems(String.fromCharCode(...codes)))
        plant(root, { codes: codes.slice(0, codes.length - cut), seams }, { ...target, stem })
    }
  for (const host of subject.hosts) {
    const codes = [...host.toLowerCase()].map((character) => character.charCodeAt(0))
    const reading = { words: [host], languages: [] }
    const target = { subject, term: host, written: host, reading, stem: 'whole', isHost: true } as const
    plant(root, { codes, seams: codes.map(() => seam.none) }, target)
  }
}

/** The hit that a target makes here, unless it is only part of a word or of another's address. */
function readHit(answer: string, codes: Uint16Array, target: Target, start: number, end: number): Hit | null {
  const { subject, term, written, reading, stem, isHost } = target
  if (!canStart(answer, codes, start)) return null
  const ending = readEnding(codes, end, stem)
  if (!ending) return null
  const place = placeInAddress(answer, start, end)
  const hit = { subject: subject.key, term, start, end: ending.end }
  if (isHost) return place === 'host' && ending.text === '' ? { ...hit, isSure: true } : null
  if (place === 'elsewhere') return null

  const isInflected = ending.languages !== null
  const isWritten = ending.languages ? isWrittenIn(ending.languages, answer, start, hit.end) : 'yes'
  // Canvas is no case of Canva.
  if (isWritten === 'no' || (isInflected && languagesOfWord(answer.slice(start, hit.end)).length > 0))
    return null
  const doubt = doubtSpan(answer, written, reading, { start, end, isInflected })
  if (doubt === 'none') return null
  const isOthersSite = place === 'site' && subject.hosts.length > 0
  return { ...hit, isSure: doubt === 'sure' && isWritten === 'yes' && !ending.isCompound && !isOthersSite }
}
