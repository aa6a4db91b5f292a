import { count } from '../../kit/english.ts'

export const competitorCsv = {
  competitors: 'competitors',
}

export const competitorDialog = {
  direct: 'Direct: sells a similar product',
  indirect: 'Indirect: solves the same problem differently',
  edit: (name: string) => `Edit “${name}”`,
  addCompetitor: 'Add competitor',
  save: 'Save',
  add: 'Add',
  saving: 'Saving',
  name: 'Name',
  website: 'Website',
  websitePlaceholder: 'beta.example',
  websiteHint: 'Citations of this site count as the competitor’s.',
  otherNames: 'Other names',
  otherNamesHint: 'Comma-separated, at most 8. They count as mentions too.',
  kind: 'Kind',
}

export const competitorPage = {
  competitors: 'Competitors',
  subtitle: 'Mentions in AI answers, last 30 days.',
  edit: 'Edit',
  delete: 'Delete',
  competitorNotFound: 'Competitor not found',
  notFoundText: 'It is not tracked, and no answer names it.',
  noMentions: 'No mentions',
  noMentionsText: (name: string) => `No answer in the last 30 days names ${name}.`,
  mentionRate: (name: string) => `Mention rate of ${name}`,
  answersThatName: (name: string) => `Answers that name ${name}`,
  you: 'You',
  rateOf: (name: string) => `${name}, last 30 days`,
  answersNote: (answers: number, asked: number) =>
    asked >= answers
      ? `Latest for each pair of prompt and engine: ${answers.toLocaleString()} of ${asked.toLocaleString()} pairs`
      : `Latest for each pair of prompt and engine: ${count(answers, 'pair')}`,
  promptColumn: 'Prompt',
  engineColumn: 'Engine',
  youColumn: 'You in that answer',
  alsoNamed: 'Also named',
  alsoNamedPosition: (position: number) => `Also named, position ${position}`,
  notNamed: 'Not named',
  echo: 'Repeats the question',
  lastSeenColumn: 'Last seen',
  answers: 'answers',
  csvColumns: ['prompt', 'engine', 'you are named', 'your position', 'last seen'],
}

export const competitorTable = {
  competitorColumn: 'Competitor',
  indirect: 'indirect',
  shareOfVoiceColumn: 'Share of voice, 30 days',
  websiteColumn: 'Website',
  otherNamesColumn: 'Other names',
  actionsColumn: 'Actions',
  caption: 'Competitors',
}

export const competitorsPage = {
  competitors: 'Competitors',
  subtitle: 'Brands to compare yourself with.',
  importCsv: 'Import CSV',
  suggest: 'Suggest',
  addCompetitor: 'Add competitor',
  filterByText: 'Filter by text',
  tracked: (shown: number) => `${shown} tracked`,
  yours: (share: string) => `Your share: ${share}`,
  noMatches: 'No competitors match this filter',
  clearFilter: 'Clear filter',
  noCompetitorsYet: 'No competitors yet',
  suggestCompetitors: 'Suggest competitors',
  emptyText:
    'Share of voice and gaps compare you with competitors. Past answers are counted when you add one.',
}

export const deleteCompetitor = {
  title: (name: string) => `Delete “${name}”`,
  deleteCompetitor: 'Delete competitor',
  deleting: 'Deleting',
  effect: 'Its mentions no longer count, including those in past answers.',
}

export const importCompetitors = {
  importCompetitors: 'Import competitors',
  hint: 'Columns: name (required), domain (website), kind, synonyms (other names, separated by |).',
}

export const suggestDialog = {
  suggestCompetitors: 'Suggest competitors',
  note: 'Asks an AI model. Nothing is added yet.',
  suggest: 'Suggest',
  asking: 'Asking',
  yourWebsite: 'Your website',
  yourWebsitePlaceholder: 'acme.com',
  suggestedCompetitors: 'Suggested competitors',
  selected: (chosen: number) => `${chosen} selected`,
  add: 'Add',
  adding: 'Adding',
  noNewCompetitorsFound: 'No new competitors found.',
  lowConfidence: 'Low confidence.',
}
