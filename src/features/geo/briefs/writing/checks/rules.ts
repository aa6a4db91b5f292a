import { lexer, type MarkedToken, type Token } from 'marked'
import { outgoing, plainText } from '../../../../../markdown/rebuild.ts'
import { countWords, shorten } from '../../../../../text/line.ts'
import { splitSentences } from '../../../../../text/sentences.ts'
import { stemsOf } from '../../../../../text/stems.ts'
import { type Evidence, faultsOf } from '../../../../../writer/evidence.ts'
import { isInLanguage } from '../../../../../writer/language.ts'
import type { ContentSubtype } from '../../table.ts'
import type { Article, Frame } from '../article/model.ts'
import { isSame } from '../article/rules.ts'
import { findResidue } from '../residue/rules.ts'
import type { RivalCheck } from '../rivals/rules.ts'
import { findUnvouched } from '../vouched/rules.ts'

/** What an article is held against. */
export type Plan = {
  frame: Frame
  subtype: ContentSubtype
  /** The question that it answers, and its working title. */
  question: string
  title: string
  language: string
  /** Whether a text names the brand. */
  namesBrand(text: string): boolean
  /** The words that say what the brand is and for whom. */
  category: string
  audience: string
  /** The addresses that it may link to; none where there are too few to link to. */
  links: ReadonlySet<string>
  checkRivals: RivalCheck
  evidence: Evidence
  /** All words of the brief and of what was given with it. */
  given: string
}

/** A rule of articles: what is wrong with one, as sentences that a model can act on (contract geo 10: Article rules). */
type Rule = (article: Article, plan: Plan) => string[]

const mostAnswerWords = 100
const fewestWords = 900
const mostWords = 1_600
const fewestSentences = 2
const mostSentences = 4
export const fewestLinks = 2
export const mostLinks = 5
const fewestRows = 2

/** The answer stands in the first 100 words. */
export const answersAtOnce: Rule = ({ lead: [answer = ''] }, { question, title }) => {
  const words = countWords(answer)
  if (words === 0) return ['It does not begin with the answer.']
  if (words > mostAnswerWords)
    return [`The answer has ${words} words, so that it does not stand in the first ${mostAnswerWords}.`]
  if (announcement.test(answer)) return ['It begins by announcing the answer instead of giving it.']
  const asked = stemsOf(`${question} ${title}`)
  return asked.size > 0 && asked.isDisjointFrom(stemsOf(answer))
    ? ['Its first words do not answer the target prompt.']
    : []
}

const announcement = /^(?:in this|this) (?:article|guide|post|comparison|list|section)\b/i

/** One sentence names the brand, its category and its audience. */
export const positionsBrand: Rule = ({ lead }, { namesBrand, category, audience }) => {
  const isNamed = (sentence: string, words: string) => words !== '' && fold(sentence).includes(fold(words))
  const found = lead
    .flatMap(splitSentences)
    .some((each) => namesBrand(each) && isNamed(each, category) && isNamed(each, audience))
  return found ? [] : ['No sentence before the first heading names the brand, its category and its audience.']
}

const fold = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim()

/** An italic line says when it is of. */
export const saysWhenUpdated: Rule = ({ markdown, updated }, { frame }) => {
  const [first] = lexer(markdown) as (Token & { tokens?: Token[] })[]
  const isItalic = first?.type === 'paragraph' && first.tokens?.length === 1 && first.tokens[0]?.type === 'em'
  return isItalic && updated === frame.updated ? [] : [`It does not begin with the line *${frame.updated}*.`]
}

/** One heading for each section, in order, and nothing beyond them but the questions. */
export const keepsSections: Rule = ({ sections, questions }, { frame }) => {
  const told = sections.map(({ heading }) => heading)
  const isKept =
    told.length === frame.sections.length &&
    told.every((each, index) => isSame(each, frame.sections[index] ?? ''))
  const asked = questions.map(({ heading }) => heading)
  const isAsked =
    asked.length === frame.questions.length &&
    asked.every((each, index) => isSame(each, frame.questions[index] ?? ''))
  return [
    ...(isKept ? [] : ['Its headings are not those of the brief, in its order.']),
    ...(isAsked ? [] : ['Its questions are not those of the brief, in its order.']),
  ]
}

/** Each question is answered in two to four sentences. */
export const answersBriefly: Rule = ({ questions }) =>
  questions.flatMap(({ heading, markdown }) => {
    const count = splitSentences(plainText(markdown)).length
    return count >= fewestSentences && count <= mostSentences
      ? []
      : [
          `The answer to "${heading}" has ${count} sentences instead of ${fewestSentences} to ${mostSentences}.`,
        ]
  })

