/** The categories in the order of a changelog (rule 3). */
export const categories = [
  'Security',
  'Features & Enhancements',
  'Bug Fixes',
  'Performance Improvements',
  'Infrastructure',
  'Internal Changes',
  'Testing',
  'Documentation',
] as const

export type Category = (typeof categories)[number]

/** A change that fits several categories is filed under the first of them (rule 4). */
export const precedence: readonly Category[] = [
  'Security',
  'Bug Fixes',
  'Features & Enhancements',
  'Performance Improvements',
  'Infrastructure',
  'Internal Changes',
  'Testing',
  'Documentation',
]
