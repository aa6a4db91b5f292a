import { describe, expect, test } from 'bun:test'
import { prependPost } from '../../src/markdown/changelog-section.ts'

const post = {
  id: 'a1',
  title: 'Acme 1.4',
  slug: 'acme-1-4',
  description: '',
  publishedAt: new Date('2026-03-04T12:00:00Z'),
  updatedAt: new Date('2026-03-04T12:00:00Z'),
  markdown: '# Acme 1.4\n\nText.\n\n## Highlights\n\n```sh\n# comment\n```',
}
const section =
  '<!-- herald:post=a1 begin -->\n\n## Acme 1.4 - 2026-03-04\n\nText.\n\n### Highlights\n\n```sh\n# comment\n```\n\n<!-- herald:post=a1 end -->'

describe('a post in a changelog file', () => {
  test.each([
    ['starts an empty file', '', `# Changelog\n\n${section}\n`],
    ['is below the title', '# Changes\n\nIntro.\n', `# Changes\n\nIntro.\n\n${section}\n`],
    [
      'is above the newest version, and below unreleased changes',
      '# Changes\n\n## [Unreleased]\n\n- Next\n\n## 1.3\n\nOld\n',
      `# Changes\n\n## [Unreleased]\n\n- Next\n\n${section}\n\n## 1.3\n\nOld\n`,
    ],
    [
      'is above links at the end',
      '# Changes\n\n[1]: https://a.test\n',
      `# Changes\n\n${section}\n\n[1]: https://a.test\n`,
    ],
    [
      'is above the marker of an earlier post',
      '# Changes\n\n<!-- herald:post=b2 begin -->\n\n## Acme 1.3\n\n<!-- herald:post=b2 end -->\n',
      `# Changes\n\n${section}\n\n<!-- herald:post=b2 begin -->\n\n## Acme 1.3\n\n<!-- herald:post=b2 end -->\n`,
    ],
    [
      'takes no heading in a block of code for a version',
      '# Changes\n\n```md\n## 1.0\n```\n\n## 1.3\n',
      `# Changes\n\n\`\`\`md\n## 1.0\n\`\`\`\n\n${section}\n\n## 1.3\n`,
    ],
  ])('%s', (_, file, written) => {
    expect(prependPost(file, post)).toBe(written)
    expect(prependPost(written, post)).toBe(written)
  })

  test('keeps the line endings of the file', () => {
    expect(prependPost('# Changes\r\n', post)).toBe(`# Changes\n\n${section}\n`.replaceAll('\n', '\r\n'))
  })

  test('with half a pair of markers is refused', () => {
    expect(() => prependPost('<!-- herald:post=a1 begin -->', post)).toThrow('incomplete or repeated')
  })
})

test('a file of 40,000 broken markers is read in one pass', () => {
  const hostile = '<!-- herald:post='.repeat(40_000)
  expect(prependPost(`${hostile}\n\n## 1.3\n\nOld\n`, post)).toBe(
    `${hostile}\n\n${section}\n\n## 1.3\n\nOld\n`,
  )
})

test('a post of thousands of headings is copied a few times, not once for each', () => {
  const markdown = '# a\n'.repeat(2_000)
  let copied = 0
  const { slice } = String.prototype
  String.prototype.slice = function (this: string, start?: number, end?: number) {
    const part = slice.call(this, start, end)
    copied += part.length
    return part
  }
  try {
    expect(prependPost('', { ...post, markdown })).toContain('\n## a\n')
  } finally {
    String.prototype.slice = slice
  }
  expect(copied).toBeLessThan(5 * markdown.length)
})
