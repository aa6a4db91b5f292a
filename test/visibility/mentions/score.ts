import { createMatcher } from '../../../src/mentions/matcher.ts'
import type { Subject } from '../../../src/mentions/subject.ts'

/** One labeled answer; README.md says what each field means. */
export type Labelled = {
  language: string
  kind: string
  subjects: { key: string; name: string; terms?: string[]; hosts?: string[] }[]
  answer: string
  named: string[]
  ordinary?: string[]
}

/** The subjects that an answer names, with their hits if the method reports hits. */
export type Method = (answer: string, subjects: Subject[]) => { key: string; isSure: boolean }[]

/** The correct results of a method; a rate over nothing is 1. */
export type Score = {
  precision: number
  recall: number
  hits: number
  unsure: number
  wrong: { labelled: Labelled; key: string; isNamed: boolean }[]
}

/** Reads a file of labeled answers, one JSON object a line. */
export async function readLabelled(path: string): Promise<Labelled[]> {
  const text = await Bun.file(path).text()
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
}

/** Scores a method on each pair of an answer and a subject; an unsure hit counts as named, as without a judge. */
export function scoreMethod(method: Method, labelled: Labelled[], { withOrdinary = true } = {}): Score {
  const score = { right: 0, extra: 0, missed: 0, hits: 0, unsure: 0 }
  const wrong: Score['wrong'] = []
  for (const each of labelled) {
    const subjects = each.subjects.map((subject) => ({ terms: [], hosts: [], ...subject }))
    const hits = method(each.answer, subjects)
    for (const { key } of subjects) {
      if (!withOrdinary && each.ordinary?.includes(key)) continue
      const own = hits.filter((hit) => hit.key === key)
      score.hits += own.length
      score.unsure += own.filter(({ isSure }) => !isSure).length
      const isNamed = each.named.includes(key)
      if (isNamed && own.length > 0) score.right++
      if (!isNamed && own.length > 0) score.extra++
      if (isNamed && own.length === 0) score.missed++
      if (isNamed !== own.length > 0) wrong.push({ labelled: each, key, isNamed })
    }
  }
  const { right, extra, missed, hits, unsure } = score
  return {
    precision: right + extra === 0 ? 1 : right / (right + extra),
    recall: right + missed === 0 ? 1 : right / (right + missed),
    hits,
    unsure: hits === 0 ? 0 : unsure / hits,
    wrong,
  }
}

/** Herald's own method. */
export const matcher: Method = (answer, subjects) =>
  createMatcher(subjects)
    .find(answer)
    .map(({ subject, isSure }) => ({ key: subject, isSure }))

/** Lower case, anywhere. */
export const substring: Method = (answer, subjects) =>
  subjects
    .filter((subject) => namesOf(subject).some((name) => answer.toLowerCase().includes(name)))
    .map(({ key }) => ({ key, isSure: true }))

/** Lower case, between characters that are no ASCII letters or digits. */
export const asciiWords: Method = (answer, subjects) =>
  subjects
    .filter((subject) =>
      namesOf(subject).some((name) =>
        new RegExp(`(?<![a-z0-9])${RegExp.escape(name)}(?![a-z0-9])`).test(answer.toLowerCase()),
      ),
    )
    .map(({ key }) => ({ key, isSure: true }))

function namesOf({ name, terms, hosts }: Subject): string[] {
  return [name, ...terms, ...hosts].map((each) => each.toLowerCase())
}
