import { expect, test } from 'bun:test'
import { createMatcher } from '../../src/mentions/matcher.ts'
import { subject } from './subjects.ts'

function read(answer: string, name: string): string[] {
  return createMatcher([subject('own', name)])
    .find(answer)
    .map(({ start, end, isSure }) => `${answer.slice(start, end)}${isSure ? '' : ' (unsure)'}`)
}

test.each([
  ['fi', 'Figma', 'Figmalla ja Figmaan voi myös tuoda, Figman kautta.', ['Figmalla', 'Figmaan', 'Figman']],
  ['fi', 'IBM', 'IBM:n ja IBM:llä on se.', ['IBM', 'IBM']],
  [
    'hu',
    'Slack',
    'A Slackben és a Slackkel is lehet, az Slackről nem.',
    ['Slackben', 'Slackkel', 'Slackről'],
  ],
  ['hu', 'Trello', 'Az a Trellóban van, és a Trellót is.', ['Trellóban', 'Trellót']],
  ['tr', 'Getir', "Getir'de ve Getirden bir ürün için.", ['Getir', 'Getirden']],
  ['pl', 'Figma', 'W Figmie i w Figmę, a także Figmą się nie da.', ['Figmie', 'Figmę', 'Figmą']],
  ['pl', 'Żabka', 'W Żabce nie jest drogo.', ['Żabce']],
  ['cs', 'Alza', 'Na Alze a s Alzou je to levné.', ['Alze', 'Alzou']],
  ['de', 'Personio', 'Personios Stärke ist die Abrechnung.', ['Personios']],
  ['sv', 'Klarna', 'Klarnas app är bra och enkel.', ['Klarnas']],
  ['ro', 'Altex', 'Oferta Altexului este mai bună.', ['Altexului']],
  ['id', 'Gojek', 'Gojeknya tidak bisa dan harus ini.', ['Gojeknya']],
  ['ru', 'Яндекс', 'В Яндексе, с Яндексом и у Яндекса.', ['Яндексе', 'Яндексом', 'Яндекса']],
  ['ru', 'Лавка', 'В Лавке и с Лавкой.', ['Лавке', 'Лавкой']],
  ['uk', 'Розетка', 'На Розетці дешевше.', ['Розетці']],
  ['el', 'Πλαίσιο', 'Οι τιμές του Πλαισίου.', ['Πλαισίου']],
  ['ko', '네이버', '네이버에서는 네이버의 것을 네이버로만.', ['네이버', '네이버', '네이버']],
  ['ar', 'أمازون', 'الدفع بأمازون، وأمازون أسهل، والأمازون.', ['أمازون', 'أمازون', 'أمازون']],
  ['he', 'וויקס', 'בוויקס, לוויקס ושבוויקס.', ['וויקס', 'וויקס', 'וויקס']],
])('%s: %s matches with the endings and particles of its language', (_, name, answer, expected) => {
  expect(read(answer, name)).toEqual(expected)
})

test.each([
  ['Klar', 'Klarna is the one that most of the shops have.'],
  ['Canva', 'Canvas is what you paint on.'],
  ['Figma', 'Figmann, Figmatic and Figments.'],
  ['토스', '토스트를 먹었다.'],
  ['Сбер', 'Сбережения и Сберкасса.'],
  ['نون', 'القانون والنونية'],
  ['ライン', 'オンライン会議'],
  ['แกร', 'แกร็บ'],
])('another word is not a case of %s', (name, answer) => {
  expect(read(answer, name)).toEqual([])
})

test('an ending of a language that the context does not show is unsure', () => {
  expect(read('Figmalla', 'Figma')).toEqual(['Figmalla (unsure)'])
  expect(read('Se on hyvä ja nopea.\n\n- Figmalla', 'Figma')).toEqual(['Figmalla'])
})

test('an elision is no part of the name behind it, another apostrophe is', () => {
  expect(read("L'avis d’Alan, dell'Alan", 'Alan')).toEqual(['Alan', 'Alan'])
  expect(read("O'Reilly", 'Reilly')).toEqual([])
})
