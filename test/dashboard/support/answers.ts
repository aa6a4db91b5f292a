import type { BrowserContext, Page, Route } from 'playwright-core'
import { routePattern } from './faults.ts'

type Place = BrowserContext | Page

// What the server does on bad days, by route: `/v1/posts` or `/v1/posts/:id`, whatever its query.

/** Lets the requests of a route hang; gives the act that lets them through. */
export function hold(place: Place, route: string): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  return intercept(place, route, (request) => promise.then(() => request.fallback()), resolve)
}

/** Answers the requests of a route as told; gives the act that lets them through to the server again. */
export function answerWith(
  place: Place,
  route: string,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): Promise<() => Promise<void>> {
  return intercept(place, route, (request) => request.fulfill({ status, json: body, headers }))
}

async function intercept(
  place: Place,
  route: string,
  handle: (request: Route) => Promise<void>,
  end = () => {},
) {
  const pattern = new RegExp(`^${routePattern(route)}$`)
  const matches = (url: URL) => pattern.test(url.pathname)
  await place.route(matches, handle)
  return async () => {
    end()
    await place.unroute(matches, handle)
  }
}
