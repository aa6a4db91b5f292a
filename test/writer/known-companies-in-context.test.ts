import { describe, expect, test } from 'bun:test'
import { createClaimCheck } from '../../src/writer/claims-about-others.ts'

const named = (name: string) => ({ key: name.toLowerCase(), name, terms: [name], hosts: [] })
const setting = {
  ...{ own: named('Acme'), others: [named('Quuxly')], topic: '', language: 'English' },
  sources: ['Acme posts releases to Slack.'],
  ownSources: ['Acme works with Slack.'],
}
const check = createClaimCheck(setting)
const found = (text: string) => check.inMarkdown(text).map(({ name }) => name)

describe('a harmful statement about a well-known company is found in any structure', () => {
  test.each([
    ['a line break', 'Notion\nleaks customer data.', 'Notion'],
    ['a pronoun below a heading', '## Notion\n\nIt leaks customer data.', 'Notion'],
    ['a pronoun after an introduction', 'Meet Notion. It leaks customer data.', 'Notion'],
    ['a possessive pronoun', 'Vercel is a host. Its servers leak customer data.', 'Vercel'],
    ['a pronoun two sentences later', 'Vercel is a host. Many use it. It leaks customer data.', 'Vercel'],
    ['the company as a noun', '## GitLab\n\nThe company sells your data.', 'GitLab'],
    ['a nested list', '- Notion\n  - leaks customer data', 'Notion'],
    ['a list below a name', '**Notion**\n\n- Leaks customer data', 'Notion'],
    ['a list below a label', 'Notion:\n\n- sells your data', 'Notion'],
    ['a label', '- Notion: leaks customer data', 'Notion'],
    ['a dash', '- **GitLab** - it loses your code', 'GitLab'],
    ['a table row', '| Tool | Trust |\n| --- | --- |\n| Notion | leaks customer data |', 'Notion'],
    ['a table column', '| | Acme | Notion |\n|-|-|-|\n| Trust | high | leaks customer data |', 'Notion'],
    ['capitals', 'NOTION LEAKS CUSTOMER DATA.', 'Notion'],
    ['small letters', 'gitlab leaks customer data.', 'GitLab'],
    ['a look-alike letter in the name', 'Nоtion leaks customer data.', 'Notion'],
    ['a look-alike letter in the verb', 'Notion lеaks customer data.', 'Notion'],
    ['an invisible letter in the name', 'Not\u200bion leaks customer data.', 'Notion'],
    ['an invisible letter in the verb', 'Notion le\u200baks customer data.', 'Notion'],
    ['a hyphen', 'Git-Lab leaks customer data.', 'GitLab'],
    ['a legal form', 'Notion, Inc. leaks customer data.', 'Notion'],
    ['a relative clause', 'Try Netlify, which sells your data.', 'Netlify'],
  ])('%s: %s', (_, text, name) => expect(found(text)).toContain(name))
})

describe('a statement harms a well-known company with', () => {
  test.each([
    ['Netlify has hidden fees.', 'Netlify'],
    ['PayPal freezes your account.', 'PayPal'],
    ["Don't trust GitLab", 'GitLab'],
    ['Never use GitLab: it loses your code.', 'GitLab'],
    ['Stay away from Heroku.', 'Heroku'],
    ['Vercel goes down every week.', 'Vercel'],
    ['Heroku abandoned its users.', 'Heroku'],
    ['Salesforce was caught storing passwords in plain text.', 'Salesforce'],
    ['GitLab: a data grave.', 'GitLab'],
    ['Notion is a nightmare.', 'Notion'],
    ['Jira sucks.', 'Jira'],
    ['Vercel keeps going down.', 'Vercel'],
    ['Nobody trusts PayPal.', 'PayPal'],
    ['You should not trust PayPal.', 'PayPal'],
  ])('%s', (text, name) => expect(found(text)).toEqual([name]))
})

test.each([
  '## Notion\n\nIt has pages and databases.',
  '## Slack\n\nIt never loses messages that Acme posts.',
  '## GitHub\n\n- Delete old accounts in the settings\n- Share documents with your team',
  '### Slack\n\nDeleted messages are posted again.',
  'Publish to Slack.\nLost messages are posted again.',
  'Acme posts to Slack. It drops messages that are too long.',
  'When Railway goes down, your status page stays up.',
  'Never use GitHub tokens without a limit.',
  'Do not use GitLab to store secrets.',
  'Avoid Slack channels with many members.',
  'GitHub caught the mistake before the release.',
  'GitHub: choose a repository and a branch.',
  'Reliability is slow to build.',
  'Scalability fails without tests.',
  'Silently lost messages are sent again.',
  'Readability suffered, and reviewers lost files.',
  'Permanently deletes your account when you ask for it.',
  '| | Acme | PagerDuty |\n|-|-|-|\n| Alerts | by mail | by phone |',
  '| Tool | Use |\n| --- | --- |\n| Notion | pages |\n| Slack | messages |',
])('a neutral text about a well-known company passes: %s', (text) => expect(found(text)).toEqual([]))

