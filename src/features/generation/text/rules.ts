import { outgoing, plainText, rebuildMarkdown } from '../../../markdown/rebuild.ts'
import { countCharacters, countWords, withHyphens } from '../../../text/line.ts'
import {
  type Evidence,
  faultsOf,
  rawAddress,
  rawNumber,
  rawSha,
  withoutThoughts,
} from '../../../writer/evidence.ts'

/** What a post of a format may be made of. */
export type Sources = Evidence & {
  /** The address behind an id or address of the activity; null for a foreign one. */
  resolve(href: string): string | null
  /** Numbers of the pull requests in the activity. */
  numbers: Set<number>
  /** Whether each bullet has to link to its source; then those that do not are asked for again, or left out. */
  bullets: 'any' | 'linked' | 'linked or left out'
}

type Checked = { markdown: string; faults: string[] }
export type Check = (markdown: string, sources: Sources) => Checked

/** An article: 400 to 800 words of Markdown with links to the activity alone (contract 19.4). */
export const checkBlogPost: Check = (said, sources) => {
  const { resolve, bullets } = sources
  const thought = withoutThoughts(said)
  const proven = rebuildMarkdown(thought, { resolve, provenBulletsOnly: bullets !== 'any' })
  const markdown = bullets === 'linked' ? rebuildMarkdown(thought, { resolve }) : proven
  const text = plainText(markdown)
  const words = countWords(text)
  const faults = faultsOf(text, sources)
  if (words < 400 || words > 800) faults.push(`The body has ${words} words instead of 400 to 800.`)
  if (markdown !== proven) faults.push('It has bullets that do not link to their source.')
  const invented = [...text.matchAll(/#(\d+)/g)].find(([, number]) => !sources.numbers.has(Number(number)))
  if (invented) faults.push(`It names ${invented[0]}, which is not in the activity.`)
  return { markdown, faults }
}

/** A post of about 800 characters that opens with two short lines (contract 19.4). */
export const checkLinkedinPost: Check = (said, sources) => {
  const checked = checkSocialPost(said, sources)
  const length = countCharacters(checked.markdown)
  const faults = [...checked.faults]
  if (length < 400 || length > 1_200)
    faults.push(`It has ${length} characters instead of about 800 (400 to 1,200).`)
  const lines = checked.markdown.split('\n').filter(Boolean)
  if (lines.length < 3 || lines.slice(0, 2).some((line) => countCharacters(line) > 150))
    faults.push('It does not open with a hook of two lines of at most 150 characters each.')
  return { markdown: checked.markdown, faults }
}

/** One idea in at most 280 characters (contract 19.4). */
export const checkTwitterPost: Check = (said, sources) => {
  const checked = checkSocialPost(said, sources)
  const length = countCharacters(checked.markdown)
  const faults = [...checked.faults]
  if (length > 280) faults.push(`It has ${length} characters instead of at most 280.`)
  if (length < 20) faults.push('It says nothing.')
  return { markdown: checked.markdown, faults }
}

const emoji = /(?![©®™\u2190-\u21ff])\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u
const hashtag = /(?<![\p{L}\p{N}&])#[\p{L}\p{N}_]/u

/** Plain text, since networks show no Markdown; its paragraphs are one line each. */
function checkSocialPost(said: string, sources: Sources): Checked {
  const text = withHyphens(plainText(withoutThoughts(said)))
    .replace(/\s*(?:https?:\/\/|www\.)[^\s.,;:!?)]*(?:[.,;:!?)]+[^\s.,;:!?)]+)*/gi, '')
    .replace(/ +(?=[.,;:!?)])/g, '')
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n\n')
  const faults = faultsOf(text, sources)
  if (rawNumber.test(text) || rawSha.test(text)) faults.push('It names a pull request or a commit.')
  else if (hashtag.test(text)) faults.push('It has hashtags.')
  if (emoji.test(text)) faults.push('It has emojis.')
  const { addresses, hasHtml } = outgoing(text)
  if (addresses.length > 0 || rawAddress.test(text)) faults.push('It has a link.')
  if (hasHtml) faults.push('It has HTML.')
  return { markdown: text, faults }
}
