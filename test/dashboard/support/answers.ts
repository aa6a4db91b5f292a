import type { BrowserContext, Page, Route } from 'playwright-core'
import { routePattern } from './faults.ts'

type Place = BrowserContext | Page

// What the server does on bad days, by route, whatever its query: `/v1/posts`, `/v1/posts/:id`, or of one method alone
// `PATCH /v1/posts/:id`.

/** Lets the requests of a route hang; gives the act that lets them through. */
export function hold(place: Place, route: string): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  return intercept(place, route, (request) => promise.then(() => request.fallback()), resolve)
}

/**
 * Answers the requests of a route with this answer; returns a function that restores the server's answers.
 */
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
  const [path = '', method] = route.split(' ').reverse()
  const pattern = new RegExp(`^${routePattern(path)}$`)
  let isOver = false
  await place.route(
    (url) => pattern.test(url.pathname),
    (request) =>
      isOver || (method && method !== request.request().method()) ? request.fallback() : handle(request),
  )
  // The route stays: a request that is on its way while one is taken away may never be answered.
  return async () => {
    isOver = true
    end()
  }
}
