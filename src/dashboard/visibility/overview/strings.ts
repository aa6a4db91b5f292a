import type { ReactNode } from 'react'
import { count } from '../../kit/english.ts'
import { rich } from '../../kit/rich.ts'

export const changeWords = {
  noLongerNamed: 'No longer named',
  namedNow: 'Named now',
  higherUp: 'Higher up',
  lowerDown: 'Lower down',
  youAreCited: 'You are cited',
  noLongerCited: 'No longer cited',
  competitorCited: 'Competitor cited',
  newEngine: 'New engine',
}

export const changesView = {
  nothingToCompare: 'Nothing to compare yet',
  nothingToCompareText: 'Changes appear after two completed scans.',
  nothingChanged: 'Nothing changed',
  nothingChangedText: 'The last two scans found the same mentions, positions and sources.',
  whatChanged: 'What changed',
  note: (earlier: ReactNode, later: ReactNode) =>
    rich`Scan of ${earlier} vs. scan of ${later}. Single answers also vary by chance.`,
  changeColumn: 'Change',
  engineColumn: 'Engine',
  promptColumn: 'Prompt',
  allPrompts: 'All prompts',
  positionColumn: 'Position',
  otherBrandsColumn: 'Other brands',
  counts: (
    all: Record<
      'gained' | 'lost' | 'positionImproved' | 'positionDropped' | 'citationsAdded' | 'citationsRemoved',
      number
    >,
  ) =>
    `Mentions: ${all.gained} new, ${all.lost} lost. Positions: ${all.positionImproved} higher, ${all.positionDropped} lower. Citations of your site: ${all.citationsAdded} new, ${all.citationsRemoved} lost.`,
  cut: (listed: number) => `The first ${listed} changes are listed; the counts above are complete.`,
  changes: 'changes',
  csvColumns: ['change', 'engine', 'prompt', 'previous position', 'position', 'other brands'],
}

export const engineFilter = {
  engine: 'Engine',
  allEngines: 'All engines',
}

export const engineTable = {
  engineColumn: 'Engine',
  answers: (n: number) => count(n, 'answer'),
  answersColumn: 'Answers',
  rateColumn: 'Rate, 0 to 100 percent',
  mentionRateColumn: 'Mention rate',
  positionColumn: 'Position',
  changeColumn: 'Change',
  lastCheckedColumn: 'Last checked',
  byEngine: 'By engine',
  dottedLine: (rate: string) => `Dotted line: all engines, ${rate}`,
  engines: 'engines',
  csvColumns: [
    'engine',
    'answers',
    'mentions',
    'mention rate',
    'low',
    'high',
    'position',
    'change',
    'verdict',
  ],
}

export const engines = {
  you: 'You',
}

export const languages = {
  languageColumn: 'Language',
  answersColumn: 'Answers',
  rateColumn: 'Rate, 0 to 100 percent',
  mentionRateColumn: 'Mention rate',
  changeColumn: 'Change',
  byLanguage: 'By language',
  translatedNote: 'Your first five prompts, translated into each language',
  languages: 'languages',
  csvColumns: ['language', 'answers', 'mentions', 'mention rate', 'low', 'high'],
}

export const noAnswers = {
  scanRunning: 'Scan running',
  noneInRange: 'No answers in this range',
  chooseALongerRange: 'Choose a longer range, or run a scan.',
  noScanYet: 'No scan yet',
  runAScan: 'Run a scan',
  scanText: 'A scan sends each prompt to each engine and counts who the answers mention.',
  notSetUp: 'Not set up yet',
  setUp: 'Set up',
  notSetUpText: 'Enter your company name and choose engines. Nothing is sent until you run a scan.',
}

export const overviewPage = {
  visibility: 'Visibility',
  subtitle: 'How often AI answers mention you.',
  range: 'Range',
  sentiment: 'Sentiment',
  changes: 'Changes',
  views: 'Views',
}

