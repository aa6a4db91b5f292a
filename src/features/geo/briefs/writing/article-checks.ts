import type { MarkedToken, Token } from 'marked'
import { outgoing, plainText, textWithoutCode } from '../../../../markdown/rebuild.ts'
import { readTokens } from '../../../../markdown/tokens.ts'
import { hiddenTextIn } from '../../../../text/comments.ts'
import { grouped } from '../../../../text/grouped.ts'
import { countWords, shorten } from '../../../../text/line.ts'
import { splitSentences } from '../../../../text/sentences.ts'
import { stemsOf } from '../../../../text/stems.ts'
import type { UnsupportedClaim } from '../../../../writer/claims/model.ts'
import type { ClaimCheck } from '../../../../writer/claims-about-others.ts'
import {
  detailRules,
  type Evidence,
  injectedIn,
  repeatsInstructions,
  repetition,
  unsourcedIn,
} from '../../../../writer/evidence.ts'
import { figuresIn } from '../../../../writer/figures.ts'
import { isInLanguage } from '../../../../writer/language.ts'
import { codeAndQuotesOf } from '../../../../writer/text-statements.ts'
import { messageOf } from '../../../../writer/unsourced-details.ts'
import { blocking, minor, type TextFault } from '../../../posts/text-fault.ts'
import type { ContentSubtype } from '../table.ts'
import { type Article, type Frame, isSame } from './article.ts'
import { findPlaceholder } from './placeholders.ts'

/** What an article is checked against. */
export type Plan = {
  frame: Frame
  subtype: ContentSubtype
  /** The question that the article answers, and its working title. */
  question: string
  title: string
  language: string
  /** Whether a text names the brand. */
  namesBrand(text: string): boolean
  /** The words that say what the brand is and who it is for. */
  category: string
  audience: string
  /** The addresses that the article can link to; empty if there are too few. */
  links: ReadonlySet<string>
  claims: ClaimCheck
  /** The claims that the article has to make. */
  required: string[]
  evidence: Evidence
}

/**
 * A rule for articles (contract geo 10: Article rules). Its messages say what to correct.
 */
type Rule = (article: Article, plan: Plan) => TextFault[]

const maxAnswerWords = 100
const minWords = 900
const maxWords = 1_600
const minSentences = 2
const maxSentences = 4
export const minLinks = 2
export const maxLinks = 5
const minRows = 2

/** The answer is in the first 100 words. */
export const answersAtOnce: Rule = ({ lead: [answer = ''] }, { question, title }) => {
  const words = countWords(answer)
  if (words === 0) return [minor('answer', 'The text does not begin with the answer.')]
  if (words > maxAnswerWords)
    return [minor('answer', `The answer has ${words} words instead of at most ${maxAnswerWords}.`)]
  if (announcement.test(answer))
    return [minor('answer', 'The first sentence announces the answer instead of giving it.')]
  const asked = stemsOf(`${question} ${title}`)
  return asked.size > 0 && asked.isDisjointFrom(stemsOf(answer))
    ? [minor('answer', 'The first words do not answer the target prompt.')]
    : []
}

const announcement = /^(?:in this|this) (?:article|guide|post|comparison|list|section)\b/i

/** One sentence names the brand, its category and its audience. */
export const positionsBrand: Rule = ({ lead }, { namesBrand, category, audience }) => {
  const isNamed = (sentence: string, words: string) => words !== '' && fold(sentence).includes(fold(words))
  const found = lead
    .flatMap(splitSentences)
    .some((each) => namesBrand(each) && isNamed(each, category) && isNamed(each, audience))
  return found
    ? []
    : [
        minor(
          'positioning',
          `The introduction needs one sentence with the brand, the category ${given(category)} and the audience ${given(audience)}.`,
        ),
      ]
}

const given = (words: string) => (words === '' ? '(none is given)' : `"${shorten(words, maxGiven)}"`)
const maxGiven = 100

const fold = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim()

/** The article begins with an italic line that has its date. */
export const saysWhenUpdated: Rule = ({ markdown, updated }, { frame }) => {
  const [first] = readTokens(markdown) as (Token & { tokens?: Token[] })[]
  const isItalic = first?.type === 'paragraph' && first.tokens?.length === 1 && first.tokens[0]?.type === 'em'
  return isItalic && updated === frame.updated
    ? []
    : [minor('updated', `The text does not begin with the line *${frame.updated}*.`)]
}

