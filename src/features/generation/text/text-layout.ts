import { outgoing, plainText, rebuildMarkdown } from '../../../markdown/rebuild.ts'
import { countCharacters, countWords, withHyphens } from '../../../text/line.ts'
import { rawAddress, rawNumber, rawSha, withoutThoughts } from '../../../writer/evidence.ts'
import { blocking, type CheckedText, minor, type TextFault } from '../../posts/text-fault.ts'
import { checkStatements, checkTitle } from '../post-checks.ts'
import type { PostStandard } from '../standard.ts'

/** Whether each bullet must link to its source. Unlinked bullets are requested again, or dropped. */
export type Bullets = 'any' | 'linked' | 'linked or left out'

/** Returns the address for an id or address of the activity; null for a foreign one. */
export type Resolve = (href: string) => string | null

/** Converts a model's text to the Markdown of a post. */
export type LayOutText = (said: string, resolve: Resolve, bullets: Bullets) => TextLayout
type TextLayout = { markdown: string; faults: TextFault[] }

/** Returns the faults of a post's Markdown. */
export type Check = (markdown: string, standard: PostStandard) => TextFault[]

/** Lays out an article that links only to the activity. */
export const layOutBlogPost: LayOutText = (said, resolve, bullets) => {
  const thought = withoutThoughts(said)
  const proven = rebuildMarkdown(thought, { resolve, provenBulletsOnly: bullets !== 'any' })
  const markdown = bullets === 'linked' ? rebuildMarkdown(thought, { resolve }) : proven
  const isProven = markdown === proven
  return {
    markdown,
    faults: isProven ? [] : [minor('bullets', 'Some bullets do not link to their source.')],
  }
}

/** Lays out plain text without links, since networks show no Markdown. Each paragraph is one line. */
export const layOutSocialPost: LayOutText = (said) => {
  const markdown = withHyphens(plainText(withoutThoughts(said)))
    .replace(/\s*(?:https?:\/\/|www\.)[^\s.,;:!?)]*(?:[.,;:!?)]+[^\s.,;:!?)]+)*/gi, '')
    .replace(/ +(?=[.,;:!?)])/g, '')
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n\n')
  return { markdown, faults: [] }
}

/** Checks for 400 to 800 words (contract 19.4). */
export const checkBlogPost: Check = (markdown, standard) => {
  const text = plainText(markdown)
  const words = countWords(text)
  return [
    ...checkStatements(text, markdown, standard),
    ...(words < 400 || words > 800
      ? [minor('length', `The body has ${words} words instead of 400 to 800.`)]
      : []),
  ]
}

/** Checks for about 800 characters and an opening of two short lines (contract 19.4). */
export const checkLinkedinPost: Check = (markdown, standard) => {
  const length = countCharacters(markdown)
  const lines = markdown.split('\n').filter(Boolean)
  const hasHook = lines.length >= 3 && lines.slice(0, 2).every((line) => countCharacters(line) <= 150)
  return [
    ...checkSocialPost(markdown, standard),
    ...(length < 400 || length > 1_200
      ? [minor('length', `The text has ${length} characters instead of 400 to 1,200.`)]
      : []),
    ...(hasHook
      ? []
      : [minor('hook', 'The text does not start with two lines of at most 150 characters each.')]),
  ]
}

/** Checks for one idea in at most 280 characters (contract 19.4). */
export const checkXPost: Check = (markdown, standard) => {
  const length = countCharacters(markdown)
  return [
    ...checkSocialPost(markdown, standard),
    ...(length > 280 ? [minor('length', `The text has ${length} characters instead of at most 280.`)] : []),
    ...(length < 20 ? [minor('length', 'The text is shorter than 20 characters.')] : []),
  ]
}

const emoji = /(?![©®™\u2190-\u21ff])\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u
const hashtag = /(?<![\p{L}\p{N}&])#[\p{L}\p{N}_]+/u

function checkSocialPost(text: string, standard: PostStandard): TextFault[] {
  const [reference] = rawNumber.exec(text) ?? rawSha.exec(text) ?? []
  const [tag] = hashtag.exec(text) ?? []
  const { addresses, hasHtml } = outgoing(text)
  const isForeign = addresses.some((address) => !standard.links.has(address))
  const hasLink = !isForeign && (addresses.length > 0 || rawAddress.test(text))
  return [
    ...checkStatements(text, text, standard),
    ...(reference ? [minor('references', 'The text names a pull request or a commit.', reference)] : []),
    ...(tag && !reference ? [minor('hashtags', 'The text has hashtags.', tag)] : []),
    ...(emoji.test(text) ? [minor('emojis', 'The text has emojis.')] : []),
    ...(hasLink ? [minor('links', 'The text has a link.')] : []),
    ...(hasHtml ? [blocking('html', 'The text has HTML.')] : []),
  ]
}

/** Returns the faults of a post by the check of its format. */
export const checkPost = (check: Check, { title, markdown }: CheckedText, standard: PostStandard) => [
  ...checkTitle(title, standard),
  ...check(markdown, standard),
]
