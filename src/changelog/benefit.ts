import { withoutComments } from '../text/comments.ts'
import { capitalize } from '../text/line.ts'
import { anyOf, between, oneOf, wholly } from '../text/pattern.ts'
import { likeness, stemsOf } from './likeness.ts'
import { readBlocks } from './paragraphs.ts'

/** The sentence of a description that names the benefit for users; null if there is none. */
export function benefitOf(body: string | null, title: string): string | null {
  if (!body) return null
  const own = stemsOf(title)
  let best: string | null = null
  let most = 0
  let at = 0
  for (const sentence of sentencesOf(body)) {
    const text = sentence.replace(pointing, '')
    const score = standsAlone(text, title) ? judge(text, own, at === 0) - at * 0.15 : 0
    if (score > most) [best, most] = [text, score]
    if (++at === 14) break
  }
  if (best === null || most < 1) return null
  const text = capitalize(best)
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** "This", "This option also" before a verb: the sentence reads the same without it. */
const pointing = new RegExp(
  `^this (?:(?:change|feature|option|flag|release|setting|command|also|now) )*(?=(?:${oneOf([
    /adds|introduces|implements|supports|allows|lets|enables|provides|exposes|prevents|ensures/,
    /improves|reduces|speeds up|makes|removes|drops|replaces|fixes|rejects|extends|brings|gives/,
    /shows|accepts|avoids|requires|deprecates/,
  ])}) )`,
  'i',
)

/** Whether a reader understands a sentence without the description around it. */
function standsAlone(sentence: string, title: string): boolean {
  if (incomplete.test(sentence) || backward.test(sentence)) return false
  if (reference.test(sentence) || file.test(sentence) || testing.test(sentence)) return false
  const variables = sentence.replace(/`[^`]*`/g, '').match(/\b[a-z]+(?:_[a-z\d]+)+\b/g) ?? []
  if (!variables.every((name) => title.includes(name))) return false
  const names = sentence.match(/\b[a-z]+[A-Z]\w+|\b[A-Z][a-z]+[A-Z]\w+/g) ?? []
  return names.every((name) => publicName.test(name) || title.includes(name))
}

/** What remains where a tag or a reference was removed: "( in lists)", "the entry ." */
const incomplete = /\(\s|\s[.,;:)](?:\s|$)|\s\(\)/

/** "Add it to the list", "Fixes the problem by reading less". */
const backward = /^\w+ (?:it|them|the (?:problem|issue|bug|list|fix))\b/i
const reference =
  /^(?:it|they|them|its|their|he|she|adds? tests?)\b|\bboth (?!\S+ and )|\b(?:this|these|those|aforementioned|above|below|latter|former|said)\b(?! (?:release|version)\b)|\b(?:like|of|to|for|with|by|from|in) that\b(?! \w)/i
const file =
  /\b[\w.-]+\/[\w./-]*\.\w{1,5}\b|\b[\w-]+\.(?:[cm]?[jt]sx?|go|rs|py|rb|exs?|java|kt|cs|c|cc|cpp|hpp?|php|swift|scala|md|rst|ya?ml|toml|json|lock|sh)\b/
/** "... and ensures that the path is tested": work on the code, not its effect. */
const testing =
  /\b(?:types\/docs|docs\/types|and comments|docstrings)\b|\bspec (?:says|states|requires)\b|\b(?:is|are) (?:now )?(?:un)?test(?:ed|able)\b|\bDB calls?\b/i
/** Names with a capital inside that are not types of the code. */
const publicName = wholly('', [
  /[A-Z]\w*Script|Git(?:Hub|Lab)|Open\w+|mac\w+|i(?:OS|Pad\w*|Phone)|\w*SQL|GraphQL|YouTube/,
  /WordPress|PowerShell|DevTools|LiveView|FreeBSD|OpenBSD|NetBSD|LinkedIn|AppImage|WebSocket\w*/,
  /Web\w+|JetBrains|DigitalOcean|CloudFlare|PayPal|VSCode|HomeBrew|McAfee/,
])

function judge(sentence: string, own: Set<string>, isFirst: boolean): number {
  const words = sentence.split(' ').length
  if (words < 5 || sentence.length > 260 || notProse.test(sentence) || history.test(sentence)) return 0
  if (/[:?]$|…$/.test(sentence) || (sentence.match(/`/g)?.length ?? 0) % 2 === 1) return 0
  const stems = stemsOf(sentence)
  // A sentence that only repeats the title adds nothing.
  const repeated = likeness(stems, own)
  if (own.size > 2 && repeated > 0.85 && stems.size <= own.size + 3) return 0
  let score = 0
  if (youCan.test(sentence)) score += 3
  else if (brings.test(sentence)) score += 2.2
  // Without a word of the title it may be about something beside it.
  else if (/\bnow\b/.test(sentence)) score += own.size < 2 || repeated >= 0.25 ? 1.8 : 0
  else if (plainGain.test(sentence)) score += mechanism.test(sentence) ? 0 : 1
  // A statement that opens the description describes the new state, unless it describes the fault.
  else if (
    isFirst &&
    /^[^\p{Ll}]/u.test(sentence) &&
    !background.test(sentence) &&
    !complaint.test(sentence) &&
    !mechanism.test(sentence)
  )
    score += 1.1
  if (repeated >= 0.3) score += 0.5
  if (/\b(?:we|our|us)\b/i.test(sentence)) score -= 0.8
  if (
    /\b(?:refactor|test|tests|helper|internal|TODO|follow-?up|CI|lint|function signature|codepath|struct)\b/.test(
      sentence,
    )
  )
    score -= 1
  return score
}

