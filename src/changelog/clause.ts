import { joinWords } from '../text/line.ts'
import type { Told } from './place.ts'

const verbs = new Set(
  `abort accept adapt add adjust adopt align allow apply archive ask attach auto-detect avoid batch block bring build cache
  cancel catch change check clarify clean clear close collect compress compute configure confirm convert copy correct
  cover create cut deduplicate default defer delete deliver deny deprecate describe detect disable discard display
  document double download drop emit enable encode encrypt enforce ensure escape exclude expand explain export expose extend
  extract fall fetch filter find finish fix flush force forbid format generate give group guard handle harden hide
  highlight honor honour ignore implement import improve include increase index infer inline insert install introduce
  invalidate isolate join keep launch lay learn let lift limit link list load localize lock log lower mark match measure merge migrate
  move notify offer omit open optimise optimize page paginate parse pass patch permit persist pin play port preserve prevent print
  process protect prove provide receive publish purge put queue quote raise read rebuild reconnect record recover redact redesign
  reduce refuse register reject release reload remember remove rename render reorder repair replace report require
  reset resolve respect restart restore restrict resume retry return reuse rework rewrite rotate route run sanitize save
  scan schedule search send separate serve set shorten show shrink simplify skip sort speed split start stop store stream
  strip support suppress survive swap switch sync tell terminate test throttle tighten toggle tolerate track translate
  trim truncate turn unify unlock update upgrade use validate verify wait warn whitelist widen wrap write`.split(
    /\s+/,
  ),
)

const nouns: Partial<Record<Told['category'], string>> = {
  'Features & Enhancements': 'brings',
  'Bug Fixes': 'fixes',
}

/** A title as what a release does: "Add streaming exports" reads "adds streaming exports". */
export function clauseOf({ change, category }: Told): string {
  const title = change.title.replace(/[.!:;,\s]+$/, '')
  const [, first = '', between = '', second = ''] = /^([\w-]+)(?:( and )([\w-]+)(?= ))?/.exec(title) ?? []
  const verb = conjugate(first)
  if (!verb)
    return `${nouns[category] ?? (change.subject.type === 'fix' ? 'fixes' : 'covers')} "${title.replaceAll('"', "'")}"`
  const other = between ? conjugate(second) : null
  const rest = title.slice(first.length)
  return verb + (other ? between + other + rest.slice(between.length + second.length) : rest)
}

/** The third person of a known verb, given in whatever form titles use; null for any other word. */
function conjugate(word: string): string | null {
  const given = word.toLowerCase()
  const stems = [given, given.replace(/s$/, ''), given.replace(/es$/, ''), given.replace(/ies$/, 'y')]
  const past = [
    given.replace(/d$/, ''),
    given.replace(/ed$/, ''),
    given.replace(/(\w)\1ed$/, '$1'),
    given.replace(/ied$/, 'y'),
  ]
  const verb = [...stems, ...past].find((stem) => verbs.has(stem))
  if (!verb) return null
  if (/[^aeiou]y$/.test(verb)) return verb.replace(/y$/, 'ies')
  return /(?:[sxz]|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`
}

/** Clauses as one, without repeating a verb: "adds exports and themes, and drops Node 18". */
export function joinClauses(clauses: string[]): string {
  const byVerb = new Map<string, string[]>()
  for (const clause of clauses) {
    const [verb = '', ...rest] = clause.split(' ')
    const isPlain = rest.length > 0 && !/,| and | or /.test(clause.replace(/"[^"]*"/g, ''))
    const key = isPlain ? verb : clause
    byVerb.set(key, [...(byVerb.get(key) ?? []), isPlain ? rest.join(' ') : ''])
  }
  const parts = [...byVerb].map(([verb, objects]) => `${verb} ${joinWords(objects)}`.trim())
  const isIntricate = parts.some((part) => / and |,/.test(part.replace(/"[^"]*"/g, '')))
  return isIntricate && parts.length > 1
    ? `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`
    : joinWords(parts)
}
