import { alternatives, readSectionLines, readSections } from '../text/word-list.ts'
import { brandSign } from './brand-sign.ts'
import phraseList from './judgment-phrases.txt' with { type: 'text' }
import wordList from './judgment-words.txt' with { type: 'text' }
import type { KnownCompany } from './known-companies.ts'
import { loadedWordsIn } from './loaded-words.ts'
import { isNegated } from './negation.ts'
import { reportsProblem } from './problems.ts'

/**
 * Whether a sentence judges a company that it names: says what the company is like, what it does not do or what it does
 * beyond what tools do, compares it or advises against it. What only connects the company with the product is no judgment.
 */
export function judges(company: KnownCompany): boolean {
  const { before, after } = company
  const { compared, ownLimit, avoided, ends, aside } = patterns()
  if (condition.test(before)) return excess.test(after)
  if (compared.test(before) && !ownLimit.test(after)) return true
  if (avoided.test(before) && ends.test(after)) return true
  const [clause = ''] = aside.exec(after) ?? []
  if (clause !== '') return isBlame(clause) || isJudged(clause.replace(pronoun, ''))
  return !preposition.test(before) && isJudged(after) && !isEverydayWord(company)
}

/** Whether a predicate judges its subject. */
function isJudged(after: string): boolean {
  const { declines, label, partJudged, exposed, turned } = patterns()
  return (
    [declines, label, partJudged, exposed, turned].some((each) => each.test(after)) ||
    isDenied(after) ||
    acts(after) ||
    isDescribed(after)
  )
}

/** Whether a clause after a name speaks badly of the company: "Slack, which nobody enjoys", "Jira, a mess". */
function isBlame(clause: string): boolean {
  const { nobody, judging } = patterns()
  return (
    isNegated(clause) ||
    nobody.test(clause) ||
    judging.test(clause) ||
    (place.test(clause) && reportsProblem(clause))
  )
}
const pronoun = /^,\s(?:which|who)/iu
const place = /^,\swhere/iu

/** Whether a company is said not to do something; its harm and a reason for the brand's own work do not count. */
function isDenied(after: string): boolean {
  const { denied, harmless, owns } = patterns()
  return denied.test(after) && !harmless.test(after) && !owns.test(after)
}

/** Whether a name may be an ordinary word, as in "Remote is the default", and no clear judgment follows. */
function isEverydayWord({ name, isOrdinary, before, after }: KnownCompany): boolean {
  const { everyday, judging } = patterns()
  const isFirst = !/\p{L}/u.test(before)
  return isFirst && isOrdinary && everyday.test(name) && !isDenied(after) && !judging.test(after)
}

/** Whether a company is said to be something other than connected, supported, available or a kind of product. */
export function isDescribed(after: string, mayFail = false): boolean {
  const { description, plainState, plainKind, failure } = patterns()
  const [, has, said = ''] = description.exec(after) ?? []
  if (said === '') return false
  if (has !== undefined) return loadedWordsIn(said).length > 0
  return !plainState.test(said) && !plainKind.test(said) && !(mayFail && failure.test(said))
}

/** Whether a company is said to do something other than what tools do: "Google kills products". */
function acts(after: string): boolean {
  const { action, plainVerbs, verbsNotForPeople, thing, owns } = patterns()
  const [, modal, verb = '', person] = action.exec(after) ?? []
  if (verb === '' || thing.test(after) || owns.test(after)) return false
  const isInflected = modal !== undefined || /(?:s|ed)$/.test(verb) || irregular.test(verb)
  if (!isInflected) return false
  if (person !== undefined && formsOf(verb).some((form) => verbsNotForPeople.has(form))) return true
  return !formsOf(verb).some((form) => plainVerbs.has(form))
}
const irregular = /^(?:held|left|lost|sold|stole|hit|drove|threw|broke|hid|froze|shut|spent|bought)$/
const formsOf = (verb: string) => [
  ...[verb, `${verb}s`, `${verb}es`, verb.replace(/y$/, 'ies'), verb.replace(/ied$/, 'ies')],
  ...[
    verb.replace(/ed$/, 's'),
    verb.replace(/ed$/, 'es'),
    verb.replace(/d$/, 's'),
    verb.replace(/(.)\1ed$/, '$1s'),
  ],
]

