import { prefersMarkdown } from './accept.ts'
import {
  type Agent,
  acceptFingerprints,
  agents,
  type Confidence,
  type CrawlerCategory,
  disguisedAgent,
  markdownAgent,
  type Referrer,
  referrers,
  type UnnamedAgent,
} from './agents.ts'
import { readUserAgent } from './user-agent.ts'

export const visitorTypes = ['crawler', 'ai_referral', 'human', 'unknown'] as const
export type VisitorType = (typeof visitorTypes)[number]

export type Category = CrawlerCategory | 'assistant-referral'

/** Rules in the order in which they are tried. */
export const rules = [
  'user-agent',
  'accept',
  'missing-signals',
  'referrer',
  'empty-user-agent',
  'command-line',
  'bot',
  'browser',
  'none',
  // Decided later, by the request's signature.
  'signature',
] as const
export type Rule = (typeof rules)[number]

/** What a request says about its sender. Facts that were not sent are null. */
export type Visit = {
  /** Absolute URL of the page. */
  url: string
  userAgent: string | null
  accept: string | null
  referer: string | null
  /** Whether client hints and `Sec-Fetch-Mode` arrived; null where the sender does not report headers. */
  signals: { clientHints: boolean; fetchMode: string | null } | null
}

export type Classification = {
  visitorType: VisitorType
  source: string | null
  agent: string | null
  vendor: string | null
  category: Category | null
  confidence: Confidence | null
  rule: Rule
  wantsMarkdown: boolean
}

/** Decides who requested a page, by the first rule that applies. */
export function classify(visit: Visit): Classification {
  const { agent, ...facts } = readUserAgent(visit.userAgent?.trim() ?? '')
  const fingerprint = visit.accept && acceptFingerprints.get(visit.accept.replace(/\s+/g, '').toLowerCase())
  const wantsMarkdown = visit.accept !== null && prefersMarkdown(visit.accept)
  if (agent) return crawler(agent, 'user-agent', wantsMarkdown)
  if (fingerprint) {
    const known = bySource.get(fingerprint) ?? markdownAgent
    return { ...crawler(known, 'accept', wantsMarkdown), confidence: 'heuristic' }
  }
  if (wantsMarkdown) return crawler(markdownAgent, 'accept', wantsMarkdown)
  const isBot = facts.isClassicBot && !facts.isCommandLine
  if (facts.sendsFetchMode && !isBot && lacksSignals(visit))
    return crawler(disguisedAgent, 'missing-signals', wantsMarkdown)
  const referrer = visit.referer ? findReferrer(visit.referer) : null
  if (referrer) return referral(referrer, wantsMarkdown)
  if (!visit.userAgent?.trim()) return nobody('unknown', 'empty-user-agent', wantsMarkdown)
  if (facts.isCommandLine) return nobody('unknown', 'command-line', wantsMarkdown)
  if (isBot) return nobody('human', 'bot', wantsMarkdown)
  if (facts.isBrowser) return nobody('human', 'browser', wantsMarkdown)
  return nobody('unknown', 'none', wantsMarkdown)
}

const bySource = new Map(agents.map((agent) => [agent.source, agent]))

/** Whether signals were reported and are missing. Browsers send them only to https. */
function lacksSignals({ url, signals }: Visit): boolean {
  return signals !== null && /^https:/i.test(url) && !signals.clientHints && !signals.fetchMode
}

function crawler(from: Agent | UnnamedAgent, rule: Rule, wantsMarkdown: boolean): Classification {
  const { source, agent, vendor, category, confidence } = from
  return { visitorType: 'crawler', source, agent, vendor, category, confidence, rule, wantsMarkdown }
}

function referral({ source, agent, vendor }: Referrer, wantsMarkdown: boolean): Classification {
  return {
    visitorType: 'ai_referral',
    source,
    agent,
    vendor,
    category: 'assistant-referral',
    confidence: 'reported',
    rule: 'referrer',
    wantsMarkdown,
  }
}

function nobody(visitorType: 'human' | 'unknown', rule: Rule, wantsMarkdown: boolean): Classification {
  return {
    visitorType,
    source: null,
    agent: null,
    vendor: null,
    category: null,
    confidence: null,
    rule,
    wantsMarkdown,
  }
}

/** The answer engine behind a `Referer`; null for other sites and for what is no http URL. */
export function findReferrer(referer: string): Referrer | null {
  if (!mayBeReferrer.test(referer)) return null
  const url = URL.parse(referer)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const host = url.hostname.replace(/\.$/, '')
  const isOn = (each: Referrer) =>
    (host === each.host || host.endsWith(`.${each.host}`)) &&
    (!each.path || url.pathname === each.path || url.pathname.startsWith(`${each.path}/`))
  return referrers.find(isOn) ?? null
}

/** Spares most referrers the parsing of a URL. */
const mayBeReferrer = new RegExp(
  [...new Set(referrers.map(({ host }) => host.split('.').slice(-2).join('\\.')))].join('|'),
  'i',
)

/** Whether a URL has the mark that ChatGPT adds to its links; its apps send no referrer. */
export function hasChatgptMark(url: string): boolean {
  return /[?&]utm_source=chatgpt\.com(?:[&#]|$)/i.test(url)
}
