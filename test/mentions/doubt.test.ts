import { expect, test } from 'bun:test'
import { doubtSpan } from '../../src/mentions/doubt.ts'
import { createMatcher } from '../../src/mentions/matcher.ts'
import { readWords } from '../../src/mentions/reading.ts'
import { subject } from './subjects.ts'

function judge(answer: string, name: string, hosts: string[] = []): string {
  const hits = createMatcher([subject('own', name, { hosts })]).find(answer)
  if (hits.length === 0) return 'absent'
  return hits.some(({ isSure }) => isSure) ? 'named' : 'unsure'
}

test.each([
  ['Notion', 'The notion of a workspace.'],
  ['Monday', 'See you on monday.'],
  ['Linear', 'It is not linear at all.'],
  ['Zoom', 'You can zoom in.'],
  ['You', 'It helps you.'],
  ['HP', 'It has 5 hp.'],
  ['3M', 'A cable of 3m.'],
  ['Constant Contact', 'They stay in constant contact.'],
  ['OpenAI', 'An open AI ecosystem.'],
  ['YouTube', 'Give you tube socks.'],
])('a lower-case hit of %s is unsure: %s', (name, answer) => {
  expect(judge(answer, name)).toBe('unsure')
})

test.each([
  ['Figma', 'we use figma daily'],
  ['GitHub', 'it is on github'],
  ['monday.com', 'We plan in monday.com now.'],
  ['Notion', 'We plan in Notion now.'],
  ['Notion', '- **Notion**: for notes'],
  ['Notion', '1. Notion – for notes'],
  ['Notion', '| Notion | notes |'],
  ['Linear', 'Linear offers a free plan.'],
  ['HP', 'Take one of HP instead.'],
  ['Notion', 'Die Daten liegen am besten in Notion, das ist sicher.'],
])('%s is sure if only the name can be meant: %s', (name, answer) => {
  expect(judge(answer, name)).toBe('named')
})

test.each([
  ['You', 'You can try it.'],
  ['Linear', 'Linear regression explains it.'],
  ['Monday', 'It starts on Monday.'],
  ['HP', 'An engine of 250 HP runs it.'],
  ['Box', 'Die Box ist für den Keller.'],
  ['IT', 'Ask the IT team.'],
  ['X', 'Along the X axis.'],
])('a capital that any word would have is no evidence for %s: %s', (name, answer) => {
  expect(judge(answer, name)).toBe('unsure')
})

test('an accent that the name does not have is unsure, one that the answer lacks is not', () => {
  expect(judge('A glass of rosé.', 'Rose')).toBe('unsure')
  expect(judge('We like Fígma.', 'Figma')).toBe('unsure')
  expect(judge('From Nestle and LOREAL.', 'Nestlé')).toBe('named')
})

test('an amount is not a name', () => {
  expect(judge('They raised $3M.', '3M')).toBe('absent')
})

test("another's site of the same name is unsure, and sure if no host is known", () => {
  expect(judge('See ramp.network and ramp.io.', 'Ramp', ['ramp.com'])).toBe('unsure')
  expect(judge('See asana.com.', 'Asana')).toBe('named')
})

test('C is neither C# nor C++', () => {
  expect(judge('C# and C++ are harder.', 'C')).toBe('absent')
})

test('every hit is returned with its span, sure or not', () => {
  const hits = createMatcher([subject('own', 'Notion')]).find('The notion: with Notion.')
  expect(hits.map(({ start, end, isSure }) => ({ start, end, isSure }))).toEqual([
    { start: 4, end: 10, isSure: false },
    { start: 17, end: 23, isSure: true },
  ])
})

test.each([
  ['Linear', 'Linear regression is a simple method.'],
  ['Indeed', 'Indeed, many teams do so.'],
  ['GitHub', 'There are many git hubs to choose from.'],
  ['3M', 'It has 3M users worldwide.'],
  ['dm', 'The board is 5 dm long.'],
  ['Acme', 'Write to sales@acme.com for help.'],
  ['小米', '早餐喝小米粥很好。'],
  ['Arc', 'Use Azure Arc for hybrid clouds.'],
  ['Arc', 'Azure Arc manages servers.'],
  ['Arc', 'Joan of Arc was born in 1412.'],
  ['Škoda', 'To je škoda, že už neprodávají.'],
  ['Clay', 'Cassius Clay became Muhammad Ali.'],
  ['Apollo', 'Apollo 11 landed in 1969.'],
  ['Obsidian', 'Obsidian is a volcanic glass.'],
  ['Zed', 'From A to Zed, it covers all.'],
  ['PX', 'Set the margin to 20 px.'],
  ['Render', 'Render is a verb.'],
])('%s is in doubt if the text may mean something else: %s', (name, answer) => {
  expect(judge(answer, name)).toBe('unsure')
})

test.each([
  ['1Password', 'Use 1 Password for your team.'],
  ['Notion', 'Notions Datenbanken sind praktisch.'],
  ['小米', '小米和华为都不错。'],
  ['3M', '3M makes tape.'],
  ['Linear', 'Use Linear for issues.'],
  ['Škoda', 'Auta Škody jsou levnější.'],
  ['Claro', 'Claro y Movistar compiten en Perú.'],
])('%s is found in another spelling, or next to a capital: %s', (name, answer) => {
  expect(judge(answer, name)).toBe('named')
})

test('each word of a long name is read a few times, not once for each other word', () => {
  const name = Array.from({ length: 60 }, () => 'Ab').join(' ')
  const answer = name.toLowerCase()
  let reads = 0
  const { normalize } = String.prototype
  String.prototype.normalize = function (this: string, form?: string) {
    reads++
    return normalize.call(this, form)
  }
  try {
    doubtSpan(answer, name, readWords(name), { start: 0, end: answer.length, isInflected: false })
  } finally {
    String.prototype.normalize = normalize
  }
  expect(reads).toBeLessThan(10 * 60)
})
