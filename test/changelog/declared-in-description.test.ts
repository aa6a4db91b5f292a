import { expect, test } from 'bun:test'
import { entryFor, line, written } from './activities.ts'

const block = (text: string) => `\n\n\`\`\`release-note\n${text}\n\`\`\``

test.each([
  ['/kind bug', 'Bug Fixes'],
  ['/kind feature', 'Features & Enhancements'],
] as const)('the command %s of a description sets the kind of a change', (command, category) => {
  const message = `Draw rows in the order of their names\n\n#### Kind\n\n${command}\n/area rows`
  expect(entryFor(message).category).toBe(category)
})

test('a command in a sentence or a quotation sets nothing', () => {
  const message = 'Add a list of rows\n\nUse /kind bug for bugs.\n> /kind bug'
  expect(entryFor(message).category).toBe('Features & Enhancements')
})

test('commands to bots are no sentence about a highlight', () => {
  const { markdown } = written(line('feat: add a list of rows\n\n/kind feature\n/area rows'))
  expect(markdown).not.toMatch(/kind|area/)
})

test('a refactoring is internal, whatever label its pull request has', () => {
  const message = 'Refactor the reader of rows to support tabs\n\n/kind bug'
  expect(entryFor(message, { paths: ['src/rows.ts'] }).reason).toBe('It is an internal change.')
})

test.each(['NONE', 'none', 'N/A'])('a change whose block for release notes says %s is left out', (word) => {
  expect(entryFor(`Add a list of rows${block(word)}`)).toMatchObject({
    placement: 'omitted',
    reason: 'Its description has no text for the release notes.',
  })
})

test.each([
  ['a breaking change', 'feat!: drop the old API', 'Features & Enhancements'],
  ['a vulnerability', 'fix: prevent SQL injection in the filter', 'Security'],
  ['an advisory', 'fix: check the prefix (CVE-2026-1234)', 'Security'],
] as const)('%s is reported, whatever its description says', (_, title, category) => {
  for (const said of [block('NONE'), '\n\nChangelog: none'])
    expect(entryFor(`${title}${said}`, { paths: ['src/rows.ts'] })).toMatchObject({
      category,
      placement: 'highlight',
    })
})

test('comments in the template of a description declare nothing', () => {
  const kinds = '\n\n<!-- One of:\n/kind bug\n/kind documentation\n-->'
  expect(entryFor(`Add a list of rows${kinds}\n\n/kind feature`).category).toBe('Features & Enhancements')
  for (const said of [block('NONE'), '\n\nChangelog: none'])
    expect(entryFor(`Add a list of rows\n\n<!--${said}\n-->`).placement).toBe('highlight')
})

test('a refactoring with a label for security is under Security', () => {
  expect(entryFor('Refactor the reader of rows\n\n/kind security').category).toBe('Security')
})

test('the text in the block for release notes replaces the title, if it is in the same language', () => {
  expect(entryFor(`rows: list${block('Add a list of rows to the start page.')}`).title).toBe(
    'Add a list of rows to the start page',
  )
  expect(entryFor(`Add a list of rows${block('在起始页面添加行列表')}`).title).toBe('Add a list of rows')
})

test('the update by a bot that a squashed pull request contains is no sentence about a highlight', () => {
  const message =
    'feat: add a list of rows\n\nBumps acme/upload from 5 to 6.\n\nUpdates left-pad from 1.0 to 1.1.'
  expect(written(line(message)).markdown).not.toMatch(/Bumps|left-pad/)
})
