import { plainLine } from '../text/line.ts'
import type { Change } from './change.ts'
import { likeness, stemsOf } from './likeness.ts'
import type { Note } from './note.ts'
import { readSubject, titleOf } from './subject.ts'
import { vagueTitle } from './words.ts'

/** Sentences up to this length are not cut: a cut can remove the condition that makes one true. */
const longest = 220

/** Uses the maintainers' note as title, if it is one sentence. */
export function retitle(change: Change): void {
  const [first, ...others] = change.notes
  if (!first) return
  if (others.length > 0) {
    const own = stemsOf(`${change.title} ${change.subject.scope ?? ''}`)
    change.notes.sort((a, b) => rank(b, own) - rank(a, own))
  }
  const note = change.notes[0] as Note
  const [sentence, more] = firstSentence(note.text)
  change.body = [more, note.detail, change.body].filter(Boolean).join('\n\n') || null
  if (sentence.split(' ').length < 3) return
  // A note on several changes says less than the title of each: "Bug fixes and improvements".
  if (vagueTitle.test(readSubject(sentence).gist) && !vagueTitle.test(change.subject.gist)) return
  const condensed = condense(withoutCredit(sentence, change))
  // A long sentence is not used if the change has a title that says enough.
  if (condensed.length > longest && change.title.length <= 90 && !vagueTitle.test(change.subject.gist)) return
  const { scope } = change.subject
  const said = readSubject(
    scope === null ? condensed : condensed.replace(new RegExp(`^${RegExp.escape(scope)}: +`, 'i'), ''),
  )
  const title = titleOf(said)
  change.title = title
  change.subject = {
    type: said.type ?? change.subject.type,
    scope: said.scope ?? change.subject.scope,
    isBreaking: said.isBreaking || change.subject.isBreaking,
    description: said.description,
    gist: said.gist,
  }
}

function rank({ text, isBreaking }: Note, own: Set<string>): number {
  return likeness(stemsOf(text), own) + (isBreaking ? 0.3 : 0) - (text.length > longest ? 0.1 : 0)
}

/** The first sentence of a text, and the rest. */
function firstSentence(text: string): [string, string] {
  const plain = plainLine(text)
  const end = /(?<!\b(?:e\.g|i\.e|etc|vs|cf|approx|no|\.))[.!](?=\s+[\p{Lu}`"'(])/u.exec(plain)
  return end ? [plain.slice(0, end.index), plain.slice(end.index + 1).trim()] : [plain.replace(/\.$/, ''), '']
}

/** Some files name the author in each line; the layout adds authors itself. */
function withoutCredit(sentence: string, { authors }: Change): string {
  const [, name = ''] = /\s\(@?([\w -]{2,40})\)$/.exec(sentence) ?? []
  const isAuthor = authors.some((author) =>
    [author.name, author.login].some((each) => each?.toLowerCase() === name.toLowerCase()),
  )
  return isAuthor ? sentence.slice(0, sentence.lastIndexOf('(')).trim() : sentence
}

/** Removes the opening formula. A long sentence is cut before a clause that only adds detail. */
function condense(given: string): string {
  const sentence = given.replace(
    /^(?:this (?:release|version|change|pr|commit|update)|we(?:'ve| have)?) (?:now |also )?(?=[a-z]+s? )/i,
    '',
  )
  if (sentence.length <= longest) return sentence
  const ends = [...sentence.matchAll(addition)].map(({ index }) => index)
  const end = ends.findLast(
    (index) => index >= 25 && index <= longest && isBalanced(sentence.slice(0, index)),
  )
  return end === undefined ? sentence : sentence.slice(0, end)
}

/** Beginnings of clauses that do not limit a statement, unlike "when", "if", "where" and "for". */
const addition = /; | - |, (?:which|making|thanks to|so that|resulting in)\b|\. /g

function isBalanced(text: string): boolean {
  const count = (sign: string) => text.split(sign).length - 1
  return count('`') % 2 === 0 && count('(') === count(')') && count('"') % 2 === 0
}
