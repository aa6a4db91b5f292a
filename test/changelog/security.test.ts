import { describe, expect, test } from 'bun:test'
import { commit, entryFor, ledgerOf, line, written } from './activities.ts'

const fork = (rest: string, paths: string[] = []) => entryFor(`Merge commit from fork${rest}`, { paths })

test.each([
  ['\n\n* fix(cookie): check the prefix\n\n* add a test', 'Check the prefix', 'cookie'],
  ['\n\nReject paths that leave the folder.\n\nMore about it.', 'Reject paths that leave the folder', null],
])('the change of a private advisory has its own title', (rest, title, area) => {
  expect(fork(rest)).toMatchObject({ title, area, category: 'Security', placement: 'highlight' })
})

test('without a text it remains a security fix, with the advisory that it names', () => {
  expect(fork('', ['src/helper/proxy/index.ts']).title).toBe('Security fix')
  expect(fork('\n\nWhen the loop met a sign, it never ended.').title).toBe('Security fix')
  const prose =
    '\n\n- when the loop met a sign, it\n  never ended.\n- a text folded\n  to another.\n\nReported as GHSA-3g8v-8r37-cgjm.'
  expect(fork(prose).title).toBe('Security fix (GHSA-3g8v-8r37-cgjm)')
  expect(entryFor('Merge pull request from GHSA-2222-3333-4444')).toMatchObject({
    title: 'Security fix (GHSA-2222-3333-4444)',
    category: 'Security',
  })
})

test('developers get the advisories at the end of a title as links, others as text', () => {
  const commits = line('fix(rc): stop leaking stack traces GHSA-2222-3333-4444 CVE-PENDING')
  const heading = /^### .*$/m
  expect(heading.exec(written(commits).markdown)?.[0]).toBe('### rc: Stop leaking stack traces')
  expect(written(commits).markdown).toContain('[GHSA-2222-3333-4444](https://github.com/advisories/')
  expect(written(commits, {}, { audience: 'others' }).markdown).toContain('traces GHSA-2222-3333-4444')
})

test.each(['say only whole security fixes', 'count security fixes by area'])(
  'a change of how security fixes are described is none: %s',
  (title) => expect(entryFor(`fix(changelogs): ${title}`).category).toBe('Bug Fixes'),
)

test('a title that is only an advisory is a security fix', () => {
  expect(entryFor('fix: CVE-2023-45133').title).toBe('Security fix (CVE-2023-45133)')
})

