import { runAtOnce, type Sliced } from '../slices.ts'
import { type Instructions, toText } from './voice.ts'

/** Characters of a whole prompt; about four make a token, so 30,000 tokens are never exceeded. */
const maxCharacters = 116_000
const minForData = 40_000

/**
 * The first of the increasingly shorter versions of the data that fits in a prompt with its instructions, else the
 * last.
 */
export const fitBeside = (instructions: Instructions, versions: Iterable<string>): string =>
  runAtOnce(fitInSlices(instructions, versions))

/** Like `fitBeside`, in slices of one version. */
export function* fitInSlices(instructions: Instructions, versions: Iterable<string>): Sliced<string> {
  const budget = Math.max(minForData, maxCharacters - weigh(toText(instructions)))
  let shortest = ''
  for (const version of versions) {
    yield
    shortest = version
    if (weigh(version) <= budget) break
  }
  return shortest
}

/** A letter outside ASCII takes about one token, as much as four ASCII letters. */
function weigh(text: string): number {
  let weight = text.length
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) weight += 3
  return weight
}

/** JSON in which no text can close the enclosing block. */
export function toData(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
