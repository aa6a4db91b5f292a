import { expect, test } from 'bun:test'
import { clauseOf, joinClauses } from '../../src/changelog/clause.ts'
import { foldChanges } from '../../src/changelog/join-commits.ts'
import { placeChanges } from '../../src/changelog/placement.ts'
import { activity, line } from './activities.ts'

function clause(message: string): string | null {
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
  ['feat: dark mode', 'adds dark mode'],
  ['feat: dark icons everywhere', 'brings dark icons everywhere'],
  ['feat: add dry-run option', 'adds a dry-run option'],
  ['feat: add export command and `--all` flag', 'adds an export command and `--all` flag'],
  [
    'feat: send posts to release bodies, pull requests and messages',
    'sends posts to release bodies, pull requests and messages',
  ],
  ['fix: crash at start', 'fixes a crash at start'],
  ['Fix bug where drafts get lost', 'fixes a bug where drafts get lost'],
  ['fix: memory leak in the parser', 'fixes a memory leak in the parser'],
  ['fix: notice outages from 70 seconds on', 'notices outages from 70 seconds on'],
  ['feat: notice failed payments earlier', 'notices failed payments earlier'],
  [
    "feat: cite the brand's facts per claim and show them",
    "cites the brand's facts per claim and shows them",
  ],
  [
    'feat: verify addresses by the issuer and tell browsers apart',
    'verifies addresses by the issuer and tells browsers apart',
  ],
  ['feat: save drafts and show progress', 'saves drafts and shows progress'],
  ['feat: allow users to add and show rows', 'allows users to add and show rows'],
  ['feat: let people sign in and set a password', 'lets people sign in and set a password'],
  ['feat: add a way to read rows and send mails', 'adds a way to read rows and send mails'],
  [
    'fix: disable the cache, mark it deprecated and remove the flag',
    'disables the cache, marks it deprecated and removes the flag',
  ],
  [
    'Leave nothing in the folder of uploads behind, drive the importer and name no authors in its report',
    'leaves nothing in the folder of uploads behind',
  ],
  [
    'Put back the charts that a scan has pushed out of the files, and hold names to properties',
    'puts back the charts that a scan has pushed out of the files',
  ],
  ['Tell letters from bills, and call paid bills paid', 'tells letters from bills'],
  [
    'feat: add a report of open invoices by customer, so that nobody has to count them by hand',
    'adds a report of open invoices by customer',
  ],
  ['Let people sign in: the first account by a link, a session by cookie', 'lets people sign in'],
  ['Fix failures of `add <name>`', 'fixes failures of `add <name>`'],
  ['Fix a panic: index out of range', 'fixes a panic: index out of range'],
  [
    'feat: add pictures, tables, links and notes to the report of open invoices by customer',
    'adds pictures, tables, links and notes to the report of open invoices by customer',
  ],
])('%s becomes: it %s', (message, expected) => {
  expect(clause(message)).toBe(expected)
})

test.each([
  'feat: email digests weekly',
  'feat: bring your own key',
  'feat: read notes and list items',
  'feat: search suggestions',
  'feat: support for tabs',
  'Changes to support Illumos',
  'Enable tabs for lists, fix examples of pages',
  'feat: add controls for one, two, three, or fitted columns, compact mode, and link previews',
  'Some small improvements to the filter',
  'feat: import and export of themes',
  'feat: ponder the limits',
  'feat: double-check ids',
  'feat: dynamically resize bars',
])('%s is not reliably understood, so it is not a clause', (message) => {
  expect(clause(message)).toBeNull()
})

test.each(['Streaming exports', 'fix: the date is wrong', 'fix: `unclosed <b>', 'feat: добавить тему'])(
  '%s is not part of a sentence',
  (message) => {
    expect(clause(message)).toBeNull()
  },
)

test.each([
  [['adds exports'], 'adds exports'],
  [['adds exports', 'adds themes'], 'adds exports and themes'],
  [['adds exports', 'drops Node 18', 'fixes a crash'], 'adds exports, drops Node 18 and fixes a crash'],
  [['lets people sign in', 'lets people set up a server'], 'lets people sign in and set up a server'],
  [
    [
      'lets people sign in',
      'lets people set up a server, choose a password',
      'lets people set keys and limits',
    ],
    'lets people sign in, set up a server, choose a password, and set keys and limits',
  ],
  [['lets people sign in', 'lets keys expire'], 'lets people sign in and lets keys expire'],
  [['covers "A, b"', 'covers "C"'], 'covers "A, b" and "C"'],
  [['adds exports', 'adds themes', 'drops Node 18'], 'adds exports and themes, and drops Node 18'],
])('%j becomes: %s', (clauses, expected) => {
  expect(joinClauses(clauses)).toBe(expected)
})

test('a second verb after the object of "to" is not made part of a sentence', () => {
  expect(clause('feat: add capture mode to `Runner` and revert default `fileno` exposure')).toBeNull()
})

test.each([
  ['feat: add option to name the command', 'adds an option to name the command'],
  ['feat: add maps and short-circuit legends', 'adds maps and short-circuits legends'],
])('%s reads as: it %s', (message, expected) => {
  expect(clause(message)).toBe(expected)
})

test('a title whose capital hides a noun is not read as a verb', () => {
  expect(clause('Request Logger colors')).toBeNull()
})
