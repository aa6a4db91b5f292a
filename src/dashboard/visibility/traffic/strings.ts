import type { ReactNode } from 'react'
import type { Source } from '../../data/traffic.ts'
import { count } from '../../kit/english.ts'
import { rich } from '../../kit/rich.ts'

export const page = {
  title: 'AI traffic',
  subtitle: 'Visits by AI crawlers and assistants, and by people who come from AI answers.',
  range: 'Range',
}

export const empty = {
  title: 'No AI visits yet',
  hint: 'Have your website report its visits, or import an access log of its web server.',
  setUp: 'Set up AI traffic',
  importTitle: 'Import an access log',
  importNote: 'Run on the server. To verify crawlers, run herald traffic ranges refresh first.',
  command: 'the command',
  importLog: (org: string, project: string, host: string | null) =>
    `herald traffic import access.log --org ${org} --project ${project}${host ? ` --host ${host}` : ''}`,
  noneInRange: 'No AI visits in this range',
  otherRange: 'Choose a longer range to see earlier visits.',
  show90Days: 'Show 90 days',
  visits: 'visits',
  pending: 'pending',
}

/** Of all tables. */
export const table = {
  previous: 'Previous',
  lastSeen: 'Last seen',
  showAll: (count: string) => `Show all ${count}`,
  showFirst: (count: number) => `Show ${count}`,
}

export const chart = {
  what: 'Visits',
  crawlers: 'Crawlers and assistants',
  referrals: 'Referrals',
}

export const figures = {
  title: 'Visits',
  crawlers: 'Crawlers and assistants',
  crawlersHint: 'All visits by AI crawlers and assistants.',
  cited: 'Of which assistants',
  citedHint: 'Visits that read a page to answer a user.',
  referrals: 'Referrals',
  referralsHint: 'People who followed a link in an AI answer.',
  conversions: 'Conversions',
  conversionsHint: 'Referrals that landed on a conversion path.',
  before: (period: string, visits: string) => `${period}: ${visits}`,
  noneBefore: (period: string) => `No visits in the ${period} to compare with.`,
  noPaths: 'Add conversion paths',
  contradicted: (visits: number, agents: string) =>
    `Not counted: ${count(visits, 'visit')} that only claimed to be ${agents}. Their IP addresses are not the vendor’s.`,
  notFetched: (command: ReactNode) =>
    rich`No crawler is verified yet. To verify new visits, run ${command} on the server.`,
  refresh: 'herald traffic ranges refresh',
  unproven:
    'No crawler came from the IP ranges of its vendor. If your website is behind a proxy, check that it reports the visitor’s IP address.',
  tagged: (visits: number) =>
    `${count(visits, 'visit')} used a link from ChatGPT but sent no referrer. Not counted above.`,
}

export const sources = {
  title: 'Sources',
  note: 'Most visits first.',
  source: 'Source',
  purpose: 'Purpose',
  visits: 'Visits',
  pages: 'Pages',
  verified: 'Verified visits',
  notVerifiable: 'Not verifiable',
  none: 'No crawlers or referrals in this range.',
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

export const unknownPurpose = 'Unknown'

export const pages = {
  title: 'Top pages',
  note: 'Most visits first.',
  capped: (rows: string) => `Only the ${rows} most frequent combinations of page and source.`,
  host: 'Domain',
  allHosts: 'All domains',
  page: 'Page',
  sources: 'Sources',
  visits: 'Visits',
  none: 'No pages in this range.',
  csv: 'pages',
  csvColumns: ['host', 'path', 'sources', 'visits', 'previous visits', 'failed', 'last seen'],
}

export const failed = {
  title: 'Failed requests',
  unreadable: (path: string) =>
    `AI crawlers and assistants cannot read ${path}: add the page or redirect it.`,
  note: 'Requests that got an error (status 400 or above). Earlier days count their 2,000 busiest pages.',
  capped: (rows: string) =>
    `The ${rows} combinations of page and source with the most failures. Earlier days count their 2,000 busiest pages.`,
  failed: 'Failed',
  requests: 'Requests',
  csv: 'failed requests',
  csvColumns: ['host', 'path', 'sources', 'failed', 'requests', 'last seen'],
}

export const log = {
  title: 'Live log',
  live: 'Updates every 5 seconds.',
  paused: 'Paused.',
  pause: 'Pause',
  resume: 'Resume',
  visitor: 'Visitor',
  purpose: 'Purpose',
  allVisitors: 'All visitors',
  visitors: { crawler: 'Crawlers and assistants', ai_referral: 'Referrals' },
  allPurposes: 'All purposes',
  time: 'Time',
  page: 'Page',
  status: 'Status',
  sender: 'Identity',
  country: 'Country',
  verdicts: { verified: 'Verified', contradicted: 'Other address', unknown: 'Unverified' },
  none: 'No visits match these filters.',
  csv: 'visits',
  csvColumns: [
    'time',
    'source',
    'agent',
    'purpose',
    'host',
    'path',
    'status',
    'sender',
    'country',
    'user agent',
  ],
}

export const journeys = {
  title: 'Journeys',
  note: 'Visits in a row by one agent, newest first.',
  source: 'Source',
  pages: 'Visits',
  unique: 'Pages',
  span: 'Duration',
  path: 'Path',
  unknown: 'Unknown',
  none: 'No journeys in this range.',
  gone: 'Its visits were deleted after the retention period.',
  csv: 'journeys',
  csvColumns: ['journey', 'source', 'visits', 'pages', 'first seen', 'last seen', 'paths'],
}
