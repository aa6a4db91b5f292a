import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../../db/table.ts'
import type { SigningKey } from '../../../traffic/signing-keys.ts'
import { organizations } from '../../organizations/table.ts'

/** A project, or the part of an organization without one, by a short number that the other tables repeat. */
export const trafficSites = sqliteTable(
  'traffic_sites',
  {
    /** Never used again, so that late writes cannot reach another site. */
    id: integer().primaryKey({ autoIncrement: true }),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    /** Empty for visits that belong to no project. */
    projectId: text().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [uniqueIndex('traffic_sites_project').on(table.organizationId, table.projectId)],
)

/** Hosts, pages, user agents and hosts of referrers, each stored once and numbered from 1. */
export const trafficTexts = sqliteTable(
  'traffic_texts',
  {
    site: integer().notNull(),
    /** One of `textKinds`. */
    kind: integer().notNull(),
    number: integer().notNull(),
    text: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.site, table.kind, table.number] }),
    uniqueIndex('traffic_texts_text').on(table.site, table.kind, table.text),
  ],
)

/** The highest number of each kind of text before the current day, which limits the new texts of a day. */
export const trafficTextDays = sqliteTable(
  'traffic_text_days',
  {
    site: integer().notNull(),
    kind: integer().notNull(),
    /** Days since 1970 in UTC. */
    day: integer().notNull(),
    before: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.site, table.kind] })],
)

/** Each combination of what the classification of a visit says. Never deleted. */
export const trafficVisitors = sqliteTable(
  'traffic_visitors',
  {
    id: integer().primaryKey(),
    /** One of `visitorClasses`; the log is ordered within it. */
    class: integer().notNull(),
    visitorType: text().notNull(),
    /** Empty texts stand for null: nulls would be different from each other in the index. */
    source: text().notNull(),
    agent: text().notNull(),
    category: text().notNull(),
    confidence: text().notNull(),
    rule: text().notNull(),
  },
  (table) => [
    uniqueIndex('traffic_visitors_all').on(
      table.class,
      table.visitorType,
      table.source,
      table.agent,
      table.category,
      table.confidence,
      table.rule,
    ),
  ],
)

/** Visits, without the visitor's address. Text columns are numbers of `traffic_texts`; 0 stands for "(other)". */
export const trafficEvents = sqliteTable(
  'traffic_events',
  {
    /** Never used again, because roll-ups are read up to an id. */
    id: integer().primaryKey({ autoIncrement: true }),
    site: integer().notNull(),
    class: integer().notNull(),
    visitor: integer().notNull(),
    at: integer().notNull(),
    host: integer().notNull(),
    page: integer().notNull(),
    userAgent: integer().notNull(),
    /** 0 without a referrer. */
    referrer: integer().notNull(),
    /** The stored form of a journey id (src/traffic/journey-id.ts). */
    journey: blob({ mode: 'buffer' }),
    country: text(),
    /** Null for GET. */
    method: text(),
    /** The status of the answer, if the sender reports it. */
    status: integer(),
    /** One of `verdicts`. */
    verdict: integer().notNull(),
    wantsMarkdown: flag().notNull(),
  },
  (table) => [
    index('traffic_events_log').on(table.site, table.class, table.at),
    index('traffic_events_host').on(table.site, table.host, table.class, table.at),
    index('traffic_events_journey').on(table.site, table.journey),
    index('traffic_events_refused')
      .on(table.site, table.host, table.at)
      .where(sql`status in (401, 403, 429)`),
  ],
)

/** The first and the last verified visit of a host on a day: the host reports the addresses of its visitors. */
export const trafficProofs = sqliteTable(
  'traffic_proofs',
  {
    site: integer().notNull(),
    host: integer().notNull(),
    /** Days since 1970 in UTC. */
    day: integer().notNull(),
    firstAt: integer().notNull(),
    lastAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.site, table.host, table.day] }),
    index('traffic_proofs_age').on(table.day),
  ],
)

/** The files of addresses that vendors publish (src/traffic/address-files.ts), as they were fetched last. */
export const trafficRanges = sqliteTable('traffic_ranges', {
  id: text().primaryKey(),
  /** The stored form of ranges (src/traffic/address-ranges.ts); null until the file was read once. */
  ranges: text(),
  rangeCount: integer().notNull(),
  /** When `ranges` was fetched. */
  fetchedAt: time(),
  /** When the file was requested last. */
  checkedAt: time().notNull(),
  /** Why the last request did not change `ranges`, in one sentence. */
  fault: text(),
})

