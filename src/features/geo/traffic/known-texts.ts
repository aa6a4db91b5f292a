import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/client.ts'
import type { SiteKey } from './number-texts.ts'

/** A text of a project by its kind. */
type SiteText = [...SiteKey, kind: number, text: string]

/** Numbers of stored texts, and the days on which the limits of sites began, for one number of deletions. */
export type KnownTexts = { deletions: number; numbers: Map<string, number>; days: Map<string, number> }

const maxKnown = 50_000
const knownBy = new WeakMap<Db, KnownTexts>()

export const keyOf = (text: SiteText | SiteKey) => text.join('\n')

/** What this process knows about stored texts. Valid until `refuseDeletions` fails a batch. */
export async function findKnownTexts(ctx: Context): Promise<KnownTexts> {
  const known = knownBy.get(ctx.db)
  if (known) return known
  const { rows } = await ctx.db.$client.execute('select deletions from traffic_cursor where id = 1')
  const found = { deletions: Number(rows[0]?.deletions ?? 0), numbers: new Map(), days: new Map() }
  knownBy.set(ctx.db, found)
  return found
}

export function forgetKnownTexts(ctx: Context): void {
  knownBy.delete(ctx.db)
}

/** A statement that rejects its batch if traffic was deleted since texts became known: their numbers may be gone. */
export const refuseDeletions = ({ deletions }: KnownTexts) => ({
  sql: `insert into guards (ok) select 0
    where coalesce((select deletions from traffic_cursor where id = 1), 0) <> ?`,
  args: [deletions],
})

/** Remembers a value; clears the map if it is full. */
export function remember(map: Map<string, number>, key: string, value: number): void {
  if (map.size >= maxKnown) map.clear()
  map.set(key, value)
}
