import { count, listed } from '../../kit/english.ts'

export const gapAction = {
  writeAbout: (prompt: string) => `Write about “${prompt}”`,
  write: 'Write',
  openPostNamed: (workingTitle: string) => `Open post “${workingTitle}”`,
  openPost: 'Open post',
  reviewNamed: (workingTitle: string) => `Review “${workingTitle}”`,
  review: 'Review',
}

export const gapPages = {
  none: 'No answer to this prompt cited a page in the last 30 days.',
  note: 'Herald checks once a week which brands these pages name. Only unambiguous names count.',
  caption: 'Pages that engines cite',
  pageColumn: 'Page',
  ownerColumn: 'Owner',
  owners: { own: 'Yours', competitor: 'Competitor', third_party: 'Third party' },
  citedColumn: 'Citations',
  citedBy: (cited: number, engines: string[]) =>
    `${count(cited, 'time')} by ${engines.length > 2 ? count(engines.length, 'engine') : listed(engines)}`,
  namesColumn: 'Brands on the page',
  yours: 'Your page',
  notRead: 'Not checked yet',
  namesYou: 'Names you',
  doesNotNameYou: 'Does not name you',
  alsoNames: (competitors: string[]) => `names ${listed(competitors.slice(0, 3))}`,
  read: 'read',
}

export const gapsPage = {
  gaps: 'Gaps',
  subtitle: 'Prompts for which at least half of the latest AI answers leave you out.',
  searchSubtitle: 'Search queries that show your site and are not tracked as prompts.',
  prompts: 'Prompts',
  search: 'Search',
  gapTypes: 'Gap types',
}

export const noGaps = {
  noGaps: 'No gaps',
  named: 'named',
  prompts: 'prompts',
  addPrompt: 'Add prompt',
  viewVisibility: 'View visibility',
  noGapsText: 'More than half of the latest AI answers to each prompt name you. Add prompts to find gaps.',
  pending: 'pending',
  answers: 'answers',
  scanRunning: 'Scan running',
  scanRunningText: 'Gaps appear when the scan is done.',
  noScanYet: 'No scan yet',
  runAScan: 'Run a scan',
  noScanText:
    'A gap is a prompt for which at least half of the latest AI answers leave you out. Run a scan to find gaps.',
}

export const promptGapTable = {
  promptColumn: 'Prompt',
  opportunityColumn: 'Opportunity',
  closed: 'Closed',
  clear: 'Confident',
  unclear: 'Low confidence',
  missingEnginesColumn: 'Missing engines',
  mentionRateColumn: 'Mention rate',
  actionColumn: 'Action',
  caption: 'Prompt gaps',
  citedPages: 'Cited pages',
  citedPagesFor: (prompt: string) => `Cited pages for “${prompt}”`,
  over30Days: (competitors: string, n: number) => `${competitors}; ${count(n, 'answer')} in 30 days`,
  noCompetitorNamed: 'No competitor named',
  named: (shown: string[], rest: number) =>
    `${rest > 0 ? `${shown.join(', ')} and ${rest} more` : listed(shown)} named`,
  engines: 'engines',
  nameYou: 'name you',
  doNotNameYou: 'do not name you',
  namedBy: (named: number, engines: number) => `${named} of ${engines}`,
  latestAnswers: (answers: number) => (answers === 1 ? 'latest answer' : 'latest answers'),
  inDays: (day: string, rate: string) => `From ${day}: ${rate}`,
}

export const promptGaps = {
  filterByText: 'Filter by text',
  missingFromEngine: 'Missing from engine',
  missingFromAnyEngine: 'All engines',
  tag: 'Tag',
  allTags: 'All tags',
  intent: 'Intent',
  allIntents: 'All intents',
  language: 'Language',
  allLanguages: 'All languages',
  branded: 'Brand in prompt',
  unbranded: 'Prompts without your brand',
  brandedChoices: [
    { value: 'only', label: 'Prompts with your brand' },
    { value: 'all', label: 'All prompts' },
  ],
  sort: 'Sort',
  orders: [
    { value: '', label: 'Confident gaps first' },
    { value: 'rate', label: 'Lowest rate first' },
    { value: 'competitors', label: 'Most competitors first' },
    { value: 'prompt', label: 'By prompt' },
  ],
  gaps: (shown: number) => count(shown, 'gap'),
  noun: 'gaps',
  promptGaps: 'prompt gaps',
  noMatches: 'No gaps match these filters',
  clearFilters: 'Clear filters',
  clearNote: 'Confident: the whole likely range is below half of the answers in the last 30 days.',
  unclearNote: 'Low confidence: the likely range reaches half. Scan again before you write an article.',
  rateNote: 'Mention rate: the share of answers in 30 days that name you, with its likely range.',
  opportunityNote:
    'Opportunity: how much an article can win, compared with your best gap. More engines that leave you out, and more competitors that they name, make it larger.',
  latestNote: 'Missing engines, and the bars below the rate, show only the latest answer of each engine.',
  missingEngines: 'missing engines',
  ownMentionRate: 'own mention rate',
  csvRate: ['rate in 30 days', 'low', 'high', 'answers'],
}

export const recommendationCell = {
  acts: {
    create: 'Write an article',
    update: 'Update',
    merge: 'Merge',
    ignore: 'No action needed',
  },
  target: (title: string) => `“${title}”`,
  addSitemap: 'Add a sitemap',
  untitledPost: 'Untitled post',
}

export const searchGaps = {
  filterByText: 'Filter by text',
  untracked: (shown: number) => count(shown, 'untracked query', 'untracked queries'),
  searchGaps: 'search gaps',
  noMatches: 'No gaps match this filter',
  clearFilter: 'Clear filter',
  queryColumn: 'Query',
  impressionsColumn: 'Impressions',
  recommendationColumn: 'Recommendation',
  actionColumn: 'Action',
  caption: 'Search gaps',
  noSearchGaps: 'No search gaps',
  openPrompts: 'Open Prompts',
  emptyText: 'Search gaps are search console queries that you do not track yet. Import them under Prompts.',
}
