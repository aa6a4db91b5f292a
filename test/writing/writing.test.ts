import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { $ } from 'bun'
import { findPhrases } from './find-phrases.ts'
import { everywhere, inProduct } from './phrases.ts'
import { readTexts } from './texts.ts'

setDefaultTimeout(300_000)

/** Files whose word lists or headings need a refused phrase. The list may only get shorter. */
const exceptions = [
  'src/mentions/setting.ts',
  'src/page/posts.ts',
  'src/writer/collective-claims.ts',
  'src/writer/company-names.ts',
]

test('no text of the manual uses a refused phrase', async () => {
  expect(await findPhrases(['*.md', 'docs/**/*.md'])).toEqual([])
})

test('no comment, test name or text in the product uses a refused phrase', async () => {
  const found = await findPhrases(['{src,test}/**/*.{ts,tsx}'])
  const fileOf = (place: string) => place.split(':', 1)[0] ?? ''
  expect(found.filter((place) => !exceptions.includes(fileOf(place)))).toEqual([])
  expect([...new Set(found.map(fileOf))]).toEqual(exceptions)
})

test('texts are comments, names of tests, and strings of three words', () => {
  const source = [
    '// Why it is so.',
    "const a = 'one two three'",
    "const b = 'one two'",
    '/** Returns a number. */',
    `const c = \`It was \${a} and then\``,
  ].join('\n')
  expect(readTexts('src/a.ts', source).map(({ line, kind, text }) => [line, kind, text])).toEqual([
    [1, 'comment', 'Why it is so.'],
    [2, 'string', 'one two three'],
    [4, 'comment', 'Returns a number.'],
    [5, 'string', '… and then'],
  ])
  expect(readTexts('src/a.tsx', 'const a = <p>One two three</p>').map(({ text }) => text)).toEqual([
    'One two three',
  ])
  expect(readTexts('test/a.test.ts', "test('adds two rows', () => use('a b c d'))")).toEqual([
    { kind: 'test name', line: 1, text: 'adds two rows' },
  ])
})

test('a phrase is refused, and the word in its usual sense is not', () => {
  const isRefused = (text: string, list = everywhere) => list.some(({ phrase }) => phrase.test(text))
  for (const text of [
    'Tell what was used',
    'The turn was cancelled.',
    'Asked anew',
    'It stands below',
    'a claim rests on sources',
  ])
    expect([text, isRefused(text)]).toEqual([text, true])
  for (const text of [
    'The event `turn.cancelled` ends it',
    'The turn was canceled.',
    'Understand the report',
    'Recommended',
    'no more than 5',
    'Restore the draft',
  ])
    expect([text, isRefused(text)]).toEqual([text, false])
  expect(isRefused('What was written, and what of it is out.', inProduct)).toBe(true)
  expect(isRefused('What is a scan?', inProduct)).toBe(false)
  for (const text of [
    'It gives the figure 12 hours.',
    'The page answered with 500.',
    'Ada is in no team.',
    'A text with 4 faults',
  ])
    expect([text, isRefused(text, inProduct)]).toEqual([text, true])
  expect(isRefused('Requests that failed. Of past days, only some are listed.')).toBe(true)
  for (const text of ['The page returned status 500.', 'It is an internal change.', 'The default branch'])
    expect([text, isRefused(text, inProduct)]).toEqual([text, false])
})

test('subjects of commits since the first release are Conventional Commits of at most 72 characters', async () => {
  const root = join(import.meta.dir, '../..')
  const log = (...options: string[]) => $`git -C ${root} log --no-merges ${options}`.nothrow().quiet().text()
  const release = (await log('--format=%H', '--grep=^chore(release): 0.1.0$')).trim().split('\n').at(-1)
  if (!release) return
  const subjects = (await log('--format=%s', `${release}..HEAD`)).split('\n').filter(Boolean)
  const type = '(?:feat|fix|perf|refactor|test|docs|build|ci|chore|revert)'
  const conventional = new RegExp(`^${type}(?:\\([a-z0-9-]+\\))?!?: (?![A-Z][a-z]+ ).+[^.]$`)
  expect(subjects.filter((subject) => subject.length > 72 || !conventional.test(subject))).toEqual([])
})
