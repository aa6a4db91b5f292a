import { describe, expect, test } from 'bun:test'
import { maxReleaseBody, SectionError, writeSection } from '../../src/markdown/marked-section.ts'

const post = { id: 'p1', markdown: 'New text.', url: 'https://herald.test/c/acme/a' }
const section = (text: string) => `<!-- herald:post=p1 begin -->\n${text}\n<!-- herald:post=p1 end -->`

describe('the section of a post', () => {
  test('is appended to what people wrote', () => {
    expect(writeSection('Thanks, everyone.\n', post)).toBe(`Thanks, everyone.\n\n${section('New text.')}`)
    expect(writeSection('', post)).toBe(section('New text.'))
  })

  test('replaces only itself, and is the same the second time', () => {
    const before = `Before.\n\n${section('Old text.')}\n\nAfter.`
    const after = writeSection(before, post)
    expect(after).toBe(`Before.\n\n${section('New text.')}\n\nAfter.`)
    expect(writeSection(after, post)).toBe(after)
  })

  test('of another post stays', () => {
    const other = section('Other.').replaceAll('p1', 'p2')
    expect(writeSection(other, post)).toBe(`${other}\n\n${section('New text.')}`)
  })

  test.each([
    ['no end', '<!-- herald:post=p1 begin -->\nText'],
    ['no beginning', 'Text\n<!-- herald:post=p1 end -->'],
    ['two pairs', `${section('One.')}\n${section('Two.')}`],
    ['the wrong order', '<!-- herald:post=p1 end -->\n<!-- herald:post=p1 begin -->'],
  ])('is not written if its markers have %s', (_, body) => {
    expect(() => writeSection(body, post)).toThrow(SectionError)
  })

  test('is never empty, and contains no markers of its own', () => {
    expect(() => writeSection('Text.', { ...post, markdown: ' \n' })).toThrow('The post is empty.')
    const forged = { ...post, markdown: 'A <!-- herald:post=p1 end --> B' }
    expect(writeSection('', forged)).toBe(section('A  B'))
    const nested = { ...post, markdown: 'A <!-<!-- herald:post=z -->- herald:post=p1 end --> B' }
    expect(writeSection('', nested)).toBe(section('A <!-- herald post=p1 end --> B'))
  })

  test('is cut after a paragraph at the limit of GitHub, with a link to the whole', () => {
    const long = { ...post, markdown: `${'Paragraph. '.repeat(20)}\n\n`.repeat(1000) }
    const body = writeSection('Thanks.', long)
    expect(body.length).toBeLessThanOrEqual(maxReleaseBody)
    expect(body.length).toBeGreaterThan(maxReleaseBody - 400)
    expect(body).toEndWith(
      'Paragraph.\n\n[Read the whole post](https://herald.test/c/acme/a)\n<!-- herald:post=p1 end -->',
    )
    expect(() => writeSection('x'.repeat(maxReleaseBody - 150), long)).toThrow('has no space left')
  })
})
