import { expect, test } from 'bun:test'
import { commit, entryFor, line, written } from './activities.ts'

const fork = (rest: string, paths: string[] = []) => entryFor(`Merge commit from fork${rest}`, { paths })

test.each([
  ['\n\n* fix(cookie): check the prefix\n\n* add a test', 'Check the prefix', 'cookie'],
  ['\n\nReject paths that leave the folder.\n\nMore about it.', 'Reject paths that leave the folder', null],
])('what a private advisory brought has its own title', (rest, title, area) => {
  expect(fork(rest)).toMatchObject({ title, area, category: 'Security', placement: 'highlight' })
})

test('without any text the place tells it', () => {
  expect(fork('', ['src/helper/proxy/index.ts', 'src/helper/proxy/index.test.ts']).title).toBe(
    'Fix a vulnerability in `proxy`',
  )
})

test.each([
  ['an id in a body', 'fix: keep order\n\nThis is GHSA-2222-3333-4444.'],
  ['an attacker in a body', 'fix: keep order\n\nAn attacker could send two of them.'],
  ['a scope', 'fix(security): check frames'],
])('%s counts', (_, message) => {
  expect(entryFor(message).category).toBe('Security')
})

test.each([
  ['an example', 'fix: prevent XSS', ['examples/a.ts']],
  ['a lock file', 'Bump jwt from 1.0.1 to 1.0.2 [SECURITY]', ['package-lock.json']],
  ['tests', 'test: an attacker may not enter', ['test/a.test.ts']],
])('%s alone does not', (_, message, paths) => {
  expect(entryFor(message, { paths }).category).not.toBe('Security')
})

test('an id is linked to its page', () => {
  const { markdown } = written([
    ...line('fix: reject forged webhooks\n\nCVE-2026-12345'),
    commit('c9', 'fix: patch for CVE-2026-54321 in frames'),
  ])
  expect(markdown).toContain('[CVE-2026-12345](https://www.cve.org/CVERecord?id=CVE-2026-12345)')
  expect(markdown).toContain('CVERecord?id=CVE-2026-54321')
})
