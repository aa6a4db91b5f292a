import type { Category } from './category.ts'

/** The kind of work of a change, more specific than its category. */
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
  | 'translation'
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
  translation: 'Internal Changes',
  testing: 'Testing',
  documentation: 'Documentation',
}

export type NatureFinding = { nature: Nature; because: string }
