/** The host of a URL as it is compared and stored: lower case, punycode, without the dot at its end. */
export const hostOf = (url: URL) => url.hostname.toLowerCase().replace(/\.$/, '')

/** The path of a URL without its query. Segments that are email addresses or secrets become `:redacted`. */
export function storedPath({ pathname }: URL): string {
  return pathname
    .split('/')
    .map((segment) => (isPrivate(segment) ? ':redacted' : segment))
    .join('/')
}

/** At least 40 characters of base64 or hex, which may be a token or a key. */
const secret = /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9+_=~.-]{40,}$|^[0-9a-f]{40,}$/i
const words = /^[a-z0-9]{1,20}([-_.][a-z0-9]{1,20}){3,}$/
const email = /^[^@\s]+@[^@\s]+\.[^@\s.]+$/

function isPrivate(segment: string): boolean {
  if (segment.length < 5) return false
  const text = decode(segment)
  return email.test(text) || (secret.test(text) && !words.test(text))
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** A sender's text without control characters and halves of characters, at most `max` characters long. */
export const cleanText = (text: string, max: number) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ')
    .slice(0, max)
    .toWellFormed()
    .trim()

/** The host of a `Referer`; null if it is no http URL. */
export function referrerHost(referer: string | null): string | null {
  const url = referer === null ? null : URL.parse(referer)
  return url && /^https?:$/.test(url.protocol) ? hostOf(url).slice(0, 253) || null : null
}
