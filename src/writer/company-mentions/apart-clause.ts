import { brandSign } from '../brand-sign.ts'
import { companySign } from './clauses-of-sentence.ts'
import { createPlaces, determiner, positionsOf } from './company-positions.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Finds clauses that make no statement about the companies in them, although someone else acts. */
export function createApartClauses(vocabulary: Vocabulary) {
  const { actions, places, qualities, states, things, verbs } = vocabulary
  const { isIntroduced, isReached, isNameOfThing } = createPlaces(vocabulary)

  /** Whether a clause makes no statement about its companies: they are places or names of things, and it is plain. */
  function isApart(words: string[], isCondition: boolean): boolean {
    if (!isCondition && words.some((word) => negation.test(word))) return false
    if (blamesPeople(words)) return false
    if (words.includes(companySign) && !isUnderstood(words)) return false
    return positionsOf(words).every(
      (place) =>
        (isIntroduced(place) && (hasPlainVerb(words) || !place.before.every(isDetermining))) ||
        (isReached(place) && isKnown(place.after[0] ?? 'the')) ||
        (isNameOfThing(place.after) && (hasPlainVerb(words) || places.has(place.after[1] ?? ''))),
    )
  }

  const isDetermining = (word: string) => determiner.test(word) || qualities.has(word)
  /** "Nobody reads", "teams waste hours in Jira", but not "users can sign in with Google". */
  const blamesPeople = (words: string[]): boolean => {
    if (namesNobody(words) || leaving.test(words[0] ?? '')) return true
    const before = words.slice(0, words.includes(companySign) ? words.indexOf(companySign) : words.length)
    if (before.some((word) => everybody.test(word))) return true
    const at = before.slice(0, 3).findIndex((word) => people.test(word))
    return at >= 0 && !things.has(words[at + 1] ?? '') && !able.test(words.slice(at + 1, at + 3).join(' '))
  }

  /** Whether all words are plain, except at most one that describes a thing: "collapsible sections". */
  const isUnderstood = (words: string[]): boolean => {
    const unknown = words.flatMap((word, at) =>
      isKnown(word) || word === companySign || users.test(word) ? [] : [at],
    )
    return unknown.length <= maxUnknown && unknown.every((at) => isThing(words[at + 1] ?? ''))
  }
  const isThing = (word: string) => things.has(word) && !actions.has(word)

  const isKnown = (word: string) => vocabulary.isPlain(word) || word === brandSign || word === 's'
  const hasPlainVerb = (words: string[]): boolean =>
    words.some(
      (word, at) =>
        at > 0 && (isPlainVerb(word, words[at - 1] ?? '', words[at + 1] ?? '') || isPassive(words, at)),
    )
  const isPlainVerb = (word: string, before: string, next: string) =>
    (actions.has(word) || verbs.has(word)) &&
    !/ing$/.test(word) &&
    before !== 'to' &&
    !determiner.test(before) &&
    (!things.has(word) || determiner.test(next))
  const isPassive = (words: string[], at: number) =>
    being.test(words[at] ?? '') &&
    words
      .slice(at + 1, at + 4)
      .some((word) => states.has(word) || actions.has(word) || verbs.has(word) || places.has(word))

  return { isApart, isUnderstood, blamesPeople }
}

/** Maximum number of words in a clause that are not in the vocabulary. */
const maxUnknown = 1

const being = /^(?:is|are|was|were|be|been|ist|sind|wird|werden|est|sont|es|son)$/
/** Whether a clause says that nobody does something. */
export const namesNobody = (words: string[]): boolean => words.some((word) => nobody.test(word))

/** Words in sentences that blame someone: "nobody at", "everything you type into". */
const nobody =
  /^(?:nobody|nothing|nowhere|niemand|nichts|personne|rien|nadie|nada|nessuno|niente|ninguém|nikt)$/
const everybody = /^(?:every(?:thing|one|body)|never|ever|jeder|immer|nie|tout|jamais|todo|nunca)$/
const people =
  /^(?:users?|customers?|clients?|teams?|people|developers?|engineers?|staff|founders?|employees?|compan(?:y|ies)|support|fools?|many|most|hours?|days?|weeks?|months?)$/
/** People who use products, in plain sentences. */
const users = /^(?:users?|customers?|clients?|teams?|people|developers?|engineers?)$/
const able = /(?:^|\s)(?:can|may|must|need|will)(?:\s|$)/
const negation = /^(?:not|t|nicht|keine?|kein|pas|aucune?)$/
/** Requests to stop using something. */
const leaving = /^(?:stop|quit|forget|ditch|avoid|beware|leave|never)$/
