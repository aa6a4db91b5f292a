import type { Context } from '../../../context.ts'
import { isGuardViolation, isUniqueViolation } from '../../../db/errors.ts'
import { verdicts } from '../../../traffic/verdict.ts'
import { classNumber, classOf, textKinds } from './classes.ts'
import {
  findKnownTexts,
  forgetKnownTexts,
  type KnownTexts,
  keyOf,
  refuseDeletions,
  remember,
} from './known-texts.ts'
import { type NewText, numberTexts, type SiteKey, type TextKind } from './number-texts.ts'
import type { PreparedVisit } from './prepare-visit.ts'
import { addProofs } from './proofs.ts'
import { journeyHex, scheduleFold, textsOf } from './store-visits.ts'
import { numberVisitors } from './visitors.ts'

/** A visit with the key of its line. */
export type ImportedVisit = { visit: PreparedVisit; key: string }

/** Retries if another import or a deletion changed the batch. */
const maxAttempts = 10

/**
 * Stores visits of an access log with different keys, without a rate limit. One whose key is stored for its project is
 * skipped. Returns how many were new.
 */
export async function importVisits(ctx: Context, visits: ImportedVisit[]): Promise<number> {
  if (visits.length === 0) return 0
  await scheduleFold(ctx)
  let stored = 0
  for (const [site, group] of groupBySite(visits)) stored += await importSite(ctx, site, group)
  return stored
}

/** Returns how many visits of an access log `importVisits` would store. */
export async function countNewVisits(ctx: Context, visits: ImportedVisit[]): Promise<number> {
  let known = 0
  for (const [key, group] of groupBySite(visits)) {
    const site = await findSite(ctx, key)
    if (site !== null) known += (await findKnown(ctx, site, group)).size
  }
  return visits.length - known
}

function groupBySite(visits: ImportedVisit[]): Map<SiteKey, ImportedVisit[]> {
  const groups = Map.groupBy(visits, ({ visit }) => `${visit.organizationId}\n${visit.projectId ?? ''}`)
  return new Map([...groups].map(([key, group]) => [key.split('\n') as SiteKey, group]))
}

/** Lines and texts are looked up first and written by number, which is faster than to look them up in each row. */
async function importSite(ctx: Context, key: SiteKey, all: ImportedVisit[]): Promise<number> {
  const visitors = await numberVisitors(
    ctx,
    all.map(({ visit }) => visit.visitor),
  )
  const visitorOf = new Map(all.map(({ visit }, index) => [visit, visitors[index] ?? 0]))
  const texts = collectTexts(all)
  for (let attempt = 1; ; attempt++) {
    const stored = await findKnownTexts(ctx)
    const { site, numbers } = await prepareTexts(ctx, stored, key, texts)
    const known = await findKnown(ctx, site, all)
    const visits = all.filter(({ key }) => !known.has(key))
    if (visits.length === 0) return 0
    const events = visits.map(({ visit }) => rowOf(visit, visitorOf.get(visit) ?? 0, numbers))
    try {
      await ctx.db.$client.batch([refuseDeletions(stored), ...inserts(site, visits, events)], 'write')
      return visits.length
    } catch (error) {
      const wasChanged = isGuardViolation(error) || isUniqueViolation(error, 'traffic_lines.key')
      if (!wasChanged || attempt === maxAttempts) throw error
      forgetKnownTexts(ctx)
    }
  }
}

/** Numbers of texts by kind; texts that exceed the limits of a project have none. */
type Numbers = Map<TextKind, Map<string, number>>
type Texts = Map<TextKind, Set<string>>

function collectTexts(visits: ImportedVisit[]): Texts {
  const texts: Texts = new Map()
  const add = (kind: TextKind, text: string | null) => {
    if (text) texts.set(kind, (texts.get(kind) ?? new Set()).add(text))
  }
  for (const { visit } of visits) textsOf(visit, add)
  return texts
}

