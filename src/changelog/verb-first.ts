import { anyOf, between, wholly } from '../text/pattern.ts'
import { isOrder, mayBeVerb } from './clause.ts'
import { isForeign } from './languages.ts'
import type { ListedChange } from './placed.ts'
import { faultNouns, faultQualities, thingNouns } from './words.ts'

/**
 * The title of a listed change with the verb that its author left out: "Incorrect bind mode" becomes "Fix incorrect bind
 * mode", "PWA support for the client" becomes "Add PWA support for the client". A sentence about a fault becomes
 * "Fixed: X crashes when ...". Any other title is returned unchanged.
 */
export function verbFirst({ change, category }: Pick<ListedChange, 'change' | 'category'>): string {
  const { title } = change
  if (change.undoesThePast || isForeign(title) || opening.test(title)) return title
  const isFix = category === 'Bug Fixes' || category === 'Security'
  if (isOrder(title) && !isNoun(title)) return title
  if (isSentence(mainClause(withoutCode(title))))
    return isFix && faultSentence.test(mainClause(withoutCode(title))) ? `Fixed: ${title}` : title
  const head = headOf(title)
  if (/\bfix(?:es)?\b/i.test(head)) return title
  if (isFix && (faultNouns.test(head) || faultQualities.test(head)))
    return `Fix ${lowerFirst(title, change.subject.description)}`
  const { type } = change.subject
  if (isFix && type === 'fix' && !verbLike.test(title) && !mayBeVerb(title.split(' ', 1)[0] ?? ''))
    return `Fix ${lowerFirst(title, change.subject.description)}`
  if (category !== 'Features & Enhancements' || !thingNouns.test(head) || determined.test(head)) return title
  return `Add ${lowerFirst(title, change.subject.description)}`
}

/** Beginnings of sentences, and of titles that quote, negate or continue. */
const opening = anyOf('i', [
  /^["'“([]|^(?:fix|add|security fix)|^(?:re|un|auto)-?\w+ (?:the|an?|all)\b/,
  /^(?:all|and|any|both|by|can|correctly|do|does|don't|each|every|for|from|if|in|it|its|more|never)\b/,
  /^(?:no|not|now|on|only|our|properly|that|there|these|this|to|we|what|when|where|with|without)\b/,
  /^your?\b|^\w{3,}ly\b/,
])

/** "Nested lists", "zoom not applied": what looks like a verb is an adjective or a noun. */
const isNoun = (title: string) =>
  /^(?:\w+ not \w+ed|open redirects?)\b/i.test(title) ||
  (/^(?!added|fixed)\w+ed (?!the|an?|all|for|in|on|to)[\w-]+/i.test(title) && !determined.test(title)) ||
  /^(?:buffer|cache|index|lock|queue|resize|scroll|thread|zoom) (?:\w+ )?(?:race|leak|overflow|glitch|mismatch)\b/i.test(
    title,
  )

/** Whether a title has a subject and a verb: "hasMenu holds a list", "tiles are lost". */
function isSentence(text: string): boolean {
  if (finiteVerb.test(text)) return true
  const [, second = ''] = text.split(' ', 2)
  const isVerb = second.endsWith('s') && !mayBeVerb(second.slice(0, -1)) && isOrder(`${second} it`)
  return isVerb && !faultNouns.test(headOf(text))
}

/** Verbs by which a title is a sentence and not a noun. */
const finiteVerb = anyOf('i', [
  /\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|cannot|could|should|will|would|may|must)\b/,
  /\b(?:now|not|never|no longer|considered|dropped|ignored|lost when|written|causing)\b|n't\b/,
  /\b(?:allow|contain|get|ignore|include|keep|make|need|return|show|take|throw|use|work)s?\b/,
  /\b(?:breaks|broke|causes?|crashe[sd]|fails|failed|hangs|leaks|loses?|results? in)\b/,
  /\bsupports?(?= the| an?\b| all| \w+ing)/,
])

/** Sentences that only describe a fault: nobody wants a program to crash, or not to work. */
const faultSentence = anyOf('i', [
  /^(?!.*\b(?:is|are|was|were|be|do|does|did|has|have|can|should|will|must)\b).* not \w+ed\b/,
  /\b(?:caus(?:es|ed|ing)|crashe[sd]|fails|failed|hangs|deadlocks|segfaults|panics|leaks|breaks)\b/,
  between(
    '',
    /\b(?:is|are|was|were) (?:\w+ly )?/,
    [/broken|lost|missing|wrong|ignored|incorrect|stuck|truncated|duplicated|misaligned|too \w+/],
    /\b/,
  ),
  between('', /\b(?:not|n't|cannot) (?:be(?:ing)? )?/, [
    /work|load|show|display|render|appl|appear|updat|respect|clos|open|trigger|fir|register|recogni/,
    /handl|keep|kept|produc|support|found|sav|restor|honou?r|propagat|call|sen[dt]|start|return/,
  ]),
])

/** A sentence without what follows "when", "if" or "that": "... if the disk does not support links" is no fault. */
const mainClause = (sentence: string) =>
  sentence.split(/ (?:if|when|whenever|while|where|because|that|which|unless|until|so) /i, 1)[0] ?? ''

/** The words up to the first preposition or punctuation mark, which name the thing. */
const headOf = (title: string) =>
  title.split(
    / (?:in|on|at|when|whenever|while|after|before|during|if|for|with|without|from|to|of|by|as|that|which|where|using|via|due|because|between|and|or|under|inside)\b|[,;:(]| [-–] /i,
    1,
  )[0] ?? ''

/** A first word that is a verb by its ending, its prefix or the word after it. */
const verbLike = anyOf('i', [
  /^(?:re|un|de|pre|dis|auto-?|over|mis)(?=\w)(?!release|resolution|result|request|response|default|desktop)(?!device|detail|delta|display|preview|preference|resize|remote|regex|rende)\w+ /,
  /^\w+(?:ify|i[sz]e|ate) /,
  /^\S+ (?:the|an?|all|any|each|every|its|their|more|\d+)\b/,
])

/** An article or a number after the first word shows that this word is a verb. */
const determined = /^\S+ (?:the|an?|all|any|each|every|its|their|more|\d+)\b|^\S+ly\b|^\S+$/i

const withoutCode = (text: string) => text.replace(/`[^`]*`/g, '``')

/** A title after a verb: the first word in lower case, unless it is a name. */
function lowerFirst(title: string, description: string): string {
  const [first = ''] = title.split(' ', 1)
  // In "Cooperative Window Resizer" every word has its capital.
  if (!/^\p{Lu}\p{Ll}+(?:-\p{Ll}+)*(?! \p{Lu}\p{Ll})(?: |$)/u.test(title)) return title
  const isWord =
    description.startsWith(first.toLowerCase()) ||
    ordinary.test(first) ||
    faultQualities.test(first) ||
    faultNouns.test(first) ||
    thingNouns.test(first)
  return isWord ? first.toLowerCase() + title.slice(first.length) : title
}

/** First words of titles that are no names. */
const ordinary = wholly('i', [
  /an?|some|the|\w+(?:al|ed|able|ible|ent|ive|ic|ous|less|ful|ing)|account|admin|client|command/,
  /config|custom|dark|editor|error|file|files|global|image|images|input|light|list|memory|mobile/,
  /multi|multiple|new|page|performance|plugin|resize|scroll|scrollback|search|server|session/,
  /setting|settings|table|task|test|text|theme|title|user|users|web|window/,
])
