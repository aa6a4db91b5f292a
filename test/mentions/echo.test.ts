import { describe, expect, test } from 'bun:test'
import { isEcho } from '../../src/mentions/echo.ts'
import { createMatcher } from '../../src/mentions/matcher.ts'

const matcher = createMatcher([
  { key: 'own', name: 'Notewise', terms: ['Notewise'], hosts: ['notewise.example'] },
])
const echoes = (question: string, answer: string) => isEcho(question, answer, matcher.find(answer))

const alternatives = 'What are the best alternatives to Notewise for small teams?'

describe('an answer is an echo if it names the brand only', () => {
  test.each([
    [
      'in a heading that is the question',
      'notewise vs headway',
      '# Notewise vs Headway\n\nCanny is the best choice.',
    ],
    ['before a colon', 'notewise vs headway', '**Notewise vs. Headway:** take Canny.'],
    ['in an introduction', 'notewise vs headway', 'You asked about Notewise vs Headway. Canny is better.'],
    [
      'in a comparison of other words',
      'Notewise or Headway?',
      'Comparing Notewise or Headway:\n\n- Canny\n- Beamer',
    ],
    [
      'in the words of the question',
      alternatives,
      'The best alternatives to Notewise for small teams are Canny and Beamer.',
    ],
    ['in a shorter heading', alternatives, '## Alternatives to Notewise\n\n1. Canny\n2. Beamer'],
    [
      'where it describes the task',
      'How do I switch from Notewise to Canny?',
      'To switch from Notewise to Canny, import a CSV file.',
    ],
    [
      'several times like this',
      'notewise vs headway',
      '# Notewise vs Headway\n\nCanny wins.\n\n## Notewise vs Headway: summary\n\nCanny.',
    ],
  ])('%s', (_, question, answer) => expect(echoes(question, answer)).toBeTrue())
})

describe('an answer is a mention if', () => {
  test.each([
    ['it says something about the brand', 'notewise vs headway', 'Notewise vs Headway: Notewise is cheaper.'],
    [
      'the question repeated in a heading is answered',
      'notewise vs headway',
      '# Notewise vs Headway\n\nNotewise has more integrations.',
    ],
    ['it affirms a question in its words', 'Is Notewise good?', 'Notewise is good.'],
    ['it answers yes', 'Is Notewise good for small teams?', 'Yes, Notewise is good for small teams.'],
    [
      'it advises what the question asks',
      'Should I switch from Headway to Notewise?',
      'You should switch from Headway to Notewise.',
    ],
    ['it lists the brand', 'notewise vs headway', '1. Notewise\n2. Headway'],
    [
      'a heading has the name alone',
      'notewise vs headway',
      '## Notewise\n\nA changelog tool.\n\n## Headway\n\nA widget.',
    ],
    [
      'it recommends two names of the question',
      'What is the best changelog tool: Notewise or Headway?',
      'I recommend Notewise or Headway.',
    ],
    [
      'the question does not name the brand',
      'best changelog tools',
      'The best changelog tools: Notewise and Canny.',
    ],
    [
      'it links to the brand',
      'notewise vs headway',
      'Notewise vs Headway: see https://notewise.example/compare for Canny.',
    ],
    ['it defines the brand', 'What is Notewise?', 'Notewise is a changelog tool.'],
  ])('%s', (_, question, answer) => expect(echoes(question, answer)).toBeFalse())
})

test('an answer that does not name the brand is no echo', () => {
  expect(echoes('notewise vs headway', 'Canny.')).toBeFalse()
})

test('an answer to a question of one word is no echo', () => {
  expect(echoes('notewise', '1. Notewise\n2. Canny')).toBe(false)
})

test('a name with a punctuation mark at its end is one word of the question', () => {
  const names = [{ start: '# Best alternatives to '.length, end: '# Best alternatives to Yahoo!'.length }]
  const question = 'Best alternatives to Yahoo! for teams'
  expect(isEcho(question, `# ${question}\n\nCanny.`, names)).toBe(true)
  expect(isEcho(question, '# Best alternatives to Yahoo!\n\nCanny.', names)).toBe(true)
})
