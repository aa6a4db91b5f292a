import { describe, expect, test } from 'bun:test'
import { readChangelogFile } from '../../src/changelog/notes/changelog-file.ts'
import type { Entry } from '../../src/changelog/own-sections.ts'
import { prependSection, type Section } from '../../src/changelog/prepend.ts'

const section: Section = {
  version: '1.2.0',
  date: '2026-11-21',
  tag: 'v1.2.0',
  url: 'https://github.com/acme/courier/compare/v1.1.0...v1.2.0',
  markdown: 'Courier 1.2.0 adds exports.\n\n## Highlights\n\n### Add exports\n\n#1',
  entries: [
    {
      category: 'Features & Enhancements',
      isBreaking: false,
      title: 'Add exports',
      bullet: 'Add exports #1',
    },
  ],
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

const fix: Entry = {
  category: 'Bug Fixes',
  isBreaking: false,
  title: 'Keep the order',
  bullet: 'Keep the order #2',
}

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

- Add exports #1

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
    expect(once).toContain('- A hand-written line.\n\n<!-- herald -->\n\n- Add exports #1')
    expect(once.match(/Add exports/g)).toHaveLength(1)
    expect(write(once, unreleased)).toBe(once)
    const later = write(once, { ...unreleased, entries: [{ ...fix, bullet: 'Something else' }] })
    expect(later).toContain('<!-- herald -->\n\n### Fixed\n\n- Something else\n\n<!-- /herald -->')
    expect(later).not.toContain('Add exports')
    expect(later).toContain('- A hand-written line.')
    const between = later.replace('\n## [1.1.0]', '\n- A later line.\n\n## [1.1.0]')
    expect(write(between)).toContain('- A later line.\n\n<!-- herald -->\n\n- Add exports #1')
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
    ['## 🌈 1.1.0 `2026-10-01`\n', '## 🌈 1.2.0 `2026-11-21`\n'],
    ['## 🛠️ **v1.1.0** _(Oct 1, 2026)_\n', '## 🛠️ **v1.2.0** _(Nov 21, 2026)_\n'],
    ['## :rocket: `1.1.0` (1 October 2026)\n', '## :rocket: `1.2.0` (21 November 2026)\n'],
    ['## 2026/10/01, Version 1.1.0 (Current), @ana\n', '## 2026/11/21, Version 1.2.0\n'],
    ['## @acme/courier@1.1.0\n', '## @acme/courier@1.2.0\n'],
    ['## <a name="1.1.0"></a>1.1.0: Streams\n', '## <a name="1.2.0"></a>1.2.0\n'],
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

describe('the sections of the file are used', () => {
  const entries = [
    { ...fix, category: 'Security' as const, bullet: 'Check tokens #4' },
    ...section.entries,
    {
      ...fix,
      category: 'Features & Enhancements' as const,
      title: 'Remove pages',
      bullet: 'Remove pages #3',
    },
    fix,
  ]
  const lay = (file: string, given: Partial<Section> = {}) => write(file, { ...section, entries, ...given })

  test('of Keep a Changelog, without the summary and the categories', () => {
    const file = '# Log\n\nThe format is https://keepachangelog.com.\n\n## 1.1.0\n\n- Streams.\n'
    expect(lay(file)).toBe(
      file.replace(
        '## 1.1.0',
        '## 1.2.0\n\n<!-- herald -->\n\n### Added\n\n- Add exports #1\n\n### Removed\n\n- Remove pages #3\n\n' +
          '### Fixed\n\n- Keep the order #2\n\n### Security\n\n- Check tokens #4\n\n<!-- /herald -->\n\n## 1.1.0',
      ),
    )
  })

  test('of Keep a Changelog, with "Features" in place of "Added"', () => {
    const file = '# Log\n\nSee https://keepachangelog.com.\n\n## 1.1.0\n\n### Features\n\n- Streams.\n'
    expect(lay(file)).toContain('### Features\n\n- Add exports #1\n')
    expect(lay(file)).not.toContain('### Added')
  })

  test('with their emoji and marks of lists', () => {
    const file = '## 🌈 1.1.0 `2026-10-01`\n\n### 🚀 Features\n\n* Streams\n\n### 🐞 Bug Fixes\n\n* Order\n'
    expect(lay(file)).toStartWith(
      '## 🌈 1.2.0 `2026-11-21`\n\n<!-- herald -->\n\n### 🚀 Features\n\n* Add exports #1\n* Remove pages #3\n\n' +
        '### 🐞 Bug Fixes\n\n* Check tokens #4\n* Keep the order #2\n\n<!-- /herald -->\n\n## 🌈 1.1.0',
    )
  })

  test('and breaking changes go into their own, if the file has one', () => {
    const file = '## 1.1.0\n\n### ⚠ BREAKING CHANGES\n\n- Pages\n\n### Features\n\n- Streams\n'
    expect(lay(file, { entries: [{ ...fix, isBreaking: true }] })).toContain(
      '### ⚠ BREAKING CHANGES\n\n- Keep the order #2\n',
    )
  })

  test('and empty ones of a template do not move into a version', () => {
    const file = kept.replace('- A hand-written line.', '\n### Fixed\n\n### Changed\n')
    const text = lay(file, { entries: [fix] })
    expect(text).toContain(
      '## [1.2.0] - 2026-11-21\n\n<!-- herald -->\n\n### Fixed\n\n- Keep the order #2\n\n<!-- /herald -->\n\n## [1.1.0]',
    )
  })
})

test.each([
  'Nothing yet!',
  '- Nothing yet.',
  '_No changes yet_',
  '* N/A',
  '- There are no unreleased changes.',
])('the placeholder %j is dropped', (line) => {
  const file = `# Log\n\n## Unreleased\n\n${line}\n\n## 1.1.0\n\nNothing yet!\n`
  for (const given of [section, unreleased]) {
    const [top, below] = write(file, given).split('## 1.1.0')
    expect(top).not.toContain(line)
    expect(below).toContain('Nothing yet!')
  }
})

test('a sentence that only begins like a placeholder is kept', () => {
  const file = '## Unreleased\n\n- Nothing yet breaks, but pages will.\n\n## 1.1.0\n'
  expect(write(file)).toContain('- Nothing yet breaks, but pages will.')
})

test('a heading that plans the version becomes its heading', () => {
  const file = '# Log\n\n## 1.2.0 (unreleased)\n\n- Exports.\n\n## 1.1.0 (2026-10-01)\n'
  expect(write(file)).toStartWith('# Log\n\n## 1.2.0 (2026-11-21)\n\n- Exports.\n\n<!-- herald -->')
  expect(write(file)).not.toContain('unreleased')
})

describe('a position that is not certain is refused', () => {
  const advice = 'Choose it with --after LINE or --after TEXT.'
  test.each([
    ['# Log\n\n## News of autumn\n\n- Streams.\n', 'no heading of the file names a version'],
    ['# Log\n\n- Streams.\n', 'no heading of the file names a version'],
    [
      '# Log\n\n## Herbst\n\n- Streams.\n\n## 0.1.0\n',
      '"Herbst" above "0.1.0" is not the heading of a version',
    ],
    ['# Log\n\n## 1.0.0\n\n- A.\n\n## 1.1.0\n\n- B.\n', 'the file lists its oldest version first'],
    ['# Log\n\n## 2.0.0\n\n- B.\n\n## 1.1.0\n\n- A.\n', 'the file begins with 2.0.0, which is newer'],
    ['# Log\n\n## 2.0.0 (unreleased)\n\n## 1.1.0\n', 'the file plans version 2.0.0 next'],
  ])('%j', (file, why) => {
    expect(() => write(file)).toThrow(`The position for 1.2.0 is not certain: ${why}. ${advice}`)
  })

  test('but front matter, code and an introduction leave no doubt', () => {
    const head = '---\ntitle: Log\ntoc: false\n---\n\n# All news of Courier\n\nWords.\n\n'
    expect(write(`${head}## 1.1.0\n`)).toStartWith(`${head}## 1.2.0\n`)
  })
})

describe('--after', () => {
  const file = '# Log\n\n## Herbst\n\n- Streams.\n- Exports.\n'
  const after = (name: string) => prependSection(file, { ...section, url: null }, name).text

  test('names a line by its number or by its text', () => {
    expect(after('1')).toStartWith('# Log\n\n## 1.2.0 - 2026-11-21\n\n<!-- herald -->')
    expect(after('1')).toEndWith('<!-- /herald -->\n\n## Herbst\n\n- Streams.\n- Exports.\n')
    expect(after('Log')).toBe(after('1'))
    expect(after('0')).toStartWith('## 1.2.0 - 2026-11-21\n')
    expect(after('6')).toStartWith(`${file}\n## 1.2.0 - 2026-11-21\n`)
  })

  test.each([
    ['7', 'The file has 6 lines, and no line 7.'],
    ['Winter', 'No line of the file contains "Winter".'],
    ['s.', 'Lines 5 and 6 contain "s.". Name one by its number: --after 5.'],
  ])('%s, which names no single line, fails', (name, sentence) => {
    expect(() => after(name)).toThrow(sentence)
  })
})
