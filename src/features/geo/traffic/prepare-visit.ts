import type { Context } from '../../../context.ts'
import { agents } from '../../../traffic/agents.ts'
import { classify, hasChatgptMark } from '../../../traffic/classify.ts'
import { encodeJourneyId, fingerprintJourney, splitJourneyMark } from '../../../traffic/journey-id.ts'
import type { KeyDirectory } from '../../../traffic/key-directories.ts'
import type { Verdict } from '../../../traffic/verdict.ts'
import { dayNumber, type Outcome, type Visitor } from './classes.ts'
import { judgeVisit } from './judge-visit.ts'
import type { VisitFacts } from './read-visit.ts'
import { saltOf } from './salts.ts'
import { findSigner } from './signing-keys.ts'
import { cleanText, hostOf, referrerHost, storedPath } from './stored-text.ts'
import { projectOf, type TokenHosts } from './tracked-hosts.ts'

/** A visit as it is stored; it no longer has the visitor's address. */
export type PreparedVisit = {
  organizationId: string
  projectId: string | null
  visitor: Visitor
  at: Date
  host: string
  path: string
  userAgent: string
  referrer: string | null
  journey: Uint8Array | null
  country: string | null
  method: string | null
  status: number | null
  verdict: Verdict
  wantsMarkdown: boolean
}

export type PrepareResult =
  | { outcome: 'stored'; visit: PreparedVisit }
  | { outcome: Exclude<Outcome, 'stored'>; projectId: string | null }

const maxUserAgent = 512

/**
 * Decides whether a visit is stored, and as what: visits of people, and of hosts that no project tracks, are dropped.
 * The address of the visitor is used here and nowhere else.
 */
export async function prepareVisit(
  ctx: Context,
  tracked: TokenHosts,
  facts: VisitFacts,
): Promise<PrepareResult> {
  const host = hostOf(facts.url)
  const owner = projectOf(tracked, host)
  if (!owner) return { outcome: 'foreignHost', projectId: tracked.projectId }
  const { wantsMarkdown, vendor: _, ...named } = classify({ ...facts, url: facts.url.href })
  const signer = facts.signature && (await findSigner(ctx, facts))
  const visitor = (named.visitorType === 'human' && signer && agentOf(signer)) || named
  const base = {
    organizationId: tracked.organizationId,
    projectId: owner.projectId,
    at: facts.at,
    status: facts.status,
    verdict: 'unknown' as const,
    wantsMarkdown,
  }
  if (visitor.visitorType === 'human') {
    if (visitor.rule !== 'browser' || !hasChatgptMark(facts.url.href))
      return { outcome: 'human', projectId: owner.projectId }
    return { outcome: 'stored', visit: { ...base, ...withoutDetails, visitor: tagged } }
  }
  const { journeyId, url } = splitJourneyMark(facts.url)
  return {
    outcome: 'stored',
    visit: {
      ...base,
      visitor,
      host,
      verdict: signer?.sources.includes(visitor.source ?? '')
        ? 'verified'
        : await judgeVisit(ctx, { ...base, host, source: visitor.source, ip: facts.ip }),
      path: storedPath(url),
      userAgent: cleanText(facts.userAgent ?? '', maxUserAgent),
      referrer: referrerHost(facts.referer),
      journey: journeyId === null ? await fingerprint(ctx, visitor, facts) : encodeJourneyId(journeyId),
      country: /^[a-z]{2}$/i.test(facts.country ?? '') ? (facts.country?.toUpperCase() ?? null) : null,
      method: readMethod(facts.method),
    },
  }
}

/** An agent that browses with the user agent of a browser, and whose signature names it. */
function agentOf({ sources: [source] }: KeyDirectory): Visitor | null {
  const found = agents.find((each) => each.source === source)
  if (!found) return null
  const { agent, category, confidence } = found
  return { visitorType: 'crawler', source: found.source, agent, category, confidence, rule: 'signature' }
}

/** Of a person only the count is stored. */
const withoutDetails = {
  host: '',
  path: '',
  userAgent: '',
  referrer: null,
  journey: null,
  country: null,
  method: null,
}

const tagged: Visitor = {
  visitorType: 'human',
  source: 'chatgpt',
  agent: null,
  category: null,
  confidence: null,
  rule: 'browser',
}

/** Null for GET, which nearly all are. */
function readMethod(text: string): string | null {
  const method = text.toUpperCase()
  return method === 'GET' ? null : /^[A-Z]+$/.test(method) ? method : 'OTHER'
}

async function fingerprint(
  ctx: Context,
  visitor: Visitor,
  { ip, at }: VisitFacts,
): Promise<Uint8Array | null> {
  const { visitorType, source, category } = visitor
  if (visitorType !== 'crawler' || source === null || ip === null) return null
  return fingerprintJourney({ salt: await saltOf(ctx, at), source, category, ip, at })
}

/** The day by which new texts are limited: the one on which they arrive. */
export const today = (ctx: Context) => dayNumber(ctx.now())
