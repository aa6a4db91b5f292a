import type { Context } from '../../../context.ts'
import { textKinds } from './classes.ts'
import { isWithinLimit } from './ingest-rates.ts'
import { today } from './prepare-visit.ts'
import { siteOf } from './sites.ts'

export type TextKind = keyof typeof textKinds

/** Limits for new texts of a project. Further texts are stored as 0, "(other)". */
const maxTexts: Record<TextKind, { perDay: number; total: number }> = {
  host: { perDay: 200, total: 2_000 },
  page: { perDay: 20_000, total: 200_000 },
  userAgent: { perDay: 2_000, total: 200_000 },
  referrer: { perDay: 2_000, total: 50_000 },
}
const limitsOf = new Map(
  Object.entries(maxTexts).map(([name, { perDay, total }]) => [textKinds[name as TextKind], [perDay, total]]),
)
const kindsJson = JSON.stringify([...limitsOf.keys()])

// `cross join` fixes the order: the planner would otherwise walk all stored texts for each batch.

const addSites = `
  insert into traffic_sites (organization_id, project_id, created_at)
  select value ->> 0, value ->> 1, ? from json_each(?) where true on conflict do nothing`

const highest = (site: string, kind: string) => `
  coalesce((
    select max(number) from traffic_texts as stored where stored.site = ${site} and stored.kind = ${kind}), 0)`

const beginTextDays = `
  insert into traffic_text_days (site, kind, day, before)
  select traffic_sites.id, kinds.value, ?, ${highest('traffic_sites.id', 'kinds.value')}
  from json_each(?) as sites cross join traffic_sites on ${siteOf('sites.value')}
    cross join json_each('${kindsJson}') as kinds
  where true
  on conflict do update set day = excluded.day, before = excluded.before where excluded.day > day`

const addTexts = `
  insert into traffic_texts (site, kind, number, text)
  select numbered.site, numbered.kind, numbered.number, numbered.text from (
    select added.site, added.kind, added.text, added.total, added.perDay,
      ${highest('added.site', 'added.kind')}
        + row_number() over (partition by added.site, added.kind order by added.place) as number
    from (
      select traffic_sites.id as site, texts.value ->> 2 as kind, texts.value ->> 3 as text, texts.key as place,
        texts.value ->> 5 as perDay, texts.value ->> 6 as total
      from json_each(?) as texts
        cross join traffic_sites on ${siteOf('texts.value')}
      where ${isWithinLimit('texts.value ->> 0', 'texts.value ->> 4')} and not exists (
        select 1 from traffic_texts as known
        where known.site = traffic_sites.id and known.kind = texts.value ->> 2 and known.text = texts.value ->> 3)
    ) as added
  ) as numbered
  where numbered.number <= numbered.total and numbered.number <= numbered.perDay + coalesce((
    select before from traffic_text_days as days where days.site = numbered.site and days.kind = numbered.kind), 0)`

/** Organization and project; the project is empty for visits that belong to none. */
export type SiteKey = [organizationId: string, projectId: string]

/** A text of a visit, with the ordinal of the visit if a rate limit applies to it. */
export type NewText = [...SiteKey, kind: number, text: string, ordinal: number | null]

/** The statements that store sites and number new texts of stored sites within the limits of the day. */
export function numberTexts(ctx: Context, sites: SiteKey[], texts: NewText[]) {
  const sitesJson = JSON.stringify(sites)
  const limited = texts.map((text) => [...text, ...(limitsOf.get(text[2]) ?? [])])
  return [
    ...(sites.length === 0
      ? []
      : [
          { sql: addSites, args: [ctx.now().getTime(), sitesJson] },
          { sql: beginTextDays, args: [today(ctx), sitesJson] },
        ]),
    ...(texts.length === 0 ? [] : [{ sql: addTexts, args: [JSON.stringify(limited)] }]),
  ]
}
