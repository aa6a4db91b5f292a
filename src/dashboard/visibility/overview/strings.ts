import type { ReactNode } from 'react'
import { count, listed, spell } from '../../kit/english.ts'
import { rich } from '../../kit/rich.ts'

/** A signed difference in grammatical number: +1 point, −2 points. */
const inPoints = (delta: string) => `${delta} ${/^[+−]?1$/.test(delta) ? 'point' : 'points'}`

/** What is compared, if engines are left out. */
const among = (isPart: boolean) => (isPart ? ' (without engines whose model changed)' : '')

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
  whatMoved: 'Confirmed changes',
  comparedWith: (range: string, before: string) => `${range} vs. ${before}`,
  nothingMoved: (rates: number) => `None of the ${count(rates, 'compared rate')} has a confirmed change.`,
  notConfirmed: 'No confirmed change',
  unmoved: (rates: number) => `Show ${count(rates, 'rate')} without a confirmed change`,
  singleAnswers: 'Single answers',
  answers: (answers: number) => count(answers, 'changed answer'),
  citations: ({ own, competitors }: Record<'own' | 'competitors', number>) =>
    [
      own > 0 && `${count(own, 'changed citation')} of your site`,
      competitors > 0 && `${count(competitors, 'new citation')} of competitors`,
    ]
      .filter(Boolean)
      .join(', '),
  citationsCaption: 'Citations',
  nothingChangedText: 'The last two scans found the same mentions, positions and sources.',
  note: (later: ReactNode, earlier: ReactNode) =>
    rich`Scan of ${later}, compared with the scan of ${earlier}. A single answer can differ by chance.`,
  changeColumn: 'Change',
  engineColumn: 'Engine',
  promptColumn: 'Prompt',
  allPrompts: 'All prompts',
  mentionPositionColumn: 'Position in answer',
  otherBrandsColumn: 'Other brands',
  counts: (
    all: Record<
      'gained' | 'lost' | 'positionImproved' | 'positionDropped' | 'citationsAdded' | 'citationsRemoved',
      number
    >,
  ) =>
    `Mentions: ${all.gained} new, ${all.lost} lost. Positions: ${all.positionImproved} better, ${all.positionDropped} worse. Citations of your site: ${all.citationsAdded} new, ${all.citationsRemoved} lost.`,
  changes: 'changes',
  csvColumns: ['change', 'engine', 'prompt', 'previous position', 'position', 'other brands'],
}

