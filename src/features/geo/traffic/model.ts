import { t } from 'elysia'
import { commaList, integer, oneOf, text, wholeNumber } from '../../../http/fields.ts'
import { confidences, crawlerCategories } from '../../../traffic/agents.ts'
import { verdicts } from '../../../traffic/verdict.ts'
import { Organization } from '../../organizations/model.ts'
import { windowFieldsWith } from '../visibility/window.ts'
import { addressStates } from './address-state.ts'

const listedTypes = ['crawler', 'ai_referral'] as const
const categories = [...crawlerCategories, 'assistant-referral'] as const

const visitorType = oneOf(listedTypes)
const category = t.Nullable(oneOf(categories))
const confidence = t.Nullable(oneOf(confidences))
const verdict = oneOf(verdicts)
const nullableText = t.Nullable(t.String())

const limit = (max: number, standard: number) =>
  t.Optional(
    wholeNumber({
      minimum: 1,
      maximum: max,
      default: standard,
      description: `Maximum number of rows. Default: ${standard}.`,
      error: `limit must be an integer from 1 to ${max}`,
    }),
  )

const host = t.Optional(text('host', 1, 253, { description: 'Only visits to this host.' }))

const windowFields = windowFieldsWith(
  'Only visits from this number of days up to now. The first day starts at 00:00 UTC. Default: 30.',
)

export const WindowedQuery = t.Object(windowFields)
export const JourneysQuery = t.Object({ ...windowFields, limit: limit(100, 25) })
export const PagesQuery = t.Object({
  ...windowFields,
  limit: limit(500, 20),
  visitorType: t.Optional(
    oneOf(listedTypes, {
      description: 'Only this visitor type.',
      error: `visitorType must be one of ${listedTypes.join(', ')}`,
    }),
  ),
  host,
  failed: t.Optional(
    oneOf(['true', 'false'], {
      description: 'Which pages to list. Default: false.',
      error: 'failed must be true or false',
    }),
  ),
})
export type PagesQuery = typeof PagesQuery.static
export const LogQuery = t.Object({
  limit: limit(200, 50),
  visitorTypes: commaList('visitorTypes', {
    choices: listedTypes,
    maxItems: 3,
    description: 'Only these visitor types, comma-separated.',
  }),
  categories: commaList('categories', {
    choices: crawlerCategories,
    maxItems: 3,
    description: 'Only crawlers of these purposes, comma-separated.',
  }),
  host,
})
export type LogQuery = typeof LogQuery.static

const verification = t.Object({ verified: integer, unknown: integer, contradicted: integer })

/** Visits of a window by source (contract geo 11). */
export const TrafficOverview = t.Object({
  configured: t.Boolean(),
  totals: t.Object({
    crawler: integer,
    /** The part of `crawler` that fetched a page for a user. */
    cited: integer,
    aiReferral: integer,
    /** Null without conversion paths. */
    conversions: t.Nullable(integer),
    /** Crawlers from an address that is not their vendor's; they count nowhere else. */
    contradicted: integer,
    /** Visits that no rule could assign. */
    unknown: integer,
    /** People whose link names ChatGPT without a referrer; they count nowhere else. */
    aiReferralTagged: integer,
  }),
  previousConversions: t.Nullable(integer),
  sources: t.Array(
    t.Object({
      source: t.String(),
      visitorType,
      agent: nullableText,
      category,
      confidence,
      visits: integer,
      previousVisits: t.Optional(integer),
      markdownVisits: integer,
      /** Different pages. */
      paths: integer,
      lastSeenAt: t.String(),
      verification,
    }),
  ),
  /** Null if no visit named a crawler whose vendor publishes its addresses. */
  addresses: t.Nullable(oneOf(addressStates)),
  /** The crawlers that contradicted visits claimed to be. */
  pretended: t.Array(t.Object({ source: t.String(), agent: nullableText, visits: integer })),
  points: t.Array(t.Object({ day: t.String(), visitorType, source: t.String(), visits: integer })),
  organization: Organization,
})

export const TrafficLog = t.Object({
  configured: t.Boolean(),
  log: t.Array(
    t.Object({
      capturedAt: t.String(),
      visitorType,
      source: t.String(),
      agent: nullableText,
      category,
      confidence,
      path: t.String(),
      host: t.String(),
      country: nullableText,
      ua: nullableText,
      journeyId: nullableText,
      wantsMarkdown: t.Boolean(),
      /** The status of the answer, if the sender reports it. */
      status: t.Nullable(integer),
      verdict,
      /** The rule that decided the visitor. */
      rule: t.String(),
    }),
  ),
  total: integer,
  organization: Organization,
})

export const TrafficJourneys = t.Object({
  configured: t.Boolean(),
  journeys: t.Array(
    t.Object({
      journeyId: t.String(),
      source: t.String(),
      visitorType: oneOf(['crawler', 'ai_referral', 'unknown']),
      pages: integer,
      distinctPaths: integer,
      firstSeenAt: t.String(),
      lastSeenAt: t.String(),
      samplePaths: t.Array(t.String()),
      entryPath: t.Optional(t.String()),
    }),
  ),
  organization: Organization,
})

export const TrafficJourney = t.Object({
  configured: t.Boolean(),
  events: t.Array(
    t.Object({
      capturedAt: t.String(),
      path: t.String(),
      host: t.String(),
      method: t.String(),
      referer: nullableText,
      country: nullableText,
      agent: nullableText,
      category,
      status: t.Nullable(integer),
      verdict,
    }),
  ),
  organization: Organization,
})

export const TrafficPages = t.Object({
  configured: t.Boolean(),
  pages: t.Array(
    t.Object({
      host: t.String(),
      path: t.String(),
      source: t.String(),
      visitorType,
      visits: integer,
      previousVisits: t.Optional(integer),
      /** Visits that were answered with 400 or above, where the sender reports the status. */
      failed: integer,
      lastSeenAt: t.String(),
    }),
  ),
  organization: Organization,
})

const projectId = (description: string) =>
  t.Optional(
    text('projectId', 1, 100, {
      description,
      pattern: [/^[A-Za-z0-9_-]{1,100}$/, 'projectId has an invalid format'],
    }),
  )
export const SetupQuery = t.Object({
  projectId: projectId('ID of the project whose received visits are counted. Default: all projects.'),
})
export const TokenQuery = t.Object({
  projectId: projectId('ID of the project that the token is bound to. Default: any project.'),
})

export const DroppedVisits = t.Object({
  human: integer,
  /** Of hosts that no project tracks. */
  foreignHost: integer,
  rateLimited: integer,
})

/** What arrived in the last seven days. */
export const ReceivedVisits = t.Object({ stored: integer, dropped: DroppedVisits, lastAt: nullableText })

const setup = {
  /** Where trackers send visits. */
  ingestUrl: t.String(),
  snippet: t.String(),
  /** Code to paste, by framework. */
  snippets: t.Record(t.String(), t.String()),
  received: ReceivedVisits,
  organization: Organization,
}
export const IngestSetup = t.Object(setup)
export const IngestToken = t.Object({ ...setup, token: t.String() })
