import { expect, test } from 'bun:test'
import { type Mood, moodOf, toImperative } from '../../src/changelog/title-mood.ts'
import { entryFor } from './activities.ts'

test.each<[string, Mood]>([
  ['Add a legend', 'order'],
  ['Adds a legend', 'order'],
  ['tiles are sorted by distance', 'statement'],
  ['tiles are lost after a resize', 'fault statement'],
  ['stale tiles after a resize', 'fault'],
  ['legend panel', 'thing'],
  ['map token rotation', 'unknown'],
  ['tile token rotation', 'thing'],
  ['Tile Server', 'thing'],
  ['EdDSA token for tiles', 'thing'],
  ['OIDC link user by id', 'noun'],
  ['reader leak in status and get', 'fault'],
  ['reader could panic on empty tiles', 'fault statement'],
  ['reader did not open tiles', 'fault statement'],
  ['tiles should be optional', 'statement'],
  ['faster tile rendering', 'noun'],
  ['various renamings', 'noun'],
  ['accessibility improvements of the legend', 'statement'],
  ['MapException when drawing', 'fault'],
  ['`a.toml` is not considered in `open`', 'fault statement'],
  ['padding of tiles', 'noun'],
  ['Back up the tiles', 'order'],
  ['better handle empty tiles', 'unknown'],
  ['prerender the legend', 'unknown'],
])('the form of "%s" is %s', (title, mood) => {
  expect(moodOf(title)).toBe(mood)
})

test.each([
  ['Encodes tiles twice as fast', 'Encode tiles twice as fast'],
  ['Adapted the legend to small maps', 'Adapt the legend to small maps'],
  ['Adapted TileStore to small maps', 'Adapt TileStore to small maps'],
  ['Nested tiles in legends', 'Nested tiles in legends'],
  ['Maps of two layers', 'Maps of two layers'],
])('any known verb becomes an imperative if it is a verb for certain: "%s" as "%s"', (title, order) => {
  expect(toImperative(title)).toBe(order)
})

test('the rules read a title in the imperative, whatever form its author used', () => {
  expect(entryFor('Fixed flake8 errors', { paths: ['src/map.py'] }).placement).toBe('omitted')
})

test.each([
  ['feat: tile token rotation', 'Add tile token rotation'],
  ['fix: accessibility and security improvements', 'Accessibility and security improvements'],
  ['fix: better handle empty tiles', 'Better handle empty tiles'],
  ['Add a legend. Closes #12.', 'Add a legend'],
  ['feat(security): tile token rotation', 'Add tile token rotation'],
  ['Tweak: adjust the legend', 'Adjust the legend'],
  ['fix: favor flags over files', 'Favor flags over files'],
  ['fix: refuse names that resolve to .', 'Refuse names that resolve to .'],
])('a title is not rewritten into something else: "%s" as "%s"', (message, title) => {
  expect(entryFor(message).title).toBe(title)
})

test.each(['Visits by crawlers are counted', 'Answers of agents in two lists are stored'])(
  '"%s" is a statement, although its first word looks like a verb',
  (title) => {
    expect(moodOf(title)).toBe('statement')
    expect(toImperative(title)).toBe(title)
  },
)

test.each([
  'Show how many tiles are left',
  'Adds a list that is sorted',
  'Counts visits and says who they are',
])('"%s" is an order, although a later part has a verb of its own', (title) => {
  expect(moodOf(title)).toBe('order')
})
