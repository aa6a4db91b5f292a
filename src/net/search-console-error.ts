import { ExplainedError } from '../errors.ts'

/**
 * Why Google Search Console could not be read: the user canceled; access has ended; the permission is missing or
 * was not granted permanently; access to a property is denied; the property does not exist; Google limits requests;
 * it does not respond or its response is invalid; or it refuses this server's client.
 */
export type SearchConsoleFault =
  | 'cancelled'
  | 'ended'
  | 'no-permission'
  | 'not-permanent'
  | 'denied'
  | 'not-found'
  | 'limited'
  | 'unreachable'
  | 'refused'

/** Sentences for users: they contain nothing that Google sent. */
export const faultSentences: Record<SearchConsoleFault, string> = {
  cancelled: 'Access was not granted at Google.',
  ended:
    'Access to Google has ended. Connect again. While the OAuth app is in testing at Google, access ends after seven days.',
  'no-permission': 'Permission to read Search Console was not granted. Connect again and leave it selected.',
  'not-permanent': 'Google did not grant permanent access. Connect again.',
  denied: 'Google denied access to this property. Choose another one, or ask its owner for access.',
  'not-found': 'Google did not find this property. Choose another one.',
  limited: 'Google is limiting requests. Try again in 15 minutes.',
  unreachable: 'Google Search Console could not be reached. Try again later.',
  refused: 'Google refused the credentials of this server. Ask its operator to check GOOGLE_CLIENT_ID.',
}

export class SearchConsoleError extends ExplainedError {
  constructor(
    readonly fault: SearchConsoleFault,
    /** What happened, for the log; never a token. */
    readonly detail: string,
  ) {
    super(faultSentences[fault])
  }
}
