import type { ReactNode } from 'react'
import type { ConnectResult } from '../../../../features/geo/search-console/connection.ts'
import { count } from '../../../kit/english.ts'
import { rich } from '../../../kit/rich.ts'

/** The texts of the suggestions. */
export const texts = {
  importQueries: 'Import search queries',
  importHint:
    'Import a CSV export of your search console, or ask the server operator to connect Herald to Google.',
  learnMore: 'How to connect',
  connectHint: 'Connect Google Search Console or import a CSV export to get suggested prompts.',
  syncHint: 'Herald suggests prompts from your search queries after each sync.',
  noneYet: 'No suggestions yet',
  noneLeft: 'No suggestions left',
  connect: 'Connect Search Console',
  connectAgain: 'Connect again',
  chooseProperty: 'Choose property',
  changeProperty: 'Change property',
  choosing: 'Saving',
  property: 'Property',
  propertyHint: 'Herald reads its search queries now, then every Monday.',
  noProperties: 'The connected Google account has no properties.',
  noProperty: 'Google Search Console is connected. Choose the property of this project.',
  syncNow: 'Sync now',
  syncing: 'Syncing',
  neverSynced: 'Not synced yet',
  syncedAt: (time: string) => `Synced ${time}`,
  disconnect: 'Disconnect',
  disconnecting: 'Disconnecting',
  disconnectTitle: 'Disconnect Google Search Console',
  disconnectEffect:
    'Revokes access at Google for every project of this organization. Deletes the properties and their pending suggestions. Tracked prompts stay.',
  isDisconnecting: 'Google Search Console is being disconnected.',
  menu: 'Search Console actions',
}

/** What the page says after the browser returns from Google. */
export const results = {
  connected: 'Google Search Console is connected.',
  cancelled: 'Google Search Console was not connected: access was not granted.',
  expired: 'The connection attempt expired or was started in another browser. Connect again.',
  forbidden: 'Only an owner or admin can connect Google Search Console.',
  'too-many': 'Too many connection attempts. Try again in an hour.',
  disconnecting: 'Google Search Console is being disconnected. Connect again in a few minutes.',
  'no-permission': 'Permission to read Search Console was not granted. Connect again and leave it selected.',
  'not-permanent': 'Google did not grant permanent access. Connect again.',
  ended: 'Access to Google has ended. Connect again.',
  denied: 'Google denied access. Connect with an account that can read the property.',
  'not-found': 'Google did not find this property.',
  limited: 'Google is limiting requests. Try again in 15 minutes.',
  unreachable: 'Google Search Console could not be reached. Try again later.',
  refused: 'Google refused the credentials of this server. Ask its operator to check GOOGLE_CLIENT_ID.',
} satisfies Record<ConnectResult, string>

export const importSuggestions = {
  importSearchQueries: 'Import search queries',
  notSuitableAsPrompts: 'not suitable as prompts',
  hint: 'Queries.csv from a Google Search Console export. Other consoles’ exports work too.',
  example: 'Top queries,Clicks,Impressions,CTR,Position\nchangelog generator,22,1840,1.2%,11.4',
}

export const suggestionTable = {
  caption: 'Suggestions',
  promptColumn: 'Prompt',
  searchQueriesColumn: 'Search queries',
  impressionsColumn: 'Impressions',
  clicksColumn: 'Clicks',
  bestPositionColumn: 'Best position',
  actionsColumn: 'Actions',
  adding: 'Adding',
  added: 'Prompt added. The next scan includes it.',
  track: (hiddenName: ReactNode) => rich`Track${hiddenName}`,
  dismissed: 'Dismissed. It will not be suggested again.',
  dismiss: (hiddenName: ReactNode) => rich`Dismiss${hiddenName}`,
}

export const suggestions = {
  adding: 'Adding',
  added: (prompts: number) =>
    `${count(prompts, 'prompt')} added. The next scan includes ${prompts === 1 ? 'it' : 'them'}.`,
  trackAll: 'Track all',
  newestFirst: (suggestions: number) => `${count(suggestions, 'suggestion')}, newest first`,
  suggestions: 'suggestions',
  csvColumns: ['Prompt', 'Search queries', 'Impressions', 'Clicks', 'Best position'],
}
