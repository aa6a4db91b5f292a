import { capitalize } from '../text/line.ts'
import { anyOf, between } from '../text/pattern.ts'
import { imperative, isVerb, mayBeNoun, thirdPerson } from './verb-forms.ts'
import { faultNouns, faultQualities, thingNouns } from './words.ts'

/**
 * The form of a title: an order ("Add exports", "Adds exports", "Added exports"), a statement ("tiles are sorted") or one
 * about a fault ("tiles are lost"), a noun for a fault ("stale tiles"), for a thing ("legend panel") or for anything
 * else ("padding of items"). The form of "without a cache" and of "prerender tiles" is unknown.
 */
export type Mood = 'order' | 'statement' | 'fault statement' | 'fault' | 'thing' | 'noun' | 'unknown'

/** The form of a title. */
export function moodOf(title: string): Mood {
  if (/^(?:add|fix)/i.test(title)) return 'order'
  if (opening.test(title)) return 'unknown'
  if (isPassive(title)) return faultSentence.test(mainClause(title)) ? 'fault statement' : 'statement'
  if (nounBefore.test(title) || possibility.test(title)) return 'thing'
  if (isOrder(title) && !isNoun(title)) return 'order'
  const head = headOf(title)
  if (/^(?:\w+ )?(?:crashes|hangs|leaks)$/i.test(title)) return 'fault'
  if (faultNouns.test(head) && !finiteVerb.test(head)) return 'fault'
  const clause = mainClause(title.replace(/`[^`]*`/g, '``'))
  if (isStatement(clause)) return faultSentence.test(clause) ? 'fault statement' : 'statement'
  // "Correctness fixes for tiles", "accessibility improvements"
  if (/\bfix(?:es)?\b/i.test(head) || improvement.test(head) || improvement.test(title)) return 'statement'
  if (faultQualities.test(head)) return 'fault'
  if (thingNouns.test(head) && !determined.test(head)) return 'thing'
  if (verbLike.test(title) || mayBeNoun(title.split(' ', 1)[0] ?? '')) return 'unknown'
  return isThing(head) ? 'thing' : 'noun'
}

/** Whether a title starts with a verb, in the imperative or in another form. */
export function isOrder(title: string): boolean {
  const [, first = ''] = /^([A-Za-z-]+) /.exec(title) ?? []
  return thirdPerson(first) !== null
}

/**
 * Titles in a list use the imperative: "Fixes a crash" and "Added exports" become "Fix a crash" and "Add exports".
 */
export function toImperative(given: string): string {
  // "`parse()` should accept tabs": what a thing should do is what a change makes it do.
  const text = given
    // "FIx", "ADd"
    .replace(/^\p{Lu}{2,}\p{Ll}+(?= )/u, (word) =>
      isVerb(word.toLowerCase()) ? capitalize(word.toLowerCase()) : word,
    )
    .replace(
      /^((?:the )?`[^`]+`|[A-Z]\w+(?:\(\))?) should (?!be\b|not\b|have\b|also\b|only\b|always\b|never\b|now\b|still\b)(?=[a-z]+ )/,
      'make $1 ',
    )
    // "Possible fix for a leak" fixes it, as far as its author knows.
    .replace(/^(?:possible|potential|partial|proper|quick|another) fix (?:for|of) (?=\S)/i, 'fix ')
  if (isPassive(text)) return text
  const [word = '', next = ''] = text.split(' ', 2)
  if (/^(?:for|to|in|from|of|and|or|on|with|is|are|was|by|at|:|-)$/.test(next) || !/^[A-Za-z]+$/.test(word))
    return text
  const verb = imperative(word, next)
  return verb && next ? `${/^[A-Z]/.test(word) ? capitalize(verb) : verb}${text.slice(word.length)}` : text
}

