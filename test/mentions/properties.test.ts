import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { fold } from '../../src/mentions/fold.ts'
import { createMatcher } from '../../src/mentions/matcher.ts'
import type { Subject } from '../../src/mentions/subject.ts'
import { subject } from './subjects.ts'

const names = [
  'Acme',
  'Acme Cloud',
  'GitHub',
  'Next.js',
  "L'Oréal",
  'H&M',
  'Notion',
  '3M',
  'Asana',
  'Яндекс',
  '小米',
  '네이버',
]
const pieces = [
  ...names,
  ...names.map((name) => name.toLowerCase()),
  ...[
    'acme cloud',
    'Git-Hub',
    'git hub',
    'NextJS',
    'L’Oreal',
    'Asanát',
    'Asanalla',
    'Яндексом',
    '네이버에서',
    'acme.com',
  ],
  ...[
    ' ',
    '\n',
    '\n\n',
    '. ',
    ', ',
    ' - ',
    '-',
    '_',
    '/',
    '**',
    '`',
    '```\n',
    '](https://acme.com) ',
    '[',
    '<b>',
    '&amp;',
  ],
  ...[
    'the ',
    'ja ',
    'és ',
    'on',
    's',
    "'s ",
    'é',
    '́',
    'ß',
    'İ',
    '𝗔',
    '\u00ad',
    'x@',
    'https://',
    '😀',
    '的',
    'ー',
  ],
]
const answers = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 25 })
  .map((each) => each.join(''))
const someSubjects = fc
  .subarray(names, { minLength: 1 })
  .map((chosen) =>
    chosen.map(
      (name, index): Subject =>
        subject(index === 0 ? 'own' : `c${index}`, name, name === 'Acme' ? { hosts: ['acme.com'] } : {}),
    ),
  )

const settings = { numRuns: 400 }

test('spans lie inside the answer, in order, and never overlap', () => {
  fc.assert(
    fc.property(someSubjects, answers, (subjects, answer) => {
      let reach = 0
      for (const { start, end } of createMatcher(subjects).find(answer)) {
        expect(start).toBeGreaterThanOrEqual(reach)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(answer.length)
        reach = end
      }
    }),
    settings,
  )
})

/** Letters and digits alone, folded; of a name also without the letter that its cases remove. */
function lettersOf(text: string): string {
  const letters = String.fromCharCode(...fold(text)).replace(/[^\p{L}\p{N}]/gu, '')
  return letters.replace(/(?<=^h)amp(?=m$)|and(?=m$)/, '')
}

test('the text of a span spells its term, with at most an ending', () => {
  fc.assert(
    fc.property(someSubjects, answers, (subjects, answer) => {
      for (const { term, start, end } of createMatcher(subjects).find(answer)) {
        const held = lettersOf(answer.slice(start, end))
        const named = lettersOf(term)
        const stem = held.startsWith(named) ? named : named.slice(0, -1)
        expect(held.startsWith(stem)).toBe(true)
        expect(held.length - stem.length).toBeLessThanOrEqual(8)
      }
    }),
    settings,
  )
})

test('the order of the subjects has no effect', () => {
  fc.assert(
    fc.property(someSubjects, answers, (subjects, answer) => {
      const hits = createMatcher(subjects).find(answer)
      expect(createMatcher(subjects.toReversed()).find(answer)).toEqual(hits)
    }),
    settings,
  )
})

test('unrelated paragraphs around an answer remove no hit', () => {
  const unrelated = fc.array(
    fc.constantFrom('the', 'weather', 'is', 'fine', 'und', 'schön', 'ja', '雨', '.'),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(someSubjects, answers, unrelated, unrelated, (subjects, answer, before, after) => {
      // An open fence would hide the added text, and an added fence would close it.
      fc.pre(!/[`~[\]<&]/.test(answer))
      const lead = `${before.join(' ')}\n\n`
      const { find } = createMatcher(subjects)
      const found = find(answer).map(({ start, end }) => [start + lead.length, end + lead.length])
      const foundAmong = find(`${lead}${answer}\n\n${after.join(' ')}`).map(({ start, end }) => [start, end])
      expect(foundAmong).toEqual(found)
    }),
    settings,
  )
})

test('one matcher reads answer after answer as a new one reads each', () => {
  fc.assert(
    fc.property(someSubjects, fc.array(answers, { maxLength: 4 }), (subjects, several) => {
      const matcher = createMatcher(subjects)
      for (const answer of several) expect(matcher.find(answer)).toEqual(createMatcher(subjects).find(answer))
    }),
    settings,
  )
})

test('a name as it is written is found and sure anywhere in a sentence', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.constantFrom('We use ', 'Wir nutzen ', 'Use (', '- from '),
      fc.constantFrom(' for it.', ', of course', ') now', '"'),
      (name, before, after) => {
        const hits = createMatcher([subject('own', name)]).find(`${before}${name}${after}`)
        expect(hits).toEqual([
          {
            subject: 'own',
            term: name,
            start: before.length,
            end: before.length + name.length,
            isSure: true,
          },
        ])
      },
    ),
    settings,
  )
})