/** The headings are those of the sections, in order, and those of the questions. */
export const keepsSections: Rule = ({ sections, questions }, { frame }) => {
  const written = sections.map(({ heading }) => heading)
  const isKept =
    written.length === frame.sections.length &&
    written.every((each, index) => isSame(each, frame.sections[index] ?? ''))
  const asked = questions.map(({ heading }) => heading)
  const isAsked =
    asked.length === frame.questions.length &&
    asked.every((each, index) => isSame(each, frame.questions[index] ?? ''))
  return [
    ...(isKept ? [] : [minor('sections', 'The headings differ from the brief, or are in another order.')]),
    ...(isAsked ? [] : [minor('questions', 'The questions differ from the brief, or are in another order.')]),
  ]
}

/** Each question is answered in two to four sentences. */
export const answersBriefly: Rule = ({ questions }) =>
  questions.flatMap(({ heading, markdown }) => {
    const count = splitSentences(plainText(markdown)).length
    return count >= minSentences && count <= maxSentences
      ? []
      : [
          minor(
            'question-length',
            `The answer to "${heading}" has ${count} sentences instead of ${minSentences} to ${maxSentences}.`,
            heading,
          ),
        ]
  })

/** The article has two to five links to the brand's pages, if the brief has that many. */
export const linksWithin: Rule = ({ markdown }, { links }) => {
  const { addresses } = outgoing(markdown)
  const foreign = addresses.find((address) => !links.has(address))
  if (foreign !== undefined) return [blocking('links', `The article may not link to ${foreign}.`, foreign)]
  if (links.size === 0) return []
  const isEnough = new Set(addresses).size >= minLinks && addresses.length <= maxLinks
  return isEnough
    ? []
    : [
        minor(
          'link-count',
          `The text has ${addresses.length} links to different pages instead of ${minLinks} to ${maxLinks}.`,
        ),
      ]
}

/** 900 to 1,600 words, in any script. */
export const hasLength: Rule = ({ markdown }) => {
  const words = countWords(plainText(markdown))
  return words >= minWords && words <= maxWords
    ? []
    : [
        minor(
          'length',
          `The article has ${grouped(words)} words. Articles need ${grouped(minWords)} to ${grouped(maxWords)}.`,
        ),
      ]
}

/** One sentence under a heading before the questions says when to choose which product. */
export const decidesInOneSentence: Rule = ({ decision }, { frame }) => {
  if (decision === null)
    return [minor('decision', `There is no decision under the heading "${frame.decisionHeading}".`)]
  const [only, ...others] = readTokens(decision).filter(({ type }) => type !== 'space')
  const isOne =
    only?.type === 'paragraph' && others.length === 0 && splitSentences(plainText(only.raw)).length === 1
  return isOne ? [] : [minor('decision', 'The decision is not one sentence.')]
}

const withTable: ContentSubtype[] = ['listicle', 'comparison', 'alternatives']

/** Lists and comparisons contain a table. */
export const showsTable: Rule = ({ markdown }, { subtype }) => {
  if (!withTable.includes(subtype)) return []
  const tokens = readTokens(markdown) as MarkedToken[]
  return tokens.some((token) => token.type === 'table' && token.rows.length >= minRows)
    ? []
    : [minor('table', `A ${subtype} needs a table of at least ${minRows} rows.`)]
}

/** No section is empty. */
export const fillsSections: Rule = ({ sections }) =>
  sections
    .filter(({ markdown }) => plainText(markdown).trim() === '')
    .map(({ heading }) => minor('empty-section', `The section "${heading}" is empty.`, heading))

/** Each statement about a competitor or another company has a source. */
export const isFair: Rule = ({ markdown }, { claims }) => unsupportedClaims(claims.inMarkdown(markdown))

/** Returns faults for unsourced statements about others, each once. */
export const unsupportedClaims = (found: UnsupportedClaim[]): TextFault[] =>
  [...new Map(found.map((each) => [each.message, each])).values()]
    .slice(0, maxClaimsListed)
    .map(({ message, statement }) => blocking('claims-about-others', message, statement))

const maxClaimsListed = 8

/** No statement occurs twice: repetition adds length and nothing for the reader. */
export const saysThingsOnce: Rule = ({ lead, sections, decision, questions }) => {
  const parts = [
    ...sections.map(({ markdown }) => markdown),
    decision ?? '',
    ...questions.map(({ markdown }) => markdown),
  ]
  const texts = [...lead, ...parts.map((each) => plainText(each))]
  const counts = new Map<string, number>()
  for (const sentence of texts.flatMap(splitSentences)) {
    const said = fold(sentence)
    if (countWords(said) >= wordsOfStatement) counts.set(said, (counts.get(said) ?? 0) + 1)
  }
  const repeated = new Set(repeatsOf([...counts.keys()]))
  return [...counts]
    .map(([said, count]) => [said, repeated.has(said) ? count + 1 : count] as const)
    .filter(([, count]) => count > 1)
    .slice(0, maxRepeatsListed)
    .map(([said, count]) =>
      minor('repetition', `The text says "${shorten(said, maxQuoted)}" ${count} times.`, said),
    )
}

