// A numeric last label makes it an IP address; URLs also read `1` as one.
export const bareHost = /^((?!-)[a-z0-9-]+(?<!-)\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/

const maxUrl = 2_048
/** The longest name in DNS; the pattern takes quadratic time. */
const maxHost = 253

/** The host of a domain or a whole URL as users type it; null if there is none. */
export function readHost(text: string): string | null {
  if (text.length > maxUrl) return null
  const written = text.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `https://${written}`)
  const host = url?.hostname.replace(/\.$/, '') ?? ''
  return host.length <= maxHost && bareHost.test(host) ? host : null
}

/** The same without `www.`. */
export const readBareHost = (text: string): string | null =>
  readHost(text)?.replace(/^www\.(?=.+\.)/, '') ?? null