test('a title that names a weakness says that it is fixed', () => {
  const { markdown } = written(line('The shell has the risk of command injection'))
  expect(markdown).toContain('### Fixed: The shell has the risk of command injection')
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

test.each([
  "fix(changelog): read security and breaking from a change's own words",
  'feat: show security fixes first',
  'fix: call no injections of a highlighter security',
  'fix: treat changes of cookies as security',
  'fix(changelog): stop reporting settings and speed as security fixes',
  'fix: no longer count logging as a security update',
  'Highlight updates for security only with an advisory',
  'Reorder Slint and HTML injections in Rust',
  'feat: explain why a change is security',
  'Detect security words in titles',
  'feat: classify security updates by their label',
  'fix: keep the order of security entries',
  'fix: fold mentions of security fixes',
  'Ignore security fixes that a title only mentions',
  'fix: correct the count of security updates',
])('showing the word security is not a security change: %s', (message) => {
  expect(entryFor(message).category).not.toBe('Security')
})

test.each(['Fix bypass in SSRF filter', 'Fix a hole in CSRF protection'])(
  'a protection that does not protect is a vulnerability: %s',
  (title) => expect(entryFor(title).category).toBe('Security'),
)

test('a change to what is reported as security repairs no vulnerability', () => {
  const titles = [
    'Do not report every change to CSRF code as security',
    'Stop flagging XSS tests as a vulnerability',
  ]
  for (const title of titles)
    expect([title, entryFor(`fix: ${title}`).category]).toEqual([title, 'Bug Fixes'])
  expect(entryFor('fix: do not report errors with XSS').category).toBe('Security')
})

test('the reason for what exists is not a vulnerability', () => {
  const body = 'POST is the only verb by default in order to mitigate CSRF attacks. Routes still use GET.'
  expect(entryFor(`fix: use the allowed verbs as routes\n\n${body}`).category).toBe('Bug Fixes')
})

test('an update for security is a highlight only with an advisory', () => {
  const update = 'chore(security): upgrade quic to version 0.48.2'
  expect(entryFor(update)).toMatchObject({ placement: 'listed', category: 'Security' })
  expect(entryFor(`${update}\n\nFixes CVE-2026-12345.`).placement).toBe('highlight')
})

test.each([
  'fix(auth): prevent session fixation on login',
  'fix: stop session hijacking over a shared network',
  'Prevent replay attacks on webhooks',
  'fix: limit brute-force attempts to sign in',
  'fix: close a request smuggling hole in the proxy',
  'fix: show an error instead of the form on clickjacking',
  'feat: mark cookies as strict for security',
  'Fix several security issues',
  'proxy: Security enhancements for client addresses',
  'Improve session id security: make its size configurable',
])('a named attack is a security change: %s', (message) => {
  expect(entryFor(message).category).toBe('Security')
})

test('an id is linked to its page', () => {
  const { markdown } = written([
    ...line('fix: reject forged webhooks\n\nCVE-2026-12345'),
    commit('c9', 'fix: patch for CVE-2026-54321 in frames'),
  ])
  expect(markdown).toContain('[CVE-2026-12345](https://www.cve.org/CVERecord?id=CVE-2026-12345)')
  expect(markdown).toContain('CVERecord?id=CVE-2026-54321')
})

describe('a dependency update is about security only by its own words:', () => {
  const updated = (message: string) => {
    const { placement, category, reason } = entryFor(message, { paths: ['go.sum'] })
    return [placement, category, reason]
  }
  const told = ['highlight', 'Security', null]
  const omitted = ['omitted', 'Infrastructure', 'It only updates dependencies.']

  test.each([
    ['a title that names a CVE', 'chore(deps): bump lodash for CVE-2026-1111', told],
    ['a body that names one', 'chore(deps): bump jwt from 1.0.1 to 1.0.2\n\nFixes CVE-2026-12345.', told],
    [
      'quoted release notes that name one',
      'chore(deps): update msrv (1 version) to v1.95\n\n### Release Notes\n\nRust 1.95 fixes CVE-2026-12345.',
      omitted,
    ],
    [
      'a quoted changelog that names one',
      'chore(deps): bump jwt from 1.0.1 to 1.0.2\n\n> fixes CVE-2026-12345',
      omitted,
    ],
  ])('%s', (_, message, expected) => expect(updated(message)).toEqual(expected as never))
})

test('security updates of dependencies without an advisory are one line', () => {
  const commits = line(
    'feat: add tabs',
    'chore(deps): update dependency parser to v8.20.1 [security] (#1)',
    'chore(deps): update dependency tiles to v16.2.5 [security] (#2)',
    'chore(deps): bump lists from 1.0.0 to 1.0.1 for CVE-2026-11111 (#3)',
  )
  const { markdown } = written(commits)
  expect(markdown).toContain('- Update tiles to v16.2.5 and parser to v8.20.1')
  expect(markdown).toContain('CVE-2026-11111')
  const [summary] = written(commits.slice(0, 3)).markdown.split('\n')
  expect(summary).toContain('it updates dependencies with known vulnerabilities.')
})

test('fewer lines in a log are no security fix, whatever the description says', () => {
  const message = 'fix: suppress stack traces of bad requests\n\nA malicious client could fill the log.'
  expect(entryFor(message).category).toBe('Bug Fixes')
})

test.each([
  'fix: escape names to avoid security false alarms',
  'fix: show the panel\n\nIt needs fewer privileges.',
])('words about scanners and rights alone are no security fix: %s', (message) =>
  expect(entryFor(message).category).toBe('Bug Fixes'),
)

test('what allows something is no security fix, whatever the description explains', () => {
  const message = 'fix: allow viewers behind a proxy\n\nRequests were refused as an exploit.'
  expect(entryFor(message).category).toBe('Bug Fixes')
})

test('a title that only says which advisories it fixes is a security fix', () => {
  expect(entryFor('This fixes GHSA-2222-3333-4444 and GHSA-2222-3333-5555').title).toBe(
    'Security fix (GHSA-2222-3333-4444 and GHSA-2222-3333-5555)',
  )
})

test('several advisories at the end of a title are linked', () => {
  const { markdown } = written(line('Keep names apart (GHSA-2222-3333-4444 and GHSA-2222-3333-5555)'))
  expect(markdown).toContain('### Keep names apart\n')
})

test('an advisory before a title is linked after it', () => {
  const { markdown } = written(line('CVE-2026-11111, isolate the names of templates'))
  expect(markdown).toContain('### Isolate the names of templates\n')
  expect(markdown).toContain('[CVE-2026-11111](')
})

test('a security fix without an object is listed, but no highlight', () => {
  expect(entryFor('Patch vulnerability')).toMatchObject({ category: 'Security', placement: 'listed' })
})

test.each([
  'fix: optimize the CSRF check of subdomains',
  'feat: support security scheme',
  'Add console and security config',
])('speed and settings are no security fix: %s', (message) =>
  expect(entryFor(message).category).not.toBe('Security'),
)

test('what remains of "to fix CVE-..." is removed', () => {
  const { markdown } = written(
    line('Update tiles-sdk to newest version to fix CVE-2026-11111', 'feat: add tabs'),
  )
  expect(markdown).toMatch(/Update tiles-sdk to newest version(?:\n| \[)/)
})

test('an escape from a directory is a vulnerability', () => {
  expect(entryFor('Prevent directory escape in tar archives').category).toBe('Security')
})

test.each([
  ['Harden the poller against reentrancy of timers', 'Bug Fixes'],
  ['Harden the check of tokens', 'Security'],
])('what is hardened decides whether a change is about security: "%s"', (message, category) => {
  expect(entryFor(message, { paths: ['src/map.ts'] }).category === 'Security').toBe(category === 'Security')
})

test('the commits that an advisory merge brings in are security fixes, except for their tests', () => {
  const entries = ledgerOf([
    commit('c1', 'feat: add maps', { paths: ['src/map.ts'] }),
    commit('c2', 'legend uses names', { paths: ['src/legend.ts'], parents: ['c1'] }),
    commit('c3', 'check the legend', { paths: ['test/legend.test.ts'], parents: ['c2'] }),
    commit('c4', 'Merge commit from fork', { parents: ['c1', 'c3'] }),
  ])
  const security = entries.filter(({ category }) => category === 'Security')
  expect(security.map(({ title, placement }) => [title, placement])).toEqual([
    ['Legend uses names', 'highlight'],
  ])
})

test('a fix that says only that it is one is listed, not highlighted', () => {
  const [entry] = ledgerOf([commit('c1', 'Merge commit from fork', { paths: ['src/map.ts'] })])
  expect([entry?.title, entry?.placement]).toEqual(['Security fix', 'listed'])
})

test.each([
  'Fix `map_rules` bypass via URL-encoded paths',
  'Root directory disclosure via unescaped regex interpolation in `Map::Directory`',
])('"%s" is a security fix', (title) => {
  expect(entryFor(title, { paths: ['src/map.ts'] }).category).toBe('Security')
})

test.each([
  'fix: leave out empty titles, and find more security fixes',
  'feat: report security updates',
  'fix: file titles about security fixes under their own kind',
  'fix: list changes to how security titles are read as fixes',
])('"%s" names security fixes but is not one', (title) => {
  expect(entryFor(title, { paths: ['src/map.ts'] }).category).not.toBe('Security')
})

test('a title that only names the place of protection is no security fix', () => {
  const paths = ['lib/csrf.rb', 'test/csrf_test.rb']
  expect(entryFor('Check for an empty session in CSRF protection', { paths }).category).toBe('Bug Fixes')
  expect(entryFor('Fix CSRF in forms', { paths }).category).toBe('Security')
  expect(entryFor('Fix bypass of CSRF protection', { paths }).category).toBe('Security')
})
