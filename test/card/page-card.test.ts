import { expect, test } from 'bun:test'
import { readable } from '../../src/card/page-card.ts'

const card = (name: string, title: string) => readable({ name, title, note: '', accent: '#0b5c74' })

test.each([
  ['Acme', 'Exports take two seconds', 'Acme', 'Exports take two seconds'],
  ['Acme', '🎉 Exports', 'Acme', 'Exports'],
  ['Acme', 'Привет, мир', 'Acme', 'Привет, мир'],
  ['Acme', '輸出が二秒で終わります CSV', 'Acme', 'Acme'],
  ['株式会社', '輸出が二秒で終わります', '', 'What’s new'],
  ['', '', '', 'What’s new'],
])('the card of %s with the title %s shows what the font can draw', (name, title, shownName, shownTitle) => {
  expect(card(name, title)).toMatchObject({ name: shownName, title: shownTitle })
})

test('a long title is shortened', () => {
  expect(card('Acme', 'word '.repeat(200)).title.length).toBeLessThan(170)
})
