import { createMatcher } from '../../src/mentions/matcher.ts'
import type { Subject } from '../../src/mentions/subject.ts'

/** A subject of this name. */
export function subject(key: string, name: string, more: Partial<Subject> = {}): Subject {
  return { key, name, terms: [], hosts: [], ...more }
}

/** The terms by which an answer names the subjects. */
export function findNames(answer: string, ...subjects: Subject[]): string[] {
  return createMatcher(subjects)
    .find(answer)
    .map(({ start, end }) => answer.slice(start, end))
}
