// Numbers at the end make an address of the internet of it, which `1` is to URLs as well.
const bareHost = /^((?!-)[a-z0-9-]+(?<!-)\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/

/** The host of what people write as a domain, be it a whole address: without `www.`; null where there is none. */
export function readBareHost(text: string): string | null {
  const written = text.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `https://${written}`)
  const host = url?.hostname.replace(/\.$/, '').replace(/^www\.(?=.+\.)/, '') ?? ''
  return bareHost.test(host) ? host : null
}
