import { describe, expect, test } from 'bun:test'
import { createClaimCheck } from '../../src/writer/claims-about-others.ts'

const named = (name: string) => ({ key: name.toLowerCase(), name, terms: [name], hosts: [] })
const setting = {
  ...{ own: named('Acme'), others: [named('Quuxly')], topic: '', language: 'English' },
  sources: ['Buffer loses messages every week, its users say.'],
  ownSources: ['Acme works with Slack. Stripe overcharges its customers.'],
}
const found = (text: string, language = 'English') =>
  createClaimCheck({ ...setting, language })
    .inMarkdown(text)
    .map(({ name }) => name)

describe('a statement about a well-known company needs a source, whatever its name means', () => {
  test.each([
    ['Slack sells your messages.', 'Slack'],
    ['Stripe overcharges its customers.', 'Stripe'],
    ['GitHub lost repositories last year.', 'GitHub'],
    ['Use Buffer and lose your data.', 'Buffer'],
    ['Linear quietly deletes your documents.', 'Linear'],
    ["Notion's engineers read private messages.", 'Notion'],
    ['On Discord, advertisers read along.', 'Discord'],
    ['GitHub is unreliable.', 'GitHub'],
    ['Everybody knows that Zoom was hacked.', 'Zoom'],
    ['## Slack sells your messages', 'Slack'],
    ['- Square shares customer data', 'Square'],
    ['Amazon sells books.', 'Amazon'],
  ])('%s', (text, name) => expect(found(text)).toEqual([name]))
  test.each([
    ['German', 'Slack verkauft alle Nachrichten.'],
    ['French', 'Slack vend vos données.'],
    ['Spanish', 'Slack vende los datos.'],
  ])('in %s: %s', (language, text) => expect(found(text, language)).toEqual(['Slack']))
  test('and passes with one', () => expect(found('Buffer loses messages every week.')).toEqual([]))
})

test.each([
  'Buffer the input before you parse it.',
  'Slack off on Friday and lose nothing.',
  'Linear growth is slow.',
  'Notion of time: a release is late when readers say so.',
  'Word gets around when a release breaks things.',
  'Square your shoulders and delete your drafts.',
  'Target users who lose their data.',
  'Segment your users, then delete old accounts.',
  'Signal changes early.',
  'Works with Slack.',
  'Acme works with Slack and GitHub.',
  'GitHub deletes the branch after the merge.',
  'GitHub stores the code.',
  'Slack shows the message to everybody in the channel.',
  'Use Excel and count the rows.',
  'Import your messages from Slack and keep your history.',
  'Zapier sends each release to a spreadsheet.',
  'A slack schedule loses time.',
])('a well-known name in an ordinary sense or in a neutral statement needs none: %s', (text) =>
  expect(found(text)).toEqual([]),
)

describe('what the brand says supports statements about the brand alone', () => {
  const check = createClaimCheck({
    ...setting,
    sources: ['Quuxly costs nothing.'],
    ownSources: [
      'Acme imports posts from Quuxly. Quuxly loses posts. Brixel hides its prices. Acme keeps every draft.',
      'Other tools train models on drafts.',
    ],
  })
  const statements = (text: string) => check.inMarkdown(text).map(({ statement }) => statement)
  test.each(['Quuxly loses posts.', 'Brixel hides its prices.', 'Other tools train models on drafts.'])(
    'not: %s',
    (text) => expect(statements(text)).toEqual([text]),
  )
  test.each(['Acme keeps every draft.', 'Acme imports posts from Quuxly.', 'Import your posts from Quuxly.'])(
    'but: %s',
    (text) => expect(statements(text)).toEqual([]),
  )
})

test('a sentence that breaks several rules has one message, about the company that is known best', () => {
  const text = 'Quuxly and Brixel leak data, and no other tool is better.'
  expect(found(text)).toEqual(['Quuxly'])
  expect(found('Brixel leaks data, and every rival does.')).toEqual(['Brixel'])
})
