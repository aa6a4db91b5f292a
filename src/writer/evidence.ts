import { plainInline } from '../markdown/rebuild.ts'
import { countCharacters, plainLine } from '../text/line.ts'
import type { Instructions } from './voice.ts'

/** What a text is held against: what the model was told to do, and what it was given to do it with. */
export type Evidence = Instructions & { data: string }

/** A model's text without the thoughts that some models leave in it, of a length that can be checked. */
export function withoutThoughts(text: string, most = 20_000): string {
  return text
    .slice(0, 60_000)
    .replace(/<(think|thinking|reasoning)>[\s\S]*?<\/\1>/gi, '')
    .replace(/<\/?(?:think|thinking|reasoning)>/gi, '')
    .trim()
    .slice(0, most)
}

/** A model's text as one line without thoughts and marks; code keeps its backticks. */
export function withoutMarks(text: string): string {
  return plainLine(plainInline(withoutThoughts(text, 1_000)))
}

/** What is wrong with a text whatever it is for, as sentences that the model can act on. */
export function faultsOf(text: string, evidence: Evidence): string[] {
  const faults: string[] = []
  if (repeats(text, evidence)) faults.push('It repeats its instructions.')
  const invented = figuresIn(text).find((figure) => !holdsFigure(evidence.data, figure))
  if (invented) faults.push(`It gives the figure ${invented}, which is not in the data.`)
  return faults
}

/** Percentages and factors: the figures that models like to invent. */
function figuresIn(text: string): string[] {
  return [
    ...text.matchAll(
      /(\d+(?:[.,]\d+)*)(?:\s?%|\s?x\b| percent\b| times (?:faster|quicker|slower|smaller|larger|more|less|fewer))/gi,
    ),
  ].map(([, digits]) => digits ?? '')
}

function holdsFigure(data: string, figure: string): boolean {
  for (let at = data.indexOf(figure); at !== -1; at = data.indexOf(figure, at + 1)) {
    if (!/[\d.,]/.test(data[at - 1] ?? '') && !/\d/.test(data[at + figure.length] ?? '')) return true
  }
  return false
}

const telling = 50

/** A brand may ask for one sentence of its own word for word; the rules at the end are nobody's to see. */
function repeats(text: string, { brand, rules }: Instructions): boolean {
  const said = normalize(text)
  const count = (lines: string) =>
    lines
      .split('\n')
      .map(normalize)
      .filter((line) => line.length >= telling && said.includes(line)).length
  return count(brand) > 1 || count(rules) > 0
}

function normalize(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** A number of a pull request, however it is written. */
export const rawNumber =
  /#\d+|\b(?:PR|MR|pull request|merge request|issue)s?\s*(?:no\.?\s*)?\d+\b|\/pull\/\d+/i

/** An abbreviated or full sha. */
export const rawSha = /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b/

export const rawAddress = /:\/\/|\bwww\.\S/i

/** What is wrong with a title: raw numbers, shas and tags do not belong there (contract 19.4). */
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
