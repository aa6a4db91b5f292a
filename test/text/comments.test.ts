import { expect, test } from 'bun:test'
import { hiddenTextIn, withoutComments, withoutParts } from '../../src/text/comments.ts'

test.each([
  ['none', 'none'],
  ['a<!-- b -->c<!---->d', 'acd'],
  ['a<!-->b-->c', 'ac'],
  ['a<!-- b\n<!-- c --> d -->', 'a d -->'],
  ['a<!-- b -->c<!-- d', 'ac<!-- d'],
])('%j without comments is %j', (text, rest) => expect(withoutComments(text)).toBe(rest))

test('a part that never ends is searched for its end once', () => {
  const text = '<!-- herald -->'.repeat(100)
  const searches: unknown[] = []
  const { indexOf } = String.prototype
  String.prototype.indexOf = function (this: string, mark: string, from?: number) {
    searches.push(mark)
    return indexOf.call(this, mark, from)
  }
  try {
    expect(withoutParts(text, '<!-- herald -->', '<!-- /herald -->')).toBe(text)
  } finally {
    String.prototype.indexOf = indexOf
  }
  expect(searches).toEqual(['<!-- herald -->', '<!-- /herald -->'])
})

test('hidden text is that of comments, also of one that never ends, and of link definitions', () => {
  expect(hiddenTextIn('a <!-- b --> c\n[d]: https://e.test "f"\n<!-- g')).toBe(
    '<!-- b \n<!-- g\n[d]: https://e.test "f"',
  )
})
