import type { Context } from '../../../context.ts'
import { nextTurn } from '../../../slices.ts'
import { classNumber, dayNumber } from './classes.ts'
import { eachPage, joinPacks, type PagePack, packPages } from './packed-pages.ts'
import { findVisitors } from './visitors.ts'

/** Pairs of visitor and page that are stored of a day, in addition to those of referrals. */
const maxPairs = 2_000

const findOpen = `
  select site, day, version from traffic_top_pages indexed by traffic_top_pages_open
  where pages is null and day < ? order by day limit 1`

const readPacks = 'select visitor, pages from traffic_days where site = ? and day = ?'

const store = `
  update traffic_top_pages set pages = ?, rest = ? where site = ? and day = ? and version = ?`

/** Computes the busiest pages of each day that has ended or got late visits. */
export async function computeTopPages(ctx: Context, signal: AbortSignal): Promise<void> {
  const today = dayNumber(ctx.now())
  for (;;) {
    signal.throwIfAborted()
    const { rows } = await ctx.db.$client.execute({ sql: findOpen, args: [today] })
    const [open] = rows
    if (!open) return
    const { site, day, version } = open
    const packs = await ctx.db.$client.execute({ sql: readPacks, args: [site ?? 0, day ?? 0] })
    const { pages, rest } = await choosePages(
      ctx,
      Number(day),
      new Map(packs.rows.map((row) => [Number(row.visitor), new Uint8Array(row.pages as ArrayBuffer)])),
    )
    await ctx.db.$client.batch(
      [{ sql: store, args: [pages, rest, site ?? 0, day ?? 0, version ?? 0] }],
      'write',
    )
    await nextTurn()
  }
}

/** The busiest pages by visitor, packed, and the visits of the others. Other work gets a turn after each visitor. */
async function choosePages(ctx: Context, day: number, packs: Map<number, Uint8Array>) {
  const visitors = await findVisitors(ctx, [...packs.keys()])
  const isReferral = (visitor: number) => visitors.get(visitor)?.class === classNumber('ai_referral')
  const least = await findLeastVisits(
    day,
    [...packs].filter(([visitor]) => !isReferral(visitor)).map(([, pack]) => pack),
  )
  let atLeast = least.atThreshold
  let rest = 0
  const chosen = new Map<number, Uint8Array>()
  for (const [visitor, pack] of packs) {
    const pages: PagePack = new Map()
    eachPage(pack, day, (page, visits, failed, last) => {
      const isStored =
        isReferral(visitor) || visits > least.visits || (visits === least.visits && atLeast-- > 0)
      if (isStored) pages.set(page, { visits, failed, last })
      else rest += visits
    })
    if (pages.size > 0) chosen.set(visitor, packPages(pages, day))
    await nextTurn()
  }
  return { pages: joinPacks(chosen), rest }
}

/** The visits of the last pair that is stored, and how many pairs with as many visits are. */
async function findLeastVisits(day: number, packs: Uint8Array[]) {
  const pairs = new Map<number, number>()
  for (const pack of packs) {
    eachPage(pack, day, (_, visits) => pairs.set(visits, (pairs.get(visits) ?? 0) + 1))
    await nextTurn()
  }
  let left = maxPairs
  for (const visits of [...pairs.keys()].sort((a, b) => b - a)) {
    const count = pairs.get(visits) ?? 0
    if (count >= left) return { visits, atThreshold: left }
    left -= count
  }
  return { visits: 0, atThreshold: 0 }
}