export const rateHead = {
  mentionRate: 'Mention rate',
  confidenceInterval: '95% confidence interval',
  allowingForChance: (interval: string) => `${interval}% allowing for chance`,
  basedOn: 'Based on',
  answers: (n: number) => count(n, 'answer'),
  toCompare: 'To compare',
  note: 'Note',
}

export const sentimentView = {
  noneInRange: 'No answers in this range',
  chooseALongerRange: 'Choose a longer range, or run a scan.',
  noSentimentYet: 'No sentiment yet',
  needsModel: (mentions: string, answers: number) =>
    `You are named in ${mentions} of ${count(answers, 'answer')}. Sentiment needs a small AI model: set SMALL_MODEL on the server.`,
  sentiment: 'Sentiment',
  of100: 'of 100',
  vs: (before: string) => `vs. ${before}`,
  noEarlierData: 'No earlier data',
  of100Before: (before: number) => `${before} of 100 before`,
  basedOn: 'Based on',
  mentionCount: (rated: number, unrated: number) =>
    `${count(rated, 'mention')}${unrated > 0 ? `; ${unrated} more not rated` : ''}`,
  mentionsNoun: 'mentions',
  scoreNote:
    '100: all mentions positive. 50: all neutral. An AI model rates them, so there is no confidence interval.',
  byEngine: 'By engine',
  sentimentNoun: 'sentiment',
  engineColumn: 'Engine',
  positiveColumn: 'Positive',
  neutralColumn: 'Neutral',
  negativeColumn: 'Negative',
  scoreColumn: 'Score',
  positive: 'positive',
  neutral: 'neutral',
  negative: 'negative',
}

export const shareOfVoice = {
  shareOfVoice: 'Share of voice',
  shareNote: (n: number) => `Your share of ${count(n, 'brand mention')}, in all languages`,
  noAnswerMentionsYou: 'No answer mentions you or a tracked competitor.',
  brandColumn: 'Brand',
  shareScaleColumn: (end: number) => `Share, 0 to ${end * 100} percent`,
  shareColumn: 'Share',
  yourShare: (verdict: ReactNode) => rich`Your share: ${verdict}`,
  shareOfVoiceNoun: 'share of voice',
}

export const shareRows = {
  others: (others: number) => count(others, 'other'),
}

export const sourceTable = {
  ownerships: { own: 'Yours', competitor: 'Competitor', third_party: 'Third party' },
  sites: 'Sites',
  pages: 'Pages',
  sources: 'Sources',
  note: 'Sites and pages that AI answers cite',
  groupSources: 'Group sources by',
  noSources: 'No answer cites a source.',
  showFewer: (first: number) => `Show ${first}`,
  showAll: (all: number) => `Show all ${all}`,
  sourceColumn: 'Source',
  ownerColumn: 'Owner',
  citedColumn: 'Cited',
  readButNotCitedColumn: 'Read but not cited',
  enginesColumn: 'Engines',
  pageCount: (pages: number) => count(pages, 'page'),
  sourcesNoun: 'sources',
}

export const verdict = {
  rose: 'Rose',
  fell: 'Fell',
  possiblyRising: 'Possibly rising',
  possiblyFalling: 'Possibly falling',
  noRealChange: 'No real change',
  modelChanged: 'Model changed',
  notEnoughData: 'Not enough data',
  noEarlierData: 'No earlier data',
  points: (delta: string) => `${delta} points`,
  modelChangedFor: (engines: string) => `The model behind ${engines} changed`,
  everyModelChanged: 'The model behind every engine changed',
  scansNeeded: (scansNeeded: number) =>
    `${count(scansNeeded, 'more scan')} needed: at least 5 in each period`,
  tooFewPrompts: 'The two periods have too few prompts in common',
  excludes: (engines: string) => `Excludes ${engines}: model changed`,
}

export const visibilityView = {
  mentionRate: 'Mention rate',
  mentionRateBy: (engine: string) => `Mention rate by ${engine}`,
  followUps: 'The chart also counts follow-up questions of conversations; the rate above does not.',
}
