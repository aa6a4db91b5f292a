/** Where an agent publishes the keys with which it signs its requests (Web Bot Auth). */
export type KeyDirectory = {
  id: string
  /** Host that `Signature-Agent` names. */
  host: string
  /** Sources of the table of agents whose requests may have these signatures. */
  sources: string[]
}

/** The directories of agents in the table, as their vendors documented them in November 2026. */
export const keyDirectories: KeyDirectory[] = [
  // The first source is the agent behind a signed request with the user agent of a browser.
  directory('chatgpt', 'chatgpt.com', ['chatgpt-user', 'gptbot', 'oai-searchbot', 'oai-adsbot']),
  directory('you', 'you.com', ['youbot']),
  directory('exa', 'crawler.exa.ai', ['exasearchbot']),
]

function directory(id: string, host: string, sources: string[]): KeyDirectory {
  return { id, host, sources }
}

export const directoryUrl = ({ host }: KeyDirectory) =>
  `https://${host}/.well-known/http-message-signatures-directory`

/** The directory that a `Signature-Agent` header names; null for hosts that are not in the list. */
export function findDirectory(signatureAgent: string): KeyDirectory | null {
  const [, address] = /^(?:[a-z0-9_*.-]+=)?"([^"]{1,300})"/i.exec(signatureAgent.trim()) ?? []
  const url = address === undefined ? null : URL.parse(address)
  if (url?.protocol !== 'https:' || url.port !== '') return null
  return keyDirectories.find(({ host }) => host === url.hostname) ?? null
}
