import { expect, test } from 'bun:test'
import { clauseOf, joinClauses } from '../../src/changelog/clause.ts'
import { foldChanges } from '../../src/changelog/fold.ts'
import { placeChanges } from '../../src/changelog/place.ts'
import { activity, line } from './activities.ts'

function clause(message: string): string {
  const { highlights, listed } = placeChanges(foldChanges(activity(line(message))))
  const [told] = [...highlights, ...listed]
  if (!told) throw new Error('The change is left out.')
  return clauseOf(told)
}

test.each([
  ['feat: add dark mode', 'adds dark mode'],
  ['fix: retry lost jobs', 'retries lost jobs'],
  ['fix: catch a crash', 'catches a crash'],
  ['Fixed the label', 'fixes the label'],
  ['Stopped a crash', 'stops a crash'],
  ['Adds dark mode', 'adds dark mode'],
  ['Validate and sanitize input', 'validates and sanitizes input'],
  ['feat: dark mode', 'brings "Dark mode"'],
  ['fix: crash at start', 'fixes "Crash at start"'],
  ['Streaming exports', 'covers "Streaming exports"'],
])('%s reads: it %s', (message, expected) => {
  expect(clause(message)).toBe(expected)
})

test.each([
  [['adds exports'], 'adds exports'],
  [['adds exports', 'adds themes'], 'adds exports and themes'],
  [['adds exports', 'drops Node 18', 'fixes a crash'], 'adds exports, drops Node 18 and fixes a crash'],
  [['covers "A, b"', 'covers "C"'], 'covers "A, b" and "C"'],
  [['adds exports', 'adds themes', 'drops Node 18'], 'adds exports and themes, and drops Node 18'],
])('%j is told as: %s', (clauses, expected) => {
  expect(joinClauses(clauses)).toBe(expected)
})