/** Whether a company is only said not to do harm: "GitHub never sells your data". */
export function deniesHarm({ after }: KnownCompany): boolean {
  const { denied, harmless } = patterns()
  const [denial = ''] = harmless.exec(after) ?? []
  return denial !== '' && denied.test(after) && noMore.test(after.slice(denial.length))
}
const noMore = /^(?:(?!\s(?:but|and|or|while|although|though)\s)[^,;:.!?–—])*[.!?]?\s*$/iu

/** Whether a name only describes what follows: "Linear leaks are found". */
export const isAdjective = ({ name, isOrdinary, before, after }: KnownCompany): boolean =>
  isOrdinary && !/\p{L}/u.test(before) && patterns().adjective.test(name) && patterns().nounFound.test(after)

/** Before a company that is not the subject: "exports to Slack are faster". */
const preposition = /(?<!\p{L})(?:to|from|of|in|on|with|for|via|through|into|by|at)\s(?:the\s)?$/iu
/** A condition reports nothing: "when Slack is slow". */
const condition =
  /(?<!\p{L})(?:when|whenever|if|once|until|unless|after|before|in case|whether)\s(?:the\s)?$/iu
/** Unless it presumes a judgment: "if Jira is too expensive". */
const excess = /^\s(?:is|are|was|gets?|feels?|seems?|becomes?)\s(?:too|so)\s/iu

let made: ReturnType<typeof makePatterns> | undefined
const patterns = () => {
  made ??= makePatterns()
  return made
}

