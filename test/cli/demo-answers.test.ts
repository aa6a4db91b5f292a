import { expect, test } from 'bun:test'
import { builtIn } from '../../src/ai/engines/built-in.ts'
import { writeAnswer } from '../../src/cli/demo/answer.ts'
import { acme, competitors, engines, questions } from '../../src/cli/demo/questions.ts'
import { createMatcher } from '../../src/mentions/matcher.ts'

const { find } = createMatcher(
  [acme, ...competitors].map(({ name, aliases }) => ({
    key: name,
    name,
    terms: [name, ...aliases],
    hosts: [],
  })),
)
const days = Array.from({ length: 30 }, (_, day) => day)

test('an answer of the sample is the same in every demo', () => {
  for (const question of questions)
    expect(writeAnswer(question, 'engine', 3, 0)).toEqual(writeAnswer(question, 'engine', 3, 0))
})

test("Acme's position is its position in the list, and none if it is not named", () => {
  let named = 0
  for (const question of questions)
    for (const day of days) {
      const { text, position } = writeAnswer(question, 'engine', day, 0)
      const list = text.split('\n').filter((line) => line.startsWith('- '))
      const place = list.findIndex((line) => find(line)[0]?.subject === acme.name)
      expect([text, position]).toEqual([text, place === -1 ? null : place + 1])
      if (position !== null) named += 1
    }
  // The sample has prompts where Acme leads and prompts where it is missing.
  expect(named / (questions.length * days.length)).toBeGreaterThan(0.3)
  expect(named / (questions.length * days.length)).toBeLessThan(0.7)
})

test('an engine cites the page of a brand only if it names the brand', () => {
  for (const question of questions)
    for (const day of days) {
      const { text, cited } = writeAnswer(question, 'engine', day, 0)
      const named = new Set(find(text).map(({ subject }) => subject))
      const others = [acme, ...competitors].filter(({ name }) => !named.has(name))
      expect(cited.filter(({ domain }) => others.some((brand) => brand.domain === domain))).toEqual([])
    }
})

test('the engines of the sample are askable', () => {
  const known = builtIn.map(({ id }) => id)
  expect(engines.map(({ id }) => id).filter((id) => !known.includes(id))).toEqual([])
})
