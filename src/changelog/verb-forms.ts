import { readLines } from '../text/word-list.ts'
import verbList from './verbs.txt' with { type: 'text' }

const verbs = new Set(readLines(verbList))

/** Verbs that are as often nouns: only the next word decides. */
const nounish = new Set(
  `access archive audit back backup batch block branch bundle cache call change check color colour compare count
  cover crop cut date decline default delegate design display document download draw drive echo edit email
  embed estimate exit export factor fade filter fire fit fix flag flip float flush fold force
  format forward freeze gate gather group guard hash help highlight hook host import increment index insert
  install instrument issue join label limit link list lock log look lower map mark mask match
  measure merge mirror mock monitor mount name nest number order outline overlay pack page paste patch pause
  pick pin ping pipe place plan plug point poll port prefix preview print probe process produce
  profile project prompt prune pull push query queue quote rank rate record reference refresh relay release
  replay reply report request reserve reset result return reuse round route run sample sanction scale schedule
  scope search seed segment shard shift ship sign signal sleep slice snap sort source spawn split
  start stash state stay step stick store stream stretch strip stub study style supply support surface
  switch sync tag target test thread throttle time tint toggle track transition trap treat triage trigger
  trim turn update upgrade upload vendor view visit wait walk warn watch wrap`.split(/\s+/),
)

/** Whether a word is the imperative of a known verb. */
export const isVerb = (word: string) => verbs.has(word)

/** Whether a word is as often a verb as a noun: "map", "order". */
export const mayBeNoun = (word: string) => nounish.has(word.toLowerCase())

/** The third person of a known verb, from any form used in titles; null for any other word. */
export function thirdPerson(word: string): string | null {
  // "ReDoS" is a name.
  if (/\p{Ll}\p{Lu}/u.test(word)) return null
  const given = word.toLowerCase()
  const again = /^re-(?=\w)/.test(given) ? thirdPerson(given.slice(3)) : null
  if (again) return `re-${again}`
  const stems = [given, given.replace(/s$/, ''), given.replace(/es$/, ''), given.replace(/ies$/, 'y')]
  const past = [
    given.replace(/d$/, ''),
    given.replace(/ed$/, ''),
    given.replace(/(\w)\1ed$/, '$1'),
    given.replace(/ied$/, 'y'),
  ]
  const verb = [...stems, ...past].find((stem) => verbs.has(stem))
  if (!verb) return null
  if (verb === 'do') return 'does'
  if (/[^aeiou]y$/.test(verb)) return verb.replace(/y$/, 'ies')
  return /(?:[sxz]|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`
}

/**
 * The imperative of a verb, from any form used in titles: "Adds", "added" and "adding" become "add". The past of a rare
 * verb may be an adjective ("nested lists"), except before something determined ("adapted the list").
 */
export function imperative(word: string, next: string): string | undefined {
  const given = word.toLowerCase()
  const common = imperatives.get(given)
  if (common !== undefined || verbs.has(given)) return common
  const isDetermined = /^(?:the|an?|all|its)$|^`|^\p{L}\p{Ll}*\p{Lu}/u.test(next)
  const isPast = /(?:ed|ing)$/.test(given) && isDetermined
  const stems = /[^s]s$/.test(given)
    ? [given.slice(0, -1), given.replace(/es$/, ''), given.replace(/ies$/, 'y')]
    : isPast
      ? [
          given.replace(/(?:d|ing)$/, ''),
          given.replace(/(?:ed|ing)$/, ''),
          given.replace(/ing$/, 'e'),
          given.replace(/(\w)\1(?:ed|ing)$/, '$1'),
          given.replace(/ied$/, 'y'),
        ]
      : []
  return stems.find((stem) => verbs.has(stem) && (isPast || !nounish.has(stem)))
}

const imperatives = new Map<string, string>(
  'add fix|fixes|fixed allow remove|removes|removed update enable improve support correct ensure prevent avoid change introduce implement make|makes|made deprecate|deprecates resolve|resolves|resolved show|shows|showed rename require|requires expose handle reduce use restore replace refactor disable skip|skips|skipped stop|stops|stopped drop|drops|dropped bump reject|rejects return set|sets|set speed|speeds|sped document optimize|optimizes extend|extends warn|warns register silence normalize clarify validate configure|configures'
    .split(' ')
    .flatMap((entry) => {
      const [verb = '', ...forms] = entry.split('|')
      const stem = verb.replace(/e$/, '')
      const regular = [`${verb}s`, `${stem}ed`]
      return [...(forms.length > 0 ? forms : regular), `${stem}ing`].map((form) => [form, verb] as const)
    }),
)
