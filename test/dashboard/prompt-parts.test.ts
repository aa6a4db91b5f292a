import { describe, expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { AnswerOutcome } from '../../src/dashboard/visibility/prompts/answers/answer-outcome.tsx'
import { cutAtChanges } from '../../src/dashboard/visibility/prompts/answers/diff-pieces.ts'
import { type Check, readHistory } from '../../src/dashboard/visibility/prompts/answers/history.ts'
import { cutAtMarks, type Match, placeMarks } from '../../src/dashboard/visibility/prompts/answers/marks.ts'
import { answerTable } from '../../src/dashboard/visibility/prompts/answers/strings.ts'
import { rawId, storedId } from '../../src/dashboard/visibility/prompts/stored-id.ts'
import { readTags } from '../../src/dashboard/visibility/prompts/tags.ts'
import { intentOf } from '../../src/features/geo/prompts/intent.ts'
import { findChanges } from '../../src/text/difference.ts'

// How the prompts page processes its data, without a browser.

test.each([
  ['acme vs beta for release notes', 'comparison'],
  ['alternatives to Beta', 'comparison'],
  ['how to compare changelog tools', 'comparison'],
  ['how do I write release notes', 'how_to'],
  ['a guide to release notes', 'how_to'],
  ['best changelog tools', 'list'],
  ['which changelog server can I host myself', 'list'],
  ['what is a changelog', 'question'],
  ['changelogs, are they read?', 'question'],
  ['changelog for developer tools that I host', 'list'],
  ['changelog as a service', 'other'],
] as const)('"%s" is asked with the intent %s', (prompt, intent) => {
  expect(intentOf(prompt)).toBe(intent)
})

describe('history', () => {
  const check = (scanId: string, engine: string, changes: Partial<Check>): Check => ({
    ...{ scanId, engine, shown: true, mentioned: false, echo: false, position: null, competitors: [] },
    capturedAt: `2026-03-0${scanId}T09:00:00.000Z`,
    ...changes,
  })
  const [newest, first] = readHistory([
    check('1', 'one', { mentioned: true, position: 2, competitors: ['Beta'] }),
    check('1', 'two', { competitors: ['Beta'] }),
    check('2', 'one', { competitors: ['Beta', 'Northlight'] }),
    check('2', 'two', { mentioned: true, position: 4 }),
    check('2', 'three', { mentioned: true, position: 3, competitors: ['Northlight'] }),
    check('2', 'page', { shown: false }),
  ])

  test('begins with the newest scan, and has the engines that named the brand, without pages that showed no answer', () => {
    expect(newest).toMatchObject({ scanId: '2', named: 2, total: 3, position: 3 })
    expect(first).toMatchObject({ scanId: '1', named: 1, total: 2, position: 2 })
  })

  test('counts an answer that only repeats the question as one that does not name the brand', () => {
    const [entry] = readHistory([check('1', 'one', { mentioned: true, echo: true }), check('1', 'two', {})])
    expect(entry).toMatchObject({ named: 0, total: 2 })
  })

  test('compares each scan with the previous one, over the engines that answered in both', () => {
    expect(newest?.change).toEqual({ gained: ['two'], lost: ['one'], positionBefore: 2 })
    expect(first?.change).toBeNull()
  })

  test('has newly named competitors', () => {
    expect(newest?.newNames).toEqual(['Northlight'])
    expect(first?.newNames).toEqual([])
  })
})

test('an answer that only repeats the question has a label of its own', () => {
  const labelOf = (echo: boolean) =>
    renderToStaticMarkup(createElement(AnswerOutcome, { shown: true, mentioned: true, echo }))
  expect(labelOf(true)).toContain(answerTable.echo)
  expect(labelOf(false)).toContain(answerTable.namesYou)
})

describe('names in an answer', () => {
  const match = (start: number, end: number): Match => ({
    ...{ start, end, isOwn: true, isSure: true, name: 'Acme' },
  })
  const texts = (text: string, matches: Match[]) =>
    cutAtMarks(placeMarks(text, matches), matches).map(({ text: piece, match: found }) =>
      found ? `[${piece}]` : piece,
    )

  test('split it into segments that add up to it', () => {
    expect(texts('Acme and Acme.', [match(0, 4), match(9, 13)])).toEqual(['[Acme]', ' and ', '[Acme]', '.'])
    expect(texts('Nobody', [])).toEqual(['Nobody'])
    expect(texts('', [])).toEqual([])
  })

  test('are left out if they overlap or end after the text', () => {
    expect(texts('Acme Cloud', [match(0, 10), match(5, 10)])).toEqual(['[Acme Cloud]'])
    expect(texts('Acme', [match(0, 9), match(2, 2)])).toEqual(['Acme'])
  })
})

test('a mark never breaks a link, and the characters of marks in an answer are left as they are', () => {
  const match = { start: 12, end: 16, isOwn: true, isSure: true, name: 'Acme' }
  for (const text of ['See https://acme.example/x', 'see www.the.acme.example', 'strange \ufdd0 Acme'])
    expect(placeMarks(text, [match])).toBe(text)
})

test('a difference has what both texts share, what was removed and what was added, in order', () => {
  const [before, after] = ['Beta may help.\nSame line.', 'Acme is good.\nSame line.']
  const pieces = cutAtChanges(before, after, findChanges(before, after))
  expect(pieces.map(({ kind, text }) => [kind, text])).toEqual([
    ['removed', 'Beta may help'],
    ['added', 'Acme is good'],
    ['same', '.\nSame line.'],
  ])
})

test('tags are comma-separated, in lower case, and unique', () => {
  expect(readTags(' Buying , hosting,,buying')).toEqual(['buying', 'hosting'])
})

test('an own prompt is stored under its id with a prefix, a suggested one under its name', () => {
  expect(storedId({ id: 'a', source: 'custom' })).toBe('custom-a')
  expect(storedId({ id: 'best-tools', source: 'auto' })).toBe('best-tools')
  expect([rawId('custom-a'), rawId('best-tools')]).toEqual(['a', 'best-tools'])
})
