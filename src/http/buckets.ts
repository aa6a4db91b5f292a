export type Window = { limit: number; seconds: number }
export type Bucket = {
  name: string
  routes: string[]
  windows: Window[]
  per: 'key' | 'organization' | 'address'
}

const minute = 60
const hour = 60 * minute

/** Every limited endpoint of the spec's table (spec: Limits). Routes of one row share its bucket. */
export const buckets: Bucket[] = [
  row('posts.generate', 'key', [[10, minute]], 'POST /v1/posts/generate'),
  row('posts.update', 'key', [[60, minute]], 'PATCH /v1/posts/:postId'),
  row('brand-identities.generate', 'key', [[5, minute]], 'POST /v1/brand-identities/generate'),
  row('integrations.github', 'key', [[20, minute]], 'POST /v1/integrations/github'),
  row(
    'chats',
    'organization',
    [[30, minute]],
    'POST /v1/chats',
    'POST /v1/chats/:chatId',
    'POST /v2/agent/v1/session',
    'POST /v2/agent/v1/session/:sessionId',
  ),
  row('scans', 'organization', [[4, hour]], geo('POST', 'scans')),
  row('sequences.run', 'organization', [[10, 10 * minute]], geo('POST', 'sequences/:sequenceId/run')),
  row('prompts.import', 'organization', [[10, 10 * minute]], geo('POST', 'prompts/import')),
  row('competitors.import', 'organization', [[10, 10 * minute]], geo('POST', 'competitors/import')),
  row('competitors.suggestions', 'organization', [[10, 10 * minute]], geo('GET', 'competitors/suggestions')),
  row('briefs.plan', 'organization', [[10, 10 * minute]], geo('POST', 'briefs')),
  row('briefs.approve', 'organization', [[20, 10 * minute]], geo('POST', 'briefs/:briefId/approve')),
  row('agent-readiness.scan', 'organization', [[10, hour]], geo('POST', 'agent-readiness/scan')),
  row('feedback.keyed', 'key', [[120, minute]], 'POST /v1/feedback'),
  // The public intake is charged twice, by address and by organization; both windows apply to each.
  row(
    'feedback.address',
    'address',
    [
      [30, 10 * minute],
      [200, hour],
    ],
    'POST /v1/feedback/:organizationSlug',
  ),
  row(
    'feedback.organization',
    'organization',
    [
      [30, 10 * minute],
      [200, hour],
    ],
    'POST /v1/feedback/:organizationSlug',
  ),
]

const keyed = new Map(
  buckets
    .filter((bucket) => bucket.per !== 'address')
    .flatMap((bucket) => bucket.routes.map((route) => [route, bucket])),
)

/** The bucket of a route such as `PATCH /v1/posts/:postId`, undefined where the route is not limited. */
export const bucketOf = (route: string): Bucket | undefined => keyed.get(route)

function row(name: string, per: Bucket['per'], windows: [number, number][], ...routes: string[]): Bucket {
  return { name, per, routes, windows: windows.map(([limit, seconds]) => ({ limit, seconds })) }
}

function geo(method: string, path: string): string {
  return `${method} /v1/projects/:projectId/geo/${path}`
}