/** Two to five links to the brand's pages, where there are as many. */
export const linksWithin: Rule = ({ markdown }, { links }) => {
  const { addresses } = outgoing(markdown)
  const foreign = addresses.find((address) => !links.has(address))
  if (foreign !== undefined)
    return [`It links to ${foreign}, which is none of the pages that it may link to.`]
  if (links.size === 0) return []
  const isEnough = new Set(addresses).size >= fewestLinks && addresses.length <= mostLinks
  return isEnough
    ? []
    : [`It has ${addresses.length} links instead of ${fewestLinks} to ${mostLinks} to different pages.`]
}

/** 900 to 1,600 words, in any script. */
export const hasLength: Rule = ({ markdown }) => {
  const words = countWords(plainText(markdown))
  return words >= fewestWords && words <= mostWords
    ? []
    : [`It has ${words} words instead of ${fewestWords} to ${mostWords}.`]
}

/** One sentence before the questions tells whom to choose when. */
export const decidesInOneSentence: Rule = ({ sections }) => {
  const last = lexer(sections.at(-1)?.markdown ?? '').findLast(({ type }) => type !== 'space')
  const isOne = last?.type === 'paragraph' && splitSentences(plainText(last.raw)).length === 1
  return isOne ? [] : ['The decision is not one sentence.']
}

const withTable: ContentSubtype[] = ['listicle', 'comparison', 'alternatives']

/** What lists or compares does so in a table as well. */
export const showsTable: Rule = ({ markdown }, { subtype }) => {
  if (!withTable.includes(subtype)) return []
  const tokens = lexer(markdown) as MarkedToken[]
  return tokens.some((token) => token.type === 'table' && token.rows.length >= fewestRows)
    ? []
    : [`A ${subtype} needs a table of at least ${fewestRows} rows.`]
}

/** No section is empty. */
export const fillsSections: Rule = ({ sections }) =>
  sections
    .filter(({ markdown }) => plainText(markdown).trim() === '')
    .map(({ heading }) => `The section "${heading}" is empty.`)

/** What it says of competitors rests on the claims of the brief. */
export const isFair: Rule = ({ lead, sections, questions }, { checkRivals }) => {
  const texts = [lead.join('\n\n'), ...[...sections, ...questions].map(({ markdown }) => markdown)]
  return [...new Set(texts.flatMap(checkRivals))].slice(0, mostToldOfRivals)
}

const mostToldOfRivals = 8

/** No sentence that says something is said twice: that is how a text is made longer, and no reader wants it. */
export const saysThingsOnce: Rule = ({ lead, sections, questions }) => {
  const texts = [...lead, ...[...sections, ...questions].map(({ markdown }) => plainText(markdown))]
  const counts = new Map<string, number>()
  for (const sentence of texts.flatMap(splitSentences)) {
    const said = fold(sentence)
    if (countWords(said) >= wordsOfStatement) counts.set(said, (counts.get(said) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .slice(0, mostToldTwice)
    .map(([said, count]) => `It says "${shorten(said, longestTold)}" ${count} times.`)
}

const wordsOfStatement = 6
const mostToldTwice = 3
const longestTold = 90

/** It is written in the language of the brand. */
export const speaksLanguage: Rule = ({ markdown }, { language }) =>
  isInLanguage(plainText(markdown), language) ? [] : [`It is not written in ${language}.`]

/** It gives no figure that the brief does not have, and tells nothing of its instructions. */
export const inventsNothing: Rule = ({ markdown }, { evidence }) => faultsOf(plainText(markdown), evidence)

/** It quotes nobody, and has nobody vouch, of whom the brief has no word. */
export const quotesTruly: Rule = ({ markdown }, { given }) => {
  const { quotations, names } = findUnvouched(proseOf(markdown), given)
  return [
    ...quotations
      .slice(0, mostTold)
      .map((each) => `It quotes "${shorten(each, longestTold)}", which stands nowhere in the brief.`),
    ...names.slice(0, mostTold).map((name) => `It says "${name}", of which the brief says nothing.`),
  ]
}

const mostTold = 3

/** Nothing in it was left behind by a machine or a template. */
export const isFinished: Rule = ({ markdown }) => {
  const residue = findResidue(proseOf(markdown))
  return residue === null ? [] : [`It still says "${shorten(residue, longestTold)}".`]
}

/** An article in words: what stands in code is code. */
const proseOf = (markdown: string) => plainText(markdown.replace(/^```[\s\S]*?^```|`[^`\n]+`/gm, ''))

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
  speaksLanguage,
  inventsNothing,
  quotesTruly,
  isFinished,
]

/** What is wrong with an article, by all rules. */
export const checkArticle = (article: Article, plan: Plan): string[] =>
  rules.flatMap((rule) => rule(article, plan))
