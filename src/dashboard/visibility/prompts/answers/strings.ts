import type { ReactNode } from 'react'
import { count, listed } from '../../../kit/english.ts'
import { rich } from '../../../kit/rich.ts'

export const answerCsv = {
  namesYou: 'names you',
  notShown: 'not shown',
  echo: 'repeats the question',
  alsoNamed: 'also named',
  answered: 'answered at',
  answers: 'answers',
}

const providers: Record<string, string> = { dataforseo: 'DataForSEO', serpapi: 'SerpApi' }

export const answerDetail = {
  citedSources: 'Cited sources',
  readNotCited: 'Read but not cited',
  webSearches: 'Web searches',
  owners: { own: 'yours', competitor: 'competitor', third_party: 'third party' },
  compare: 'Compare with the previous answer',
  changes: 'Changes since the previous answer',
  notShown: 'This page showed no AI answer, so it does not count.',
  echo: 'This answer has your name only where it repeats the question. It does not count as a mention.',
  page: ([provider = '', ...place]: string[]) =>
    `Page read by ${providers[provider] ?? provider}${place.length > 0 ? ` for ${place.join(', ')}` : ''}, without an account.`,
}

export const answerDiff = {
  same: 'Both answers have the same text.',
  newSources: (domains: string[]) => `New sources: ${listed(domains)}`,
  goneSources: (domains: string[]) => `No longer cited: ${listed(domains)}`,
}

export const answerTable = {
  promptColumn: 'Prompt',
  engineColumn: 'Engine',
  outcomeColumn: 'Outcome',
  positionColumn: 'Position',
  alsoNamedColumn: 'Also named',
  answeredColumn: 'Answered',
  caption: 'Answers',
  namesYou: 'Names you',
  notNamed: 'Not named',
  echo: 'Repeats the question',
  notShown: 'No AI answer shown',
  andMore: (few: string, more: number) => `${few} and ${more} more`,
}

export const answers = {
  noAnswersYet: 'No answers yet',
  openVisibility: 'Open Visibility',
  noAnswersText: 'Run a scan under Visibility to collect answers.',
  noMatches: 'No answers match these filters.',
  answers: 'answers',
  engine: 'Engine',
  allEngines: 'All engines',
  prompt: 'Prompt',
  allPrompts: 'All prompts',
  latestPerEngine: (total: number) => `${count(total, 'answer')}, latest per engine`,
}

export const historyTable = {
  scanColumn: 'Scan',
  outcomeColumn: 'Outcome',
  engines: 'engines',
  nameYou: 'name you',
  doNotNameYou: 'do not name you',
  namedBy: (named: number, total: number) => `${named} of ${total}`,
  positionColumn: 'Position',
  whatChangedColumn: 'What changed',
  namedNowColumn: 'Named, but not in the scan before',
  namedNow: 'Named now:',
  history: 'History',
  note: 'Position: your best position in an answer. 1 means named first.',
  historyNoun: 'history',
  showAllScans: (entries: number) => `Show the last ${entries.toLocaleString()} scans`,
  firstAnswers: 'First answers',
  noChange: 'No change',
  nowYou: (names: string, engines: number) => `${names} now ${engines === 1 ? 'names' : 'name'} you`,
  noLongerYou: (names: string, engines: number) =>
    `${names} no longer ${engines === 1 ? 'names' : 'name'} you`,
  moved: (before: number, now: number) => `position ${before} → ${now}`,
  csvColumns: [
    'Scan',
    'Engines that name you',
    'Engines',
    'Position',
    'What changed',
    'Named, but not in the scan before',
  ],
}

export const markedText = {
  you: 'You',
  competitors: 'Competitors',
  dotted: 'Dotted',
  dottedLegend: (mark: ReactNode) => rich`${mark} may not be a brand name`,
  unsureName: (name: string) => `${name}, possibly not a brand name`,
}

export const promptDialog = {
  prompt: 'Prompt',
  intent: (intent: string) => `Intent: ${intent}`,
  tag: (tag: string) => `Tag: ${tag}`,
  delete: 'Delete',
  automatic: 'Automatic',
  paused: 'Paused. Scans skip it.',
  deleted: 'This prompt was deleted. Its past answers are below.',
  latestAnswers: 'Latest answers',
  noAnswersYet: 'No answers yet. The next scan includes this prompt.',
}

export const namesBrand = {
  label: 'Contains your brand name',
  hint: 'Figures and gaps leave out prompts that name your brand.',
  choices: [
    { value: 'auto', label: 'Detect from the text' },
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ],
}

export const rescan = {
  received: 'New answers received.',
  scanningAnswers: (saved: number, planned: number) => `Scanning, ${saved} of ${planned} answers`,
  scanning: 'Scanning',
  noEngineAnswered: 'No engine answered.',
  scanAgain: 'Scan again',
}