test.each([
  ['Quuzly is a scam.', 'Quuzly'],
  ['Snaply lost customer data.', 'Snaply'],
  ['Fraxity leaks customer data.', 'Fraxity'],
  ['Brantism sells your data.', 'Brantism'],
  ['Trovable was hacked.', 'Trovable'],
])('an unknown first word with the ending of an ordinary word is a company: %s', (text, name) =>
  expect(found(text)).toEqual([name]),
)

describe('a figure of the brand supports no statement about another company', () => {
  const figures = createClaimCheck({
    ...setting,
    sources: ['Google serves 900 teams, its site says.'],
    ownSources: ['We serve 5,000 teams. Our exports are 73% faster.'],
  })
  const names = (text: string) => figures.inMarkdown(text).map(({ name }) => name)
  test.each([
    ['Google serves 5,000 teams.', 'Google'],
    ['Slack exports are 73% slower.', 'Slack'],
    ['Jira loses 73% of its exports.', 'Jira'],
    ['Notion has only 5,000 teams left.', 'Notion'],
    ['Acme is 73% faster than GitLab.', 'GitLab'],
    ['Meet Jira. It serves 5,000 teams.', 'Jira'],
    ['## Jira\n\n- 5,000 teams', 'Jira'],
  ])('%s', (text, name) => expect(names(text)).toEqual([name]))
  test.each([
    'Google serves 900 teams.',
    'Acme serves 5,000 teams.',
    'Exports are 73% faster.',
    'Acme sends 5,000 messages to Slack.',
    'Our exports to Google Sheets are 73% faster.',
    'Linear growth was 73% faster.',
    'Connect GitHub in 3 steps.',
  ])('but: %s', (text) => expect(names(text)).toEqual([]))
})

describe('in a text about own work, what the product does where a company is involved', () => {
  const about = (text: string, source: string) =>
    createClaimCheck({ ...setting, sources: [source], ownSources: [], describesOwnWork: true })
      .inMarkdown(text)
      .map(({ name }) => name)
  test.each([
    ['Acme no longer crashes when Slack is down.', 'fix: crash when Slack is down'],
    ['When GitHub is slow, Acme waits and tries again.', 'fix: retry when GitHub is slow'],
    ['Exports to Google Sheets no longer fail.', 'fix: exports to Google Sheets fail'],
    ['A failed upload to Dropbox is tried again.', 'fix: retry failed uploads to Dropbox'],
    ['An outage of AWS no longer stops your exports.', 'fix: survive AWS outages'],
    ['A slow Jira server no longer blocks your sync.', 'fix(jira): handle timeouts'],
    [
      'The Slack integration failed after a restart; it no longer does.',
      'fix: Slack integration after restart',
    ],
    ['Acme waits when OpenAI is overloaded instead of failing.', 'fix: handle rate limits of OpenAI'],
    ['Imports from GitHub failed at night; they no longer do.', 'fix: GitHub imports'],
    ['We fixed a crash that happened when Slack was slow.', 'fix: crash when Slack is slow'],
    ['GitHub outages no longer stop your imports.', 'fix: GitHub outages stop imports'],
    ['Your imports from GitHub continue after an outage.', 'fix: GitHub imports'],
    ['Failed Stripe webhooks are now retried.', 'fix: Stripe webhooks'],
    ['Retry failed GitHub imports.', 'fix: GitHub imports'],
    ['Imports from Quuxly no longer fail.', 'fix: imports from Quuxly fail'],
  ])('passes: %s (%s)', (text, source) => expect(about(text, source)).toEqual([]))
  test.each([
    ['Slack is unreliable.', 'fix: crash when Slack is down'],
    ['Acme works with Slack, which leaks customer data.', 'feat: work with Slack'],
    ['Acme no longer fails when Slack leaks your data.', 'fix: crash when Slack is down'],
    ['Acme is calm, unlike Slack, which crashes.', 'fix: crash when Slack is down'],
    ['Users of Slack complain about outages.', 'fix: survive Slack outages'],
    ['Slack no longer works and fails every day.', 'fix: crash when Slack is down'],
    ['Slack is slow.', 'fix: crash when Slack is slow'],
    ['Acme waits for Slack, a slow and broken app.', 'fix: wait for Slack'],
    ['Acme helps when Jira fails you again.', 'fix: handle Jira'],
    ['Acme is fast where Jira is slow.', 'fix: handle Jira'],
    ['Slack crashes with large files.', 'fix: crash when Slack is down'],
    ['Acme is here when Slack is a scam.', 'fix: crash when Slack is down'],
    ['Exports to Dropbox no longer fail because Dropbox is a scam.', 'fix: exports to Dropbox fail'],
  ])('but not: %s (%s)', (text, source) => expect(about(text, source)).toHaveLength(1))
  test('needs no source that names the company', () =>
    expect(about('Acme no longer crashes when Slack is down.', 'fix: crash at start')).toEqual([]))
})
