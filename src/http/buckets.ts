import type { Bucket, Window } from './rate-limits.ts'

const minute = 60
const hour = 60 * minute

const bucket = (name: string, per: Bucket['per'], ...windows: Window[]): Bucket => ({ name, per, windows })
const times = (limit: number, seconds: number): Window => ({ limit, seconds })

/**
 * Every rate limit but the one that an API key may have of its own. An operation names its bucket; operations that name
 * the same bucket share it. OpenAPI, the 429 of the guard and docs/operations/limits.md show these numbers.
 */
export const buckets = {
  previewActivity: bucket('activity.preview', 'organization', times(20, minute)),
  /** Chats and agent sessions share it (spec: Limits). */
  converse: bucket('conversations', 'organization', times(30, minute)),
  generatePost: bucket('posts.generate', 'key', times(10, minute)),
  updatePost: bucket('posts.update', 'key', times(60, minute)),
  checkPost: bucket('posts.check', 'key', times(60, minute)),
  drawPicture: bucket('posts.picture', 'key', times(10, minute)),
  analyzeBrand: bucket('brand-identities.generate', 'key', times(5, minute)),
  readFact: bucket('brand-facts', 'organization', times(60, hour)),
  /** Requests to the code host, by whichever route. */
  askCodeHost: bucket('integrations.github', 'key', times(20, minute)),
  askTracker: bucket('integrations.linear', 'key', times(20, minute)),
  checkMissedEvents: bucket('integrations.check', 'organization', times(20, hour)),
  startScan: bucket('scans', 'organization', times(4, hour)),
  rescanPrompt: bucket('rescans', 'organization', times(20, hour)),
  playConversation: bucket('sequences.run', 'organization', times(10, 10 * minute)),
  importPrompts: bucket('prompts.import', 'organization', times(10, 10 * minute)),
  importSuggestions: bucket('suggestions.import', 'organization', times(10, 10 * minute)),
  importCompetitors: bucket('competitors.import', 'organization', times(10, 10 * minute)),
  suggestCompetitors: bucket('competitors.suggestions', 'organization', times(10, 10 * minute)),
  addSitemap: bucket('sitemaps', 'organization', times(20, hour)),
  planBrief: bucket('briefs', 'organization', times(10, 10 * minute)),
  approveBrief: bucket('briefs.approve', 'organization', times(20, 10 * minute)),
  submitFeedback: bucket('feedback.keyed', 'key', times(120, minute)),
  /** Each has a window of its own, so that one sender cannot silence an organization (spec: Limits). */
  submitFeedbackFromAddress: bucket('feedback.address', 'address', times(30, 10 * minute)),
  submitFeedbackToOrganization: bucket('feedback.organization', 'organization', times(200, hour)),
  /** Wrong passwords from one address, for whatever account. */
  signInFromAddress: bucket('sign-in.address', 'address', times(10, 15 * minute)),
  /** Wrong passwords from one browser that the account has signed in from: the others do not count against it. */
  signInFromDevice: bucket('sign-in.device', 'person', times(10, 15 * minute)),
  /** Wrong passwords for one account from unknown browsers, wherever they are. */
  signInToAccount: bucket('sign-in.account', 'person', times(20, 15 * minute)),
  /** After those a wrong password is answered with 429, for longer the more there are; a right one still signs in. */
  signInToAccountSlowly: bucket(
    'sign-in.account-slow',
    'person',
    times(1, 5),
    times(10, 5 * minute),
    times(60, hour),
  ),
  /**
   * Wrong passwords for one account that are compared at all. Beyond them an address without a wrong one has one:
   * attackers with many addresses guess no faster than one password per address, and the owner is not locked out.
   */
  signInToAccountHourly: bucket('sign-in.account-hourly', 'person', times(300, hour)),
  /** Wrong current passwords, typed by a user who is signed in. */
  confirmPassword: bucket('sign-in.session', 'person', times(10, 15 * minute)),
} satisfies Record<string, Bucket>