/** Scores what a sentence of the documentation alone says to users about a change; below 1 is too little. */
export function sentenceValue(sentence: string, title: string): number {
  return standsAlone(sentence, title) ? judge(sentence, stemsOf(title), true) : 0
}

/** Whether a sentence says what users can do or what the change brings, and not only what is true. */
export const namesBenefit = (sentence: string) => youCan.test(sentence) || brings.test(sentence)

const youCan =
  /\b(?:you|users|developers|applications?|callers|clients|plugins?) (?:can|may|are able to) (?:now |also |then )?\b|\b(?:can|may) now\b|\bit is now possible\b|\bmakes it possible\b/i
const brings = between(
  'i',
  /^(?:this (?:change |feature |option |flag |release |setting |command |also )*)?/,
  [
    /adds?|introduces?|implements?|supports?|allows?|lets|enables?|provides?|exposes?|prevents?/,
    /ensures?|improves?|reduces?|speeds? up|makes?|removes?|drops?|replaces?|fixes|rejects?|extends?/,
    /brings|gives|shows?|accepts?|avoids?|renames?|requires?|deprecates?|restricts?|limits?/,
  ],
  /\b(?! (?:to the (?:previous|earlier)|this (?:issue|bug|problem|by)))/,
)

/** How things are before the change: "When a merge ends, the prompt asks again." */
const background =
  /^(?:when|whenever|if|as soon as|once|usually|normally|by default) |\bwhich is (?:enough|fine|good)\b/i

const complaint = between(
  'i',
  /\b/,
  [
    /was|were|had|did|didn't|caused|failed|broke|crashed|ignored|used|returned|resulted|led|but/,
    /doesn't|does not|don't|cannot|can't|fails?|incorrect\w*|missing|wrong\w*|only|broken|missed/,
    /lacked|lost|went|unmaintained|should|would|could|unexpected\w*|bug|error|crash\w*|issue|problem/,
    /panic\w*/,
  ],
  /\b/,
)

const plainGain = /\b(?:no longer|instead of|so that|which (?:lets|allows|means|makes)|without)\b/

/** Parts of a program that no user sees, and reasons: a plain statement with them describes how the change works. */
const mechanism = between(
  'i',
  /\b/,
  [
    /because|chunks?|event loop|batch(?:es)?|statements?|locals?|comments|schemas?|closures?/,
    /mutex(?:es)?|callbacks?|pointers?|buffers?|parsers?|compiled|allocations?|goroutines?|threads?/,
    /indices|indexes|transactions?|mutat\w+|(?:run|compile|build|render) time|configuration, will/,
  ],
  /\b/,
)

