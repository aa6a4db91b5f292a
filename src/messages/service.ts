/** The services that take messages; `json` is any other server. */
export const services = [
  'slack',
  'discord',
  'teams',
  'mattermost',
  'telegram',
  'ntfy',
  'gotify',
  'google-chat',
  'json',
] as const
export type Service = (typeof services)[number]

/** Where messages go: the address, and what some services also need. */
export type Address = {
  url: string
  /** Token of Gotify, or of a protected topic of ntfy. */
  token?: string
  /** Chat or channel of Telegram. */
  chat?: string
}

/**
 * The service of an address, or why it cannot be used; null for a host that does not say. Servers of Mattermost, ntfy
 * and Gotify have hosts of their own.
 */
export function detectService(text: string): Service | { refused: string } | null {
  const url = URL.parse(text)
  if (!url) return null
  const { hostname, pathname } = url
  if (hostname === 'hooks.slack.com') {
    if (pathname.startsWith('/services/')) return 'slack'
    return { refused: 'Slack workflows take their own variables. Create an incoming webhook instead.' }
  }
  if (/^(?:\w+\.)?discord(?:app)?\.com$/.test(hostname) && pathname.startsWith('/api/webhooks/'))
    return 'discord'
  if (hostname.endsWith('webhook.office.com'))
    return { refused: 'Teams no longer accepts messages at this URL. Create a workflow webhook in Teams.' }
  if (/\.logic\.azure\.com$|\.api\.powerplatform\.com$/.test(hostname)) return 'teams'
  if (hostname === 'api.telegram.org') return 'telegram'
  if (hostname === 'ntfy.sh') return 'ntfy'
  if (hostname === 'chat.googleapis.com') return 'google-chat'
  return null
}

/** What is missing in the address of a service, as the sentence of an error; null if it is complete. */
export function checkAddress(service: Service, { url, token, chat }: Address): string | null {
  const detected = detectService(url)
  if (typeof detected === 'object' && detected) return detected.refused
  const path = URL.parse(url)?.pathname ?? ''
  if (service === 'telegram' && !/^\/bot[^/]+\/?$/.test(path))
    return 'url must be https://api.telegram.org/bot and the token of the bot'
  if (service === 'telegram' && !chat) return 'chat is required for Telegram'
  if (service === 'ntfy' && !/^\/[\w-]{1,64}$/.test(path)) return 'url must end with the topic'
  if (service === 'gotify' && !token) return 'token is required for Gotify'
  return null
}

/** An address as people may see it: its host and its last four characters. */
export function describeAddress({ url }: Address): string {
  const { host, pathname } = new URL(url)
  return pathname.length > 5 ? `${host} …${url.slice(-4)}` : host
}
