const tenMinutes = 10 * 60 * 1000

/** The code host's failures. */
export const failures = {
  unauthorized: () => refuse(401, 'Bad credentials'),
  forbidden: () => refuse(403, 'Resource not accessible by personal access token'),
  singleSignOn: () =>
    refuse(403, 'Resource protected by organization SAML enforcement.', {
      'x-github-sso': 'required; url=https://github.com/orgs/acme/sso?authorization_request=x',
    }),
  notFound: () => refuse(404, 'Not Found'),
  serverError: () => refuse(502, 'Server Error'),
  rateLimit: (resetAt = new Date(Date.now() + tenMinutes)) =>
    refuse(403, 'API rate limit exceeded', {
      'x-ratelimit-limit': '5000',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Math.floor(resetAt.getTime() / 1000)),
    }),
  secondaryLimit: (retryAfter = 120) =>
    refuse(403, 'You have exceeded a secondary rate limit. Please wait a few minutes.', {
      'retry-after': String(retryAfter),
      'x-ratelimit-remaining': '4000',
    }),
  garbage: () => new Response('<html>Unicorn!</html>', { headers: { 'content-type': 'text/html' } }),
  wrongShape: () => Response.json({ surprise: true }),
  hang: () => new Promise<Response>(() => {}),
}

export type Failure = () => Response | Promise<Response>

function refuse(status: number, message: string, headers: Record<string, string> = {}) {
  return Response.json({ message, status: String(status) }, { status, headers })
}
