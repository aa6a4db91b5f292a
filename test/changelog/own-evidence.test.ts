import { describe, expect, test } from 'bun:test'
import { entryFor } from './activities.ts'

const tested = ['src/show.ts', 'test/show.test.ts']
const documented = ['README.md', 'src/hooks.ts', 'test/hooks.test.ts']

describe('the files decide where a word has two meanings:', () => {
  test.each([
    ['Print doc comments in `--show`', tested],
    ["Don't use shebangs as doc comments", tested],
    ['Add `init` hook', documented],
    ['Add `limit` to pages', tested],
    ['Unify hook signatures around a single object', documented],
    ['Use a dedicated key for hunks', documented],
    ['Deprecate `set windows-shell`', ['README.md']],
    ['Add a claim option to pages + unit tests', tested],
    ['templates: Explicitly warn about misconfigurations', ['src/templates.ts']],
    ['Add comment tokens for JSONC', ['languages.toml']],
    ['Add .clang-tidy highlighting', ['languages.toml']],
    ['Fix a bug in indentation and update the grammar', ['languages.toml', 'src/indent.ts']],
  ])('"%s" is reported', (title, paths) => {
    expect(entryFor(title, { paths }).placement).not.toBe('omitted')
  })

  test.each([
    ['Unify the loops of locks', ['src/lock.ts']],
    ['Refactor the hooks', documented],
    ['Add changelog notes for 25.01.1', ['src/app.xml']],
    ['Add note about the plugin of the checker', ['src/main.ts']],
    ['Changes for @typescript-eslint/array-type rule', ['src/show.ts']],
    ['Introduce yamlfmt', ['.github/workflows/ci.yml', 'mkdocs.yml']],
    ['Reorganizing the code of notifications', tested],
    ['Fix comments of the hooks', tested],
    ['Fix a few flaky tests', ['src/queue.ts']],
    ['Fix the broken paragraph', ['src/lint.ts']],
    ['Add token refresh tests', documented],
    ['Apply the strings modernizer', ['mux.go']],
    ['Convert the linter to soft wrapping with no other changes', ['src/lint.ts']],
    ['Some fixes to our infrastructure', ['src/lint.ts']],
  ])('"%s" is left out', (title, paths) => {
    expect(entryFor(title, { paths }).placement).toBe('omitted')
  })
})

describe('a declared type outranks words, where shipped source is touched:', () => {
  test.each([
    ['feat: explain flaky tests in the report', 'Features & Enhancements'],
    ['feat: unify hook signatures', 'Features & Enhancements'],
    ['fix(validator): infer whole types and wrong tests', 'Bug Fixes'],
  ])('"%s"', (title, category) => {
    expect(entryFor(title, { paths: tested })).toMatchObject({
      category,
      placement: expect.not.stringMatching('omitted'),
    })
  })
})

test.each([
  ['Remove init() funcs', ['log.go']],
  ['sponsors: Add LambdaTest', ['pyproject.toml', 'src/logo.svg']],
  ['Fix the class name', ['src/show.ts']],
  ['Assorted cleanups and formatting', ['src/show.ts']],
])('work that no user notices is left out: "%s"', (title, paths) => {
  expect(entryFor(title, { paths })).toMatchObject({ placement: 'omitted', breaking: false })
})
