import { joinWords } from '../text/line.ts'
import type { ListedChange } from './placed.ts'
import { withoutAdvisories } from './references.ts'
import { isMistakenOrder } from './title-mood.ts'
import { isVerb, mayBeNoun, thirdPerson } from './verb-forms.ts'

const longest = 120
/**
 * A title as a clause about a release: "Add streaming exports" becomes "adds streaming exports". Null if that is
 * impossible.
 */
export function clauseOf({ change, category, isBreaking }: ListedChange): string | null {
  const whole = (isBreaking && laterBreak.exec(change.title)?.[1]) || change.title
  const title = firstPart(
    withoutAdvisories(whole)
      .replace(/\s*\([^()]*\)\s*$/, '')
      .replace(/[.!:;,\s]+$/, ''),
  )
  if (
    title.length > longest ||
    /…|[.!?] |\/\/| [-=]> |\]\(|<\/?[a-z][^>]*>/i.test(title.replace(/`[^`]*`/g, '')) ||
    isMistakenOrder(title, change.subject.description) ||
    /^fix(?:es|ed)? (?:issue|bug|ticket)s?\W*\w*$/i.test(title) ||
    // "Zoom not applied" is a noun.
    /^\w+ not /i.test(title) ||
    // "... + remove the cache" is a second change.
    / (?:\+|&) [a-z]/i.test(title) ||
    isHeadline(title) ||
    // A title that addresses the reader changes its meaning in the third person.
    /^bring (?:your|an?) own\b/i.test(title)
  )
    return null
  const [, first = '', between = '', second = ''] = /^([\w-]+)(?:( and )([\w-]+)(?= ))?/.exec(title) ?? []
  const verb = /^[A-Za-z][\w-]*(?: |$)/.test(title) ? thirdPerson(first) : null
  if (!verb) return nounClause(change.subject.description, change.subject.type, category)
  const other = between ? thirdPerson(second) : null
  const rest = title.slice(first.length)
  if (rest.trim() === '') return null
  // After "lets people" and "to" verbs keep their form.
  if (/^lets?$/i.test(first)) return verb + rest
  const conjugated = conjugateLater(
    other ? between + other + rest.slice(between.length + second.length) : rest,
  )
  if (isUneven(conjugated)) return null
  // "Enable tabs, fix lists": two titles in one.
  if (/, (?:fix|add|remove|update|drop|improve|support|refactor) /.test(conjugated)) return null
  const clause = conjugateSecond(verb + conjugated)
  return clause && withArticle(clause)
}

/** What breaks in "Add Ruby 4 support, drop Ruby 3 support". */
const laterBreak = /(?:,|;| and) ((?:drop|remove|end) (?:\w+ ){1,3}v?\d.*)$/i

/** Whether every word but the shortest has a capital, as in a heading: "Add Dynamic Package Product". */
function isHeadline(title: string): boolean {
  const words = title.match(/\b\p{L}{4,}\b/gu) ?? []
  return words.length >= 4 && words.every((word) => /^\p{Lu}/u.test(word))
}

/** "saves drafts and show progress": the second verb gets the form of the first. Null if it may be a noun. */
function conjugateSecond(clause: string): string | null {
  const [whole = '', link = '', word = ''] = /( and | or )([a-z]+(?:-[a-z]+)?)(?= )/.exec(clause) ?? []
  if (!isVerb(word)) return clause
  const at = clause.indexOf(whole)
  const before = clause.slice(0, at)
  // "to `File` and revert ..." is a preposition, so the later verb belongs to the first.
  if (/ to (?:`|the |an? |[A-Z])/.test(before) && !/ to (?:the |an? )?[a-z]+ .* to /.test(before)) return null
  if (/ (?:to|can|may|must|will|that|which|who|when|where|if|while|so) /.test(before)) return clause
  if (mayBeNoun(word)) return null
  return `${clause.slice(0, at)}${link}${thirdPerson(word)}${clause.slice(at + whole.length)}`
}

/** Adds the article in "fixes bug where". */
function withArticle(clause: string): string {
  const [, verb, thing] = unnamedThing.exec(clause) ?? []
  if (verb && thing && !determined.test(thing) && !/^[A-Z]/.test(thing))
    return `${verb} ${/^`?-*(?:[aeio]|u(?!s|ni)|https?\b|html)/i.test(thing) ? 'an' : 'a'} ${clause.slice(verb.length + 1)}`
  return clause.replace(unnamedFault, '$1 a ')
}

/** One fault after a verb without an article: "fixes race condition in". */
const faults = 'bug|crash|leak|panic|deadlock|race|race condition|regression|hang'
const faultKinds = 'memory|resource|rare|possible|potential|random'
const afterFault = 'in|at|on|of|when|where|while|if|that|with|after|before|during|for|from|by'
const unnamedFault = new RegExp(
  `^(fixes|prevents|avoids|resolves|stops|catches) (?=(?:(?:${faultKinds}) )?(?:${faults})(?: (?:${afterFault})\\b|$))`,
)

/** One thing that a program has, after a verb without an article: "adds dry-run option". */
const unnamedThing =
  /^(adds|introduces|implements|provides|creates) ((?:[\w`'/.()-]+ ){0,4}?(?:option|flag|command|subcommand|method|function|parameter|argument|setting|button|page|dialog|endpoint|hook|warning|pager|plugin|shortcut|column|menu|attribute))(?=$|[ ,:])/
const determined =
  /^(?:an?|the|its|their|more|some|many|any|each|every|all|both|one|two|three|support|\d+|no|this|that|these|another|other|several|missing|\w+s)\b|\b(?:to|for|of|in|with|and|or|on|from|by)\b/

const maxWhole = 64
const minWords = 4

