export type Window = { limit: number; seconds: number }

/** A rate limit; endpoints with the same bucket name share it. */
export type Bucket = {
  name: string
  per: 'key' | 'organization' | 'address' | 'email' | 'person'
  windows: Window[]
}

const minute = 60
const hour = 60 * minute

const bucket = (name: string, per: Bucket['per'], ...windows: Window[]): Bucket => ({ name, per, windows })
const times = (limit: number, seconds: number): Window => ({ limit, seconds })

/**
 * Every rate limit except the individual limit of an API key. An operation names its bucket; operations with the same
 * bucket share it. OpenAPI, the 429 of the guard and docs/operations/limits.md show these numbers.
 */
export const buckets = {
  previewActivity: bucket('activity.preview', 'organization', times(20, minute)),
  /** Shared by chats and agent sessions (spec: Limits). */
  converse: bucket('messages', 'organization', times(30, minute)),
  generatePost: bucket('posts.generate', 'key', times(10, minute)),
  updatePost: bucket('posts.update', 'key', times(60, minute)),
  checkPost: bucket('posts.check', 'key', times(60, minute)),
  drawPicture: bucket('posts.picture', 'key', times(10, minute)),
  uploadImage: bucket('images.upload', 'organization', times(60, minute)),
  /** Also for adding addresses. */
  sendPost: bucket('posts.send', 'organization', times(60, hour)),
  verifyDomain: bucket('domain.verify', 'organization', times(20, hour)),
  drawLinkCard: bucket('link-cards', 'address', times(60, minute)),
  /** Requests to subscribe by mail; mails to one reader who was entered. */
  subscribeFromAddress: bucket('subscribe.address', 'address', times(10, hour)),
  subscribeToOrganization: bucket('subscribe.organization', 'organization', times(200, hour)),
  mailToReader: bucket('subscribe.reader', 'email', times(3, 24 * hour)),
  mailInvitations: bucket('invitations.mail', 'organization', times(50, hour)),
  testServer: bucket('server.test', 'organization', times(10, 10 * minute)),
  analyzeBrand: bucket('brand-identities.generate', 'key', times(5, minute)),
  readFact: bucket('brand-facts', 'organization', times(60, hour)),
  /** Requests to the code host, on any route. */
  askCodeHost: bucket('integrations.github', 'key', times(20, minute)),
  createGitHubApp: bucket('github-app', 'organization', times(30, hour)),
  askTracker: bucket('integrations.linear', 'key', times(20, minute)),
  checkMissedEvents: bucket('integrations.check', 'organization', times(20, hour)),
  startScan: bucket('scans', 'organization', times(4, hour)),
  rescanPrompt: bucket('rescans', 'organization', times(20, hour)),
  playConversation: bucket('sequences.run', 'organization', times(10, 10 * minute)),
  importPrompts: bucket('prompts.import', 'organization', times(10, 10 * minute)),
  importSuggestions: bucket('suggestions.import', 'organization', times(10, 10 * minute)),
  /** Begun connections to Google Search Console; lists of its properties; syncs of its queries. */
  connectSearchConsole: bucket('search-console.connect', 'organization', times(20, hour)),
  askSearchConsole: bucket('search-console.properties', 'organization', times(20, 10 * minute)),
  syncSearchConsole: bucket('search-console.sync', 'organization', times(10, hour)),
  importCompetitors: bucket('competitors.import', 'organization', times(10, 10 * minute)),
  suggestCompetitors: bucket('competitors.suggestions', 'organization', times(10, 10 * minute)),
  addSitemap: bucket('sitemaps', 'organization', times(20, hour)),
  scanReadiness: bucket('agent-readiness', 'organization', times(10, hour)),
  planBrief: bucket('briefs', 'organization', times(10, 10 * minute)),
  approveBrief: bucket('briefs.approve', 'organization', times(20, 10 * minute)),
  /** Visits that websites report; INGEST_PER_MINUTE changes the number. */
  ingestVisit: bucket('ingest', 'organization', times(1000, minute)),
  ingestLog: bucket('ingest.logs', 'organization', times(30, minute)),
  submitFeedback: bucket('feedback.keyed', 'key', times(120, minute)),
  /** Each has its own window, so that one sender cannot block an organization (spec: Limits). */
  submitFeedbackFromAddress: bucket('feedback.address', 'address', times(30, 10 * minute)),
  submitFeedbackToOrganization: bucket('feedback.organization', 'organization', times(200, hour)),
  /** Apps that connect to MCP: registrations, and consent pages. */
  registerClient: bucket('oauth.register', 'address', times(20, hour)),
  approveClient: bucket('oauth.approve', 'person', times(60, 10 * minute)),
  askForPassword: bucket('password.address', 'address', times(10, hour)),
  /** Wrong passwords from one address, for any account. */
  signInFromAddress: bucket('sign-in.address', 'address', times(10, 15 * minute)),
  /** Wrong passwords from one browser that the account has signed in from; the other limits do not count them. */
  signInFromDevice: bucket('sign-in.device', 'person', times(10, 15 * minute)),
  /** Wrong passwords for one account from unknown browsers, at any address. */
  signInToAccount: bucket('sign-in.account', 'person', times(20, 15 * minute)),
  /** After that limit a wrong password returns 429, with a longer wait each time; a correct one still signs in. */
  signInToAccountSlowly: bucket(
    'sign-in.account-slow',
    'person',
    times(1, 5),
    times(10, 5 * minute),
    times(60, hour),
  ),
  /**
   * Wrong passwords for one account that are compared at all. Past this limit, only an address without a wrong
   * password gets one attempt: attackers with many addresses get one guess per address, and the owner is not locked
   * out.
   */
  signInToAccountHourly: bucket('sign-in.account-hourly', 'person', times(300, hour)),
  /** Wrong current passwords of a signed-in user. */
  confirmPassword: bucket('sign-in.session', 'person', times(10, 15 * minute)),
} satisfies Record<string, Bucket>
