/** Every path within an organization, below `/app/{slug}`. */
export const paths = {
  home: () => '/',
  posts: () => '/posts',
  newPost: () => '/posts/new',
  /** Running posts, and their collection. */
  writing: (runIds: string[], collectionId: string) =>
    `/posts/new?job=${runIds.join(',')}&collection=${encodeURIComponent(collectionId)}`,
  collections: () => '/posts/collections',
  collection: (id: string) => `/posts/collections/${encodeURIComponent(id)}`,
  post: (id: string) => `/posts/${encodeURIComponent(id)}`,
  publicPage: () => '/public-page',
  schedules: () => '/schedules',
  newSchedule: () => '/schedules?new',
  schedule: (id: string) => `/schedules?edit=${encodeURIComponent(id)}`,
  triggers: () => '/triggers',
  /** A new one, with an initial repository if given. */
  newTrigger: (repositoryId = '') => `/triggers?new${repositoryId && `=${encodeURIComponent(repositoryId)}`}`,
  trigger: (id: string) => `/triggers?edit=${encodeURIComponent(id)}`,
  brands: () => '/brand',
  brand: (id: string) => `/brand/${encodeURIComponent(id)}`,
  /** A brand while its website is being read. */
  brandReading: (id: string, jobId: string) =>
    `/brand/${encodeURIComponent(id)}?reading=${encodeURIComponent(jobId)}`,
  skills: () => '/skills',
  newSkill: () => '/skills?new',
  skill: (name: string) => `/skills/${encodeURIComponent(name)}`,
  repositories: () => '/repositories',
  repository: (id: string) => `/repositories/${encodeURIComponent(id)}`,
  repositoryDeliveries: (id: string) => `/repositories/${encodeURIComponent(id)}/deliveries`,
  repositoryTriggers: (id: string) => `/repositories/${encodeURIComponent(id)}/triggers`,
  repositorySettings: (id: string) => `/repositories/${encodeURIComponent(id)}/general`,
  activity: () => '/activity',
  /** A delivery by GitHub's id. */
  delivery: (referenceId: string) => `/activity?search=${encodeURIComponent(referenceId)}`,
  /** A failed delivery, opened with its fix. */
  failedDelivery: (id: string) => `/activity?result=failed&open=${encodeURIComponent(id)}`,
  activityRuns: () => '/activity/runs',
  run: (id: string) => `/activity/runs?open=${encodeURIComponent(id)}`,
  visibility: () => '/geo',
  /** Creates the first project. */
  visibilitySetUp: () => '/geo?set-up',
  sentiment: () => '/geo?tab=sentiment',
  visibilityChanges: () => '/geo?tab=changes',
  prompts: () => '/geo/prompts',
  newPrompt: () => '/geo/prompts?new',
  /** A prompt by its stored id, with the answers of engines. */
  prompt: (id: string) => `/geo/prompts?open=${encodeURIComponent(id)}`,
  conversations: () => '/geo/prompts?tab=conversations',
  answers: () => '/geo/prompts?tab=answers',
  /** Suggested queries that are not tracked yet. */
  suggestions: () => '/geo/prompts?tab=suggestions',
  competitors: () => '/geo/competitors',
  newCompetitor: () => '/geo/competitors?new',
  editCompetitor: (id: string) => `/geo/competitors?edit=${encodeURIComponent(id)}`,
  competitor: (name: string) => `/geo/competitors/${encodeURIComponent(name)}`,
  gaps: () => '/geo/gaps',
  searchGaps: () => '/geo/gaps?type=search',
  articles: () => '/geo/write',
  newArticle: () => '/geo/write?new',
  article: (id: string) => `/geo/write/${encodeURIComponent(id)}`,
  /** The size and cost of a scan, before it starts. */
  runScan: () => '/geo?scan',
  traffic: () => '/geo/traffic',
  readiness: () => '/geo/agent-readiness',
  visibilitySettings: () => '/geo/settings',
  feedback: () => '/feedback',
  feedbackEntry: (id: string) => `/feedback/${encodeURIComponent(id)}`,
  chats: () => '/chats',
  /** The agent's background sessions. */
  sessions: () => '/chats/sessions',
  session: (id: string) => `/chats/sessions/${encodeURIComponent(id)}`,
  chat: (id: string) => `/chats/${encodeURIComponent(id)}`,
  approval: (id: string) => `/approvals/${encodeURIComponent(id)}`,
  keys: () => '/keys',
  members: () => '/members',
  usage: () => '/usage',
  settings: () => '/settings',
  server: () => '/server',
  account: () => '/account',
}

/** The pages for unauthenticated visitors, below `/app`. */
export const authPaths = {
  signIn: '/sign-in',
  setUp: '/setup',
  password: '/password',
  invitation: '/invitation',
  /** Connects an MCP client; below a path that no organization can have. */
  connectApp: '/sign-in/app',
}

/**
 * The page below `/app` to open after sign-in, from the URL. Any site can link here, so only pages of the
 * dashboard are accepted; other values lead to the first page.
 */
export function readNext(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  const url = URL.parse(`/app${next}`, 'http://herald.invalid')
  if (!url?.pathname.startsWith('/app/') || url.pathname === `/app${authPaths.signIn}`) return '/'
  return url.href.slice(`${url.origin}/app`.length)
}
