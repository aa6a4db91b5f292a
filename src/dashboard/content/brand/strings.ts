export const brandForm = {
  default: 'Default',
  saving: 'Saving',
  isNowDefault: (name: string) => `${name} is now the default.`,
  makeDefault: 'Make default',
  delete: 'Delete',
  identity: 'Identity',
  name: 'Name',
  website: 'Website',
  company: 'Company',
  description: 'Description',
  audience: 'Audience',
  audienceHint: 'The readers of your posts.',
  voice: 'Voice',
  tone: 'Tone',
  customTone: 'Custom tone',
  customToneHint: 'Added to the tone above, in your own words.',
  language: 'Language',
  instructions: 'Instructions',
  instructionsHint: 'Rules that every post follows.',
}

export const brandPage = {
  brand: 'Brand',
  title: 'Brand',
  brandNotFound: 'Brand not found',
  allBrands: 'All brands',
  emptyText: 'It may have been deleted.',
}

export const brandTable = {
  caption: 'Brands',
  nameColumn: 'Name',
  websiteColumn: 'Website',
  toneColumn: 'Tone',
  conversational: 'Conversational',
  languageColumn: 'Language',
  english: 'English',
  defaultColumn: 'Default',
  default: 'Default',
}

export const brandsPage = {
  title: 'Brand',
  subtitle: 'The voice of your posts: company, audience and tone.',
  noBrandYet: 'No brand yet',
  emptyText:
    'Herald reads your website and fills in company, audience and tone. You can edit everything. Until then, posts use a conversational tone.',
  addBrand: 'Add brand',
}

export const choices = {
  tones: {
    Conversational: 'Like talking to a colleague.',
    Professional: 'Clear and precise.',
    Casual: 'Relaxed, with short sentences.',
    Formal: 'Reserved, without contractions.',
  },
  defaultConversational: 'Default (Conversational)',
  defaultEnglish: 'Default (English)',
}

export const deleteBrand = {
  deleted: (name: string) => `${name} deleted.`,
  title: (name: string) => `Delete ${name}`,
  deleteBrand: 'Delete brand',
  deleting: 'Deleting',
  effect: 'Its posts are not deleted.',
  disabledWithIt: 'These will be disabled:',
  schedule: (name: string) => `Schedule “${name}”`,
  trigger: (events: string, repositories: string) => `${events} in ${repositories}`,
}

export const factDialogs = {
  editFact: 'Edit fact',
  addFact: 'Add fact',
  save: 'Save',
  add: 'Add',
  saving: 'Saving',
  deleteFact: 'Delete fact',
  delete: 'Delete',
  deleting: 'Deleting',
  deleteFactEffect: 'Writers can no longer use it. Articles that used it keep their evidence.',
  statementOrUrl: 'Statement or URL',
  statement: 'Statement',
  statementOrUrlHint: 'A true statement of up to 500 characters, or an https URL.',
  urlHint: 'Herald reads the page again.',
  statementHint: 'Up to 500 characters.',
}

export const facts = {
  reading: 'Reading',
  ready: 'In use',
  failed: 'Failed',
  edit: 'Edit',
  refresh: 'Refresh',
  delete: 'Delete',
  facts: 'Facts',
  addFact: 'Add fact',
  emptyText: 'No facts yet. Add statements or pages that posts may quote.',
  caption: 'Facts',
  factColumn: 'Fact',
  actionsColumn: 'Actions',
  moreActionsFor: (fact: string) => `More actions for ${fact}`,
}

export const readWebsite = {
  readMyWebsite: 'Read my website',
  starting: 'Starting',
  title: 'Add brand',
  note: 'Your other brands stay unchanged.',
  readWebsite: 'Read website',
  name: 'Name',
  nameHint: 'Optional. Default: the website’s domain.',
  website: 'Website',
  websitePlaceholder: 'acme.com',
}

export const readingSteps = {
  readWebsite: 'Read website',
  extractCompanyAudienceAndTone: 'Extract company, audience and tone',
  fillInBrand: 'Fill in brand',
  websiteRead: 'Website read. Edit anything that is wrong.',
  readingWebsite: 'Reading the website',
  readingHint: 'Takes up to a minute. You can leave this page.',
  fillInManually: 'Fill in manually',
}
