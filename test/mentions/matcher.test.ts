import { expect, test } from 'bun:test'
import { createMatcher } from '../../src/mentions/matcher.ts'
import { findNames, subject } from './subjects.ts'

test.each([
  ['GitHub', 'GitHub, github, git hub, Git-Hub, GIT_HUB and **Git**Hub', 6],
  ['Next.js', 'Next.js, nextjs, Next JS and next-js', 4],
  ['Acme Cloud', 'Acme Cloud, AcmeCloud and acme-cloud', 3],
  ['Office365', 'Office 365 and Office365', 2],
  ['Coca-Cola', 'Coca Cola, coca - cola and CocaCola', 3],
])("the words of %s match with the term's own separators", (name, answer, times) => {
  expect(findNames(answer, subject('own', name))).toHaveLength(times)
})

test.each([
  ['Cloudflare', 'A cloud flare and a cloud-flare.'],
  ['7shifts', 'It takes 7 shifts.'],
  ['iPad', 'I pad the estimate.'],
  ['GitHub', 'I use Git. Hub airports are far. Git - Hub. Git, Hub. Git\n\nHub'],
  ['Acme Cloud', '- **Acme** - Cloud hosting for teams'],
])('%s without a separator matches none', (name, answer) => {
  expect(findNames(answer, subject('own', name))).toEqual([])
})

test.each([
  ['Acme', 'Acmeology, xAcme, Acme2, 2Acme, Acméx'],
  ['Яндекс', 'НеЯндекс'],
  ['네이버', '왕네이버'],
])('%s is found as a whole word only', (name, answer) => {
  expect(findNames(answer, subject('own', name))).toEqual([])
})

test.each([
  ['Slack', '使用Slack管理', ['Slack']],
  ['Slack', 'Slackで話す。 Slack은 좋다. в Slackе', ['Slack', 'Slack', 'Slack']],
  ['小米', '我喜欢小米手机', ['小米']],
  ['เซ็นทรัล', 'ไปห้างเซ็นทรัลวันนี้', ['เซ็นทรัล']],
])('%s has no boundaries if the script has none, or changes', (name, answer, expected) => {
  expect(findNames(answer, subject('own', name))).toEqual(expected)
})

test('of two with the same span the sure one stays, and of two sure ones the brand itself', () => {
  const find = (own: string, other: string) =>
    createMatcher([subject('c1', other), subject('own', own)])
      .find('It is open AI on GitHub.')
      .map(({ subject, isSure }) => ({ subject, isSure }))
  expect(find('OpenAI', 'open AI')).toEqual([{ subject: 'c1', isSure: true }])
  expect(find('GitHub', 'Git Hub')).toEqual([{ subject: 'own', isSure: true }])
})

test.each([
  ['카카오', '카카오뱅크', ['카카오']],
  ['스', '스타', []],
  ['スラック', 'スラックチャンネル', ['スラック']],
])('%s may start a compound: %s needs the judge', (name, answer, expected) => {
  expect(findNames(answer, subject('own', name))).toEqual(expected)
  expect(
    createMatcher([subject('own', name)])
      .find(answer)
      .some(({ isSure }) => isSure),
  ).toBe(false)
})

test('the longest span wins across subjects, in any order', () => {
  const subjects = [subject('own', 'Acme'), subject('c1', 'Acme Cloud')]
  const answer = 'Acme Cloud is not Acme.'
  const hits = createMatcher(subjects).find(answer)
  expect(hits).toEqual([
    { subject: 'c1', term: 'Acme Cloud', start: 0, end: 10, isSure: true },
    { subject: 'own', term: 'Acme', start: 18, end: 22, isSure: true },
  ])
  expect(createMatcher(subjects.toReversed()).find(answer)).toEqual(hits)
})

test.each([
  ['```\nAcme\n```\nno', []],
  ['~~~sh\nAcme\n~~~', []],
  ['```\nAcme and nobody closes', []],
  ['Run `acme deploy`.', []],
  ['Run:\n\n    acme deploy\n    acme log\n\nthen stop.', []],
  ['- one:\n\n    Acme is in a list', ['Acme']],
  ['[docs](https://acme.com/docs "Acme") and [more][acme]\n\n[acme]: https://acme.com', []],
  ['[Acme](https://example.com/)', ['Acme']],
  ['<a href="https://acme.com">here</a>', []],
  ['<!-- Acme --> no', []],
  ['See https://g2.com/products/acme/reviews and github.com/acme/sdk.', []],
  ['Write to acme@gmail.com.', []],
  ['acme.com, www.acme.com, https://docs.acme.com/x?y=1 and hello@acme.com', Array(4).fill('acme.com')],
  ['notacme.com, not-acme.com, acme.com.evil.org and acme.com-shop.net', []],
])('only visible text counts: %s', (answer, expected) => {
  expect(findNames(answer, subject('own', 'Acme', { hosts: ['acme.com'] }))).toEqual(expected)
})

test.each([
  ['H&M', ['H&M', 'H & M', 'H&amp;M']],
  ["L'Oréal", ['L’Oréal', "L'Oreal", 'LOREAL']],
  ["McDonald's", ['McDonald’s', 'McDonalds', 'Mc Donalds']],
  ['Jägermeister', ['Jägermeister', 'Jaegermeister', 'Jagermeister']],
  ['Straßen AG', ['Strassen', 'Straßen']],
  ['Yahoo!', ['Yahoo']],
  ['The Trade Desk', ['Trade Desk', 'The Trade Desk']],
  ['Disney+', ['Disney+', 'Disney Plus']],
  ['Acme, Inc.', ['Acme']],
])('%s has several spellings', (name, spellings) => {
  for (const spelling of spellings)
    expect(findNames(`with ${spelling}, of course`, subject('own', name))).toEqual([spelling])
})

test('requests are answered while a long answer with many names is read, and other answers too', async () => {
  const { find, findInSlices } = createMatcher([subject('own', 'Acme Cloud')])
  const answer = 'ACME CLOUD '.repeat(20_000)
  let turns = 0
  let isDone = false
  const reading = findInSlices(answer).finally(() => {
    isDone = true
  })
  while (!isDone) {
    expect(find('Acme Cloud')).toHaveLength(1)
    await new Promise<void>((resolve) => setImmediate(resolve))
    turns++
  }
  expect(turns).toBeGreaterThan(2)
  expect(await reading).toEqual(find(answer))
})

test('however many names begin alike, few of them are read at each position', () => {
  let read = 0
  const alike = Array.from({ length: 60 }, (_, at) => ({
    ...subject('', 'Na '.repeat(2 + (at % 18)).trim()),
    get key() {
      read++
      return `${at}`
    },
  }))
  const words = 200
  const hits = createMatcher(alike).find('Na '.repeat(words))
  expect(read).toBeLessThanOrEqual(words * 8)
  expect(hits[0]?.end).toBe('Na '.repeat(19).trim().length)
})

test('a name of more than 20 parts is not searched', () => {
  const named = (parts: number) => findNames('Na '.repeat(30), subject('own', 'Na '.repeat(parts).trim()))
  expect([named(20).length, named(21).length]).toEqual([1, 0])
})
