import { expect, test } from 'bun:test'
import { writeChangelog } from '../../src/changelog/changelog.ts'
import { renderDocument } from '../../src/changelog/layout.ts'
import { activity, commit, line, pullRequest, sha, written } from './activities.ts'

const history = [
  ...line(
    'feat: stream exports (#1)\n\nRows are sent as they are read.',
    'fix: show dates in the zone of the reader',
    'docs: add a self-hosting guide (#3)',
  ),
]

test('developers get links and credits', () => {
  const { markdown } = written(history)
  expect(markdown.slice(markdown.indexOf('## Highlights'))).toBe(`## Highlights

### Stream exports

Rows are sent as they are read. [#1](https://github.com/acme/app/pull/1)

## More Updates

### Bug Fixes

- Show dates in the zone of the reader [${sha('c2').slice(0, 7)}](https://github.com/acme/app/commit/${sha('c2')})

### Documentation

- Add a self-hosting guide [#3](https://github.com/acme/app/pull/3)

Thanks to [@ana](https://github.com/ana/).
`)
})

test('other readers get no number, no sha and no file, but the credits', () => {
  const { markdown } = written(history, {}, { audience: 'others' })
  expect(markdown).toEndWith('- Add a self-hosting guide\n\nThanks to [@ana](https://github.com/ana/).\n')
  expect(markdown).not.toMatch(/#\d|\/pull\/|\/commit\/|[0-9a-f]{7}/)
})

test('there is no highlights section without highlights', () => {
  expect(written(line('docs: add a self-hosting guide')).markdown).not.toContain('## Highlights')
})

test('there is no section of other updates without other updates', () => {
  expect(written(line('feat: add dark mode')).markdown).not.toContain('## More Updates')
})

test('profiles are linked only where the host has them, and only for accounts', () => {
  const elsewhere = { owner: 'acme', name: 'app', url: 'https://git.example/acme/app' }
  expect(written(history, { repository: elsewhere }).markdown).toContain('Thanks to Ana.')
  expect(written([commit('c1', 'feat: add dark mode', { authorLogin: null })]).markdown).toContain(
    'Thanks to Ana.',
  )
  expect(written([commit('c1', 'feat: add dark mode', { authorLogin: 'a/../b' })]).markdown).toContain(
    'Thanks to Ana.',
  )
})

test("text after a colon in a highlight's title is below its heading", () => {
  const { markdown } = written(line('feat: sign people in by a link: it is good for an hour, and only once'))
  expect(markdown).toContain('### Sign people in by a link\n\nIt is good for an hour, and only once. [')
})

test.each([
  ['feat(api)!: drop version one', '### api: Drop version one\n\n**Breaking change.** ['],
  [
    'feat!: drop version one\n\nBREAKING CHANGE: callers must use version two.',
    '**Breaking change.** Callers must use version two. [',
  ],
  ['feat: add dark mode', '### Add dark mode\n\n['],
])(
  'a highlight does not repeat its title, and its sentence starts with a capital: %s',
  (message, expected) => {
    expect(written(line(message)).markdown).toContain(expected)
  },
)

test.each(['feat: sign people in: by a link', 'feat: exports: stream rows as they are read'])(
  'a title such as %s is not cut',
  (title) => {
    const { markdown } = written(line(title))
    expect(markdown.match(/^### .+$/m)?.[0]).toContain(title.slice(-12))
  },
)

test('text from a description is below a title that is not shortened', () => {
  const message =
    'feat: sign people in by a link: it is good for an hour\n\nNobody has to keep a password any more.'
  const { markdown } = written(line(message))
  expect(markdown).toContain('### Sign people in by a link: it is good for an hour\n\nNobody has to')
})

test.each([
  'Visits are stored in one batch per turn of the event loop.',
  'Visits are stored in files of one megabyte, because a folder is not in a backup.',
  'Our list missed most of these words.',
  'Adds check_visit() to reject visits without people.',
  'Courier, in its default configuration, will run a template to count visits.',
  'Counts are applied to visits of people without mutating stored rows.',
  'qrc1 are the files of visits, and ui2 is what people see.',
  'Instead, the count now also shows people without visits.',
  'Avoids a needless DB call, and ensures that the path of errors is tested.',
  'Implements a recent feature request about visits of people.',
  'Visits are added at render time when people have none.',
])(
  'a statement such as "%s" describes how a change works or why it was made, and is not its sentence',
  (sentence) => {
    expect(written(line(`feat: count visits of people\n\n${sentence}`)).markdown).not.toContain(sentence)
  },
)

test('prose from a description is shown as plain text', () => {
  const body = 'You can now keep \\<b>tags\\</b> and 2 \\* 3 \\* 4 in rows.'
  expect(written(line(`feat: add exports\n\n${body}`)).markdown).toContain(
    'You can now keep \\<b>tags\\</b> and 2 \\* 3 \\* 4 in rows.',
  )
})

test('URLs from outside are not repeated', () => {
  const pullRequests = [
    pullRequest(1, 'Add exports', { url: 'https://evil.example', mergeCommitSha: sha('c1') }),
  ]
  const commits = [commit('c1', 'x', { url: 'https://evil.example' })]
  expect(JSON.stringify(written(commits, { pullRequests }))).not.toContain('evil')
})

test('a document for a terminal carries the title', () => {
  expect(renderDocument({ title: 'A *title*', markdown: 'Text.\n' })).toBe('# A \\*title\\*\n\nText.\n')
})

test('nothing to report gives a reason, with the ledger', () => {
  expect(writeChangelog(activity([]))).toEqual({
    range: { from: null, to: 'HEAD' },
    ledger: [],
    skipped: 'There are no changes in this range.',
  })
  expect(writeChangelog(activity(line('chore: tidy'))).skipped).toBe(
    'No notable changes in this range: one change was left out.',
  )
})

test('a document ends with thanks, which mark first contributions, and the compare link', () => {
  const changelog = written(history, { from: 'v1.0.0', to: 'v1.1.0', newcomers: ['Ana'] })
  expect(renderDocument(changelog)).toEndWith(
    `
Thanks to [@ana](https://github.com/ana/) (first contribution).

[All changes from v1.0.0 to v1.1.0](https://github.com/acme/app/compare/v1.0.0...v1.1.0)
`,
  )
  expect(changelog.markdown).not.toContain('/compare/')
})

test('with a limit of lines the most important changes of each category are listed, and the rest is counted', () => {
  const fixes = Array.from({ length: 60 }, (_, at) => `fix: show total ${at} of the list`)
  const long = line(
    'feat: stream exports',
    'fix!: refuse empty names',
    ...fixes,
    'docs: add a self-hosting guide',
  )
  const { markdown, hidden } = written(long, {}, { maxLines: 30 })
  expect(renderDocument({ title: 'App', markdown }).split('\n').length - 1).toBeLessThanOrEqual(30)
  expect(markdown).toContain('- Add a self-hosting guide')
  expect(markdown).toContain('efuse empty names')
  const shown = markdown.match(/^- Show total/gm)?.length ?? 0
  expect(markdown).toContain(`\n- And ${60 - shown} more.\n`)
  expect(hidden).toBe(60 - shown)
  expect(written(long)).toMatchObject({ hidden: 0 })
  expect(written(long).markdown.match(/^- Show total/gm)?.length).toBe(60)
})

test('the text below a heading of a short page has no blank line above it', () => {
  const { markdown } = written(history, {}, { maxLines: 40 })
  expect(markdown).toContain('### Stream exports\nRows are sent')
  expect(markdown).toContain('### Bug Fixes\n- Show dates')
})

test('a highlight with nothing to say but its title has only its heading', () => {
  const { markdown } = written(
    line('feat: stream exports', 'fix: show dates'),
    { repository: null },
    { maxLines: 40 },
  )
  expect(markdown).toContain('### Stream exports\n\n## More Updates\n')
})

test('people with the same name are thanked once', () => {
  const commits = line('feat: stream exports', 'feat: sort lists').map((each, at) => ({
    ...each,
    authorName: ['Ana Gray', 'Ana (Annie) Gray'][at] ?? '',
    authorLogin: ['ana', null][at] ?? null,
  }))
  expect(written(commits, { repository: null }).markdown).toEndWith('\nThanks to Ana Gray.\n')
})

test('a name that nobody set is not thanked', () => {
  const unset = commit('c1', 'feat: stream exports', { authorName: 'Your Name', authorLogin: null })
  expect(written(line(unset, 'fix: keep the header')).markdown).toContain('Thanks to [@ana]')
  expect(written(line(unset, 'fix: keep the header')).markdown).not.toContain('Your Name')
})

test('a short page shows three features and three fixes before one line about speed', () => {
  const many = (kind: string, of: string) =>
    Array.from({ length: 9 }, (_, at) => `${kind}: ${of} ${at} of maps`)
  const titles = [
    ...many('feat', 'improve view'),
    ...many('fix', 'keep row'),
    'perf: speed up the loop of rows',
  ]
  const { markdown } = written(line(...titles), {}, { maxLines: 22 })
  expect(markdown.match(/^- (?:Improve view|Keep row)/gm)?.length).toBe(6)
  expect(markdown).toContain('\nAnd one more change in Performance Improvements.\n')
})

test('a short page shows a category with one line along with features and fixes', () => {
  const many = (kind: string, of: string) =>
    Array.from({ length: 9 }, (_, at) => `${kind}: ${of} ${at} of maps`)
  const security = 'chore(deps): bump tiles from 1.0.0 to 1.0.1 [security]'
  const titles = [...many('feat', 'improve view'), ...many('fix', 'keep row'), security]
  const { markdown } = written(line(...titles), {}, { maxLines: 21 })
  for (const category of ['Security', 'Features & Enhancements', 'Bug Fixes'])
    expect(markdown).toContain(`\n### ${category}\n- `)
})

test('with a limit of lines, highlights without a sentence take one line each', () => {
  const messages = [
    'feat: add themes (#1)',
    'feat(map): add a legend\n\nReaders can now tell roads from rivers.',
  ]
  const { markdown } = written(line(...messages, 'feat: add exports (#3)'), {}, { maxLines: 40 })
  const url = 'https://github.com/acme/app/pull'
  const plain = /### Add themes .*\n### Add exports .*\n|### Add exports .*\n### Add themes .*\n/
  expect(markdown).toMatch(plain)
  expect(markdown).toContain(`### Add themes [#1](${url}/1)`)
  expect(markdown).toContain('### map: Add a legend\nReaders can now tell roads from rivers.')
})

test('an area that the title names is not repeated before it', () => {
  const { markdown } = written(
    line('feat(completion): add Fish completions', 'fix(legend): keep the legend open'),
  )
  expect(markdown).toContain('### Add Fish completions\n')
  expect(markdown).toContain('- Keep the legend open [')
})

test.each([
  'feat: support lines that end in # fmt: off in whole files',
  'feat: support long lines that have noqa: E501 at the end',
])('the title is not cut at the colon of a comment for a tool: %s', (title) => {
  expect(written(line(title)).markdown.match(/^### .+$/m)?.[0]).toContain(title.slice(-20))
})

test.each([
  'Windows provides a flag for maps as a companion of another one.',
  'Documentation on Linux explains that maps have no special meaning.',
])('a statement about something else, such as "%s", is not the sentence of a highlight', (sentence) => {
  expect(written(line(`feat: allow empty maps\n\n${sentence}`)).markdown).not.toContain(sentence)
})
