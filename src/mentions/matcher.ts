import { placeInAddress } from './address.ts'
import { boundaryBetween, endOfWord } from './edges.ts'
import { erased, foldInto, kind, kindOf } from './fold.ts'
import { keepLongest } from './overlap.ts'
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
type Target = { subject: Subject; term: string; isHost: boolean }

/** Compiles the names of a project; made once, it reads any number of answers. */
export function createMatcher(subjects: Subject[]): Matcher {
  const root = makeNode<Target>()
  for (const subject of subjects) {
    for (const term of [subject.name, ...subject.terms])
      for (const spelling of listSpellings(term)) plant(root, spelling, { subject, term, isHost: false })
    for (const host of subject.hosts) {
      const codes = [...host.toLowerCase()].map((character) => character.charCodeAt(0))
      plant(root, { codes, seams: codes.map(() => seam.none) }, { subject, term: host, isHost: true })
    }
  }
  const starts = new Uint8Array(0x10000)
  for (const code of root.next.keys()) starts[code] = 1
  let codes = new Uint16Array(0)

  function find(answer: string): Hit[] {
    if (codes.length <= answer.length) codes = new Uint16Array(answer.length * 2 + 1)
    foldInto(codes, answer)
    hideUnseen(codes, answer)
    const hits: Hit[] = []
    let before: number = kind.other
    for (let at = 0; at < answer.length; at++) {
      const code = codes[at] as number
      if (code === erased) continue
      const sort = kindOf(code)
      if (starts[code] === 1 && boundaryBetween(before, sort)) {
        walk(root, codes, at, (target, end) => {
          const hit = checkHit(answer, codes, target, at, end)
          if (hit) hits.push(hit)
        })
      }
      before = sort
    }
    return hits.length > 0 ? keepLongest(hits) : hits
  }
  return { find }
}

/** The hit that a target makes here, unless it is only part of a word or of another's address. */
function checkHit(
  answer: string,
  codes: Uint16Array,
  target: Target,
  start: number,
  end: number,
): Hit | null {
  const { subject, term, isHost } = target
  const wordEnd = endOfWord(codes, end)
  if (wordEnd === null) return null
  const place = placeInAddress(answer, start, end)
  if (isHost ? place !== 'host' : place === 'elsewhere') return null
  const isOthers = place === 'site' && subject.hosts.length > 0
  return { subject: subject.key, term, start, end: wordEnd, isSure: !isOthers }
}
