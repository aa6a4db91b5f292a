import { readBreaking } from './breaking.ts'
import { type Category, precedence } from './category.ts'
import type { Change } from './change.ts'
import { natureOf } from './find-nature.ts'
import { categoryOfNature, type Nature } from './nature.ts'
import { readSecurity } from './security.ts'
import { readSubject, revertedSubject } from './subject.ts'
import { fixWords, performanceWords } from './words.ts'

export type Classification = {
  category: Category
  nature: Nature
  isBreaking: boolean
  /** Each rule that applied, in order. */
  because: string[]
}

/** Files a change under the first category that it fits (rule 4). */
export function classify(change: Change): Classification {
  const judged = withRevertedSubject(change)
  const { nature, because } = natureOf(judged)
  const trail = [because]
  const fitting = new Set<Category>([categoryOfNature[nature]])

  // A refactoring may be part of a labeled fix; its title says which part it is.
  const labels = categoriesOfLabels(judged).filter(
    (label) => label === 'Security' || !/^refactor/i.test(judged.subject.gist),
  )
  if (labels.length > 0) trail.push(`Its labels are ${labels.join(', ')}.`)
  // A person chose the label for this change, so it outweighs a guessed kind.
  if (labels.length > 0 && judged.subject.type === null && judged.notes.length === 0) fitting.clear()
  for (const category of labels) fitting.add(category)

  const security = readSecurity(judged, nature)
  if (security) {
    trail.push(security)
    fitting.add('Security')
  }
  if (nature === 'performance' && /^fix(?:e[sd])?\b/i.test(judged.subject.gist)) fitting.add('Bug Fixes')
  if (nature === 'internal' && judged.undoesThePast) {
    fitting.clear()
    fitting.add(
      fixWords.test(judged.subject.gist)
        ? 'Bug Fixes'
        : performanceWords.test(judged.subject.gist)
          ? 'Performance Improvements'
          : 'Features & Enhancements',
    )
  }
  const breaking = change.undoesThePast ? null : readBreaking(judged, nature)
  if (breaking) {
    trail.push(breaking)
    // A breaking change concerns users, however internal the work is.
    const isGuessed =
      nature === 'fix' && judged.subject.type === null && labels.length === 0 && judged.notes.length === 0
    if ((isGuessed && !fitting.has('Security')) || [...fitting].every((category) => inner.has(category))) {
      fitting.clear()
      fitting.add('Features & Enhancements')
    }
  }
  return {
    category: precedence.find((category) => fitting.has(category)) ?? 'Features & Enhancements',
    nature,
    isBreaking: breaking !== null,
    because: trail,
  }
}

const inner = new Set<Category>(['Internal Changes', 'Testing', 'Documentation', 'Infrastructure'])

/** Removing a feature concerns its users as much as adding it. */
function withRevertedSubject(change: Change): Change {
  const quoted = change.undoesThePast ? revertedSubject(change.subject) : null
  return quoted ? { ...change, subject: { ...readSubject(quoted), isBreaking: false } } : change
}

const labelled: [Category, RegExp][] = [
  ['Security', /^(?:security|vulnerability|cve)\b/],
  ['Bug Fixes', /^(?:bug|bug[- ]?fix|fix|hotfix|regression|crash|defect)$/],
  ['Features & Enhancements', /^(?:feature|feat|enhancement|new[- ]feature|improvement|feature[- ]request)$/],
  ['Performance Improvements', /^(?:performance|perf|optimi[sz]ation)$/],
  [
    'Infrastructure',
    /^(?:infrastructure|infra|build|ci|ci\/cd|devops|docker|deployment|dependencies|github[_-]actions)$/,
  ],
  [
    'Internal Changes',
    /^(?:internal|refactor|refactoring|chore|tech[- ]debt|maintenance|cleanup|skip[- ]changelog|no[- ]changelog|ignore-for-release)$/,
  ],
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
    .filter(([category, pattern]) =>
      names.some((name) => pattern.test(name) || name === category.toLowerCase()),
    )
    .map(([category]) => category)
}
