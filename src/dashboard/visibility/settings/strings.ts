import type { ReactNode } from 'react'
import { count } from '../../kit/english.ts'
import { rich } from '../../kit/rich.ts'

export const brandFields = {
  companyNameMissing: 'Enter a company name to save your changes.',
  brand: 'Brand',
  companyName: 'Company name',
  companyNameHint: 'Answers that contain this name count as mentions.',
  otherNames: 'Other names',
  otherNamesHint: 'One per line, at most 10. They count as mentions too.',
  website: 'Website',
  none: 'None',
  websiteHint: (link: ReactNode) => rich`Citations of this site count as yours. Change it under ${link}.`,
  otherDomains: 'Other domains',
  otherDomainsPlaceholder: 'docs.acme.com',
  otherDomainsHint:
    'One per line, at most 20. Subdomains included. Citations of these domains count as yours.',
  conversionPaths: 'Conversion paths',
  conversionPathsPlaceholder: '/sign-up',
  conversionPathsHint: 'One path prefix per line. AI referrals to these paths count as conversions.',
}

export const deleteProject = {
  deleted: (name: string) => `${name} deleted.`,
  title: (name: string) => `Delete ${name}`,
  deleteProject: 'Delete project',
  deleting: 'Deleting',
  effect:
    'This deletes its settings, prompts, conversations, competitors, and all scans with their answers. A running scan stops. This cannot be undone.',
  kept: 'The brand and feedback about the project are kept.',
}

export const engineFields = {
  engines: 'Engines',
  selected: (chosen: number, models: number) => `${chosen} of ${models} selected`,
  findEngine: 'Find engine',
  noMatchingEngine: 'No matching engine.',
  showMoreProviders: (groups: number) => `Show ${groups} more providers`,
  zeroRetention: 'Only engines that do not store your data',
  zeroRetentionHint: 'For scans. Other engines are skipped unless you allow each one.',
  withoutSearch: 'Also ask without web search',
  withoutSearchHint:
    'Shows what engines know from training. Doubles the number of questions. Not counted in rates.',
  notReady: (missing: string) => `Not ready: ${missing}`,
  ready: 'Ready',
  showMore: (more: number, label: string) => `Show ${more} more from ${label}`,
}

export const engineRow = {
  notReady: (missing: string) => `Not ready: ${missing}`,
  includeAnyway: 'Include anyway',
  includeAnywayHint: 'This engine stores questions. Scans skip it unless you allow it.',
}

export const engines = {
  noneSelected: 'No engine selected. A scan needs at least one.',
  noneReady: 'No selected engine is ready. See what each one needs below.',
  someSkipped: (skipped: number, selected: number) =>
    `Scans skip ${skipped} of ${selected} selected engines. See what ${skipped === 1 ? 'it needs' : 'each one needs'} below.`,
}

export const frequencyFields = {
  automaticScans: 'Automatic scans',
  on: 'On',
  off: 'Off',
  scanInterval: 'Scan interval',
  shows: (days: string) => `The overview opens with the last ${days} days.`,
  whenOn: 'The interval applies once automatic scans are on.',
  anyTime: 'You can run a scan at any time.',
}

export const placeFields = {
  country: 'Country',
  countryHint: 'Result pages and assistants are read as seen from this country.',
  location: 'City or region',
  locationHint: 'As the provider spells it. Leave empty for the whole country.',
  locationPlaceholder: 'London,England,United Kingdom',
  device: 'Device',
  devices: [
    { value: 'desktop', label: 'Computer' },
    { value: 'mobile', label: 'Phone' },
  ],
}

export const intervals = {
  daily: 'Daily',
  last48Hours: '48 hours',
  last3Days: '3 days',
  weekly: 'Weekly',
  last2Weeks: '2 weeks',
  last30Days: '30 days',
}

export const languageFields = {
  languages: 'Languages',
  chosen: (languages: number, most: number) => `${languages} of at most ${most}`,
  trackedLanguages: 'Tracked languages',
  promptLanguageTag: 'prompt language',
  remove: (code: string) => `Remove ${code}`,
  addLanguage: 'Add language',
  addLanguageHint: 'For each added language, scans also send your first five prompts, translated.',
  selectALanguage: 'Select a language',
  promptLanguage: 'Prompt language',
}

export const projectFields = {
  project: 'Project',
  name: 'Name',
  brand: 'Brand',
  brandHint: 'Sets your website and the brand voice of articles.',
  none: 'None',
  newProject: 'New project',
  deleteProject: 'Delete project',
}

export const scanSize = {
  oneScan: (answers: number, searches: number, price: string) =>
    `One scan: ${count(answers, 'answer')}${searches > 0 ? ` and about ${count(searches, 'web search', 'web searches')}` : ''}. ${price}.`,
  tooLarge: (size: string, isVery: boolean) =>
    `${size} This is ${isVery ? 'very large' : 'large'}. To make it smaller, use fewer engines, languages or prompts.`,
}

export const visibilitySettingsPage = {
  visibilitySettings: 'Visibility settings',
  subtitle: 'Your brand, engines and scan schedule.',
  reviewFirst: 'Nothing is tracked yet. Review the suggested settings below, then save them.',
  saveSettings: 'Save settings',
}