function makePatterns() {
  const words = readSections(wordList)
  const phrases = readSectionLines(phraseList)
  const wordsOf = (section: string) => alternatives(words.get(section) ?? [])
  const phrasesOf = (section: string) => (phrases.get(section) ?? []).join('|')
  const pattern = (source: string) => new RegExp(source, 'iu')
  // "Slack", "GitHub Actions", "Asana's support".
  const bearer = String.raw`^(?:\s\([^)]*\))?(?:\s(?-i:\p{Lu})\p{Ll}+)?(?:['’]s?\s(?:\p{Ll}+\s?){1,2}?)?`
  const adverbs = String.raw`(?:(?:not|now|also|already|still|again|just|simply|only|even|so|too|very|no longer|never|always|often|\p{Ll}+ly)\s){0,3}`
  const clause = '([^,;:.!?]{1,80})'
  const people = `(?:${wordsOf('people')})(?![\\p{L}'’])`
  return {
    compared: pattern(`(?<!\\p{L})(?:${phrasesOf('comparing')})\\s$`),
    // "Messages longer than Slack allows are split."
    ownLimit: pattern(`^(?:['’]s)?\\s(?:${wordsOf('limits')})(?!\\p{L})`),
    avoided: pattern(`(?<!\\p{L})(?:${phrasesOf('avoiding')})\\s$`),
    ends: pattern(`^\\s?(?:${phrasesOf('ends')})`),
    aside: pattern(String.raw`^,\s(?:which|who|whose|where|an?|the)\s[^,.;:]{1,80}`),
    // "Slack messages are sold to advertisers".
    exposed: pattern(
      `^[^,.;:]{0,60}?(?:sold|given|passed|shown|leaked|handed|read|seen|shared|sent|stolen)\\s(?:\\p{Ll}+\\s){0,2}?(?:to|by|with)\\s(?:\\p{Ll}+\\s)?(?:${wordsOf('bad actors')})(?!\\p{L})`,
    ),
    nobody: pattern(`(?<!\\p{L})(?:${phrasesOf('nobody')})(?!\\p{L})`),
    everyday: pattern(`^(?:${wordsOf('everyday words')})$`),
    adjective: pattern(`^(?:${wordsOf('adjectives')})$`),
    thing: pattern(`^\\s(?:${wordsOf('things')})(?!\\p{L})`),
    declines: pattern(
      `${bearer}\\s(?:(?:now|also|still|even|just|often|\\p{Ll}+ly)\\s)?(?:${phrasesOf('declines')})(?!\\p{L})`,
    ),
    // "Slack does not send the time, so Acme adds it."
    owns: pattern(`,\\s+(?:so|and|which is why)\\s+(?:now\\s+)?(?:${brandSign}|we)(?!\\p{L})`),
    denied: pattern(`${bearer}\\s(?:${phrasesOf('denying')})(?!\\p{L})`),
    harmless: pattern(
      `^[^,;.]{0,40}?(?:${phrasesOf('denying')})\\s(?:\\p{Ll}+ly\\s)?(?:${wordsOf('denied harm')})(?!\\p{L})`,
    ),
    description: pattern(
      `${bearer}\\s(?:is|are|was|were|(?:has|have) been|remains?|stays?|seems?|feels?|looks?|(ha(?:s|ve|d)|offers?|makes?|made))\\s${adverbs}${clause}`,
    ),
    plainState: pattern(`^(?:${wordsOf('plain states')})(?!\\p{L})`),
    // "AWS bills are a scam".
    partJudged: pattern(
      `^(?:['’]s)?\\s(?:\\p{Ll}+\\s){1,2}(?:is|are|was|were|remains?)\\s${adverbs}(?:an?\\s)?${adverbs}(?:${wordsOf('judging')})(?!\\p{L})`,
    ),
    turned: pattern(
      `${bearer}\\s(?:got|gets|became|becomes|turned)\\s${adverbs}(?:an?\\s)?(?:${wordsOf('judging')})(?!\\p{L})`,
    ),
    failure: pattern(`^(?:${wordsOf('failures')})(?!\\p{L})`),
    judging: pattern(`(?<!\\p{L})(?:${wordsOf('judging')})(?!\\p{L})`),
    // "Notion: overpriced".
    label: pattern(
      `^(?:\\s?[:–—?]|\\s[-=])\\s(?:(?:an?|the|just)\\s)?${adverbs}(?:${wordsOf('judging')})(?!\\p{L})`,
    ),
    nounFound: pattern(
      `^\\s\\p{Ll}+\\s(?:is|are|was|were)\\s(?:now\\s)?(?:${wordsOf('plain states')})(?!\\p{L})`,
    ),
    plainKind: pattern(
      `^(?:(?:${wordsOf('plain attributes')})\\s){0,3}(?:${wordsOf('plain kinds')})s?(?!\\p{L})`,
    ),
    // A verb and the beginning of its object: "kills products", "locks you".
    action: pattern(
      String.raw`${bearer}\s(?:(?:\p{Ll}+ly|still|also|even|now|often|always)\s){0,2}(?:(will|can|may|could|would|might)\s)?(?:\p{Ll}+ly\s)?(\p{Ll}+)\s(?:(?:all|many|some|its|their|most|paying|small|the)\s){0,2}(?:(${people})|(?:an?|the|your|our|its|their|it|them|me|every|everything|all|any|no|nothing|too|so|much|more|most|people['’]s|\p{Ll}+(?:s|ing))(?!\p{L}))`,
    ),
    plainVerbs: new Set(words.get('plain verbs')),
    verbsNotForPeople: new Set(words.get('verbs not for people')),
  }
}

/** Whether a text has a word that judges whatever it describes: "bloated", "a nightmare". */
export const hasJudgment = (text: string): boolean =>
  patterns().judging.test(text) || patterns().exposed.test(text)
