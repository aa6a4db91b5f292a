import { describe, expect, test } from 'bun:test'
import { type Category, categories, precedence } from '../../src/changelog/category.ts'
import { commit, entryFor, ledgerOf, pullRequest, sha } from './activities.ts'

const cases: [Category, string[]][] = [
  [
    'Security',
    [
      'fix: patch XSS vulnerability in comments',
      'feat: add security headers',
      'chore(deps): bump lodash to 4.17.21 to fix CVE-2021-23337',
      'fix: reject forged webhooks',
      'Fix path traversal in file downloads',
      'refactor: compare tokens in constant time',
      'ci: stop leaking secrets in logs',
      'security: rotate session keys',
      'fix(security): check the origin of frames',
    ],
  ],
  [
    'Bug Fixes',
    [
      'fix: handle empty input',
      'bugfix: show dates in the zone of the reader',
      'Fix crash when the list is empty',
      'Prevent a deadlock between two writers',
      'perf: fix the slow query of the list',
      'Handle timeouts of the mail server',
      'fix: speed up startup',
      'hotfix: do not lose jobs',
      'fix: correct the documentation link in the footer',
    ],
  ],
  [
    'Features & Enhancements',
    [
      'feat: add dark mode',
      'feat(api)!: page with cursors',
      'feat: speed up search',
      'Add keyboard shortcuts',
      'Support sign-in with passkeys',
      'Improve error messages of the import page',
      'Add approval workflow',
      'Streaming exports',
      'parser: Support tabs',
      'feat: export test reports',
      'Notify reviewers when a draft is ready',
      'Alert admins when a job fails',
    ],
  ],
  [
    'Performance Improvements',
    ['perf: cache the list', 'Speed up the list of deliveries', 'Reduce memory usage of exports'],
  ],
  ['Infrastructure', ['build: publish images for arm64', 'Deploy to a second region']],
  ['Internal Changes', ['refactor: replace the storage layer', 'Rewrite the parser from scratch']],
  ['Testing', ['test: add an end-to-end suite for checkout', 'Add an end-to-end test suite']],
  ['Documentation', ['docs: add a self-hosting guide', 'Write a migration guide']],
]

test.each([
  'Hold the pages of chats to tests: a reply as it comes',
  'Wait in page tests for what a page comes to show',
])('%s is about tests only, and omitted', (title) => {
  expect(entryFor(title)).toMatchObject({ category: 'Testing', reason: 'It only changes tests.' })
})

describe('a title is assigned to', () => {
  for (const [category, titles] of cases) {
    test.each(titles)(`${category}: %s`, (title) => {
      expect(entryFor(title)).toMatchObject({ category, reason: null })
    })
  }
})

const labels: [Category, string][] = [
  ['Security', 'security'],
  ['Bug Fixes', 'type: bug'],
  ['Features & Enhancements', 'kind/enhancement'],
  ['Performance Improvements', 'performance'],
  ['Infrastructure', 'devops'],
  ['Internal Changes', 'tech debt'],
  ['Testing', 'testing'],
  ['Documentation', 'documentation'],
]

function categoryWith(names: string[]): Category | null | undefined {
  const pulls = [pullRequest(1, 'Streaming exports', { labels: names, mergeCommitSha: sha('only') })]
  return ledgerOf([commit('only', 'x')], { pullRequests: pulls })[0]?.category
}

test.each(labels)('the label of %s sets the category', (category, label) => {
  if (category !== 'Internal Changes') expect(categoryWith([label])).toBe(category)
})

// Rule 4, written out, because the engine's own list is under test.
const ruleFour = [
  'Security',
  'Bug Fixes',
  'Features & Enhancements',
  'Performance Improvements',
  'Infrastructure',
  'Internal Changes',
  'Testing',
  'Documentation',
]

test('a change that fits several categories is assigned to the first by rule 4', () => {
  for (const [first, one] of labels) {
    for (const [second, other] of labels) {
      const expected = ruleFour.find((category) => category === first || category === second)
      expect(categoryWith([other, one])).toBe(expected as Category)
    }
  }
})

test('the eight categories are the same in both orders', () => {
  expect(categories.toSorted()).toEqual(precedence.toSorted())
  expect(categories).toHaveLength(8)
})

test.each([
  ['Documentation', 'Add a migration guide', ['docs/retries.md', 'README.md']],
  ['Infrastructure', 'Use a smaller base image', ['Dockerfile']],
  ['Bug Fixes', 'fix: handle empty input', ['notes.md']],
  ['Features & Enhancements', 'Streaming exports', ['docs/a.md', 'src/a.ts']],
] as const)('files show the category that the title does not: %s for %s', (category, title, paths) => {
  expect(entryFor(title, { paths: [...paths] }).category).toBe(category)
})
