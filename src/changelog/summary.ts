import { joinWords } from '../text/line.ts'
import { type Category, categories } from './category.ts'
import { clauseOf, joinClauses } from './clause.ts'
import { countCategories, countChanges, countNouns, isVaried } from './counts.ts'
import { themes } from './highlight.ts'
import type { Placed, Told } from './place.ts'
import { nounOfReason } from './reasons.ts'
import { type Phrases, phrases, type Tone } from './tone.ts'

/** A sentence in whatever tone; the same sentences are told in every tone (rule 5). */
type Sentence = (say: Phrases) => string

const enough = 125
// Ten words under the limit of rule 1, for tones that take more of them than the one that is measured.
const most = 170

/** One paragraph of plain text, made of nothing but what the changes say about themselves (rule 1). */
export function writeSummary({ highlights, listed, omitted }: Placed, subject: string, tone: Tone): string {
  const told = [...highlights, ...listed]
  const routine = omitted
    .filter(({ category }) => category !== null)
    .map(({ reason }) => nounOfReason(reason))
  const sentences: Sentence[] = [(say) => say.opening(subject, countChanges(told))]
  for (const theme of themes) sentences.push(...tellTheme(highlights.filter((each) => each.theme === theme)))
  if (isVaried(told) && listed.length > 0)
    sentences.push((say) => say.rest(joinWords(countCategories(listed))))
  const closing: Sentence = (say) => say.omitted(joinWords(countNouns(routine)))
  if (routine.length > 0) sentences.push(closing)

  const essential = takeUpTo(most, sentences)
  const room = most - measure(essential)
  const examples = takeUpTo(room, tellExamples(listed), enough - measure(essential))
  const body = [...essential.filter((sentence) => sentence !== closing), ...examples]
  if (essential.includes(closing)) body.push(closing)
  return body.map((sentence) => sentence(phrases[tone])).join(' ')
}

function measure(sentences: Sentence[]): number {
  return sentences.reduce((words, sentence) => words + sentence(phrases.Professional).split(/\s+/).length, 0)
}

/** Sentences in turn, as far as they fit into `room` words, until there are enough. */
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

function tellTheme(highlights: Told[]): Sentence[] {
  const theme = highlights[0]?.theme
  if (!theme) return []
  const clauses = joinClauses(highlights.map(clauseOf))
  if (theme === 'breaking') return [(say) => say.breaking(highlights.length, clauses)]
  if (theme === 'security') return [() => `On the security side, it ${clauses}.`]
  return [() => (theme === 'feature' ? `It ${clauses}.` : `For better ${theme}, it ${clauses}.`)]
}

const leads: Record<Category, string> = {
  Security: 'For security, it',
  'Features & Enhancements': 'Among the enhancements, it',
  'Bug Fixes': 'Among the fixes, it',
  'Performance Improvements': 'For speed, it',
  Infrastructure: 'On the infrastructure side, it',
  'Internal Changes': 'Internally, it',
  Testing: 'In testing, it',
  Documentation: 'In the documentation, it',
}

/** Sentences about the other updates, two changes each, the categories taking turns. */
function tellExamples(listed: Told[]): Sentence[] {
  const sentences: { round: number; say: Sentence }[] = []
  for (const category of categories) {
    const changes = listed.filter((each) => each.category === category && each.change.title.length <= 90)
    for (let round = 0; round < 3 && round * 2 < changes.length; round++) {
      const clauses = joinClauses(changes.slice(round * 2, round * 2 + 2).map(clauseOf))
      sentences.push({ round, say: () => `${leads[category]} ${round > 0 ? 'also ' : ''}${clauses}.` })
    }
  }
  return sentences.sort((a, b) => a.round - b.round).map(({ say }) => say)
}
