import { describe, expect, test } from 'bun:test'
import { readChangelogFile } from '../../src/changelog/notes/changelog-file.ts'
import { prependSection, type Section } from '../../src/changelog/prepend.ts'

const section: Section = {
  version: '1.2.0',
  date: '2026-11-21',
  tag: 'v1.2.0',
  url: 'https://github.com/acme/courier/compare/v1.1.0...v1.2.0',
  markdown: 'Courier 1.2.0 adds exports.\n\n## Highlights\n\n### Add exports\n\n#1',
}
const unreleased: Section = { ...section, version: null, tag: 'HEAD', url: null }

const kept = `# Changelog

All notable changes are told here.

## [Unreleased]

### Added

- A hand-written line.

## [1.1.0] - 2026-10-01

- Streams.

## 1.0.0 - 2026-09-01

- Everything.

[Unreleased]: https://github.com/acme/courier/compare/v1.1.0...HEAD
[1.1.0]: https://github.com/acme/courier/compare/v1.0.0...v1.1.0
`

const write = (file: string, given = section) => prependSection(file, given).text

describe('Keep a Changelog', () => {
  test('a version goes above the last one, header and link references are kept, unreleased changes move into it', () => {
    expect(write(kept)).toBe(`# Changelog

All notable changes are told here.

## [Unreleased]

## [1.2.0] - 2026-11-21

### Added

- A hand-written line.

<!-- herald -->

Courier 1.2.0 adds exports.

### Highlights

#### Add exports

#1

<!-- /herald -->

## [1.1.0] - 2026-10-01

- Streams.

## 1.0.0 - 2026-09-01

- Everything.

[Unreleased]: https://github.com/acme/courier/compare/v1.2.0...HEAD
[1.2.0]: https://github.com/acme/courier/compare/v1.1.0...v1.2.0
[1.1.0]: https://github.com/acme/courier/compare/v1.0.0...v1.1.0
`)
  })

  test('unreleased changes go below their heading and are replaced each time; entries by people stay', () => {
    const once = write(kept, unreleased)
    expect(once).toContain('- A hand-written line.\n\n<!-- herald -->\n\nCourier 1.2.0 adds exports.')
    expect(once.match(/Courier 1\.2\.0/g)).toHaveLength(1)
    expect(write(once, unreleased)).toBe(once)
    const later = write(once, { ...unreleased, markdown: 'Something else.' })
    expect(later).toContain('<!-- herald -->\n\nSomething else.\n\n<!-- /herald -->')
    expect(later).not.toContain('adds exports')
    expect(later).toContain('- A hand-written line.')
    const between = later.replace('\n## [1.1.0]', '\n- A later line.\n\n## [1.1.0]')
    expect(write(between)).toContain(
      '- A hand-written line.\n\n- A later line.\n\n<!-- herald -->\n\nCourier 1.2.0 adds',
    )
  })

  test('generated unreleased entries are replaced by the version', () => {
    expect(write(write(kept, unreleased))).toBe(write(kept))
  })
})

test('unreleased entries by people are not listed a second time', () => {
  const more = (fixes: string) =>
    `Words.\n\n## More Updates\n\n### Features & Enhancements\n\n- Add exports [#7](https://x.test/pull/7)\n\n### Bug Fixes\n\n${fixes}`
  const tell = (own: string, markdown: string) =>
    write(`## Unreleased\n\n${own}\n\n## 1.1.0\n`, { ...section, markdown }).split('## 1.2.0\n\n')[1]
  expect(tell('- Exports, at last (#7)', more('- Keep order #8'))).toBe(
    '- Exports, at last (#7)\n\n<!-- herald -->\n\nWords.\n\n### More Updates\n\n#### Bug Fixes\n\n- Keep order #8\n\n<!-- /herald -->\n\n## 1.1.0\n',
  )
  expect(tell('- Exports (#7), order (#8)', more('- Keep order #8'))).toBe(
    '- Exports (#7), order (#8)\n\n<!-- herald -->\n\nWords.\n\n<!-- /herald -->\n\n## 1.1.0\n',
  )
})

describe('an existing version', () => {
  test.each([
    ['under its own heading', kept, '1.1.0'],
    ['without brackets', kept, '1.0.0'],
    ['with a v', '# v1.2.0\n\nText.\n', '1.2.0'],
    ['underlined', '1.2.0 / 2026-01-01\n==================\n\n  * Text\n', '1.2.0'],
  ])('%s is not changed', (_, file, version) => {
    expect(prependSection(file, { ...section, version })).toEqual({ text: file, isThere: true })
  })

  test('is not matched by a prefix', () => {
    expect(prependSection('## 1.2.0-rc.1\n\nText.\n', section).isThere).toBe(false)
  })

  test('prepended twice changes nothing', () => {
    for (const file of ['', kept, '## v1.0.0\n', 'Words.\n']) expect(write(write(file))).toBe(write(file))
  })
})

describe('the style of the file is used', () => {
  const headings: [string, string][] = [
    ['## 1.1.0\n', '## 1.2.0\n'],
    ['# v1.1.0\n', '# v1.2.0\n'],
    ['## 1.1.0 (2026-10-01)\n', '## 1.2.0 (2026-11-21)\n'],
    ['## Version 1.1.0\n', '## Version 1.2.0\n'],
    ['## Courier v1.1.0\n', '## Courier v1.2.0\n'],
    [
      '## [1.1.0](https://github.com/acme/courier/compare/v1.0.0...v1.1.0) (2026-10-01)\n',
      `## [1.2.0](${section.url}) (2026-11-21)\n`,
    ],
    ['1.1.0 / 2026-10-01\n==================\n', '1.2.0 / 2026-11-21\n==================\n'],
  ]
  test.each(headings)('%j', (last, expected) => {
    const text = write(`${last}\nText.\n`)
    expect(text).toStartWith(expected)
    expect(text).toEndWith(`\n\n${last}\nText.\n`)
  })

  test('line endings are kept', () => {
    const text = write(kept.replaceAll('\n', '\r\n'))
    expect(text).toBe(write(kept).replaceAll('\n', '\r\n'))
  })

  test('versions in code and comments are ignored', () => {
    const file = '# Log\n\n```md\n## 9.0.0\n```\n\n<!--\n## 8.0.0\n-->\n\n## 1.1.0\n\nText.\n'
    expect(write(file)).toBe(
      file.replace('## 1.1.0', `${write('## 0.1.0\n').split('\n\n## 0.1.0')[0]}\n\n## 1.1.0`),
    )
  })
})

test('a missing file begins with a header', () => {
  expect(write('')).toBe(`# Changelog

All notable changes of this project, the newest version first.

## [1.2.0] - 2026-11-21

<!-- herald -->

Courier 1.2.0 adds exports.

### Highlights

#### Add exports

#1

<!-- /herald -->

[1.2.0]: ${section.url}
`)
  expect(write('', { ...section, url: null })).toContain('\n## 1.2.0 - 2026-11-21\n')
})

test('generated entries are not notes of a maintainer, under any version', () => {
  const markdown = 'Words.\n\n## More Updates\n\n### Bug Fixes\n\n- Keep order'
  const maintainers = ['A hand-written line.', 'Streams.', 'Everything.']
  for (const given of [section, unreleased]) {
    const file = write(kept, { ...given, markdown })
    expect(readChangelogFile(file).map(({ text }) => text)).toEqual(maintainers)
  }
})
