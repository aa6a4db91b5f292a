import { describe, expect, test } from 'bun:test'
import { splitSentences } from '../../src/text/sentences.ts'
import { createClaimCheck } from '../../src/writer/claims-about-others.ts'
import { hasPronoun } from '../../src/writer/references.ts'
import { maxRun, withShortRuns } from '../../src/writer/short-runs.ts'
import { maxPart } from '../../src/writer/split-long-text.ts'
import { statementsIn, statementsInLine } from '../../src/writer/text-statements.ts'
import { createDetailCheck } from '../../src/writer/unsourced-details.ts'

const length = 100_000
const fill = (unit: string) => unit.repeat(length / unit.length)
const named = (name: string) => ({ key: name.toLowerCase(), name, terms: [name], hosts: [] })
const setting = {
  ...{ own: named('Acme'), others: [named('Quuxly')], sources: ['Quuxly is a tool.'] },
  ...{ topic: '', language: 'English' },
}
const check = createClaimCheck(setting)

describe('the time of a check grows with the length of a text, since no part of it is long', () => {
  test.each([
    ['a long sentence', fill('word ')],
    ['a sentence of one name', fill('Quuxly ')],
    ['a heading', `## ${fill('word ')}`],
    ['a list item', `- ${fill('word ')}`],
    ['a table cell', `| a |\n|-|\n| ${fill('word ')} |`],
    ['a code line', `\`\`\`\n${fill('word ')}\n\`\`\``],
    ['one word', fill('a')],
  ])('%s is split into short statements', (_, text) => {
    const all = [
      ...statementsIn(text, { isKnown: () => true, isKnownCompany: () => false, mayBeCompany: () => true }),
      ...statementsInLine(text),
    ]
    expect(Math.max(...all.map((each) => each.text.length))).toBeLessThanOrEqual(maxPart)
    expect(all.reduce((sum, each) => sum + each.text.length, 0)).toBeLessThan(3 * length)
  })

  const numbered = (unit: string) => Array.from({ length: 2_000 }, (_, at) => `${unit}${at}`)
  test.each([
    ['words', numbered(' word')],
    ['Chinese without spaces', numbered('数据泄露')],
    ['Japanese with commas', numbered('データ、')],
    ['Thai', numbered('ข้อมูล')],
    ['pairs of surrogates', numbered('𠮷𠮷')],
    ['one word', numbered('a')],
  ])('no part of a long statement is lost: %s', (_, pieces) => {
    const statements = statementsInLine(pieces.join(''))
    const read = statements.map(({ text }) => text.replaceAll(' ', ''))
    expect(pieces.filter((piece) => !read.some((text) => text.includes(piece.trim())))).toEqual([])
    expect(statements.every(({ text }) => text.isWellFormed())).toBe(true)
  })

  test.each([
    ['at the start of Chinese', `Quuxly泄露客户数据${'很'.repeat(3_000)}`],
    ['in the middle of Chinese', `${'很'.repeat(maxPart - 3)}Quuxly泄露客户数据${'很'.repeat(3_000)}`],
    ['at the start of Thai', `Quuxly ทำข้อมูลรั่วไหล${'มาก'.repeat(1_000)}`],
    ['where a part ends', `${'word '.repeat(maxPart / 5 - 1)}Quuxly leaks customer data.`],
  ])('a name %s is found', (_, text) => {
    expect(check.inLine(text)).not.toEqual([])
    expect(check.inMarkdown(text)).not.toEqual([])
  })

  test.each(['1', '-', 'a-', '1,', '“', '\n', ' '])('runs of %j are short', (unit) => {
    const runs = withShortRuns(fill(unit)).match(/\S+|\s+/g) ?? []
    expect(Math.max(...runs.map((run) => run.length))).toBeLessThanOrEqual(maxRun)
  })

  test('what a long sentence says at its end about a company at its start is found', () => {
    expect(check.inMarkdown(`Quuxly is ${fill('one ')} and leaks customer data.`)).not.toEqual([])
    expect(check.inLine(`Quuxly is ${fill('one ')} and leaks customer data.`)).not.toEqual([])
  })

  test('what the end of a long table cell says is found', () =>
    expect(check.inMarkdown(`| Tool | a |\n|-|-|\n| Quuxly | ${fill('one ')} leaks data |`)).not.toEqual([]))

  test('a figure after a long word is found', () =>
    expect(createDetailCheck('2026')(`${fill('1')} teams. It costs $49.`)).toContainEqual({
      ...{ kind: 'figure', detail: '$49' },
    }))

  test('number words that consist of number words are read in one way', () => {
    const check = createDetailCheck('')
    for (const unit of ['quatre-vingt-dix-', 'soixante-dix-', 'dix-sept-', 'quatre-vingt-quatre-'])
      expect(check(`They won mil ${unit.repeat(40)}x`)).toEqual([])
  })

  test('a sentence of thousands of initials is one', () =>
    expect(splitSentences(fill('A. '))).toHaveLength(1))
})

describe('a name that is repeated 3,000 times takes twice the work of 1,500 times', () => {
  /** How many characters the regular expressions of a check read. */
  function workOf(text: string): number {
    const { inMarkdown } = createClaimCheck(setting)
    const { exec } = RegExp.prototype
    let work = 0
    RegExp.prototype.exec = function (this: RegExp, input: string) {
      const start = this.lastIndex
      const found = exec.call(this, input)
      const end = found === null ? input.length : found.index + found[0].length
      work += 1 + Math.max(0, end - start)
      return found
    }
    try {
      inMarkdown(text)
    } finally {
      RegExp.prototype.exec = exec
    }
    return work
  }
  test.each(['GitHub ', 'GitHub is bloated. ', 'Quuxly leaks. '])('%j', (unit) => {
    const half = workOf(unit.repeat(1_500))
    expect(half).toBeGreaterThan(unit.length * 1_500)
    expect(workOf(unit.repeat(3_000))).toBeLessThan(2.2 * half)
  })
})

test('a pronoun that the reader is asked to use is no company', () => {
  for (const text of ['Use it today.', 'Then try it.', 'Share them with your team.'])
    expect(hasPronoun(text)).toBe(false)
  for (const text of ['Sadly it melts.', 'Still, they lose files.', 'Its servers leak.'])
    expect(hasPronoun(text)).toBe(true)
})