export const chartDownload = {
  download: (kind: string) => `Download chart as ${kind}`,
  fileName: 'mention-rate',
  failed: 'The image could not be created. Download the chart as SVG instead.',
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
  positionColumn: 'Position (1 = first)',
  changeColumn: 'Change',
  lastCheckedColumn: 'Last checked',
  byEngine: 'By engine',
  dottedLine: (rate: string, isMixed: boolean) => `Dotted line: all ${isMixed ? 'APIs' : 'engines'}, ${rate}`,
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

export const grade = {
  evidence: 'Evidence',
  grades: {
    exploratory: 'First impression',
    directional: 'Directional',
    decision: 'Decision-grade',
  },
  meanings: {
    exploratory: 'Not enough data for a conclusion.',
    directional: 'Good enough for a rough picture, not for a decision.',
    decision: 'Reliable enough for a decision.',
  },
  names: { directional: 'good enough for a rough picture', decision: 'reliable enough for a decision' },
  wait: (scans: number, grade: string) =>
    `With ${count(scans, 'more scan')}, the figure is ${grade}. The price of a scan stays the same.`,
  add: (parts: string[], price: string, scans: number, grade: string) =>
    `With ${listed([...parts, count(scans, 'more scan')])}, the figure is ${grade}. Each scan then costs ${price} more.`,
  morePrompts: (prompts: number) => count(prompts, 'more prompt'),
  price: (price: string) => `about ${price}`,
  underOneCent: 'under $0.01',
  lacksAnswers: 'Some engines do not answer. Until they do, the figure does not get more reliable.',
  moreEngines: (engines: number) =>
    `A more reliable figure needs at least ${spell(engines).toLowerCase()} engines. Add one under Settings.`,
  longerRange: 'A longer period gives a more reliable figure.',
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
  scanText: 'A scan sends each prompt to each engine and counts the brands that the answers mention.',
  notSetUp: 'Not set up yet',
  setUp: 'Set up',
  notSetUpText: 'Enter your company name and choose engines. Nothing is sent until you run a scan.',
}

export const overviewPage = {
  visibility: 'Visibility',
  subtitle: 'How often AI answers mention you.',
  range: 'Range',
  from: 'First day',
  to: 'Last day',
  sentiment: 'Sentiment',
  changes: 'Changes',
  views: 'Views',
}

export const measures = {
  rates: 'rates',
  rateColumn: 'Mention rate of',
  beforeColumn: 'Before',
  spanColumn: 'Rate, 0 to 100 percent; dotted line: before',
  nowColumn: 'Now',
  changeColumn: 'Change',
  byEngine: (company: string, engine: string) => `${company} by ${engine}`,
  withTag: (company: string, tag: string) => `${company} for prompts tagged ${tag}`,
}

export const nextActions = {
  title: 'Next',
  gap: (rate: string, prompt: string) => `Only ${rate} of answers to “${prompt}” name you`,
  competitors: (competitors: string[]) =>
    competitors.length > 0
      ? `They name ${listed(competitors.slice(0, 3))}. An article can answer the question.`
      : 'An article can answer the question.',
  noModel: (hasBrief: boolean) =>
    `${hasBrief ? 'A brief is ready. ' : ''}Herald can write it once an AI model is set under Server.`,
  briefReady: 'A brief for an article is ready. The article is written once you approve it.',
  modelVerb: 'Set up model',
  writeVerb: 'See gaps',
  review: (briefs: number) => `Review ${count(briefs, 'article brief')}`,
  reviewText: 'An article is written once you approve its brief.',
  reviewVerb: 'Review',
  repair: (path: string) => `AI crawlers and assistants cannot read ${path}`,
  repairText: (failed: number, requests: number) =>
    `${failed.toLocaleString()} of ${count(requests, 'request')} in 30 days failed. Add the page or redirect it.`,
  repairVerb: 'See requests',
  add: (prompts: number) => `Add ${count(prompts, 'prompt')}`,
  addText: 'Figures from fewer than 8 prompts are not reliable.',
  addVerb: 'Add prompts',
  scan: 'Turn on automatic scans',
  scanText: 'Automatic scans are off. Comparisons need regular scans.',
  scanVerb: 'Settings',
  engine: 'Set up an engine',
  engineText: 'No selected engine is ready, so no scan can run. Settings shows what each one needs.',
  engineVerb: 'Settings',
}

export const promptFilter = {
  none: 'No answers to prompts that match these filters.',
  tag: 'Tag',
  allTags: 'All tags',
  intent: 'Intent',
  allIntents: 'All intents',
  branded: 'Brand in prompt',
  brandedChoices: [
    { value: '', label: 'Prompts without your brand' },
    { value: 'only', label: 'Prompts with your brand' },
    { value: 'all', label: 'All prompts' },
  ],
  language: 'Language',
  promptLanguage: 'Language of the prompts',
  comparedWith: 'vs.',
  comparedFrom: 'Compare from',
  comparedTo: 'Compare to',
}

export const rateHead = {
  mentionRate: 'Mention rate',
  likelyRange: (interval: string) => `likely range ${interval}%`,
  basedOn: 'Based on',
  answers: (n: number) => count(n, 'answer'),
  asked: (prompts: number, engines: number, scans: number) =>
    `${count(prompts, 'prompt')} × ${count(engines, 'engine')} × ${count(scans, 'scan')}`,
  answersIn: (n: number) => `, ${count(n, 'answer')}`,
  incomplete: 'No figure: more than a third of the questions have no answer.',
  filled: (engines: string[], filled: number, cells: number) =>
    `${listed(engines)} did not answer ${filled.toLocaleString()} of ${count(cells, 'question')}; earlier answers are used instead.`,
  echoes: (echoes: number) =>
    `${count(echoes, 'answer')} only ${echoes === 1 ? 'repeats' : 'repeat'} the question and ${echoes === 1 ? 'does' : 'do'} not count as ${echoes === 1 ? 'a mention' : 'mentions'}.`,
  joining: (joining: number) =>
    `${count(joining, 'new question')} ${joining === 1 ? 'is' : 'are'} not counted yet: more scans are needed.`,
  notCovered: (n: number, prompts: number) =>
    `The likely range is a 95% confidence interval: it covers random variation in these ${count(n, 'answer')}${prompts > 0 ? ` to ${count(prompts, 'prompt')}` : ''}. It does not show whether the rate changed, and says nothing about other prompts, other days and the engines’ own apps.`,
  howSure: 'Likely range for other prompts',
  otherPrompts: (interval: string) =>
    `For other prompts of this kind, the rate would be ${interval}% if yours were a random sample of them. They are not, because you chose them.`,
}

export const reportDialog = {
  share: 'Share',
  title: 'Share a report',
  text: (range: string) =>
    `Anyone with the link can read and print the figures of this range (${range}), without an account. They see nothing else.`,
  expires: 'Expires after',
  days: (days: number) => count(days, 'day'),
  create: 'Create link',
  creating: 'Creating',
  shownOnce: 'Copy the link now. It is not shown again.',
  theLink: 'the link',
  open: 'Open report',
  csv: (url: string) => `As CSV, for Google Sheets: =IMPORTDATA("${url}")`,
  links: 'Links',
  none: 'No links.',
  newest: (days: number) => `Last ${count(days, 'day')}`,
  fixed: (from: string, to: string) => (to ? `${from} to ${to}` : `From ${from}`),
  created: 'created',
  until: 'works until',
  revoke: 'Revoke',
  revoking: 'Revoking',
}

export const savedViews = {
  title: 'Saved views',
  menu: (shown: string | undefined) => (shown ? `Saved view: ${shown}` : 'Saved views'),
  save: 'Save current filters',
  manage: 'Manage views',
  name: 'Name',
  shared: 'All members see it.',
  saveVerb: 'Save',
  saving: 'Saving',
  theView: 'view',
  none: 'No saved views.',
  update: 'Use current filters',
  updateNamed: (name: string) => `Use current filters for ${name}`,
  rename: 'Rename',
  renameNamed: (name: string) => `Rename ${name}`,
  delete: 'Delete',
  deleteNamed: (name: string) => `Delete ${name}`,
  deleting: 'Deleting',
}

export const sentimentView = {
  noneInRange: 'No answers in this range',
  chooseALongerRange: 'Choose a longer range, or run a scan.',
  noSentimentYet: 'No sentiment yet',
  needsModel: (mentions: string, answers: number) =>
    `You are named in ${mentions} of ${count(answers, 'answer')}. Sentiment needs a small AI model: set one under Server, or set SMALL_MODEL.`,
  sentiment: 'Sentiment',
  of100: 'of 100',
  vs: (before: string) => `vs. ${before}`,
  noEarlierData: 'No earlier data',
  of100Before: (before: number) => `${before} of 100 before`,
  basedOn: 'Based on',
  mentionCount: (rated: number, unrated: number) =>
    `${count(rated, 'mention')}${unrated > 0 ? `; ${unrated.toLocaleString()} more not rated` : ''}`,
  mentionsNoun: 'mentions',
  scoreNote: '100: all mentions positive. 50: all neutral. An AI model rates them, and can be wrong.',
  byEngine: 'By engine',
  sentimentNoun: 'sentiment',
  engineColumn: 'Engine',
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
  yourShare: (before: string, verdict: ReactNode) => rich`Your share vs. ${before}: ${verdict}`,
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
  showAll: (all: number) => `Show all ${all.toLocaleString()}`,
  sourceColumn: 'Source',
  ownerColumn: 'Owner',
  citedColumn: 'Citations',
  readButNotCitedColumn: 'Read but not cited',
  enginesColumn: 'Engines',
  pageCount: (pages: number) => count(pages, 'page'),
  sourcesNoun: 'sources',
}

export const thisWeek = {
  quarter: 'about a quarter',
  third: 'about a third',
  half: 'about half',
  twoThirds: 'about two thirds',
  threeQuarters: 'about three quarters',
  about: (rate: string) => `about ${rate}`,
  noFigure: 'There is no figure for this range',
  notNamed: (n: number) => `You are not named in ${count(n, 'answer')}`,
  counted: (mentions: number, n: number) =>
    `You are named in ${mentions.toLocaleString()} of ${count(n, 'answer')}`,
  named: (part: string) => `You are named in ${part} of the AI answers`,
  unconfirmed: (before: string) => `. No confirmed change from the ${before}`,
  couldBeChance: (delta: string, isPart: boolean) => `: ${inPoints(delta)} could be chance${among(isPart)}`,
  looks: (delta: string, isPart: boolean, before: string) =>
    `. It looks ${inPoints(delta.slice(1))} ${delta.startsWith('+') ? 'higher' : 'lower'} than in the ${before}; this is not confirmed${among(isPart)}`,
  up: (points: number, day: string) => `, up ${count(points, 'point')} since ${day}`,
  down: (points: number, day: string) => `, down ${count(points, 'point')} since ${day}`,
  rose: (engines: string[]) => `${listed(engines)} rose.`,
  fell: (engines: string[]) => `${listed(engines)} fell.`,
  ofEngine: (engine: string, sentence: string) => `${engine}: ${sentence}`,
  ahead: 'You are named more often than each competitor.',
  behind: (brand: string) => `${brand} is named more often.`,
  levelWith: (brand: string) => `You and ${brand} are named about equally often.`,
}

export const verdict = {
  rose: 'Rose',
  fell: 'Fell',
  looksHigher: 'Looks higher',
  looksLower: 'Looks lower',
  possiblyRising: 'Possibly rising',
  possiblyFalling: 'Possibly falling',
  noConfirmedChange: 'No confirmed change',
  modelChanged: 'Model changed',
  notEnoughData: 'Not enough data',
  noEarlierData: 'No earlier data',
  confirmed: (size: string, day: string) => `${inPoints(size)} since ${day}`,
  notInPeriods: (day: string) => `Confirmed on ${day}. These two periods alone do not show it.`,
  couldBeChance: (delta: string) => `${inPoints(delta)}, could be chance`,
  notConfirmed: (delta: string) => `${inPoints(delta)}, not confirmed`,
  difference: inPoints,
  rates: (from: string, to: string) => `${from} → ${to}:`,
  modelChangedFor: (engines: string) => `The model behind ${engines} changed`,
  everyModelChanged: 'The model behind every engine changed',
  scansNeeded: (scansNeeded: number) =>
    `${count(scansNeeded, 'more scan')} needed: at least 5 in each period`,
  lacksBoth: 'A comparison needs at least 5 scans in each period.',
  rangeTooShort: 'This period has too few scans. Choose a longer one.',
  lacksBefore: 'The period before has fewer than 5 scans. Choose a shorter one.',
  tooFewPrompts: 'The two periods have too few prompts in common',
  excludes: (engines: string) => `Compared without ${engines} (model changed)`,
}

export const surface = {
  apis: (pages: string[]) =>
    `API engines only. To see ${listed(pages)}, select ${pages.length === 1 ? 'it' : 'one'} under Engine.`,
  page: (name: string, shown: number, asked: number, range: string | null) =>
    `${name} showed an AI answer on ${shown.toLocaleString()} of ${count(asked, 'page')}${range === null ? '' : ` (likely range ${range}%)`}. Pages without an AI answer are not counted.`,
  pages: (shown: number, asked: number) =>
    `AI answer on ${shown.toLocaleString()} of ${count(asked, 'page')}`,
}

export const visibilityView = {
  mentionRate: 'Mention rate',
  mentionRateBy: (engine: string) => `Mention rate by ${engine}`,
  followUps: 'The chart also counts follow-up questions of conversations; the rate above does not.',
}
