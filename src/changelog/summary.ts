import { joinWords } from '../text/line.ts'
import { sideAreas } from './area.ts'
import type { Category } from './category.ts'
import { clauseOf, joinClauses } from './clause.ts'
import type { ListedChange, Placed } from './placement.ts'
import { type Phrases, phrases, type Tone } from './tone.ts'

/** Writes a sentence in the phrases of a tone; every tone has the same sentences (rule 5). */
type Sentence = (say: Phrases) => string

const enough = 125
// The limit of rule 1, minus a margin for tones with more words than the measured one.
const most = 160

const maxConsidered = 120

type Clause = { told: ListedChange; text: string }

/**
 * One paragraph of plain text: what an upgrade brings, what it requires, then area by area, taken only from the
 * changes' own texts (rule 1).
 */
export function writeSummary({ highlights, listed }: Placed, subject: string, tone: Tone): string {
  const ranked = listed.toSorted((a, b) => b.weight - a.weight).slice(0, maxConsidered)
  const clauses = [...highlights, ...ranked].flatMap((told) => {
    const text = sideAreas.test(told.change.area ?? '') ? null : clauseOf(told)
    return text ? [{ told, text }] : []
  })
  const left = new Set(clauses)
  const take = (number: number, test: (told: ListedChange) => boolean): string[] => {
    const taken = [...left].filter(({ told }) => test(told)).slice(0, number)
    for (const each of taken) left.delete(each)
    return taken.map(({ text }) => text)
  }

  const breaking = take(3, ({ isBreaking }) => isBreaking)
  const security = take(3, ({ category }) => category === 'Security')
  const opening = firstOf(
    () => take(3, (told) => isFeature(told) && told.theme === 'feature'),
    () => take(2, isFeature),
    () => security.splice(0),
    () => take(2, isFix),
    () => take(2, () => true),
    () => breaking.splice(0),
  )

  const sentences: Sentence[] = []
  if (opening.length > 0) sentences.push((say) => say.opening(subject, joinClauses(opening)))
  else sentences.push(() => describeRoughly([...highlights, ...listed], subject))
  if (breaking.length > 0) sentences.push((say) => say.breaking(joinClauses(breaking)))
  if (security.length > 0) sentences.push((say) => say.security(joinClauses(security)))

  const essential = takeUpTo(most, sentences)
  const room = most - measure(essential)
  return [...essential, ...takeUpTo(room, describeRest([...left]), enough - measure(essential))]
    .map((sentence) => sentence(phrases[tone]))
    .join(' ')
}

function firstOf(...ways: (() => string[])[]): string[] {
  for (const way of ways) {
    const found = way()
    if (found.length > 0) return found
  }
  return []
}

const isFeature = ({ category }: ListedChange) => category === 'Features & Enhancements'
const isFix = ({ category }: ListedChange) => category === 'Bug Fixes'

/** The remaining clauses: the areas with the most clauses first, then by kind. */
function describeRest(clauses: Clause[]): Sentence[] {
  const byArea = new Map<string, Clause[]>()
  for (const clause of clauses) {
    const { area } = clause.told.change
    if (area && !area.includes(',') && area.length <= 32)
      byArea.set(area, [...(byArea.get(area) ?? []), clause])
  }
  const areas = [...byArea]
    .filter(([, found]) => found.length > 1)
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, 3)
  const inAreas = new Set(areas.flatMap(([, found]) => found))
  const rest = clauses.filter((clause) => !inAreas.has(clause))
  const kinds = (category: Category, size: number) => {
    const found = rest.filter(({ told }) => told.category === category)
    return Array.from({ length: Math.min(2, Math.ceil(found.length / size)) }, (_, at) =>
      found.slice(at * size, (at + 1) * size).map(({ text }) => text),
    )
  }
  const features: Sentence[] = kinds('Features & Enhancements', 2).map(
    (texts, at) => (say) => say.also(joinClauses(texts), at),
  )
  const fixes: Sentence[] = kinds('Bug Fixes', 3).map(
    (texts, at) => (say) => say.fixes(joinClauses(texts), at),
  )
  const speed: Sentence[] = kinds('Performance Improvements', 2)
    .slice(0, 1)
    .map((texts) => (say) => say.speed(joinClauses(texts)))
  const places: Sentence[] = areas.map(
    ([area, found]) =>
      (say) =>
        say.area(
          area,
          joinClauses(
            byKind(found)
              .slice(0, 3)
              .map(({ text }) => text),
          ),
        ),
  )
  const [firstFix, ...otherFixes] = fixes
  const [firstFeature, ...otherFeatures] = features
  return [firstFeature, ...places, firstFix, ...speed, ...otherFeatures, ...otherFixes].filter(
    (each) => each !== undefined,
  )
}

/** Features and fixes before speed. */
function byKind(clauses: Clause[]): Clause[] {
  const rank = ({ told }: Clause) => (isFeature(told) ? 0 : isFix(told) ? 1 : 2)
  return clauses.toSorted((a, b) => rank(a) - rank(b))
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
function describeRoughly(told: ListedChange[], subject: string): string {
  const kinds = [...new Set(told.map(({ category }) => plain[category]))]
  const areas = [...new Set(told.flatMap(({ change }) => change.area ?? []))].slice(0, 3)
  const brings = `${subject.charAt(0).toUpperCase()}${subject.slice(1)} brings ${joinWords(kinds)}`
  return areas.length > 0 ? `${brings}, in ${joinWords(areas)} above all.` : `${brings}.`
}

function measure(sentences: Sentence[]): number {
  return sentences.reduce((words, sentence) => words + sentence(phrases.Professional).split(/\s+/).length, 0)
}

/** Takes sentences that fit into `room` words, until there are enough. */
function takeUpTo(room: number, sentences: Sentence[], enough = room): Sentence[] {
  const taken: Sentence[] = []
  let words = 0
  for (const sentence of sentences) {
    const length = measure([sentence])
    if (words >= enough || words + length > room) continue
    words += length
    taken.push(sentence)
  }
  return taken
}
