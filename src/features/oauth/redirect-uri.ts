const maxCharacters = 512
/** Schemes of programs that take a redirect; others need a dot, such as `com.example.app`. */
const knownSchemes = ['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:']
const loopback = ['localhost', '127.0.0.1', '[::1]']

/** Who receives a redirect: a website, a program on the user's computer at a port, or one with its own scheme. */
export type RedirectKind = 'website' | 'loopback' | 'program'

/** The kind of a redirect URI that a client may have; null for one that nobody may redirect to. */
export function kindOfRedirect(text: string): RedirectKind | null {
  const url = text.length <= maxCharacters && !text.includes('#') ? URL.parse(text) : null
  if (!url || url.username || url.password) return null
  if (url.protocol === 'https:') return 'website'
  if (url.protocol === 'http:') return loopback.includes(url.hostname) ? 'loopback' : null
  return knownSchemes.includes(url.protocol) || url.protocol.includes('.') ? 'program' : null
}

/**
 * True if a client registered a redirect URI: exactly this one, or for loopback one that differs in its port, which
 * programs choose when they start (RFC 8252, 7.3).
 */
export function isRegistered(registered: string[], asked: string): boolean {
  if (kindOfRedirect(asked) === null) return false
  return registered.some((each) => each === asked || isSameLoopback(each, asked))
}

function isSameLoopback(one: string, other: string): boolean {
  if (kindOfRedirect(one) !== 'loopback' || kindOfRedirect(other) !== 'loopback') return false
  const [a, b] = [new URL(one), new URL(other)]
  return a.hostname === b.hostname && a.pathname === b.pathname && a.search === b.search
}

/** The host of a redirect URI as the user reads it; the scheme of a program. */
export function hostOfRedirect(uri: string): string {
  const url = new URL(uri)
  return kindOfRedirect(uri) === 'program' ? url.protocol.slice(0, -1) : url.host
}

/** A redirect URI with the parameters of a response. */
export function withParameters(uri: string, parameters: Record<string, string | null>): string {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(parameters))
    if (value !== null) url.searchParams.append(name, value)
  return url.href
}
