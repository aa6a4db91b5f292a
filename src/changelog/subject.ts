import { capitalize, plainLine, shorten } from '../text/line.ts'
import { kindOf, pictures } from './declared-words.ts'
import { decoration, withoutEnding } from './title-ending.ts'
import { isOrder, toImperative } from './title-mood.ts'
import { isVerb } from './verb-forms.ts'

/** A parsed subject line: declared type, scope and description. */
export type Subject = {
  /** A kind of work declared by the author: a conventional prefix, a bracket, an emoji or a leading word. */
  type: string | null
  /** The scope as written: `parser` in "fix(parser): ..." and in "parser: Support tabs". */
  scope: string | null
  isBreaking: boolean
  description: string
  /** The description for the rules: in the imperative, without a leading scope that is part of the sentence. */
  gist: string
}

/** Verbs that some authors write in the position of a type or scope: "remove: the old API". */
const deeds = /^(?:remove|drop|change|update|use|rename|move|bump|tweak|polish|allow|support)[sd]?$/i

/** A verb before the first of two words: "Fix typo: ..." has no scope. */
const deed =
  /^(?:fix|add|remove|update|improve|allow|support|use|make|bump|revert|move|change|test|docs?|refactor|clean)\b/i

/** "Start sooner: ..." is a description, not a scope. */
const manner =
  /^[a-z]+ (?:sooner|faster|earlier|later|better|quicker|less|more|fewer|smaller|lighter|once|[a-z]{3,}ly)$/i

const breakingPicture = /^(?:💥|:boom:)/u
/** The number of a merge request before its title on Gitee: "!1279 Send mails with images". */
const giteeNumber = /^!\d{1,6} (?=\S)/
const references = '(?:issue )?#\\d{1,9}(?:(?:,? and |, ?| )(?:issue )?#\\d{1,9})*'
const orderVerb =
  '(?:add|remove|allow|make|improve|implement|avoid|prevent|handle|ensure|correct|introduce|fix)(?:s|e[sd]|d|ed)?'
/**
 * "This closes #20, add a function", "Ref #20 fix a crash": the title follows. In "Fix #20 crash in parser" the first word
 * is the verb of the title.
 */
