import { capitalize } from '../text/line.ts'
import { wholly } from '../text/pattern.ts'
import { isForeign } from './languages.ts'
import type { ListedChange } from './placed.ts'
import { isMistakenOrder, moodOf } from './title-mood.ts'
import { mayBeNoun } from './verb-forms.ts'
import { faultNouns, faultQualities, thingNouns } from './words.ts'

/**
 * The title of a listed change with the verb that its author left out: "Incorrect bind mode" becomes "Fix incorrect bind
 * mode", "PWA support for the client" becomes "Add PWA support for the client". A sentence about a fault becomes
 * "Fixed: X crashes when ...". Any other title is returned unchanged.
 */
export function verbFirst({ change, category }: Pick<ListedChange, 'change' | 'category'>): string {
  const { title, subject } = change
  if (change.undoesThePast || isForeign(title)) return title
  const isFix = category === 'Bug Fixes' || category === 'Security'
  const mood = moodOf(title)
  // "Finish checkout redesign" begins with its verb.
  const hasVerb = mood === 'order' && !isMistakenOrder(title, title)
  const [, thing, verb] = hasVerb ? [] : (verbLast.exec(title) ?? [])
  if (thing && verb)
    return `${capitalize(reworked[verb.toLowerCase()] ?? verb)} ${lowerFirst(thing, subject.description)}`
  if (mood === 'fault statement') return isFix ? `Fixed: ${title.replace(/ fix$/, '')}` : title
  const repaired = isFix && !hasVerb && fixLast.exec(title)?.[1]?.trim()
  if (repaired) return `Fix ${lowerFirst(repaired, subject.description)}`
  const isFixed = mood === 'fault' || (subject.type === 'fix' && (mood === 'thing' || mood === 'noun'))
  if (isFix && isFixed) return `Fix ${lowerFirst(title, subject.description)}`
  // A new part that protects users is under Security.
  const isAdded = mood === 'thing' || (subject.type === 'feat' && mood === 'noun' && beginsWithThing(title))
  if ((category === 'Features & Enhancements' || subject.type === 'feat') && isAdded)
    return `Add ${lowerFirst(title, subject.description)}`
  return title
}

/** "Search box overhaul", "sleep menu reworked": the verb is last. */
const verbLast =
  /^((?!\w+s? (?:is|are|has|have) )[\w-]+(?: (?!and |are |be |for |has |have |is |of |to |was |with )[\w-]+){0,4}) (overhaul(?:ed)?|redesign(?:ed)?|revamp(?:ed)?|rework(?:ed)?)$/i
const reworked: Record<string, string> = {
  overhauled: 'overhaul',
  redesigned: 'redesign',
  revamped: 'revamp',
  reworked: 'rework',
}

/** "Row height fix" */
const fixLast =
  /^((?!(?:add|apply|backport|improve|include|make|possible|revert|security|use)\b)(?:(?!and |are |auto |bug |fix|for |hot |is |quick |with )\S+ ){1,7})fix(?:ed)?$/i

/** "Command timeouts": the first of several words is the noun of a thing, so it is no verb that no list has. */
const beginsWithThing = (title: string) =>
  title.includes(' ') && thingNouns.test(title.split(' ', 1)[0] ?? '')

/** A title after a verb: the first word in lower case, unless it is a name. */
function lowerFirst(title: string, description: string): string {
  const [first = ''] = title.split(' ', 1)
  // In "Cooperative Window Resizer" every word has its capital.
  if (!/^\p{Lu}\p{Ll}+(?:-\p{Ll}+)*(?! \p{Lu}\p{Ll})(?: |$)/u.test(title)) return title
  const isWord =
    description.startsWith(first.toLowerCase()) ||
    ordinary.test(first) ||
    mayBeNoun(first.replace(/s$/, '')) ||
    faultQualities.test(first) ||
    faultNouns.test(first) ||
    thingNouns.test(first)
  return isWord ? first.toLowerCase() + title.slice(first.length) : title
}

/** First words of titles that are no names. */
const ordinary = wholly('i', [
  /ability|option|possibility|an?|some|the|\w+(?:al|ed|able|ible|ent|ive|ic|ous|less|ful|ing)|account|admin|client|command/,
  /config|custom|dark|editor|error|file|files|global|high|huge|large|long|low|slow|image|images|input|light|list|memory|mobile/,
  /automatic|basic|fast|full|live|native|quick|safe|safer|simple|smart/,
  /multi|multiple|new|page|performance|plugin|resize|scroll|scrollback|search|server|session/,
  /setting|settings|table|task|test|text|theme|title|user|users|web|window/,
])
