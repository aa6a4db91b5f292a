import { removeThoughts } from '../ai/thoughts.ts'
import { plainInline } from '../markdown/rebuild.ts'
import { hiddenTextIn } from '../text/comments.ts'
import { countCharacters, plainLine, shorten } from '../text/line.ts'
import { type AskedQuestion, withoutAskedFigures } from './asked-figures.ts'
import type { ClaimCheck } from './claims-about-others.ts'
import { findInjectedInstruction } from './injected-instructions.ts'
import { codeAndQuotesOf } from './text-statements.ts'
import { createDetailCheck, messageOf, type UnsourcedDetail } from './unsourced-details.ts'
import type { Instructions } from './voice.ts'

/** What a text is checked against: the instructions for the model and its sources. */
export type Evidence = Instructions & {
  data: string
  /** Other true statements, from the instructions: the brand's own description, and the year. */
  known?: string
  /** Checks statements about others, unless the text is checked for them elsewhere. */
  claims?: ClaimCheck
  /** The user's question: its figures may be repeated. */
  asked?: AskedQuestion
}

/** A model's text without the reasoning that some models leave in it, cut to a length that can be checked. */
export function withoutThoughts(text: string, most = 20_000): string {
  return removeThoughts(text.slice(0, 60_000))
    .replace(/<\/?(?:think|thinking|reasoning)>/gi, '')
    .trim()
    .slice(0, most)
}

/** A model's text as one line without reasoning and Markdown; code keeps its backticks. */
export function withoutMarks(text: string): string {
  return plainLine(plainInline(withoutThoughts(text, 1_000)))
}

/** A rule that a text breaks: a sentence that the model and the editor can act on, and the text in question. */
export type BrokenRule = { rule: string; message: string; excerpt: string | null }

/**
 * The general rules that a text breaks. Pass the Markdown if the text has any: tables and code make statements too.
 */
export function brokenRulesIn(text: string, evidence: Evidence, markdown = text): BrokenRule[] {
  const claims = new Map(
    evidence.claims?.inMarkdown(markdown).map(({ message, statement }) => [message, statement]),
  )
  const stated = markdown === text ? text : `${text}\n\n${codeAndQuotesOf(markdown)}`
  const instructions = [
    ...(repeatsInstructions(text, evidence) ? [repetition] : []),
    ...injectedIn(`${stated}\n\n${hiddenTextIn(markdown)}`),
  ]
  return [
    ...instructions.map((message) => ({ rule: 'instructions', message, excerpt: null })),
    ...unsourcedIn(stated, evidence)
      .slice(0, maxDetails)
      .map((each) => ({ rule: detailRules[each.kind], message: messageOf(each), excerpt: each.detail })),
    ...[...claims]
      .slice(0, maxDetails)
      .map(([message, excerpt]) => ({ rule: 'claims-about-others', message, excerpt })),
  ]
}

/** The messages of the same rules. */
export const faultsOf = (...checked: Parameters<typeof brokenRulesIn>): string[] =>
  brokenRulesIn(...checked).map(({ message }) => message)

/** The rules about unsourced details, by kind of detail. */
export const detailRules: Record<UnsourcedDetail['kind'], string> = {
  ...{ figure: 'figures', endorsement: 'endorsements', study: 'studies' },
  ...{ person: 'people', quotation: 'quotations' },
}

const maxDetails = 3

/** The errors of a text that contains a command to a model. */
export function injectedIn(text: string): string[] {
  const found = findInjectedInstruction(text)
  return found === null ? [] : [`The text contains the instruction "${shorten(found, 90)}".`]
}

/** The error for a text that repeats the instructions of the model. */
export const repetition = 'The text repeats its instructions.'

const checks = new WeakMap<Evidence, ReturnType<typeof createDetailCheck>>()

/** The figures, certificates, studies, people and quotations of a text that no source contains. */
export function unsourcedIn(text: string, evidence: Evidence): UnsourcedDetail[] {
  const check = checks.get(evidence) ?? createDetailCheck([evidence.data, evidence.known].join('\n'))
  checks.set(evidence, check)
  return check(evidence.asked ? withoutAskedFigures(text, evidence.asked) : text)
}

const minDistinctiveLength = 50

/** A brand may require one sentence of its own word for word; the general rules must never appear. */
export function repeatsInstructions(text: string, instructions: Instructions): boolean {
  const said = normalize(text)
  const { brand, rules, phrases } = readInstructions(instructions)
  const isRepeated = (line: string) => said.includes(line)
  return brand.filter(isRepeated).length > 1 || rules.some(isRepeated) || phrases.some(isRepeated)
}

type NormalizedInstructions = { brand: string[]; rules: string[]; phrases: string[] }

const normalizedInstructions = new WeakMap<Instructions, NormalizedInstructions>()

/** The distinctive lines of instructions, and all phrases of their rules. All texts of an answer are checked for them. */
function readInstructions(instructions: Instructions): NormalizedInstructions {
  const known = normalizedInstructions.get(instructions)
  if (known) return known
  const linesOf = (text: string) => text.split('\n').map(normalize)
  const isDistinctive = (line: string) => line.length >= minDistinctiveLength
  const rules = linesOf(instructions.rules)
  const read = {
    brand: linesOf(instructions.brand).filter(isDistinctive),
    rules: rules.filter(isDistinctive),
    phrases: rules.flatMap(phrasesOf),
  }
  normalizedInstructions.set(instructions, read)
  return read
}

/** This many consecutive words of a rule are not a coincidence. */
const tellingWords = 9

function phrasesOf(line: string): string[] {
  const words = line.split(' ')
  const count = Math.max(0, words.length - tellingWords + 1)
  return Array.from({ length: count }, (_, at) => words.slice(at, at + tellingWords).join(' '))
}

function normalize(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The number of a pull request or an issue, in any notation. */
export const rawNumber =
  /#\d+|\b(?:PR|MR|pull request|merge request|issue)s?\s*(?:no\.?\s*)?\d+\b|\/pull\/\d+/i

/** An abbreviated or full sha. */
export const rawSha = /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b/

export const rawAddress = /:\/\/|\bwww\.\S/i

/** The errors of a title: it must not contain raw numbers, shas and tags (contract 19.4). */
export function titleFaults(title: string, tags: string[]): string[] {
  const faults: string[] = []
  if (title === '') faults.push('The title is missing.')
  if (countCharacters(title) > 120) faults.push('The title has more than 120 characters.')
  if (rawNumber.test(title)) faults.push('The title names the number of a pull request.')
  if (rawSha.test(title)) faults.push('The title names a commit.')
  if (tags.some((tag) => title.includes(tag))) faults.push('The title names a tag.')
  if (rawAddress.test(title)) faults.push('The title has a link.')
  return faults
}
