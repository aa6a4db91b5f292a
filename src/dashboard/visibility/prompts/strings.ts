import { count } from '../../kit/english.ts'

export const addPrompt = {
  added: 'Prompt added. The next scan includes it.',
  addPrompt: 'Add prompt',
  note: 'The next scan includes it.',
  adding: 'Adding',
  prompt: 'Prompt',
  promptPlaceholder: 'best changelog tool for a small open source project',
  promptHint: 'Phrase it like a customer. Leave your brand name out.',
  tags: 'Tags',
  tagsHint: 'Separate tags with commas.',
}

export const bulkBar = {
  selectedPrompts: 'Selected prompts',
  selected: (selected: number) => `${selected} selected`,
  tag: 'Tag',
  delete: 'Delete',
  tagged: (prompts: number) => `${count(prompts, 'prompt')} tagged.`,
  tagTitle: (prompts: number) => `Tag ${count(prompts, 'prompt')}`,
  note: 'Existing tags are kept.',
  tagging: 'Tagging',
  tags: 'Tags',
  tagsHint: 'Separate tags with commas.',
  deleted: (prompts: number) => `${count(prompts, 'prompt')} deleted.`,
  deleteTitle: (prompts: number) => `Delete ${count(prompts, 'prompt')}`,
  deleting: 'Deleting',
  deleteEffect: 'Scans will skip them. Past answers still count.',
}

export const deletePrompt = {
  promptDeleted: 'Prompt deleted.',
  deletePrompt: 'Delete prompt',
  deleting: 'Deleting',
  automaticEffect: 'Herald will not suggest it again.',
  effect: 'Scans will skip it. Past answers still count.',
}

export const filterBar = {
  allSources: 'All sources',
  added: 'Added',
  automatic: 'Automatic',
  filterByText: 'Filter by text',
  intent: 'Intent',
  allIntents: 'All intents',
  tag: 'Tag',
  allTags: 'All tags',
  source: 'Source',
  prompt: 'prompt',
  prompts: 'prompts',
}

export const importPrompts = {
  importPrompts: 'Import prompts',
  hint: 'Columns: prompt, and optionally tags (separated by |) and enabled (yes or no). At most 500 lines.',
  example: 'prompt,tags,enabled\nbest changelog tool for small teams,buying|tools,yes',
  short: (prompt: string) => `“${prompt}” is very short for a question.`,
}

export const intent = {
  comparison: 'Comparison',
  howTo: 'How to',
  list: 'List',
  question: 'Question',
  other: 'Other',
}

export const promptList = {
  noMatches: 'No prompts match these filters',
  clearFilters: 'Clear filters',
  prompts: 'prompts',
  prompt: 'Prompt',
  intent: 'Intent',
  tags: 'Tags',
  source: 'Source',
  inScans: 'In scans',
  enginesThatNameYou: 'Engines that name you',
  engines: 'Engines',
  added: 'Added',
  automatic: 'Automatic',
  noPromptsYet: 'No prompts yet',
  addPrompt: 'Add prompt',
  importCsv: 'Import CSV',
  emptyText:
    'A prompt is a question that customers ask AI engines. Each scan sends all prompts and counts who is named.',
}

export const promptTable = {
  promptColumn: 'Prompt',
  select: (prompt: string) => `Select ${prompt}`,
  intentColumn: 'Intent',
  presenceColumn: 'Web search',
  namedByColumn: 'Named by',
  inScansColumn: 'In scans',
  deleteColumn: 'Delete',
  deleteNamed: (prompt: string) => `Delete ${prompt}`,
  caption: 'Prompts',
  automatic: 'Automatic',
  alsoFromMemory: 'Also without web search',
  onlyWithWebSearch: 'Only with web search',
  notNamed: 'Not named',
  noAnswersYet: 'No answers yet',
  engines: 'engines',
  nameYou: 'name you',
  doNotNameYou: 'do not name you',
  namedBy: (mentioned: number, engines: number) => `${mentioned} of ${count(engines, 'engine')}`,
  includeInScans: (prompt: string) => `Include ${prompt} in scans`,
}

export const promptsPage = {
  prompts: 'Prompts',
  conversations: 'Conversations',
  suggestions: 'Suggestions',
  answers: 'Answers',
  subtitle: 'Questions that scans send to AI engines.',
  importCsv: 'Import CSV',
  addPrompt: 'Add prompt',
}
