import { between } from '../text/pattern.ts'
import { alternatives, readSectionLines, readSections } from '../text/word-list.ts'
import { brandSign } from './brand-sign.ts'
import { isDescribed } from './company-mentions/described-states.ts'
import { hasJudgment } from './company-mentions/harm.ts'
import { loadedWordsIn } from './loaded-words.ts'
import wordList from './own-change-words.txt' with { type: 'text' }

/**
 * Whether a sentence says what the brand's product does, or no longer does, with a company: "Exports to Slack no
 * longer fail". A placeholder represents the brand. About the company itself, it may only say that it fails or is
 * slow.
 */
export function isOwnChange(sentence: string, company: string): boolean {
  const { change, secret } = patterns()
  const isTechnical = (word: string) => technical.test(word) || (leaked.test(word) && secret.test(sentence))
  if (compares.test(sentence) || hasJudgment(sentence) || !loadedWordsIn(sentence).every(isTechnical))
    return false
  const places = [
    ...sentence.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(company)}(?![\\p{L}\\p{N}])`, 'giu')),
  ].map(({ index }) => [sentence.slice(0, index), sentence.slice(index + company.length)] as const)
  return (
    places.length > 0 &&
    places.every(
      ([before, after]) =>
        !(continues.test(after) && !(isTransfer.test(before) && resumes.test(after))) &&
        ((isCircumstance.test(before) &&
          !(isClause.test(before) && isDescribed(after, true)) &&
          (change.test(sentence) || isDoneByBrand(before, after))) ||
          (isOwnPart.test(after) && determined.test(before)) ||
          (isThing(after) && (change.test(after) || isDoneByBrand(before, after))) ||
          (isLabel(before, after) && change.test(after)) ||
          stopsNothing.test(after)),
    )
  )
}

/**
 * Whether a company's name only qualifies a thing of users or of the brand: "Slack messages", "GitHub's rate limits".
 */
function isThing(after: string): boolean {
  return patterns().thing.test(after)
}

/** Whether the brand acts before the company is named, or after the condition that names it. */
const isDoneByBrand = (before: string, after: string) => patterns().opens.test(before) || follows.test(after)
const follows = new RegExp(`,\\s+(?:${brandSign}|(?:we|your \\p{Ll}+|wir|nous)(?!\\p{L}))`, 'iu')

/** Technical failures that any product can have; no blame. */
const technical =
  /^(?:crash|outage|downtime|slow|broken$|breaks?$|fail|go(?:es)? down|shut|collaps|discontinued|los(?:es?|ing|t) )/iu
/** Weaknesses of tokens and packages; no blame either. */
const leaked = /^(?:leak|expos|vulnerab|insecure$|unsafe$)/iu

const compares = between(
  'iu',
  /(?<!\p{L})/u,
  [
    /than(?! (?:before|in the|the (?:last|limit|maximum)|needed|expected)(?!\p{L}))|unlike|better/u,
    /worse|whereas|because|compared|contrary|always|everybody|nobody|users|customers|teams|beats?/u,
    /replaces?|outperforms?|fails? (?:you|us|its|their|every)/u,
  ],
  / (?!to\s)/u,
)

/** A clause about the company itself. */
const continues = /^(?:,?\s(?:which|who|whose|where|and its|and their)|\sthat|,\s(?:an?|the))(?!\p{L})/iu

/** "Exports to Notion that crashed now finish." */
const isTransfer =
  /(?<!\p{L})(?:ex|im)ports? (?:to|from)\s$|(?<!\p{L})(?:up|down)loads? (?:to|from)\s$|(?<!\p{L})syncs? with\s$/iu
const resumes = /^\sthat [^,;:]{1,40}?(?:now|no longer) /iu

const isCircumstance =
  /(?<!\p{L})(?:when(?:ever)?|while|if|once|until|to|from|of|during|with|for|via|through|on|in|into|by|wenn|falls|sobald|zu|von|mit|nach|aus|si|quand|vers|depuis|avec|de|cuando|a|desde|con)\s(?:(?:the|a|an|your|our)\s)?(?:\p{Ll}+\s){0,1}$/iu
const isClause = /(?<!\p{L})(?:when(?:ever)?|while|if|once|until)\s(?:(?:the|your|our)\s)?$/iu
const determined = /(?<!\p{L})(?:the|our|your|die|unsere|la|l['’]|notre|nuestra)\s(?:\p{Ll}+\s){0,1}$/iu
const isOwnPart =
  /^\s(?:integration|connection|connector|export|import|sync|upload|download|webhook|plugin|login|sign-in|backup)s?(?!\p{L})/iu
/** "Slack: lost connections are restored." */
const isLabel = (before: string, after: string) => !/\p{L}/u.test(before) && after.startsWith(': ')
/** "Slack outages no longer stop your exports." */
const stopsNothing =
  /^(?:['’]s)?\s(?:servers?|outages?|downtimes?|failures?|errors?|timeouts?|limits|apis?)\s(?:no longer|do(?:es)? not) \p{Ll}+ (?:your|our|the)\s/iu

let made: ReturnType<typeof makePatterns> | undefined
const patterns = () => {
  made ??= makePatterns()
  return made
}

function makePatterns() {
  const lines = readSectionLines(wordList)
  const words = readSections(wordList)
  const linesOf = (section: string) => (lines.get(section) ?? []).join('|')
  const wordsOf = (section: string) => alternatives(words.get(section) ?? [])
  return {
    change: new RegExp(`(?<!\\p{L})(?:${linesOf('changes')})(?!\\p{L})`, 'iu'),
    opens: new RegExp(`^\\P{L}*(?:${brandSign}|(?:${linesOf('openers')})(?!\\p{L}))`, 'iu'),
    thing: new RegExp(
      String.raw`^(?:['’]s)?(?:\s(?-i:\p{Lu})\p{Ll}+)?\s(?:(?:${wordsOf('things')}|${wordsOf('between')})\s){0,2}(?:${wordsOf('things')})(?:e?s)?(?!\p{L})`,
      'iu',
    ),
    secret: new RegExp(`(?<!\\p{L})(?:${wordsOf('secrets')})(?!\\p{L})`, 'iu'),
  }
}
