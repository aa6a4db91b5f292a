import { isbot } from 'isbot'
import { type Agent, agents } from './agents.ts'

/** Facts that follow from a user agent alone. */
export type UserAgentFacts = {
  agent: Agent | null
  isCommandLine: boolean
  isClassicBot: boolean
  isBrowser: boolean
  /** A browser that sends `Sec-Fetch-Mode` to https, and names no other program. */
  sendsFetchMode: boolean
}

const maxCached = 2_000
let cached = new Map<string, UserAgentFacts>()
let older = new Map<string, UserAgentFacts>()

/** Facts about a user agent. The last 2,000 to 4,000 different ones are cached. */
export function readUserAgent(text: string): UserAgentFacts {
  const known = cached.get(text)
  if (known) return known
  const facts = older.get(text) ?? deriveFacts(text)
  if (cached.size >= maxCached) {
    older = cached
    cached = new Map()
  }
  cached.set(text, facts)
  return facts
}

function deriveFacts(text: string): UserAgentFacts {
  const isCommandLine = commandLine.test(text)
  const isBrowser = browser.test(text)
  return {
    agent: findAgent(text),
    isCommandLine,
    isClassicBot: isbot(text),
    isBrowser,
    sendsFetchMode: isBrowser && isRecent(text) && isPlain(text),
  }
}

const byToken = new Map(agents.flatMap((agent) => agent.tokens.map((token) => [token, agent] as const)))
const rank = new Map(agents.map((agent, index) => [agent, index]))
const whole = new Map(agents.filter(({ isWhole }) => isWhole).map((agent) => [agent.tokens[0], agent]))

// The lookahead finds tokens that overlap; the longest of those at one position comes first.
const anyToken = new RegExp(
  `\\b(?=(${agents
    .filter(({ isWhole }) => !isWhole)
    .flatMap(({ tokens }) => tokens)
    .sort((a, b) => b.length - a.length)
    .map((token) => token.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('|')}))`,
  'gi',
)

/** The first agent of the table whose token occurs in a user agent; null if none does. */
export function findAgent(text: string): Agent | null {
  const named = whole.get(text.trim().toLowerCase())
  if (named) return named
  let found: Agent | null = null
  let best = Number.POSITIVE_INFINITY
  for (const [, written = ''] of text.matchAll(anyToken)) {
    const agent = byToken.get(written.toLowerCase())
    const position = agent ? (rank.get(agent) ?? best) : best
    if (!agent || position >= best || (agent.exactly && agent.exactly !== written)) continue
    found = agent
    best = position
  }
  return found
}

/** Programs and libraries that people and scripts use to request pages. */
const commandLine = new RegExp(
  `^(?:${[
    'curl|wget|httpie|xh|aria2|libwww-perl|lwp',
    'python|aiohttp|httpx|urllib|requests|scrapy',
    'axios|undici|node|node-fetch|got|bun|deno|superagent',
    'go-http-client|colly|resty|fasthttp|req',
    'java|okhttp|apache-httpclient|apache-httpasyncclient|jersey|reactor-netty|unirest-java|jakarta commons-httpclient',
    'php|guzzlehttp|symfony|ruby|faraday|rest-client|httparty|typhoeus|mechanize',
    'reqwest|hyper|ureq|rust|dart|restsharp|dotnet|\\.net|winhttp|powershell',
    'postmanruntime|insomnia|bruno-runtime|paw|thunder client|hoppscotch|libcurl|lua-resty-http|cpp-httplib|elinks|lynx|w3m',
  ].join('|')})(?:$|[/ (_-])`,
  'i',
)

const browser = /^Mozilla\/5\.0 \([^)]+\).*(?:AppleWebKit\/\d|Gecko\/\d|Trident\/\d)|^Opera\/\d/

/** Whether all products are of browsers: a program that names itself, such as Electron's, is not disguised. */
function isPlain(text: string): boolean {
  const products = text.replace(/\([^)]*\)/g, '').match(/\S+/g) ?? []
  return products.every((product) => ofBrowsers.test(product))
}

const ofBrowsers =
  /^(?:Mozilla|AppleWebKit|Chrome|Chromium|CriOS|Gecko|Firefox|FxiOS|Version|Mobile|Safari|Edg|EdgA|EdgiOS|OPR|OPT|Vivaldi|YaBrowser|SamsungBrowser|Brave|Ddg)(?:\/|$)/

/** Chrome sends fetch metadata since 80, Firefox since 90, Safari since 16.4. */
function isRecent(text: string): boolean {
  const chrome = /\bChrom(?:e|ium)\/(\d+)/.exec(text)?.[1]
  if (chrome) return Number(chrome) >= 80
  const firefox = /\bFirefox\/(\d+)/.exec(text)?.[1]
  if (firefox) return Number(firefox) >= 90
  const [, major, minor = '0'] =
    /\bVersion\/(\d+)(?:\.(\d+))?.* Safari\//.exec(text) ??
    /\bCPU (?:iPhone )?OS (\d+)(?:_(\d+))?/.exec(text) ??
    []
  return major !== undefined && (Number(major) > 16 || (Number(major) === 16 && Number(minor) >= 4))
}
