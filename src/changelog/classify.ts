import { type Category, precedence } from './category.ts'
import type { Change } from './change.ts'
import { categoryOfNature, type Nature, natureOf } from './nature.ts'
import { readSubject, revertedSubject } from './subject.ts'
import {
  breakingWords,
  featureWords,
  fixWords,
  infrastructureWords,
  performanceWords,
  securityTerms,
  securityWords,
} from './words.ts'

export type Classification = { category: Category; nature: Nature | null; isBreaking: boolean }

/** Files a change under the first category that it fits (rule 4). */
export function classify(change: Change): Classification {
  const judged = withRevertedSubject(change)
  const nature = natureOf(judged)
  const fitting = new Set([...categoriesOfLabels(judged), ...categoriesOfWords(judged, nature)])
  if (nature) fitting.add(categoryOfNature[nature])
  return {
    category: precedence.find((category) => fitting.has(category)) ?? 'Internal Changes',
    nature,
    isBreaking: isBreaking(judged, nature),
  }
}

/** Taking back a feature concerns those who use it, as adding it did. */
function withRevertedSubject(change: Change): Change {
  const quoted = change.undoesThePast ? revertedSubject(change.subject) : null
  return quoted ? { ...change, subject: { ...readSubject(quoted), isBreaking: false } } : change
}

const labelled: [Category, RegExp][] = [
  ['Security', /^(?:security|vulnerability|cve)\b/],
  ['Bug Fixes', /^(?:bug|bug[- ]?fix|fix|hotfix|regression|crash|defect)$/],
  ['Features & Enhancements', /^(?:feature|feat|enhancement|new[- ]feature|improvement)$/],
  ['Performance Improvements', /^(?:performance|perf|optimi[sz]ation)$/],
  [
    'Infrastructure',
    /^(?:infrastructure|infra|build|ci|ci\/cd|devops|docker|deployment|dependencies|github[_-]actions)$/,
  ],
  ['Internal Changes', /^(?:internal|refactor|refactoring|chore|tech[- ]debt|maintenance|cleanup)$/],
  ['Testing', /^(?:tests?|testing|e2e)$/],
  ['Documentation', /^(?:documentation|docs?)$/],
]

function categoriesOfLabels({ labels }: Change): Category[] {
  const names = labels.map((label) =>
    label
      .toLowerCase()
      .trim()
      .replace(/^.*[:/]\s*/, ''),
  )
  return labelled
    .filter(([, pattern]) => names.some((name) => pattern.test(name)))
    .map(([category]) => category)
}

/** What the title says, as far as the nature of the work lets words count. */
function categoriesOfWords({ subject: { gist }, body, commits }: Change, nature: Nature | null): Category[] {
  const found: Category[] = []
  if (nature === 'documentation' || nature === 'testing' || nature === 'style') return found
  if (securityTerms.test(gist)) found.push('Security')
  if (nature === 'dependencies') {
    const said = [body ?? '', ...commits.map(({ message }) => message)]
    return said.some((text) => advisory.test(text)) ? ['Security'] : found
  }
  if (nature === 'ci' || nature === 'infrastructure' || nature === 'internal') return found
  if (securityWords.test(gist)) found.push('Security')
  if (nature === 'performance' && /^fix/i.test(gist)) found.push('Bug Fixes')
  if (performanceWords.test(gist)) found.push('Performance Improvements')
  if (nature !== null) return found

  if (fixWords.test(gist)) found.push('Bug Fixes')
  if (featureWords.test(gist)) found.push('Features & Enhancements')
  if (infrastructureWords.test(gist)) found.push('Infrastructure')
  return found
}

const advisory = /\bCVE-\d{4}-\d+|\bGHSA(?:-\w{4}){3}\b|GitHub Vulnerability Alerts/

const breakingLabel = /(?<!non[- ]?)\bbreaking\b|^semver[-:/]?\s*major$/i

function isBreaking({ subject, labels, body, commits }: Change, nature: Nature | null): boolean {
  if (subject.isBreaking || breakingWords.test(subject.gist)) return true
  if (labels.some((label) => breakingLabel.test(label))) return true
  // An update quotes the release notes of what it updates: their breaking changes are not ours.
  if (nature === 'dependencies') return false
  return [body ?? '', ...commits.map(({ message }) => message)].some((text) => breakingNote(text) !== null)
}

/** The sentence behind a BREAKING CHANGE footer. */
export function breakingNote(text: string): string | null {
  return /^BREAKING[ -]CHANGES?: *(\S.*(?:\n(?!\n|[\w-]+: ).+)*)/m.exec(text)?.[1] ?? null
}
