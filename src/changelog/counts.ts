import { count } from '../text/line.ts'
import { type Category, categories } from './category.ts'
import { handleOf } from './ledger.ts'
import { isBot } from './people.ts'
import type { Told } from './place.ts'

/** "six changes from two contributors"; changes of one kind are called by it. */
export function countChanges(told: Told[]): string {
  const authors = told.flatMap(({ change }) => change.authors.filter((author) => !isBot(author)))
  const people = new Set(authors.map(handleOf)).size
  return people > 0 ? `${nameChanges(told)} from ${count(people, 'contributor')}` : nameChanges(told)
}

function nameChanges(told: Told[]): string {
  const [first] = told
  if (!first || isVaried(told)) return count(told.length, 'change')
  if (told.every(({ theme }) => theme === 'feature')) return count(told.length, 'new feature')
  return countCategory(first.category, told.length)
}

export function isVaried(told: Told[]): boolean {
  return told.some(({ category }) => category !== told[0]?.category)
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

export function countCategories(listed: Told[]): string[] {
  return categories
    .map((category) => ({ category, number: listed.filter((each) => each.category === category).length }))
    .filter(({ number }) => number > 0)
    .map(({ category, number }) => countCategory(category, number))
}

export function countNouns(nouns: string[]): string[] {
  const numbers = new Map<string, number>()
  for (const noun of nouns) numbers.set(noun, (numbers.get(noun) ?? 0) + 1)
  return [...numbers].sort((a, b) => b[1] - a[1]).map(([noun, number]) => count(number, noun))
}
