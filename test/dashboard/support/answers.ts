import type { Page, Route } from 'playwright-core'

// What the server does on bad days, by route: `/v1/posts` or `/v1/posts/:id`, whatever its query.

/** Lets the requests of a route hang; gives the act that lets them through. */
export function hold(page: Page, route: string): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  return intercept(page, route, (request) => promise.then(() => request.fallback()), resolve)
}

/** Answers the requests of a route as told; gives the act that lets them through to the server again. */
export function answerWith(
  page: Page,
  route: string,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): Promise<() => Promise<void>> {
  return intercept(page, route, (request) => request.fulfill({ status, json: body, headers }))
}

async function intercept(
  page: Page,
  route: string,
  handle: (request: Route) => Promise<void>,
  end = () => {},
) {
  const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`)
  const matches = (url: URL) => pattern.test(url.pathname)
  await page.route(matches, handle)
  return async () => {
    end()
    await page.unroute(matches, handle)
  }
}