/** The keys with which agents sign their requests (src/traffic/key-directories.ts), as they were fetched last. */
export const trafficKeys = sqliteTable('traffic_keys', {
  id: text().primaryKey(),
  /** Null until the directory was read once. */
  keys: text({ mode: 'json' }).$type<SigningKey[]>(),
  /** When `keys` were fetched. */
  fetchedAt: time(),
  /** When the directory was requested last. */
  checkedAt: time().notNull(),
  /** Why the last request did not change `keys`, in one sentence. */
  fault: text(),
})

/** Visits of an organization in each second, for the rate limit of ingest. */
export const trafficRates = sqliteTable(
  'traffic_rates',
  { organizationId: text().notNull(), second: integer().notNull(), visits: integer().notNull() },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.second] }),
    index('traffic_rates_age').on(table.second),
  ],
)

/** What became of the visits that trackers sent, by project and day. */
export const trafficReceived = sqliteTable(
  'traffic_received',
  {
    organizationId: text().notNull(),
    /** Empty for visits that belong to no project. */
    projectId: text().notNull(),
    day: integer().notNull(),
    /** One of `outcomes`. */
    outcome: text().notNull(),
    visits: integer().notNull(),
    lastAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.projectId, table.day, table.outcome] }),
    index('traffic_received_age').on(table.day),
  ],
)

/** The random key of the journey ids of a day; deleted after 48 hours. */
export const trafficSalts = sqliteTable('traffic_salts', {
  day: integer().primaryKey(),
  salt: blob({ mode: 'buffer' }).notNull(),
  createdAt: time().notNull(),
})

/** Lines of access logs that were imported; the migration creates the table without row ids. */
export const trafficLines = sqliteTable(
  'traffic_lines',
  {
    site: integer().notNull(),
    /** The second of the line in four bytes, and a keyed hash (line-keys.ts). */
    key: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.site, table.key] })],
)

/**
 * The id of the last visit that the roll-ups below count. Row 1 is for all sites; a site of which later visits are
 * counted has a row of its own, whose id is its number with a minus sign.
 */
export const trafficCursor = sqliteTable('traffic_cursor', {
  id: integer().primaryKey(),
  event: integer().notNull(),
  /** Counts deletions from the roll-ups, so that a fold that read them before is not stored. */
  deletions: integer().notNull(),
})

/** Visits by day and visitor, without contradicted ones except in their own column. */
export const trafficDays = sqliteTable(
  'traffic_days',
  {
    site: integer().notNull(),
    day: integer().notNull(),
    visitor: integer().notNull(),
    visits: integer().notNull(),
    markdown: integer().notNull(),
    verified: integer().notNull(),
    contradicted: integer().notNull(),
    lastAt: integer().notNull(),
    /** A bit for each number of a page that was visited. */
    seen: blob({ mode: 'buffer' }).notNull(),
    /** The same pages with counts (packed-pages.ts); last, since most reads leave it out. */
    pages: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.site, table.day, table.visitor] }),
    index('traffic_days_age').on(table.day),
  ],
)

/** The busiest pages of each day that has ended. */
export const trafficTopPages = sqliteTable(
  'traffic_top_pages',
  {
    site: integer().notNull(),
    day: integer().notNull(),
    /** Counts the changes of the day, so that a result of an earlier state is not stored. */
    version: integer().notNull(),
    /** Visits of the pages that are left out. */
    rest: integer().notNull(),
    /** Pages with counts, by visitor (packed-pages.ts); null until they are computed. */
    pages: blob({ mode: 'buffer' }),
  },
  (table) => [
    primaryKey({ columns: [table.site, table.day] }),
    index('traffic_top_pages_age').on(table.day),
    index('traffic_top_pages_open').on(table.day).where(sql`pages is null`),
  ],
)

export const trafficJourneys = sqliteTable(
  'traffic_journeys',
  {
    site: integer().notNull(),
    journey: blob({ mode: 'buffer' }).notNull(),
    visitor: integer().notNull(),
    visits: integer().notNull(),
    firstAt: integer().notNull(),
    lastAt: integer().notNull(),
    /** The page of the first visit. */
    entry: integer().notNull(),
    /** Different pages in the order of their numbers (packed-pages.ts). */
    pages: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.site, table.journey] }),
    index('traffic_journeys_last').on(table.site, table.lastAt),
  ],
)
