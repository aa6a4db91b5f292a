import type { Subject } from '../../src/mentions/subject.ts'

/** The brand and its competitors: fifty terms, some of several words, some of other scripts, one in three ordinary. */
export const subjects: Subject[] = [
  [
    'GitHub',
    'Notion',
    'Linear',
    'Asana',
    'monday.com',
    'Acme Cloud',
    'Acme',
    'Airtable',
    'Basecamp',
    'ClickUp',
  ],
  [
    'HubSpot',
    'Salesforce',
    'Pipedrive',
    'Zoho CRM',
    'Next.js',
    'Slack',
    'Microsoft Teams',
    'Zoom',
    'Webex',
    'Loom',
  ],
  [
    'Stripe',
    'Adyen',
    'Paddle',
    'Klarna',
    'PayPal',
    "L'Oréal",
    'H&M',
    'Procter & Gamble',
    'Яндекс',
    'Сбербанк',
  ],
  ['飞书', '钉钉', 'マネーフォワード', '네이버', '카카오', 'نون', 'וויקס', 'เซ็นทรัล', 'Skroutz', 'Allegro'],
  ['Datadog', 'Grafana', 'Sentry', 'PagerDuty', 'New Relic', 'Box', 'Dropbox', 'Egnyte', 'Canva', 'Figma'],
]
  .flat()
  .map((name, index) => ({ key: index === 0 ? 'own' : `c${index}`, name, terms: [], hosts: [] }))

const words =
  `the tool is a good choice for small teams because it keeps planning and writing in one place while larger
  companies often prefer suites with permissions audit logs single sign-on and support Pricing starts at eight dollars
  per user Each month there are new integrations with calendars code hosts and chat so that nobody has to switch Many
  reviewers say that setup takes less than an hour but reports are limited`.split(/\s+/)

/** Answers in the style of engines: paragraphs, a list, links, about twenty names in six hundred words. */
export function makeAnswers(count: number): string[] {
  let seed = 42
  function pick<Each>(from: readonly Each[]): Each {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return from[Math.floor((seed / 2 ** 31) * from.length)] as Each
  }
  return Array.from({ length: count }, () => {
    const written = Array.from({ length: 600 }, (_, at) => {
      const word = at % 30 === 29 ? pick(subjects).name : pick(words)
      if (at % 60 === 59) return `[${word}](https://example.com/${word.length}).\n\n- `
      return at % 15 === 14 ? `${word}.` : word
    })
    return written.join(' ')
  })
}