/**
 * A title up to a colon that introduces details. A long or unreadable title also ends at a comma before another
 * imperative or an aside, because a sentence joins several clauses.
 */
function firstPart(whole: string): string {
  const title = beforeColon(whole)
  if (title.length <= maxWhole && !isUneven(conjugateLater(title))) return title
  for (const { index, 1: and, 2: word = '', 3: next = '' } of title.matchAll(
    /, (and )?([a-z]+)(?: ([a-z]+))?/g,
  )) {
    const head = title.slice(0, index)
    const isLater = aside.test(word) || (and ? isVerb(word) : isLaterVerb(word, next))
    // What comes "respectively", or last after "and", belongs to the list before it.
    if (/\brespectively$/.test(head) || (and && head.includes(', '))) continue
    if (isClosed(head) && head.split(' ').length >= minWords && isLater) return head
  }
  return title
}

/** A title up to a colon that introduces details; the whole title without one. */
export function beforeColon(title: string): string {
  const head = title.slice(0, Math.max(0, title.indexOf(': ')))
  return isClosed(head) && !directive.test(head) && head.split(' ').length >= minWords ? head : title
}

/** A comment for a tool before its colon: "# fmt: off", "noqa: E501". */
const directive =
  /(?:#|\/\/|\/\*)\s*[\w-]+$|\b(?:fmt|isort|mypy|noqa|nosec|pragma|pylint|ruff|type|yapf|@ts-\w+)$/i

/** Whether every code span, quotation and bracket is closed at the end of a text. */
const isClosed = (text: string) =>
  (text.split('`').length - 1) % 2 === 0 &&
  (text.split('"').length - 1) % 2 === 0 &&
  text.split('(').length === text.split(')').length

const aside =
  /^(?:so|which|who|whose|what|where|when|while|on|at|by|from|for|through|without|with|always|never|as|but|beside|besides|to|instead|in|its|even|whatever|unless)$/

/** "..., mark it deprecated and remove the flag": later verbs get the form of the first. */
function conjugateLater(rest: string): string {
  return rest.replace(
    /(,| and|, and) ([a-z]+)(?= (?:the|a|an|it|its|them|their|all|any|more|some|to|from|label|env)\b)/g,
    (whole, link: string, word: string) => (isVerb(word) ? `${link} ${thirdPerson(word)}` : whole),
  )
}

/** Whether one verb of a list kept the imperative, so that the sentence would be ungrammatical. */
function isUneven(rest: string): boolean {
  return [...rest.matchAll(/,( and)? ([a-z]+) (?!and\b|or\b)(\w+)/g)].some(([, and, word = '', next = '']) =>
    and ? isVerb(word) : isLaterVerb(word, next),
  )
}

/** Whether a word after a comma is a verb: "release bodies, pull requests and messages" is a list of nouns. */
const isLaterVerb = (word: string, next: string) =>
  isVerb(word) && (!mayBeNoun(word) || /^(?:the|an?|all|any|its?|their|them|no|every|each)$/.test(next))

/** "dark mode" becomes "brings dark mode", if its author wrote a noun and not a sentence. */
function nounClause(
  description: string,
  type: string | null,
  category: ListedChange['category'],
): string | null {
  const said = description.replace(/\s*\([^()]*\)\s*$/, '').replace(/[.!:;,\s]+$/, '')
  if ((said.split('`').length - 1) % 2 === 1) return null
  const isThing =
    /^[a-z`][^:;,]*$/.test(said) &&
    !/\b(?:is|are|was|were|should|does|do|not|can|cannot|now|will|has|have)\b|n't\b/.test(said)
  if (!isThing || said.split(' ').length > 9) return null
  // An unknown verb at the start looks like a noun; its ending or the next word shows that it is a verb.
  if (
    /^[\w-]+ (?:the|an?|your|its|their|our|my|every|each|all|any|them|it)\b|^(?:re|un|double|auto)-|^email\b/.test(
      said,
    ) ||
    /(?:ly|\bearlier|\blater|\bsooner|\bagain|\btwice|\bonce)$/.test(said) ||
    / (?:and|or) (?!\w+$)| (?:into|onto) /.test(said) ||
    // "dynamically resize bars"
    /^[a-z]{3,}ly /.test(said)
  )
    return null
  if (type === 'feat' && category === 'Features & Enhancements') return `brings ${said}`
  return type === 'fix' && category === 'Bug Fixes' ? withArticle(`fixes ${said}`) : null
}

/** Splits a clause into the verb that clauses may share and the rest; "lets people" counts as one verb. */
function parted(clause: string): [string, string[]] {
  const words = clause.split(' ')
  const common = words[0] === 'lets' ? 2 : 1
  return [words.slice(0, common).join(' '), words.slice(common)]
}

/** Joins clauses without repeating a verb: "adds exports and themes, and drops Node 18". */
export function joinClauses(clauses: string[]): string {
  const byVerb = new Map<string, string[]>()
  for (const clause of clauses) {
    const [verb, rest] = parted(clause)
    // After "lets people" the rest stays readable, however long the list is.
    const isGrouped = rest.length > 0 && (verb.includes(' ') || !isList(clause))
    const key = isGrouped ? verb : clause
    byVerb.set(key, [...(byVerb.get(key) ?? []), isGrouped ? rest.join(' ') : ''])
  }
  return joinParts([...byVerb].map(([verb, objects]) => `${verb} ${joinParts(objects)}`.trim()))
}

const isList = (text: string) => /,| and | or /.test(text.replace(/"[^"]*"/g, ''))

function joinParts(parts: string[]): string {
  return parts.length > 1 && parts.some(isList)
    ? `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`
    : joinWords(parts)
}
