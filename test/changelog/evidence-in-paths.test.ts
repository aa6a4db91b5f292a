import { expect, test } from 'bun:test'
import { entryFor } from './activities.ts'

test.each([
  [
    'Disable signing for the publish job',
    '.pipelines/official.yml',
    'It only adjusts continuous integration.',
  ],
  ['fix: use new names in samples', '.code-samples.acme.yaml', 'It is an internal change.'],
  ['Add a file of labels', '.appends/.github/labels.yml', 'It is an internal change.'],
  ['Update base images', 'make/base_images.mk', 'It is an internal change.'],
  ['Disable acceleration in the browser', 'karma.conf.cjs', 'It is an internal change.'],
  ['Add a file to fix merge errors', 'gcovr.cfg', 'It is an internal change.'],
  ['Add parallel execution for all', 'IntegrationTests/run.sh', 'It only changes tests.'],
  ['Add a reader of rows', 'Acme.Tests/Reader.cs', 'It only changes tests.'],
])('"%s" in %s ships nothing', (title, path, reason) => {
  expect(entryFor(title, { paths: [path] }).reason).toBe(reason)
})

test('what a package of an installer may do concerns users', () => {
  const paths = ['.goreleaser.yml']
  expect(entryFor('Allow access to folders when installed as a snap package', { paths }).placement).toBe(
    'listed',
  )
})

test('a manifest with settings of tools follows the other files of a change', () => {
  expect(entryFor('Bump tox from 4.31.0 to 4.32.0', { paths: ['pyproject.toml', 'uv.lock'] }).reason).toBe(
    'It only updates dependencies.',
  )
  const coverage = ['.github/workflows/ci.yml', 'justfile', 'pyproject.toml', 'tools/coverage-py']
  expect(entryFor('feat: add Python test coverage', { paths: coverage }).placement).toBe('omitted')
  expect(
    entryFor('Publish wheels for musl', { paths: ['.github/workflows/p.yml', 'pyproject.toml'] }).category,
  ).toBe('Infrastructure')
})

test.each([
  ['fix: update incorrect docstrings', 'It only changes documentation.'],
  ['chore: fix doc issues', 'It only changes documentation.'],
  ['Complete sentence', 'It only changes wording.'],
  ['chore: fix Rust 1.90.0 lints', 'It only changes formatting.'],
  ['Fix linter offenses for November', 'It only changes formatting.'],
  ['Fix comparison warnings caused by 54fc4e2', 'It is an internal change.'],
  ['Add changelog and update version to v2.0.0', 'It only marks a release.'],
  ['Apply #123 commits to the 3.2 branch', 'Its title does not say what changed.'],
  ['Basic changes', 'Its title does not say what changed.'],
  ['Add parallel execution for integration tests', 'It is an internal change.'],
])('"%s" in shipped source is omitted for a true reason', (title, reason) => {
  expect(entryFor(title, { paths: ['src/rows.rs'] })).toMatchObject({ placement: 'omitted', reason })
})

test.each([
  ['feat: add a command for notes', 'devtools/client/notes.js'],
  ['feat: add a command for notes', '.vim/plugin/notes.vim'],
  ['feat: add a command for notes', 'release/notes.ts'],
  ['fix: build with all features', 'package/zlib/zlib.mk'],
  ['feat: add a second network', 'app.config.js'],
  ['fix: raise the timeout of the proxy', 'proxy.cfg'],
  ['feat: add a report', 'ProductSpecs/report.ts'],
  ['feat: pin the menu to the top', 'package.json'],
  ['chore(agents): allow three agents', 'src/agents/list.ts'],
])('"%s" in %s concerns users', (title, path) => {
  expect(entryFor(title, { paths: [path] }).placement).not.toBe('omitted')
})