/** How the change was made, not what it is. */
const history = between(
  'i',
  /^/,
  [
    /else|(?:extract|refactor|split)s?/,
    /(?:used|changed|moved|removed|replaced|switched|made|updated|renamed|refactored)/,
    /to (?:make|be|avoid|ensure|keep|allow|prevent|support|help|reduce|simplify|do|get)/,
    /currently|previously|before|until now|today|at the moment|while|interestingly|originally/,
    /historically|when i|after |since |in #?\d/,
    /as (?:discussed|mentioned|suggested|noted|reported|of now|part of)/,
    /instead, |because |unfortunately|however|but |also|and |so |then |thus|hence|therefore/,
    /this (?:was|is because|happens|happened|caused|causes|bug|issue|error|crash|problem)/,
    /the (?:bug|issue|problem|cause|root|reason|previous|old|original|existing|current)/,
    /`[^`]+` (?:\w+ly )?\w{3,}ed (?!by|in|to)|there (?:was|were|is|are)|it (?:was|turns|seems|appears|would)|that |these |those |they |he /,
    /she |i |i'/,
    /we (?:noticed|found|had|were|used|should|could|may|might|want|need)/,
    /my |our |note|nb|fyi|btw|ps|maybe|perhaps|probably|hopefully|not sure|let me|let's/,
    /in (?:the|this) (?:pr|commit|patch|previous)|if this/,
    /(?:windows|linux|macos|solaris|freebsd|posix|(?:the )?(?:docs|documentation|manual|specification|standard|spec|upstream))(?: [\w-]+){0,3} (?:provides?|explains?|says?|states?|has|have|supports?|defines?|offers?|requires?)/,
    /for (?:example|instance|now|more|context|reference)|e\.g|first|second|finally|additionally/,
    /furthermore|moreover|otherwise|inspired|based on|similar|same as|like |see |per |according/,
    /alternative|without this|one |some |other|most |motivation|background|context|summary/,
    /(?:implements|adds|fulfil\w*|resolves) (?:an? |the )?(?:recent |old |long-standing )*(?:feature )?requests?/,
    /description|overview|changes?|testing|tested|test plan|verified|closes|fixes #|relates/,
  ],
  /\b|\b(?:i noticed|i found|i think|i've|i have|i was|i am|i'm|in my|imho|was broken|used to|had been|would have been|did not|didn't|wasn't|weren't|hardcoded)\b/,
)

const notProse = anyOf('iu', [
  /^(?:(?:fix|clos|resolv)(?:e|es|ed|ing)?|refs?|references|related(?: to)?|part of|see|depends on|reverts?|supersedes|this reverts commit|\(?cherry picked)\b[^.]{0,60}(?:#\d|[0-9a-f]{7}|:)/u,
  /^[\w-]+-by:/u,
  // The description of an update by a bot, in a squashed pull request about something else.
  /^(?:bumps?|updates?|upgrades?) \S+ (?:\S+ )?from v?\d\S* to v?\d/u,
  /^(?:please|thank|thanks|todo|n\/a|none|note to reviewers?|cc|checklist|what|why|how|describe|add a description|i\b|i'm|i've)\b/u,
  /:\/\/|\bwww\.|#\d|\b[0-9a-f]{8,40}\b|[{};=<>]{2}|^[-*|+>]|\bLGTM\b|\bPTAL\b|@\w/u,
  /\b(?:review(?:er)?s?|pr) (?:comments?|feedback|suggestions?)\b/u,
  /\p{Extended_Pictographic}/u,
])

const maxLexed = 2_400

/** The sentences of a description's first paragraphs, without lists, code, tables and text added by tools. */
function sentencesOf(body: string): string[] {
  const lines = withoutComments(body.slice(0, 20_000)).split('\n')
  const prose = lines
    .filter(
      (line) =>
        // "/kind feature" is a command to a bot.
        !/^\/[a-z-]+(?: |$)/.test(line) &&
        !/^(?:[\w-]+-by|change-id|fixes|closes|refs?|for|updates|cq-[\w-]+|reviewed-on|bug|issue|test|gerrit[\w-]*): ?/i.test(
          line,
        ) &&
        !/^(?: {4}|\t)/.test(line),
    )
    .join('\n')
    .slice(0, maxLexed)
  const sentences: string[] = []
  let isAside = false
  for (const { kind, text } of readBlocks(prose)) {
    if (kind === 'heading') isAside = aside.test(text)
    if (kind === 'heading' || isAside) continue
    sentences.push(...splitSentences(text))
    if (sentences.length > 14) break
  }
  return sentences
}

const aside =
  /\b(?:motivation|problem|background|before|context|why|testing|test plan|how (?:to|has|was|did)|checklist|screenshots?|notes? (?:to|for) reviewers?|related|references|risk|type of change|ai|disclosure|follow-?ups?|alternatives?|root cause|reproduc)/i

export function splitSentences(text: string): string[] {
  const cleaned = text
    .replace(
      /\b(?:this|the) (?:pr|pull request|mr|merge request|patch|commit|diff|changeset|cl)\b/gi,
      'this change',
    )
    .replace(
      /^this change (adds|introduces|implements|allows|lets|enables|fixes|improves|makes|removes|replaces|supports|prevents|ensures|provides|exposes|extends|changes|updates)\b/i,
      '$1',
    )
  return wholeSentences(cleaned.slice(0, 3_000))
}

/** The sentences of a paragraph, unchanged. */
export function wholeSentences(text: string): string[] {
  return (
    text.match(/.+?(?:(?<!\b(?:e\.g|i\.e|etc|vs|cf))[.!?](?=\s+["'`(]?[\p{Lu}\d`]|$)|$)\s*/gu) ?? []
  ).map((sentence) => sentence.trim())
}
