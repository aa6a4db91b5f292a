import type { Context } from '../context.ts'

/** A client's preferences for a request that may take minutes (RFC 7240). */
export type Preference = {
  /** Whether it accepts 202 with a URL to poll. */
  isAsync: boolean
  /** How long it waits for the complete response. */
  waitMilliseconds: number
}

/** Less than the 60 seconds after which many proxies time out. */
const maxWaitSeconds = 50

/** Reads `Prefer: respond-async, wait=20`; other preferences are ignored. */
export function readPreference({ headers }: Request): Preference {
  const preferences = (headers.get('prefer') ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
  const [, seconds = 0] = preferences.map((each) => /^wait=(\d{1,4})$/.exec(each)).find(Boolean) ?? []
  return {
    isAsync: preferences.includes('respond-async'),
    waitMilliseconds: Math.min(Number(seconds), maxWaitSeconds) * 1000,
  }
}

type ResponseHeaders = { headers: Record<string, string | number> }

/** Sets the headers of a 202: the URL to poll, and the applied preference. */
export function answerLater(
  { config }: Pick<Context, 'config'>,
  set: ResponseHeaders,
  { statusUrl }: { statusUrl: string },
): void {
  set.headers.Location = config.basePath + statusUrl
  set.headers['Preference-Applied'] = 'respond-async'
}
