import { wholly } from '../../text/pattern.ts'
import { companySign } from './clauses-of-sentence.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Maximum number of words between a preposition and a name. */
export const maxDistance = 5

/** Position of a company in a clause: the words before its sign, nearest first, and the words after it. */
export type CompanyPosition = { before: string[]; after: string[] }

export const positionsOf = (words: string[]): CompanyPosition[] =>
  words.flatMap((word, at) =>
    word === companySign ? [{ before: words.slice(0, at).reverse(), after: words.slice(at + 1) }] : [],
  )

/** Finds companies that are only the place or the object in a clause. */
export function createPlaces(vocabulary: Vocabulary) {
  const { actions, careful, grammar, objects, places, qualities, things, turned, verbs } = vocabulary
  const describes = (word: string) => qualities.has(word) || grammar.has(word) || things.has(word)

  /** Whether a company is a place, the object of a plain verb or the name of a thing: "in Slack", "GitHub issues". */
  const isBeside = (place: CompanyPosition) =>
    isNameOfThing(place.after) || isIntroduced(place) || isReached(place)

  /** "The Slack thread", "in new Slack threads". */
  function isIntroduced({
    before: [last = '', previous = ''],
    after: [next = ''],
  }: CompanyPosition): boolean {
    const isNoun =
      determiner.test(last) || (qualities.has(last) && (determiner.test(previous) || places.has(previous)))
    return isNoun && next !== '' && !auxiliary.test(next)
  }

  /** "In Slack", "connect Slack", "votre dépôt GitHub". */
  function isReached({ before, after }: CompanyPosition): boolean {
    if (things.has(before[0] ?? '') && !verbs.has(after[0] ?? '')) return true
    if (before[0] === 'leaving' && before[1] === 'without') return true
    if (before.length === 0) return places.has(after[0] ?? '')
    const near = before.slice(0, maxDistance)
    const at = near.findIndex((word) => places.has(word))
    if (at >= 0 && near.slice(0, at).every(describes)) return !turned.has(before[at + 1] ?? '')
    const verb = near.findIndex(
      (word) => objects.has(word) || !(qualities.has(word) || determiner.test(word)),
    )
    return verb >= 0 && verb < 3 && objects.has(near[verb] ?? '')
  }

  /** "GitHub issues", "GitHub's old rate limits", but not "Slack records calls". */
  function isNameOfThing(after: string[]): boolean {
    const isOwner = after[0] === 's'
    const words = isOwner ? after.slice(1) : after
    const at = words.findIndex((word) => !qualities.has(word))
    const [thing = '', ...rest] = words.slice(at)
    if (at < 0 || at > 2 || !things.has(thing) || determiner.test(words[0] ?? '')) return false
    const isVerb = !isOwner && (verbs.has(thing) || careful.has(thing))
    return !isVerb || rest.length === 0 || (!determiner.test(rest[0] ?? '') && rest.some(isOnlyVerb))
  }
  const isOnlyVerb = (word: string) =>
    auxiliary.test(word) || (!things.has(word) && [actions, verbs, careful].some((of) => of.has(word)))

  return { isBeside, isIntroduced, isReached, isNameOfThing }
}

/** Forms of "to be" and auxiliary verbs. */
export const auxiliary =
  /^(?:is|are|was|were|be|been|being|has|have|had|will|would|can|could|may|might|must|should|shall|does|do|did|ist|sind|war|wird|werden|hat|haben|kann|können|est|sont|ont|peut|es|son|ha|han|puede)$/
export const determiner = wholly('', [
  /the|an?|your|our|my|their|this|that|these|those|each|every|any|all|some|no|another|two|three/,
  /four|five|six|seven|eight|nine|ten|der|die|das|den|dem|ein(?:e[nmr]?)?|dein(?:e[nmr]?)?/,
  /ihre?[nm]?|unsere?|le|la|les|l|une?|votre|vos|notre|nos|chaque|el|los|las|una?|tus?|sus?/,
  /cada/,
])
