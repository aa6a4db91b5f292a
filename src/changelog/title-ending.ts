import { between } from '../text/pattern.ts'

/** An emoji at the start of a title. */
export const decoration =
  /^(?::\w{2,30}:|\p{Extended_Pictographic}(?:\uFE0F|\u200D|\p{Extended_Pictographic})*)\s*/u

/** Only the end is searched for references and emoji: such patterns are slow on long texts. */
const maxEnding = 200

/** "..., GitHub issue 20", "..., patch from Ana Gray", "..., reported by Ana Gray in issue 20" */
const issueInWords =
  /[,.] (?:in )?(?:(?:closes|fixes|see) )?(?:GitHub )?issue #?\d{1,9}\.?$| in GitHub issue #?\d{1,9}\.?$/i
const creditInWords =
  /, (?:(?:found|pointed out|reported|requested|suggested) by|patch (?:by|from)) \p{Lu}[\p{L}.'-]+(?: \p{Lu}[\p{L}.'-]+){1,3}\.?$/u

const reference =
  /,{0,2} ?[([]?(?:\b(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?|refs?|see|re|issue|for|from|pr|(?:based )?on|in|(?:part )?of|(?:follow-?up )?to|by|via|and)[:\s]+)?(?:[\w.-]+\/[\w.-]+)?[([]?#\d{1,9}(?!\d)[)\]]{0,2},?$/i

/** Removes references from the end, one at a time: a pattern of all of them tries every way to share the brackets. */
function withoutReferences(text: string): string {
  const shorter = text.replace(reference, '')
  return shorter === text ? text : withoutReferences(shorter)
}

/** A description without a final period and without the references and emoji at its end. */
export function withoutEnding(description: string): string {
  const start = Math.max(0, description.length - maxEnding)
  const ending = withoutReferences(
    description.slice(start).replace(/(?<!\.|\b(?:as|by|from|in|is|of|to|with) )[.:;,]$/, ''),
  )
    .replace(issueInWords, '')
    .replace(creditInWords, '')
    // A mark of the branch: "(3.x version)", "[1.x]", "(release-1.2)".
    .replace(
      /\s*[([](?:\d+\.x|(?:release|stable)[-/]v?\d[\d.x]*)(?: (?:backport|branch|version))?[)\]]$/i,
      '',
    )
    // Renovate's mark for updates with advisories.
    .replace(/\s*[([]security[)\]]$/i, '')
    // References to issues on Gitee and GitHub.
    .replace(/\s*[(（](?:issue|pr|pulls?)?\s*#?[IPR]?[A-Z\d]{2,9}@Git(?:ee|Hub)[)）]$/i, '')
    // "no traverse - fixes #8656" without its reference.
    .replace(/\s+[-–—]+$/, '')
    .replace(/ \((?:by )?@[\w-]+\)$/, '')
    .replace(
      /(?:,| -| \()\s?(?:thanks|thx|tx|hat tip|h\/t|credits?)(?: to| for)?:? @?[\w.-]+(?: [\w.-]+)?\)?$/i,
      '',
    )
  // "Add tabs. Closes #20." without its reference.
  const whole = `${description.slice(0, start)}${ending}`.replace(/(?<=[\w)])\.$/, '')
  const text = withoutTrailer(whole, description.endsWith(ending)).replace(decoration, '')
  const cut = Math.max(0, text.length - maxEnding)
  return `${text.slice(0, cut)}${text.slice(cut).replace(/(?:\s*(?::\w{2,30}:|\p{Extended_Pictographic}\uFE0F?))+$/u, '')}`
}

/** Tests and documentation that accompany a change, at the end of its title. */
const companions = between(
  'i',
  /^((?!(?:add|update|fix|improve|extend)s? (?:[\w-]+ )?(?:tests?|docs?)\b)\S+ \S+ .*\S)(?:,| and|,? \+| &) /,
  [
    /(?:(?:add|update|fix|extend|improve)(?:s|ed)? )?(?:(?:some|more|missing|the|its|related|type|unit) )*tests?(?: expectations)?/,
    /(?:(?:add|update|extend|improve)(?:s|ed)? )?(?:docs?|documentation|specs?)/,
    /fix(?:es|ed)? (?:an? |some )?typos?/,
    /(?:with|include) (?:(?:ci|demos?|docs|examples?|tests?)(?:, ?| ?\/ ?| and )?)+/,
  ],
  /$/,
)

/** A trailer on the same line as the subject, and a closing bracket without an opening one, say nothing. */
function withoutTrailer(text: string, isOpen: boolean): string {
  const message = text
    .replace(/ (?:signed-off-by|co-authored-by|change-id): .*$/i, '')
    .replace(companions, '$1')
    // What remains of "(based on #562)" without its number.
    .replace(/ \([^()]{0,40}$/, isOpen ? '$&' : '')
  return /\)$/.test(message) && message.split('(').length < message.split(')').length
    ? message.slice(0, -1)
    : message
}
