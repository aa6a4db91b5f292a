import { expect, test } from 'bun:test'
import { parseProjectFile } from '../../src/changelog/project-file.ts'

test('the description in a project file is read', () => {
  expect(
    parseProjectFile(`
product = "Courier"
package-folder = "modules"
credits = false
early-features = "patch"
manifest = "VERSION"
ignored-paths = ["legacy/**"]
ignored-authors = ["release-bot"]
[areas]
ui = "Dashboard"
[labels]
"kind/bug" = "Bug Fixes"
`),
  ).toEqual({
    product: 'Courier',
    packageFolder: 'modules',
    credits: false,
    earlyFeatures: 'patch',
    manifest: 'VERSION',
    ignoredPaths: ['legacy/**'],
    ignoredAuthors: ['release-bot'],
    areas: { ui: 'Dashboard' },
    labels: { 'kind/bug': 'Bug Fixes' },
  })
  expect(parseProjectFile('')).toEqual({})
})

test.each([
  [
    'producct = "Courier"',
    'has an unknown key "producct"; the keys are product, areas, labels, ignored-paths, ignored-authors, package-folder, credits, early-features, manifest.',
  ],
  ['toString = 1', 'has an unknown key "toString"; the keys are product, '],
  ['product = 1', 'needs a string for product.'],
  ['credits = "no"', 'needs true, false or "inline" for credits.'],
  ['early-features = "major"', 'needs "minor" or "patch" for early-features.'],
  ['ignored-paths = "legacy"', 'needs a list of strings for ignored-paths.'],
  ['ignored-authors = [1]', 'needs a string for each of ignored-authors.'],
  ['areas = "ui"', 'needs a table [areas].'],
  ['[areas]\nui = true', 'needs a string for "ui" in [areas].'],
  ['[labels]\nbug = "Bugs"', 'assigns "bug" to "Bugs", which is none of Security, Features & Enhancements, '],
  ['product = ', 'is not valid TOML: '],
])('%j is reported in one sentence', (text, sentence) => {
  expect(() => parseProjectFile(text)).toThrow(`.herald.toml ${sentence}`)
})
