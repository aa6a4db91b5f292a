import { type Category, categories } from './category.ts'
import { clauseOf, joinClauses } from './clause.ts'
import { themes } from './highlight.ts'
import { handleOf } from './ledger.ts'
import { isBot } from './people.ts'
import type { Placed, Told } from './place.ts'
import { nounOfReason } from './reasons.ts'
import { count, countWords, joinWords } from './text.ts'
import { phrases, type Tone } from './tone.ts'

const target = 125
const most = 180

/** One paragraph of plain text, made of nothing but what the changes say about themselves (rule 1). */
export function writeSummary({ highlights, listed, omitted }: Placed, subject: string, tone: Tone): string {
  const say = phrases[tone]
  const told = [...highlights, ...listed]
  const opening = say.opening(subject, countChanges(told))
  const leading = themes
    .map((theme) =>
      tellTheme(
        highlights.filter((each) => each.theme === theme),
        tone,
      ),
    )
    .filter(Boolean)
  const rest = isVaried(told) && listed.length > 0 ? say.rest(joinWords(countCategories(listed))) : ''
  const routine = omitted.filter(({ category }) => category !== null)
  const closing =
    routine.length > 0 ? say.omitted(joinWords(countReasons(routine.map(({ reason }) => reason)))) : ''

  const chosen: string[] = []
  let words = 0
  const take = (sentence: string) => {
    const length = countWords(sentence)
    if (length === 0 || words + length > most) return
    words += length
    chosen.push(sentence)
  }
  for (const sentence of [opening, ...leading, rest, closing]) take(sentence)
  for (const sentence of tellExamples(listed)) if (words < target) take(sentence)
  return chosen
    .filter((sentence) => sentence !== closing)
    .concat(chosen.includes(closing) ? closing : [])
    .join(' ')
}

function countChanges(told: Told[]): string {
  const people = new Set(
    told.flatMap(({ change }) => change.authors.filter((author) => !isBot(author)).map(handleOf)),
  )
  const [only] = told
  const changes =
    only && !isVaried(told) ? countCategory(only.category, told.length) : count(told.length, 'change')
  return people.size > 0 ? `${changes} from ${count(people.size, 'contributor')}` : changes
}

function isVaried(told: Told[]): boolean {
  return told.some(({ category }) => category !== told[0]?.category)
}

function tellTheme(highlights: Told[], tone: Tone): string {
  const theme = highlights[0]?.theme
  if (!theme) return ''
  const clauses = joinClauses(highlights.map(clauseOf))
  if (theme === 'breaking') return phrases[tone].breaking(highlights.length, clauses)
  if (theme === 'security') return `On the security side, it ${clauses}.`
  return theme === 'feature' ? `It ${clauses}.` : `For better ${theme}, it ${clauses}.`
}

const leads: Record<Category, string> = {
  Security: 'Further security work',
  'Features & Enhancements': 'Among the enhancements, it',
  'Bug Fixes': 'Among the fixes, it',
  'Performance Improvements': 'For speed, it',
  Infrastructure: 'On the infrastructure side, it',
  'Internal Changes': 'Internally, it',
  Testing: 'In testing, it',
  Documentation: 'In the documentation, it',
}

/** Sentences about the other updates, two changes each, the categories taking turns. */
function tellExamples(listed: Told[]): string[] {
  const sentences: { round: number; text: string }[] = []
  for (const category of categories) {
    const changes = listed.filter((each) => each.category === category && each.change.title.length <= 90)
    for (let round = 0; round < 3 && round * 2 < changes.length; round++) {
      const clauses = joinClauses(changes.slice(round * 2, round * 2 + 2).map(clauseOf))
      sentences.push({ round, text: `${leads[category]} ${round > 0 ? 'also ' : ''}${clauses}.` })
    }
  }
  return sentences.sort((a, b) => a.round - b.round).map(({ text }) => text)
}

const names: Record<Category, [string, string]> = {
  Security: ['security change', 'security changes'],
  'Features & Enhancements': ['enhancement', 'enhancements'],
  'Bug Fixes': ['bug fix', 'bug fixes'],
  'Performance Improvements': ['performance improvement', 'performance improvements'],
  Infrastructure: ['infrastructure change', 'infrastructure changes'],
  'Internal Changes': ['internal change', 'internal changes'],
  Testing: ['change to the tests', 'changes to the tests'],
  Documentation: ['documentation update', 'documentation updates'],
}

function countCategory(category: Category, number: number): string {
  return count(number, ...names[category])
}

function countCategories(listed: Told[]): string[] {
  return categories
    .map((category) => ({ category, number: listed.filter((each) => each.category === category).length }))
    .filter(({ number }) => number > 0)
    .map(({ category, number }) => countCategory(category, number))
}

function countReasons(reasons: string[]): string[] {
  const numbers = new Map<string, number>()
  for (const noun of reasons.map(nounOfReason)) numbers.set(noun, (numbers.get(noun) ?? 0) + 1)
  return [...numbers].sort((a, b) => b[1] - a[1]).map(([noun, number]) => count(number, noun))
}
