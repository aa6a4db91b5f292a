import { oneLine, shorten } from '../text/line.ts'

/**
 * What became of a mail. `refused` is about the recipient: with `isGone` the mailbox does not exist, and no later mail
 * can be delivered. `later` may be tried again, since nothing was accepted; with `isServerDown` the
 * mails to others would fail alike. `broken` is about this server's settings.
 * `unknown` may have been sent.
 */
export type Outcome =
  | { kind: 'sent'; reply: string }
  | { kind: 'refused'; reason: string; isGone: boolean }
  | { kind: 'later'; reason: string; isServerDown: boolean }
  | { kind: 'broken'; reason: string }
  | { kind: 'unknown'; reason: string }

/** The fields of the library's errors. */
type SmtpError = {
  code?: string
  responseCode?: number
  response?: string
  message?: string
  command?: string
  timeoutType?: string
}

/** Enhanced status codes of mailboxes that do not exist or are closed for good. */
const gone = /\b5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/

/** Reads the error of an attempt; `isHandedOver` if the server may have the text. */
export function readError(error: unknown, isHandedOver: boolean): Outcome {
  const { code = '', responseCode = 0, response = '', command = '' } = error as SmtpError
  const reply = shorten(oneLine(response), 200).replace(/\.$/, '')
  const isTemporary = responseCode > 0 && responseCode < 500
  if (code === 'EAUTH' && !isTemporary)
    return { kind: 'broken', reason: `${badLogin}${reply ? ` (${reply}).` : '.'}` }
  if (responseCode === 0) {
    if (!isHandedOver) return { kind: 'later', reason: describe(error as SmtpError), isServerDown: true }
    const reason = code === '' ? describe(error as SmtpError) : lost
    return { kind: 'unknown', reason: `${reason} The email may have been sent, so it is not repeated.` }
  }
  if (isTemporary)
    return {
      kind: 'later',
      reason: `The mail server asks to try again later: ${reply}.`,
      isServerDown: code === 'EAUTH' || beforeMail.test(command),
    }
  // A refused sender or server is refused for every recipient.
  if (command === 'MAIL FROM')
    return { kind: 'broken', reason: `The mail server refuses the sender: ${reply}. Check MAIL_FROM.` }
  if (beforeMail.test(command))
    return {
      kind: 'broken',
      reason: `The mail server refuses connections of this server: ${reply}. Contact its operator.`,
    }
  const what = command === 'RCPT TO' ? 'the recipient' : 'the email'
  return {
    kind: 'refused',
    reason: `The mail server refuses ${what}: ${reply}.`,
    isGone: gone.test(response),
  }
}

/** Commands that come before an email: their failure is not about it. */
const beforeMail = /^(CONN|EHLO|HELO|STARTTLS)/
const badLogin = 'The mail server refuses the user name or password of SMTP_URL'
const lost = 'The connection to the mail server was lost.'

const sentences: Record<string, string> = {
  ECONNECTION: 'The mail server cannot be reached. Check the host and port of SMTP_URL.',
  ESOCKET: 'The mail server cannot be reached. Check the host and port of SMTP_URL.',
  EDNS: 'The name of the mail server cannot be resolved. Check the host of SMTP_URL.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ETLS: 'The mail server offers no encryption (STARTTLS), which a password needs.',
}

const noGreeting =
  'The mail server accepted the connection but sent no greeting. Port 465 needs smtps: in SMTP_URL; other ports usually need smtp:.'

function describe({ code = '', message = '', timeoutType }: SmtpError): string {
  if (timeoutType === 'GREETING_TIMEOUT') return noGreeting
  if (timeoutType === 'CONNECT_TIMEOUT') return sentences.ECONNECTION as string
  if (/certificate|altnames/i.test(message))
    return 'The certificate of the mail server is not valid for its name. Check the host of SMTP_URL.'
  if (/WRONG_VERSION_NUMBER|wrong version number/.test(message))
    return 'The mail server does not speak TLS on this port. Write smtp: instead of smtps: in SMTP_URL.'
  // Only Herald's own errors have no code.
  return sentences[code] ?? (code === '' && message ? message : 'The connection to the mail server failed.')
}
