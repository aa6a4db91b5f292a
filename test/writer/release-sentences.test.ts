import { describe, expect, test } from 'bun:test'
import { createClaimCheck } from '../../src/writer/claims-about-others.ts'
import {
  disguised,
  harmful,
  heldOutHarmful,
  heldOutHonest,
  honest,
  inOtherWords,
} from './release-sentences.ts'

const named = (name: string) => ({ key: name.toLowerCase(), name, terms: [name], hosts: [] })
const setting = { own: named('Acme'), others: [named('Quuxly')], topic: '', language: 'English' }

/** Finds the claims of a sentence in a release post that was written from one change. */
const inRelease = (sentence: string, change: string) =>
  createClaimCheck({
    ...{ ...setting, sources: [change], ownSources: ['Acme reads code.'], describesOwnWork: true },
  }).inMarkdown(sentence)
/** Finds its claims in an article whose brand says the same. */
const inArticle = (sentence: string, fact: string) =>
  createClaimCheck({ ...setting, sources: [], ownSources: [fact] }).inMarkdown(sentence)

function measure(find: typeof inRelease, sentences: typeof honest, claims: typeof harmful) {
  const refused = sentences.filter(([sentence, , change]) => find(sentence, change).length > 0)
  const missed = claims.filter(([sentence, company]) => find(sentence, `Works with ${company}.`).length === 0)
  const hits = claims.length - missed.length
  return {
    precision: hits / (hits + refused.length),
    recall: hits / claims.length,
    refused: refused.map(([sentence]) => sentence),
    missed: missed.map(([sentence]) => sentence),
  }
}

describe('honest release sentences pass and harmful ones need a source', () => {
  test.each([
    ['the table, in a release', inRelease, honest, harmful, 1, 1],
    ['the table, in an article', inArticle, honest, harmful, 0.95, 1],
    ['other words, in a release', inRelease, honest, inOtherWords, 1, 0.75],
    ['other words, in an article', inArticle, honest, inOtherWords, 0.95, 0.75],
    ['sentences from before the rules, in a release', inRelease, heldOutHonest, heldOutHarmful, 0.95, 0.9],
    ['sentences from before the rules, in an article', inArticle, heldOutHonest, heldOutHarmful, 0.95, 0.9],
  ])('%s: precision and recall', (name, find, sentences, claims, leastPrecision, leastRecall) => {
    const { precision, recall, ...wrong } = measure(find, sentences, claims)
    console.log(`${name}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`, wrong)
    expect(precision).toBeGreaterThanOrEqual(leastPrecision)
    expect(recall).toBeGreaterThanOrEqual(leastRecall)
  })
})

test.each(disguised)('a change does not excuse what is said of a company: %s', (sentence) => {
  const companies = 'GitHub, Slack, Jira, Notion, Stripe and Linear'
  expect(inRelease(sentence, `feat: connect ${companies}`)).not.toEqual([])
  expect(inArticle(sentence, `Acme works with ${companies}.`)).not.toEqual([])
})

test.each([
  'Acme reads what GitHub sends.',
  'Messages longer than Slack allows are split.',
  'When Jira is slow, Acme waits.',
  'If Linear is your tracker, connect it.',
  'Slack does not send the time, so Acme adds it.',
  'GitHub sends you a mail.',
  'Notion asks you to sign in.',
  'GitHub is now the default.',
  'Slack is one of the first channels.',
  'GitHub has a new API.',
  'Post to Slack without leaving Notion.',
  'Slack users see a preview.',
  'Remote is the default.',
  'Word is out.',
  'Office hours are on Friday.',
  'Move from Jira to Acme in an hour.',
  'npm is not needed.',
  'Linear teams are listed.',
])('what connects a company with the product is no judgment: %s', (sentence) =>
  expect(inRelease(sentence, 'feat: connect GitHub, Slack, Jira, Notion, npm and Linear')).toEqual([]),
)

test.each([
  'GitHub caught the mistake before the release.',
  'GitHub attaches the log to the check.',
  'Slack collapses long messages.',
  'Linear archives old issues.',
  'Stripe emits an event for every refund.',
  'Cloudflare purges the cache.',
  'Sentry groups the errors.',
  'Google signs the token.',
  'Edge functions use the cache.',
  'Remote workers keep their drafts.',
])('what tools do is no judgment: %s', (sentence) =>
  expect(inArticle(sentence, 'Acme reads code.')).toEqual([]),
)

describe('a judgment is found in any structure', () => {
  test.each([
    'Meet Notion. It is overpriced.',
    'Meet Notion. It does not encrypt your files.',
    '## Notion\n\nIt is a privacy nightmare.',
    '- Notion: a privacy nightmare',
    '| Tool | Trust |\n|-|-|\n| Notion | overpriced |',
    'Notion – overpriced and slow',
    'If Notion is too expensive for you, try Acme.',
  ])('%s', (text) => expect(inArticle(text, 'Acme works with Notion.')).not.toEqual([]))
})

test.each(['ebay', 'Ebay', 'EBAY', 'eBay', 'npm', 'Npm', 'NPM'])(
  'a name that begins with a small letter is found however it is written: %s',
  (name) => expect(inArticle(`${name} is overpriced.`, 'Acme reads code.')).not.toEqual([]),
)

test.each(['Quuxly is bad.', 'Quuxly is a pig.', 'Jira is bad.', 'Acme does what Jira cannot.'])(
  'words that are too short to be compared need the same sentence in a source: %s',
  (sentence) => {
    const check = (source: string) =>
      createClaimCheck({ ...setting, sources: [source] }).inMarkdown(sentence).length
    expect(check('Import from Quuxly and Jira.')).toBe(1)
    expect(check(`A user wrote: ${sentence}`)).toBe(0)
  },
)
