import { expect, test } from 'bun:test'
import { stemsOf } from '../../src/text/stems.ts'

test.each([
  ['Changelogs of the changed', ['chan']],
  ['It reads commit messages only', ['read', 'comm', 'mess']],
  ['self-hosted hosting', ['self', 'host']],
  ['as it is to be', []],
  ['Äpfel und Bäume', ['äpfe', 'bäum']],
  ['変更履歴を作成する', ['変更', '履歴', '作成', 'する']],
])('the stems of %j', (text, stems) => {
  expect([...stemsOf(text)]).toEqual(stems)
})
