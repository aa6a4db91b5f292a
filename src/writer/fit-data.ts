import { type Instructions, toText } from './voice.ts'

/** Characters of a whole question; four of them make a token, so that 30,000 tokens are never reached. */
const maxCharacters = 116_000
const minForData = 40_000

/** The first of ever shorter versions of the same data that fits into a question beside its instructions, else the last. */
export function fitBeside(instructions: Instructions, versions: Iterable<string>): string {
  const budget = Math.max(minForData, maxCharacters - weigh(toText(instructions)))
  let shortest = ''
  for (const version of versions) {
    shortest = version
    if (weigh(version) <= budget) break
  }
  return shortest
}

/** A letter outside of ASCII takes about one token, like four others. */
function weigh(text: string): number {
  let weight = text.length
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) weight += 3
  return weight
}

/** JSON in which no text can close the block that holds it. */
export function toData(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
