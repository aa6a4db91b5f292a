import { count, countWords, joinWords } from '../text/line.ts'
import { sideAreas } from './area.ts'
import type { Category } from './category.ts'
import { clauseOf, joinClauses } from './clause.ts'
import { summarizeForeign } from './foreign-summary.ts'
import { isForeign } from './languages.ts'
import type { ListedChange, Placed } from './placed.ts'
import { withoutAdvisories } from './references.ts'
import { atStart, phrases, type Tone } from './tone.ts'
import { dependencyUpdate } from './words.ts'

const maxThings = 3
const maxWords = 60
const maxWordsOfThing = 18
const maxConsidered = 120

type Clause = { source: ListedChange; text: string }

/**
 * One paragraph of one to three sentences about at most three changes, taken only from their own titles. If most titles
 * are in another language, it counts the kinds of change in that language.
 */
export function writeSummary({ highlights, listed }: Placed, subject: string, tone: Tone): string {
  const all = [...highlights, ...listed]
  if (all.filter(({ change }) => isForeign(change.title)).length * 2 > all.length)
    return summarizeForeign(all, subject) ?? describeRoughly(all, subject)
  const ranked = listed.toSorted((a, b) => b.weight - a.weight).slice(0, maxConsidered)
  const clauses = [...highlights, ...ranked].flatMap((source) => {
    const text = sideAreas.test(source.change.area ?? '') ? null : clauseOf(source)
    const isReadable = text && countWords(text) <= maxWordsOfThing && !/"|\b[0-9a-f]{12,40}\b/.test(text)
    return isReadable ? [{ source, text }] : []
  })
  for (let things = maxThings; things > 1; things--) {
    const summary = listThings(clauses, things, { subject, tone, all })
    if (summary === null || countWords(summary) > maxWords) continue
    const counts = countKinds(all)
    if (all.length < minCounted || counts.length === 0) return summary
    const counted = `${summary} ${phrases[tone].total(joinWords(counts))}`
    return countWords(counted) <= maxWords ? counted : summary
  }
  return listThings(clauses, 1, { subject, tone, all }) ?? describeRoughly(all, subject)
}

/** In a long list three changes say little, so the summary adds how many there are of each kind. */
const minCounted = 40

const countable: [Category, string, string][] = [
  ['Features & Enhancements', 'enhancement', 'enhancements'],
  ['Bug Fixes', 'bug fix', 'bug fixes'],
  ['Performance Improvements', 'performance improvement', 'performance improvements'],
]

function countKinds(all: ListedChange[]): string[] {
  return countable.flatMap(([category, one, many]) => {
    const number = all.filter((each) => each.category === category).length
    return number > 0 ? [`${number} ${number === 1 ? one : many}`] : []
  })
}

/**
 * A fix that names its vulnerability, else the number of fixes: "uses `split`" says nothing about security, nor may the
 * first part of a longer title.
 */
function securityClause(clauses: Clause[], all: ListedChange[]): string {
  const [first] = clauses
  const isWhole = first && countWords(first.text) >= countWords(withoutAdvisories(first.source.change.title))
  if (isWhole && !/^(?:uses|updates|upgrades|bumps|pulls|changes|moves|sets) /.test(first.text))
    return first.text
  const fixes = all.filter(({ category }) => category === 'Security')
  if (
    fixes.every(
      ({ change }) => dependencyUpdate.test(change.subject.gist) || forAdvisory.test(change.subject.gist),
    )
  )
    return 'updates dependencies with known vulnerabilities'
  return `has ${count(fixes.length, 'fix', 'fixes')}`
}

/** "Update the parser because of security issues" */
const forAdvisory =
  /^(?:bump|update|upgrade)s? \S+ (?:because of|due to|for|to (?:address|fix|resolve)) .*\b(?:advisor|CVE-|security|vulnerab)/i

/** A summary of that many clauses; null without clauses. */
function listThings(
  clauses: Clause[],
  things: number,
  { subject, tone, all }: { subject: string; tone: Tone; all: ListedChange[] },
): string | null {
  const say = phrases[tone]
  const breaking = clauses.filter(({ source }) => source.isBreaking).slice(0, 1)
  const security = clauses
    .filter(({ source }) => source.category === 'Security' && !source.isBreaking)
    .slice(0, things > breaking.length ? 1 : 0)
  const others = clauses.filter(({ source }) => !source.isBreaking && source.category !== 'Security')
  const features = others.filter(({ source }) => source.category === 'Features & Enhancements')
  const opening = [
    ...features.filter(isClear),
    ...features.filter((clause) => !isClear(clause)),
    ...others.filter((clause) => !features.includes(clause)),
  ].slice(0, things - breaking.length - security.length)
  const first = firstOf(opening, security, breaking)
  if (first.length === 0) return null
  const texts = (found: Clause[]) => joinClauses(found.map(({ text }) => text))
  const [lead, ...more] = first
  // A clause with a list of its own is hard to read next to others.
  const isSplit = first === opening && lead !== undefined && more.length > 0 && first.some(isList)
  const sentences = isSplit
    ? [say.opening(subject, lead.text), say.more(texts(more))]
    : [say.opening(subject, first === security ? securityClause(security, all) : texts(first))]
  if (breaking.length > 0 && first !== breaking) sentences.push(say.breaking(texts(breaking)))
  const isSecured = all.some(({ category, isBreaking }) => category === 'Security' && !isBreaking)
  if (isSecured && first !== security) sentences.push(say.security(securityClause(security, all)))
  return sentences.join(' ')
}

const isList = ({ text }: Clause) => /,/.test(text)

/** Whether the clause names its object, and its verb fits a product, not a user. */
function isClear({ source: { change }, text }: Clause): boolean {
  const { area } = change
  if (usersVerb.test(text)) return false
  return area === null || relation.test(text) || text.toLowerCase().includes(area.toLowerCase())
}

const usersVerb =
  /^(?:creates|copies|writes|gives|keeps|makes|prints|edits|publishes|deletes|opens|uses|moves|ports|switches|changes|converts) /
const relation = / (?:to|in|for|of|with|from|at|on|by|as|that|when|without|into) /

function firstOf(...lists: Clause[][]): Clause[] {
  return lists.find((list) => list.length > 0) ?? []
}

const plain: Record<Category, string> = {
  Security: 'security fixes',
  'Features & Enhancements': 'enhancements',
  'Bug Fixes': 'bug fixes',
  'Performance Improvements': 'performance improvements',
  Infrastructure: 'changes to how it is built and shipped',
  'Internal Changes': 'internal changes',
  Testing: 'changes to its tests',
  Documentation: 'documentation',
}

/** A summary for changes whose titles cannot be made part of a sentence. */
function describeRoughly(changes: ListedChange[], subject: string): string {
  const named = [...new Set(changes.map(({ category }) => plain[category]))]
  const one = named[0]?.replace(/(?<=fix)es$|(?<=ment)s$/, '')
  const kinds = changes.length === 1 && one !== named[0] ? [`one ${one}`] : named
  const areas = [...new Set(changes.flatMap(({ change }) => change.area?.split(', ') ?? []))].slice(0, 3)
  const brings = `${atStart(subject)} brings ${joinWords(kinds)}`
  return areas.length > 0 ? `${brings}, mainly in ${joinWords(areas)}.` : `${brings}.`
}