/** The number of a site and of texts; stores what is missing. */
async function prepareTexts(ctx: Context, stored: KnownTexts, key: SiteKey, texts: Texts) {
  const numbers: Numbers = new Map()
  const missing: Texts = new Map()
  for (const [kind, of] of texts)
    for (const text of of) {
      const number = stored.numbers.get(keyOf([...key, textKinds[kind], text]))
      if (number === undefined) missing.set(kind, (missing.get(kind) ?? new Set()).add(text))
      else numbers.set(kind, (numbers.get(kind) ?? new Map()).set(text, number))
    }
  let site = await findSite(ctx, key)
  if (site === null || missing.size > 0) {
    const added = [...missing].flatMap(([kind, of]) =>
      [...of].map((text): NewText => [...key, textKinds[kind], text, null]),
    )
    await ctx.db.$client.batch(numberTexts(ctx, [key], added), 'write')
    site = await findSite(ctx, key)
  }
  if (site === null) throw new Error('The site of an import was not stored.')
  for (const [kind, found] of await findNumbers(ctx, site, missing))
    for (const [text, number] of found) {
      remember(stored.numbers, keyOf([...key, textKinds[kind], text]), number)
      numbers.set(kind, (numbers.get(kind) ?? new Map()).set(text, number))
    }
  return { site, numbers }
}

async function findSite(ctx: Context, key: SiteKey): Promise<number | null> {
  const { rows } = await ctx.db.$client.execute({
    sql: 'select id from traffic_sites where organization_id = ? and project_id = ?',
    args: key,
  })
  return rows[0] ? Number(rows[0].id) : null
}

// `cross join` fixes the order: the planner would otherwise walk the whole table.

const readNumbers = `
  select texts.value as text, number from json_each(?) as texts
    cross join traffic_texts as stored on stored.site = ? and stored.kind = ? and stored.text = texts.value`

async function findNumbers(ctx: Context, site: number, texts: Texts): Promise<Numbers> {
  const kinds = [...texts]
  if (kinds.length === 0) return new Map()
  const found = await ctx.db.$client.batch(
    kinds.map(([kind, of]) => ({ sql: readNumbers, args: [JSON.stringify([...of]), site, textKinds[kind]] })),
    'read',
  )
  return new Map(
    kinds.map(([kind], index) => [
      kind,
      new Map(found[index]?.rows.map(({ text, number }) => [String(text), Number(number)])),
    ]),
  )
}

const readKnown = `
  select keys.value as key from json_each(?) as keys
    cross join traffic_lines as lines on lines.site = ? and lines.key = unhex(keys.value)`

/** The keys of visits that are already stored. */
async function findKnown(ctx: Context, site: number, visits: ImportedVisit[]): Promise<Set<string>> {
  const keys = JSON.stringify(visits.map(({ key }) => key))
  const { rows } = await ctx.db.$client.execute({ sql: readKnown, args: [keys, site] })
  return new Set(rows.map(({ key }) => String(key)))
}

const addLines = `
  insert into traffic_lines (site, key) select ?, unhex(value) from json_each(?)`

const addEvents = `
  insert into traffic_events (site, class, visitor, at, host, page, user_agent, referrer, journey, country, method,
    status, verdict, wants_markdown)
  select ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
    unhex(value ->> 7), value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12
  from json_each(?)`

const inserts = (site: number, visits: ImportedVisit[], events: unknown[]) => [
  { sql: addLines, args: [site, JSON.stringify(visits.map(({ key }) => key))] },
  { sql: addEvents, args: [site, JSON.stringify(events)] },
  ...addProofs(visits.map(({ visit }) => ({ visit, ordinal: null }))),
]

function rowOf(visit: PreparedVisit, visitor: number, numbers: Numbers): unknown[] {
  const { at, country, method, status, verdict, wantsMarkdown } = visit
  const numberOf = (kind: TextKind, text: string | null) =>
    (text === null ? undefined : numbers.get(kind)?.get(text)) ?? 0
  return [
    ...[classNumber(classOf(visit.visitor)), visitor, at.getTime()],
    ...textsOf(visit, numberOf),
    journeyHex(visit),
    ...[country, method, status, verdicts.indexOf(verdict), wantsMarkdown ? 1 : 0],
  ]
}
