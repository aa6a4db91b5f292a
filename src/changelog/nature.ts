import type { Category } from './category.ts'
import type { Change } from './change.ts'
import { natureOfPaths } from './paths.ts'
import { isBot } from './people.ts'
import {
  featureWords,
  fixWords,
  internalWords,
  performanceWords,
  smallDocumentation,
  topics,
} from './words.ts'

/** What kind of work a change is, finer than its category. */
export type Nature =
  | 'security'
  | 'fix'
  | 'feature'
  | 'performance'
  | 'dependencies'
  | 'ci'
  | 'infrastructure'
  | 'internal'
  | 'style'
  | 'testing'
  | 'documentation'

export const categoryOfNature: Record<Nature, Category> = {
  security: 'Security',
  fix: 'Bug Fixes',
  feature: 'Features & Enhancements',
  performance: 'Performance Improvements',
  dependencies: 'Infrastructure',
  ci: 'Infrastructure',
  infrastructure: 'Infrastructure',
  internal: 'Internal Changes',
  style: 'Internal Changes',
  testing: 'Testing',
  documentation: 'Documentation',
}

const natureOfType: Record<string, Nature> = {
  feat: 'feature',
  fix: 'fix',
  perf: 'performance',
  docs: 'documentation',
  test: 'testing',
  build: 'infrastructure',
  ci: 'ci',
  chore: 'internal',
  refactor: 'internal',
  style: 'style',
  security: 'security',
  deps: 'dependencies',
}

const natureOfScope: Record<string, Nature> = {
  deps: 'dependencies',
  'deps-dev': 'dependencies',
  dependencies: 'dependencies',
  ci: 'ci',
  workflow: 'ci',
  workflows: 'ci',
  actions: 'ci',
  docs: 'documentation',
  doc: 'documentation',
  readme: 'documentation',
  test: 'testing',
  tests: 'testing',
  e2e: 'testing',
  lint: 'style',
  security: 'security',
}

/** A change's own word for itself comes first, then its subject matter, then the files it touches. */
export function natureOf(change: Change): Nature | null {
  const { type, scope, gist } = change.subject
  if (isDependencyUpdate(change)) return 'dependencies'
  const declared = type ? natureOfType[type] : undefined
  const scoped = scope ? natureOfScope[scope] : undefined
  const topic = topics.find(({ pattern }) => pattern.test(gist))?.nature
  // What is broken for readers of a page is broken, also where the page is documentation (rule 4).
  if (declared === 'fix' && !scoped && topic === 'documentation' && !isDocumentation(change)) return 'fix'
  if (declared === 'fix' || declared === 'internal' || declared === 'infrastructure')
    return scoped ?? topic ?? declared
  if (declared === 'feature' && scoped) return scoped
  return declared ?? topic ?? natureOfPaths(change.paths) ?? natureOfWords(gist)
}

function isDocumentation({ subject, paths }: Change): boolean {
  return smallDocumentation.test(subject.gist) || natureOfPaths(paths) === 'documentation'
}

const dependencyUpdate =
  /^(?:bump|update|upgrade)s? (?:dependency )?@?[\w./-]+ (?:from \S+ )?to v?\d+\.\d[\w.+-]*$|^bump \S+ from \S+ to \S+|^(?:bump|update|upgrade)s? (?:all )?(?:(?:non-)?major |minor |patch |dev |npm |go |cargo )*(?:dependenc(?:y|ies)|deps|lock ?files?|packages)\b|\block ?file maintenance\b|^bump the .+ group\b/i

function isDependencyUpdate({ authors, labels, subject }: Change): boolean {
  if (subject.scope && natureOfScope[subject.scope] === 'dependencies') return true
  if (dependencyUpdate.test(subject.gist)) return true
  const isBots = authors.length > 0 && authors.every(isBot)
  return (
    isBots &&
    (labels.includes('dependencies') ||
      authors.some(({ name }) => /dependabot|renovate|greenkeeper/i.test(name)))
  )
}

function natureOfWords(title: string): Nature | null {
  const isForUsers = [fixWords, featureWords, performanceWords].some((words) => words.test(title))
  return !isForUsers && internalWords.test(title) ? 'internal' : null
}
