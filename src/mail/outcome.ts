import { oneLine, shorten } from '../text/line.ts'

/**
 * What became of a mail. `refused` is about the recipient: with `isGone` the mailbox does not exist, and no later mail
 * can be delivered. `later` may be tried again, since nothing was accepted. `broken` is about this server's settings.
 * `unknown` may have been sent.
 */
export type Outcome =
  | { kind: 'sent'; reply: string }
  | { kind: 'refused'; reason: string; isGone: boolean }
  | { kind: 'later'; reason: string }
  | { kind: 'broken'; reason: string }
  | { kind: 'unknown'; reason: string }

/** The fields of the library's errors. */
type SmtpError = {
  code?: string
  responseCode?: number
  response?: string
  message?: string
  command?: string
}

/** Enhanced status codes of mailboxes that do not exist or are closed for good. */
const gone = /\b5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/

/** Reads the error of an attempt; `isHandedOver` if the server may have the text. */
export function readError(error: unknown, isHandedOver: boolean): Outcome {
  const { code = '', responseCode = 0, response = '', message = '', command = '' } = error as SmtpError
  const reason = shorten(oneLine(response || message || 'The mail server gave no reason.'), 200)
  if (responseCode === 0) {
    if (isHandedOver) return { kind: 'unknown', reason: `${reason} The email may have been sent.` }
    return code === 'EAUTH' ? { kind: 'broken', reason } : { kind: 'later', reason: describe(code, reason) }
  }
  if (code === 'EAUTH') return { kind: 'broken', reason }
  if (responseCode < 500) return { kind: 'later', reason }
  // A refused sender is refused for every recipient.
  if (command === 'MAIL FROM') return { kind: 'broken', reason }
  return { kind: 'refused', reason, isGone: gone.test(response) }
}

const sentences: Record<string, string> = {
  ECONNECTION: 'The mail server cannot be reached.',
  ESOCKET: 'The mail server cannot be reached.',
  EDNS: 'The name of the mail server cannot be resolved.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ETLS: 'The mail server has no valid certificate.',
}

const describe = (code: string, reason: string) => sentences[code] ?? reason
