import type { Source } from '../../data/traffic.ts'
import { count } from '../../kit/english.ts'

export const page = {
  title: 'AI traffic',
  subtitle: 'Visits of AI crawlers and assistants, and people who come from AI answers.',
  range: 'Range',
}

export const empty = {
  title: 'No AI visits yet',
  hint: 'Report the visits of your website, or import an access log of its web server.',
  setUp: 'Set up AI traffic',
  command: 'the command',
  importLog: (org: string, project: string, host: string | null) =>
    `herald traffic import access.log --org ${org} --project ${project}${host ? ` --host ${host}` : ''}`,
  noneInRange: 'No AI visits in this range',
  otherRange: 'Choose a longer range to see earlier visits.',
  show90Days: 'Show 90 days',
  visits: 'visits',
  pending: 'pending',
}

export const figures = {
  title: 'Visits',
  crawlers: 'Crawlers',
  crawlersHint: 'All visits of AI crawlers and assistants.',
  cited: 'Cited',
  citedHint: 'The part of them that read a page to answer a user.',
  referrals: 'Referrals',
  referralsHint: 'People who followed a link in an AI answer.',
  conversions: 'Conversions',
  conversionsHint: 'Referrals that landed on a conversion path.',
  before: (period: string, visits: string) => `${period}: ${visits}`,
  noPaths: 'Add conversion paths',
  contradicted: (visits: number) =>
    `${count(visits, 'visit')} named a crawler but came from another address. They are not counted above.`,
  tagged: (visits: number) =>
    `${count(visits, 'visit')} had a ChatGPT link but no referrer. They are not counted above.`,
}

export const sources = {
  title: 'Sources',
  note: 'Most visits first.',
  source: 'Source',
  purpose: 'Purpose',
  visits: 'Visits',
  previous: 'Previous',
  pages: 'Pages',
  verified: 'Verified',
  lastSeen: 'Last seen',
  none: 'No crawler and no referral in this range.',
  csv: 'sources',
  csvColumns: [
    'source',
    'agent',
    'purpose',
    'visits',
    'previous visits',
    'markdown visits',
    'pages',
    'verified',
    'contradicted',
    'last seen',
  ],
}

export const purposes = {
  'training-crawler': 'Training',
  'search-index': 'Search',
  'assistant-browse': 'Assistant',
  'assistant-referral': 'Referral',
} satisfies Record<NonNullable<Source['category']>, string>

export const unknownPurpose = 'Not known'

export const pages = {
  title: 'Top pages',
  note: 'Most visits first.',
  capped: (rows: string) => `The ${rows} busiest combinations of page and source.`,
  host: 'Domain',
  allHosts: 'All domains',
  page: 'Page',
  sources: 'Sources',
  visits: 'Visits',
  previous: 'Previous',
  lastSeen: 'Last seen',
  none: 'No pages in this range.',
  showAll: (count: string) => `Show all ${count}`,
  showFirst: (count: number) => `Show ${count}`,
  csv: 'pages',
  csvColumns: ['host', 'path', 'sources', 'visits', 'previous visits', 'failed', 'last seen'],
}
