import { expect, test } from 'bun:test'
import { actions, pages } from '../../src/dashboard/app/palette/palette-items.ts'
import { postValue, scoreItem } from '../../src/dashboard/app/palette/score-item.ts'

/** The labels that a search finds, best first. */
const find = (search: string) =>
  [...pages, ...actions]
    .map(({ label, keywords }) => ({ label, score: scoreItem(label, search, keywords) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ label }) => label)

test.each([
  ['dark', 'Use dark theme'],
  ['webhook', 'Repositories'],
  ['webhook', 'Activity'],
  ['public', 'Public page'],
  ['password', 'Account'],
  ['schedu', 'Schedules'],
  ['GitHub', 'Connect a repository'],
])('the palette finds %s: %s', (search, label) => {
  expect(find(search)).toContain(label)
})

test('the palette leaves out pages whose letters are scattered over their words', () => {
  expect(find('faster')).toEqual([])
})

test('posts that the server found come after pages that match', () => {
  const post = scoreItem(`${postValue}a`, 'posts')
  expect(post).toBeGreaterThan(0)
  expect(scoreItem('Posts', 'posts')).toBeGreaterThan(post)
})