/** Beginnings of sentences, and of titles that quote, negate or continue. */
const opening = anyOf('i', [
  /^["'“([]|^security fix\b|^(?:re|un|auto)-?\w+ (?:the|an?|all)\b/,
  /^(?:all|also|always|and|any|better|both|by|can|correctly|do|does|don't|each|every|for|from|if|in|it|its|more|never)\b/,
  /^(?:just|no|not|now|still|on|only|our|properly|that|there|these|this|to|we|what|when|where|with|without)\b/,
  /^your?\b|^\w{3,}ly\b/,
])

/**
 * "Visits by crawlers are counted": a statement whose first word only looks like a verb. In "show how many are left" and
 * "add a list that is sorted" the later verb has another subject.
 */
const isPassive = (title: string) =>
  /^[A-Za-z-]+s (?:\S+ ){0,8}?(?:is|are|was|were)(?: |$)/.test(mainClause(title)) &&
  !/ (?:and|as|how|or|than|those|what|whether|who|whose|why) /.test(mainClause(title))

/** "Nested lists", "zoom not applied": what looks like a verb is an adjective or a noun. */
const isNoun = (title: string) =>
  /^(?:\w+ not \w+ed|open redirects?)\b/i.test(title) ||
  (/^(?!added|fixed)\w+ed (?!the|an?|all|for|in|on|to)[\w-]+/i.test(title) && !determined.test(title)) ||
  /^(?:buffer|cache|index|lock|queue|resize|scroll|thread|zoom) (?:\w+ )?(?:race|leak|overflow|glitch|mismatch)\b/i.test(
    title,
  )

/** "Ability to rename tags", "Option for tags", "New design of tags": what users get. */
const possibility = /^(?:ability|option|possibility|setting) (?:to|for) |^new (?!and |or )\w+ \w/i

/** "Tags above the list": a plural noun and where it is. */
const nounBefore = /^\w+s (?:above|below|beneath|beside|between|under|without) /i

/** Whether a title has a subject and a verb: "hasMenu holds a list", "tiles are lost". */
function isStatement(text: string): boolean {
  if (finiteVerb.test(text)) return true
  const [, second = ''] = text.split(' ', 2)
  const isVerb = second.endsWith('s') && !mayBeNoun(second.slice(0, -1)) && isOrder(`${second} it`)
  return isVerb && !faultNouns.test(headOf(text))
}

/** Verbs by which a title is a sentence and not a noun. */
const finiteVerb = anyOf('i', [
  /\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|cannot|could|should|will|would|may|must)\b/,
  /\b(?:now|not|never|no longer|considered|dropped|ignored|lost when|written|causing)\b|n't\b/,
  /\b(?:allow|contain|get|ignore|include|keep|make|need|return|show|take|throw|use|work)s?\b/,
  /\b(?:breaks|broke|causes?|crashe[sd]|fails|failed|hangs|leaks|loses?|results? in)\b/,
  /\bsupports?(?= the| an?\b| all| \w+ing)|\bgives? (?:an? |the )?wrong\b/,
])

/** Sentences that only describe a fault: nobody wants a program to crash, or not to work. */
const faultSentence = anyOf('i', [
  /^(?!.*\b(?:is|are|was|were|be|do|does|did|has|have|can|should|will|must)\b).* not \w+ed\b/,
  /\bgives? (?:an? |the )?wrong\b|\bcan (?:corrupt|crash|fail|hang|leak)\b/,
  /\b(?:caus(?:es|ed|ing)|crashe[sd]|fails|failed|hangs|deadlocks|segfaults|panics|leaks|breaks|has (?:an?|the) risk)\b/,
  between(
    '',
    /\b(?:is|are|was|were) (?:\w+ly )?/,
    [/broken|lost|missing|wrong|ignored|incorrect|stuck|truncated|duplicated|misaligned|too \w+/],
    /\b/,
  ),
  // What a thing did or could do is how it was before.
  /^(?!.*\b(?:should|must|now|no longer)\b).*\b(?:could|would|might|did not|didn't|was not|wasn't|were not|weren't)\b/,
  between('', /\b(?:not|n't|cannot) (?:be(?:ing)? )?/, [
    /work|load|show|display|render|consider|appl|appear|updat|respect|clos|open|trigger|fir|register|recogni/,
    /handl|keep|kept|produc|support|found|sav|restor|honou?r|propagat|call|sen[dt]|start|return/,
  ]),
])

/** A sentence without what follows "when", "if" or "that": "... if the disk does not support links" is no fault. */
export const mainClause = (sentence: string) =>
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

const improvement = /\b(?:enhance|improve)ments?$/i

/** Whether a few words name a thing and none between them is a verb, as in "OIDC link user". */
const isThing = (head: string) =>
  (thingEnding.test(head) || acronymFirst.test(head)) &&
  !degree.test(head) &&
  !head
    .split(' ')
    .slice(1, -1)
    .some((word) => isVerb(word) && !/ing$/.test(word))

/** "EdDSA token" */
const acronymFirst = /^[A-Z][\w-]*[A-Z]\w*(?: \w+){1,2}$/

/** Endings by which the last of a few words names a thing: "token refresh rotation", "OIDC server". */
const thingEnding =
  /^(?!initial|final|minor|other|several|some|various|\d)(?:\S+ ){1,4}\w+(?:tion|sion|ment|ance|ence|ity|ship|ing|er|or|ure|age|ery)s?$/i

/** "Faster rendering" is a quality, not a thing. */
const degree =
  /^(?:\w+ly|cleaner|cheaper|easier|faster|finer|fewer|full|larger|less|lower|more|nicer|quicker|safer|shorter|simpler|slimmer|slower|smaller|smarter|smoother|stricter|tighter)\b/i

/** An article or a number after the first word shows that this word is a verb. */
const determined = /^\S+ (?:the|an?|all|any|each|every|its|their|more|\d+)\b|^\S+ly\b|^\S+$/i

/** Whether a title whose first word may be a verb is a noun or a statement: "search suggestions", "resize events are lost". */
export const isMistakenOrder = (title: string, description: string) =>
  isPassive(title) ||
  nounBefore.test(title) ||
  startsStatement.test(title) ||
  nounFirst.test(description) ||
  thing.test(title)

/** "Resize events are not sent": the apparent imperative begins a statement. */
const startsStatement = /^\w+ (?:[\w-]+ )?(?:is|are|was|were|should|does|do|has|have|will) /

/** Nouns far more often than imperatives: "search suggestions", "rate limits", "page title". */
const nounFirst = between(
  'i',
  /^/,
  [
    /search|page|rate|email|name|time|date|state|sample|profile|point|place|process|color|tag|index/,
    /test|step|seed|shard|source|surface|buffer|charge|comment|focus|plan|request|reward|scroll/,
    /share|type|word/,
  ],
  / (?!(?:the|an?|all|any|each|every|its|their|them|it|more|only|for|in|by|up|out|at|from|with|to|what|which|how|when|`)\b)/,
)

/** "Support for tabs", "import and export of themes", "changes to support Illumos": not an imperative. */
const thing =
  /^(?:support for|\w+(?: and \w+)? of|(?:(?:some|several|small|minor|more) )*(?:changes|improvements|fixes|tweaks) (?:to|for|in)|guide (?:for|to|on|about)) /i