test.each([
  ['feat: add version selector to generated documentation', ['src/pages.ts']],
  ['fix: correct broken anchors in generated documentation', ['src/pages.ts']],
  ['fix: improve the parser of docstrings', ['src/parser.ts']],
  ['Show currency conversion warnings in the import dialog', ['src/import.ts']],
  ['fix: duplicated offenses in the report', ['src/report.ts']],
  ['Finish long sentences in the editor', ['src/editor.ts']],
  ['Fix for 500', ['src/server.ts']],
  ['Add type stubs', ['src/rows.pyi']],
  ["Improve error message 'not in workspace'", ['src/rows.go']],
  ['chore: escape inline markdown content', ['src/rows.vue']],
  ['Fix the bugs exposed by CI', ['.github/workflows/ci.yml', 'src/rows.cc']],
  ['RowUtil增加getRow重载', ['src/RowUtil.java']],
])('"%s" is reported', (title, paths) => {
  expect(entryFor(title, { paths }).placement).not.toBe('omitted')
})

test.each(['Stop copying passwords to the log', "Don't clone private repositories"])(
  '%s is a fix and not about speed',
  (title) => expect(entryFor(title, { paths: ['src/rows.ts'] }).category).toBe('Bug Fixes'),
)

test.each([
  ['Windows fix: Use long paths', 'Bug Fixes', 'Windows'],
  ['Security fix: Check the origin', 'Security', null],
] as const)('the words before "fix:" in "%s" are the scope', (title, category, area) => {
  expect(entryFor(title)).toMatchObject({ category, area })
})

test('a fix whose scope is a vulnerability is under Security', () => {
  expect(
    entryFor('fix(cve): fix bypass of the path filter in the helper', { paths: ['src/rows.go'] }),
  ).toMatchObject({
    category: 'Security',
    area: null,
  })
})

test('a cheaper operation is about performance', () => {
  expect(entryFor('Make the first read cheaper', { paths: ['src/rows.rs'] }).category).toBe(
    'Performance Improvements',
  )
})

test('a product may be called like a tool for tests', () => {
  expect(
    entryFor('Handle a missing header of requests', { paths: ['playwright/_impl/network.py'] }).placement,
  ).toBe('listed')
  expect(entryFor('Handle a missing header', { paths: ['playwright/start.spec.ts'] }).reason).toBe(
    'It only changes tests.',
  )
})

test('a change that adds many shipped files is reported, whatever its title is similar to', () => {
  const added = ['a', 'b', 'c', 'd', 'e'].map((name) => `app/filter/${name}.swift`)
  const title = 'Pipe rows utility'
  const touched = ['app/items.swift', '.settings.toml']
  expect(entryFor(title, { paths: touched }).placement).toBe('omitted')
  expect(entryFor(title, { paths: [...touched, ...added], added }).placement).not.toBe('omitted')
})

test('in a product about benchmarks, a title about them is not about its tests', () => {
  const title = 'Allow filters to leave out every benchmark of a type'
  const paths = ['src/Benchmarks/Filter.cs', 'tests/FilterTests.cs']
  expect(entryFor(title, { paths }).placement).not.toBe('omitted')
  expect(entryFor(title, { paths: ['src/Filter.cs', 'bench/filter.cs'] }).reason).toBe(
    'It is an internal change.',
  )
})

test('a chore that adds support for something is reported', () => {
  const paths = ['src/Console.cs']
  expect(entryFor('chore: add NO_COLOR environment variable support', { paths }).placement).not.toBe(
    'omitted',
  )
})

test.each([
  ['fix: lint issues', ['rows.go', 'rows_test.go'], 'It only changes formatting.'],
  ['Fix for issue #2864 (#2865)', ['src/rows.cs'], 'Its title does not say what changed.'],
  ['Update common files', ['.dockerignore', 'Makefile.common'], 'It only concerns how the project is built.'],
])('"%s" with %j is omitted', (title, paths, reason) => {
  expect(entryFor(title, { paths }).reason).toBe(reason)
})