const openingReference = new RegExp(
  `^(?:this )?(?:(?:refs?|see|follow[- ]?up(?: (?:to|of|for|on))?) ${references}(?:[,:] ?| (?:and )?)|` +
    `(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?) ${references}(?: \\([^()]{1,30}\\))?(?:[,:] ?| (?:and )?(?=${orderVerb} )))(?=[a-z]{3})`,
  'i',
)
const ticket =
  /^(?:\[?(?:(?!CVE|RFC|ISO|UTF|SHA|PEP|GHSA)[A-Z][A-Z\d]{1,9}-\d{1,7}(?!-?\d)|(?:gh-|#)\d{1,9}|\d{3,7})\]?\s*(?:[:|-]\s*|\s(?=[A-Z`]|[a-z]{2,}ing ))|\[(?:[Ii](?:SSUE|ssue) ?)?(?:#|gh-)?\d{1,9}\]\s*:?\s*)/
/** "#20 #21 Map headers" */
const severalNumbers = /^(?:#\d{1,9}[, ]+)+(?=#\d{1,9}\s)/
const django = /^(fix(?:ed|es)?|refs?|closes?d?) (?:#\d{1,9},? ?(?:and )?)+ ?(?:--|[-:–]) ?(\S.*)$/i
const typed = /^\[?([\p{L}-]{2,15})\]?\s?(?:[([]([^()[\]]{1,60})[)\]])?\s?(!)?\s?: *(\S.*)$/u
const bracketed = /^\[ ?([\w@ ./+-]{2,40}?) ?\](?:\s*\[ ?([\w@ ./+-]{2,40}?) ?\])?:?\s*(\S.*)$/
/** "[FTP] close the connection" after a declared type. */
const bracketedScope = /^\[([A-Z][\w -]{1,30})\]:? (?=[a-z`])(\S.*)$/
const placed =
  /^((?:[\w@.`*+-]|\/|\{[\w,]+\})+(?:(?:, ?| ?& ?)(?:[\w@./`*+-]|\{[\w,]+\})+){0,5})(!)?: +(\S.*)$/
const phrase = /^([A-Z][\w-]+ [\w-]+)(!)? ?: +(\S.*)$/
/** "serve s3: fix ...": two words in lower case before an order. */
const twoWords =
  /^([a-z][\w-]+ [a-z][\w-]+)(!)?: +((?:fix|add|remove|update|improve|allow|support|use|make|implement|avoid|prevent|stop|handle|return|correct)\b.*)$/

/** A mark of the coding agent that wrote the change: "[codex] Guard the deletion of themes". */
const codingAgent = /^(?:ai|claude|codex|copilot|cursor|devin|gemini|jules)$/

/** Not a scope: words that introduce a remark, a URL or a sentence. */
const noPlace =
  /^(?:https?|note|todo|wip|fixup|re|warning|attention|important|revert|reapply|merge|update|part \d+|step \d+|what|why|how|draft|squash|amend|v?\d+(?:\.\d+)+|[\d.]+)$/i

const known = new Map<string, Subject>()
const maxKnown = 20_000

/** Parses a subject line. Results are cached, because many rules parse the same line. */
export function readSubject(line: string): Subject {
  const seen = known.get(line)
  if (seen) return seen
  const subject = parseSubject(line)
  if (known.size >= maxKnown) known.clear()
  known.set(line, subject)
  return subject
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" }

/** Notes to CI servers: "[ci skip]". */
const forServers = /\s?\[(?:ci skip|skip ci|no ci|skip actions|actions skip)\]/gi

function parseSubject(line: string): Subject {
  const shown = plainLine(line.slice(0, 1_000).replace(forServers, '')) || plainLine(line.slice(0, 1_000))
  let text = withoutNumber(shown).replace(
    /&(lt|gt|amp|quot|#39);/g,
    (whole, name: string) => entities[name] ?? whole,
  )
  let type: string | null = null
  let scope: string | null = null
  let isBreaking = false
  text = withUsualPrefix(text)
  text = text.replace(giteeNumber, '').replace(openingReference, '') || text
  const picture = decoration.exec(text)?.[0]
  if (picture) {
    type = pictures[picture.trim()] ?? null
    isBreaking = breakingPicture.test(picture)
    text = text.slice(picture.length).trim() || text
  }
  text = text.replace(severalNumbers, '').replace(ticket, '') || text
  text = text.replace(/^\[?(?:wip|draft)\]?(?::|\s-)?\s+(?=.{12,})/i, '')

  const quick = django.exec(text)
  if (quick?.[2]) {
    type = /^fix|^clos/i.test(quick[1] ?? '') ? 'fix' : type
    text = quick[2]
  }

  const bracket = bracketed.exec(text)
  if (bracket) {
    for (const word of [bracket[1], bracket[2]]) {
      if (!word) continue
      const kind = kindOf(word, true)
      if (kind) type ??= kind
      else if (/^breaking(?: change)?$/i.test(word)) isBreaking = true
      else if (/^chang(?:e|ed|es)$/i.test(word)) continue
      else if (
        !noPlace.test(word) &&
        !/^(?:ready|wip|rfc|backport.*|dev|develop|main|master|next|trunk|\d[\d.x-]*|[\w/.-]*\d\.[\dx]+[\w.-]*)$/i.test(
          word,
        ) &&
        !codingAgent.test(word)
      )
        scope ??= word
    }
    text = bracket[3] ?? text
  }

  const [, word, place, mark, description] = typed.exec(text) ?? []
  const kind = word && kindOf(word, place !== undefined || mark !== undefined || type !== null)
  if (kind && description) {
    // A scope that only repeats the type is dropped.
    type = kind
    scope = place && (kindOf(place) !== kind || /^[A-Z]/.test(place)) ? place : scope
    isBreaking ||= mark === '!' || /^BREAKING\b/.test(description)
    text = description.replace(/^BREAKING(?: CHANGE)?\s?[:-]\s*/, '')
    // "fix: parser: ..." has its scope after its type.
    const [, inBrackets, afterBrackets] = scope === null ? (bracketedScope.exec(text) ?? []) : []
    if (inBrackets && afterBrackets) [scope, text] = [inBrackets, afterBrackets]
    const inner = kind === 'revert' ? null : placeIn(text)
    if (inner && (scope === null || isPartOf(scope, inner.place))) [scope, text] = [inner.place, inner.rest]
  } else if (word && place && description && !noPlace.test(word)) {
    // "area(part): text", or an unknown type: "tweak(area): text".
    scope ??= deeds.test(word) ? place : word
    isBreaking ||= mark === '!'
    text = deeds.test(word) && !/^tweak|^polish/i.test(word) ? `${word} ${description}` : description
  } else if (word && description && deeds.test(word)) {
    // "Tweak: adjust the buttons" has a verb of its own.
    text = isOrder(description) ? description : `${word} ${description}`
  } else {
    const inner = placeIn(text)
    if (inner) {
      scope ??= inner.place
      isBreaking ||= inner.isBreaking
      text = inner.rest
    }
  }
  if (/^BREAKING(?: CHANGE)?$/i.test(scope ?? '')) {
    scope = null
    isBreaking = true
  }
  return {
    type,
    scope: scope === null || scope.startsWith('-') ? null : scope.replace(/[`*]/g, '').trim() || null,
    isBreaking,
    description: type === 'revert' && !/^revert\b/i.test(text) ? `Revert "${text}"` : text,
    gist: gistOf(text),
  }
}

/** "fix(cache): cache-disk: ..." names the part twice. */
const isPartOf = (scope: string, place: string) =>
  place.toLowerCase() === scope.toLowerCase() || place.toLowerCase().startsWith(`${scope.toLowerCase()}-`)

/** "Revert #1 - fix: b", also after a type. */
const revertByNumber =
  /^([a-z]{2,12}(?:\([^()]*\))?!?: )?revert (?:pr |pull request )?#(\d{1,9})(?: -|:)? (\S.*)$/i

/**
 * The usual form of what some authors write in another one: "fix(a) B", "fix(a: b", "perf/fix: b", "fix：b",
 * "Ana fix/b", "fix: #1 - b" and "Revert #1 - fix: b".
 */
function withUsualPrefix(text: string): string {
  return (
    text
      .replace(revertByNumber, '$1Revert "$3 (#$2)"')
      .replace(/^([a-z]{2,12}(?:\([^()]*\))?!?)：\s*/i, '$1: ')
      .replace(
        /^(?:[A-Z][\w-]* )?(fix|feat|feature|enhancement|improvement|bugfix|hotfix|perf|docs|chore|refactor)\/(?=[a-z][\w-]* )/i,
        '$1: ',
      )
      // "Windows fix: Use long paths"
      .replace(/^([A-Z]\w+(?: \w+){0,2}) fix: (?=[A-Z])/, 'fix($1): ')
      .replace(/ (?:after|from|in|since) (?:pr|issue) #\d{1,9}(?= [a-z])/i, '')
      .replace(
        /,? (?:added )?(?:to (?:fix|close|resolve)|fix(?:es|ing)?|see|(?:added|introduced) (?:by|in|with)|with|from|for) https?:\/\/\S+?\/(?:issues?|pull|pull-requests|merge_requests|commit|discussions)\/[\w#-]+(?=,? |$)/gi,
        '',
      )
      .replace(/^([a-z]{2,12}(?:\([^()]*\))?!?: )#\d{1,9}(?:\s*[-,:])?\s+(?=[\w.`])/i, '$1')
      .replace(/^((?:feat|fix|perf|docs|chore|refactor)\([\w ,./-]+\)!?) (?=\S)/i, '$1: ')
      .replace(/^((?:feat|fix|perf|docs|chore|refactor)\([\w ,./-]+): (?![^()]*\)!?:)/i, '$1): ')
      .replace(/^(feat|fix|perf|docs|chore|refactor)\/(?:feat|fix|perf|docs|chore|refactor): /i, '$1: ')
  )
}

function placeIn(text: string): { place: string; rest: string; isBreaking: boolean } | null {
  const [, place, mark, rest] = placed.exec(text) ?? phrase.exec(text) ?? twoWords.exec(text) ?? []
  if (place?.includes(' ') && !place.includes(',') && (deed.test(place) || manner.test(place))) return null
  if (!place || !rest || place.length > 60 || noPlace.test(place) || /^\d+$/.test(place)) return null
  return { place, rest, isBreaking: mark === '!' }
}

/** "Explicitly warn about": the verb says what the change does, unless the adverb does. */
const adverb = /^(?!auto|correct|dynamic|optional|proper|slight)\w{4,}ly ([a-z]+)(?= )/i

function gistOf(description: string): string {
  return toImperative(description.replace(/^(?!wip\b)[\w./-]{2,30}: (?=\S)/i, '')).replace(
    adverb,
    (whole, verb: string) => (isVerb(verb) ? verb : whole),
  )
}

/** The subject of the commit that a revert undoes. */
export function revertedSubject({ description }: Subject): string | null {
  const [, verb, quoted] = /^(Revert|Reapply) "(.+)"$/i.exec(description) ?? []
  if (!verb || !quoted) return null
  return verb.toLowerCase() === 'reapply' ? `Revert "${quoted}"` : quoted
}

const maxTitle = 220
/** The subject as a title: capitalized, without a final period, at most 220 characters. */
export function titleOf({ type, description: given }: Subject): string {
  // "deps: parser@^2.0.0"
  const description =
    type === 'deps' ? given.replace(/^([\w@./-]*\w)@[\^~]?(\d\S*)$/, 'update `$1` to $2') : given
  const trimmed = withoutEnding(readableRevert(description.replace(issueFirst, '')))
    .replace(/\\`/g, '`')
    .trim()
  const whole = capitalize(toImperative(trimmed.replace(advisoryFirst, '') || description))
  const advisories = isAdvisory.exec(whole)?.[1]
  const title = shorten(advisories ? `Security fix (${advisories})` : whole, maxTitle)
  if (isBalanced(title)) return title || 'Untitled change'
  // An unpaired backtick would pair with one of the next title in the same sentence.
  const head = isBalanced(whole) ? title.slice(0, title.lastIndexOf('`')).trimEnd() : ''
  return head ? `${head}…` : title.replaceAll('`', "'")
}

/** "[ISSUE #20] Add a cache" after a declared type. */
const issueFirst = /^\[issue ?#?\d{1,9}\]\s*(?=\S)/i

/** An advisory before a title; its link follows the title. */
const advisoryFirst = /^(?:(?:CVE-\d{4}-\d{4,}|GHSA(?:-[0-9a-z]{4}){3})[\s,:;)-]+)+(?=\S+ \S)/i

const advisoryId = /(?:CVE-\d{4}-\d{4,}|GHSA(?:-[0-9a-z]{4}){3})/
const isAdvisory = new RegExp(
  `^(?:(?:this )?(?:fix(?:e[sd])?|resolve[sd]?|close[sd]?|patch(?:e[sd])?) )?` +
    `(${advisoryId.source}(?:(?:,| and|, and) ${advisoryId.source})*)$`,
  'i',
)

/** `Revert "feat(ui): add tabs"` quotes a title, and not the prefix that its author declared. */
function readableRevert(description: string): string {
  const quoted = /^Revert "(.+)"$/i.exec(description)?.[1]
  if (quoted === undefined) return description
  const again = /^Revert (?:"(?=.*"$))?(.+?)"?$/i.exec(quoted)?.[1]
  const { description: reverted } = readSubject(again ?? quoted)
  return `${again === undefined ? 'Revert' : 'Reapply'} "${capitalize(reverted)}"`
}

const isBalanced = (title: string) => (title.split('`').length - 1) % 2 === 0

export function withoutNumber(line: string): string {
  if (!line.includes('(#')) return line
  return line.replace(/(?:\s*\((?:#\d{1,9}(?:, ?#\d{1,9})*)\))+\)?\s*$/, '')
}