/** Sentences that differ from an earlier one in a single word only. */
function repeatsOf(sentences: string[]): string[] {
  const known = new Set<string>()
  return sentences.filter((sentence) => {
    const words = sentence.match(/[\p{L}\p{N}]+/gu) ?? []
    if (words.length < wordsOfNearRepeat) return false
    const keys = words.map((_, at) => words.toSpliced(at, 1, '*').join(' '))
    const isKnown = keys.some((key) => known.has(key))
    for (const key of keys) known.add(key)
    return isKnown
  })
}

const wordsOfNearRepeat = 8
const wordsOfStatement = 6
const maxRepeatsListed = 3
const maxQuoted = 90

/** The article, and each part that is long enough to detect, is in the language of the brand. */
export const speaksLanguage: Rule = ({ markdown, lead, sections, decision, questions }, plan) => {
  const { language, frame } = plan
  if (!isInLanguage(plainText(markdown), language))
    return [blocking('language', `The text is not written in ${language}.`)]
  const isForeign = (text: string, fewest: number) =>
    countWords(text) >= fewest && !isInLanguage(text, language)
  const parts = [...sections, ...questions].filter(({ markdown }) =>
    isForeign(textWithoutCode(markdown), wordsOfLanguage),
  )
  const decides = isForeign(textWithoutCode(decision ?? ''), wordsOfDecision)
  const headings = [...parts.map(({ heading }) => heading), ...(decides ? [frame.decisionHeading] : [])]
  return [
    ...(isForeign(lead.join('\n'), wordsOfLanguage)
      ? [blocking('language', `The text before the first heading is not written in ${language}.`)]
      : []),
    ...headings.map((heading) =>
      blocking('language', `The section "${heading}" is not written in ${language}.`, heading),
    ),
  ]
}

const wordsOfLanguage = 15
/** Lower, because the decision is a single sentence. */
const wordsOfDecision = 10

const minShareOfClaim = 0.75

/** The article makes every claim of the brief, in the same or other words. */
export const makesClaims: Rule = ({ markdown }, { required }) => {
  const said = splitSentences(plainText(markdown))
  const includes = (claim: string) => {
    const words = stemsOf(claim)
    const figures = figuresIn(claim)
    return said.some(
      (text) =>
        words.intersection(stemsOf(text)).size >= words.size * minShareOfClaim &&
        figures.isSubsetOf(figuresIn(text)),
    )
  }
  return required
    .filter((claim) => !includes(claim))
    .map((claim) =>
      minor('claims', `The article does not include the claim "${shorten(claim, maxQuoted)}".`, claim),
    )
}

/** Figures, certificates, awards, studies, people and quotations have a source. */
export const inventsNothing: Rule = ({ markdown }, { evidence }) =>
  unsourcedIn(textToCheck(markdown), evidence)
    .slice(0, maxDetails)
    .map((each) => blocking(detailRules[each.kind], messageOf(each), each.detail))

const maxDetails = 8
/** The article does not repeat the model's instructions, and has no commands to models. */
export const keepsInstructions: Rule = ({ markdown }, { evidence }) =>
  [
    ...(repeatsInstructions(plainText(markdown), evidence) ? [repetition] : []),
    ...injectedIn(`${textToCheck(markdown)}\n\n${hiddenTextIn(markdown)}`),
  ].map((message) => blocking('instructions', message))

/** The article has no placeholders or other traces of a model or template. */
export const isFinished: Rule = ({ markdown }) => {
  const residue = findPlaceholder(textWithoutCode(markdown))
  return residue === null
    ? []
    : [
        blocking(
          'placeholder',
          `The text still contains the placeholder "${shorten(residue, maxQuoted)}".`,
          residue,
        ),
      ]
}

/** All statements of an article, including those in inline code, code blocks and quotations. */
const textToCheck = (markdown: string) => `${plainText(markdown)}\n\n${codeAndQuotesOf(markdown)}`

const rules: Rule[] = [
  saysWhenUpdated,
  answersAtOnce,
  positionsBrand,
  keepsSections,
  fillsSections,
  answersBriefly,
  linksWithin,
  hasLength,
  decidesInOneSentence,
  showsTable,
  isFair,
  saysThingsOnce,
  makesClaims,
  speaksLanguage,
  inventsNothing,
  keepsInstructions,
  isFinished,
]

/** Checks an article against all rules. */
export const checkArticle = (article: Article, plan: Plan): TextFault[] =>
  rules.flatMap((rule) => rule(article, plan))
