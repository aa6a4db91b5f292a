import { readEmail } from '../text/email.ts'

/** How this server sends mail. */
export type MailSettings = {
  /** URL of the SMTP server with its credentials: smtp: or smtps:. */
  url: string
  from: { name: string; address: string }
}

/** The sender in `Herald <news@acme.dev>`, or in an address alone; null if it is none. */
export function readSender(text: string): MailSettings['from'] | null {
  const [, name = '', inside] = /^\s*(?:"?([^"<>\r\n]*?)"?\s*)<([^<>]+)>\s*$/.exec(text) ?? []
  const address = readEmail(inside ?? text)
  return address ? { name: name.trim(), address } : null
}

/** Whether a text is the URL of an SMTP server. */
export function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return false
  try {
    decodeURIComponent(url.username + url.password)
    return true
  } catch {
    // A percent sign has to be written as %25.
    return false
  }
}
