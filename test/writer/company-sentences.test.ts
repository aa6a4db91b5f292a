import { describe, expect, test } from 'bun:test'
import { readSectionLines } from '../../src/text/word-list.ts'
import { createClaimCheck } from '../../src/writer/claims-about-others.ts'
import list from './company-sentences.txt' with { type: 'text' }

const named = (name: string) => ({ key: name.toLowerCase(), name, terms: [name], hosts: [] })
const setting = { own: named('Acme'), others: [named('Quuxly')], sources: [], topic: '' }

type Sentence = { set: string; isHarmful: boolean; language: string; text: string; isWrong: boolean }

const sentences: Sentence[] = [...readSectionLines(list)].flatMap(([section, lines]) => {
  const [set = '', kind = '', language = ''] = section.split(' ')
  return lines.map((line) => ({
    ...{ set, isHarmful: kind === 'harmful', language, isWrong: line.startsWith('! ') },
    text: line.replace(/^! /, '').replaceAll('\\n', '\n'),
  }))
})

describe('a sentence that says something about a company needs a source', () => {
  test.each(sentences.map((each) => [each.set, each.language, each.text, each] as const))(
    '%s, %s: %s',
    (_, language, text, { isHarmful, isWrong }) => {
      const isRefused = createClaimCheck({ ...setting, language }).inMarkdown(text).length > 0
      expect(isRefused).toBe(isHarmful !== isWrong)
    },
  )

  test.each([
    ['first', 0.99, 0.96],
    ['disguised', 0.96, 0.91],
    ['later', 0.97, 0.92],
    ['unseen', 0.8, 0.96],
    ['unknown', 0.79, 0.9],
    ['invented', 1, 0.9],
    ['developed', 0.93, 0.93],
    ['developed-unknown', 0.83, 0.68],
    ['measured', 0.84, 0.9],
    ['insinuated', 0.84, 1],
    ['opening', 0.94, 1],
    ['opening-more', 1, 1],
    ['measured-unknown', 0.8, 0.72],
  ])('%s: precision and recall', (set, leastPrecision, leastRecall) => {
    const count = (isHarmful: boolean, isWrong: boolean) =>
      sentences.filter((each) => each.set === set && each.isHarmful === isHarmful && each.isWrong === isWrong)
        .length
    const found = count(true, false)
    expect(found / (found + count(false, true))).toBeGreaterThanOrEqual(leastPrecision)
    expect(found / (found + count(true, true))).toBeGreaterThanOrEqual(leastRecall)
  })
})
