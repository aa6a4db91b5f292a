import type { Context } from '../../../context.ts'
import { addressFiles } from '../../../traffic/address-files.ts'
import { readRanges } from './vendor-ranges.ts'

/** Whether visits could be compared with the addresses that vendors publish. */
export const addressStates = ['not_fetched', 'unproven', 'proven'] as const
type AddressState = (typeof addressStates)[number]

type CrawlerVisits = { source: string; visits: number; verified: number; contradicted: number }

/**
 * Null if no visit named a crawler whose vendor publishes its addresses. `unproven` if visits named such crawlers but
 * none came from these addresses: the site probably reports the address of its proxy.
 */
export async function findAddressState(
  ctx: Context,
  crawlers: CrawlerVisits[],
): Promise<AddressState | null> {
  const claimed = new Set(crawlers.map(({ source }) => source))
  const listed = addressFiles.filter(({ only }) => only.some((source) => claimed.has(source)))
  if (listed.length === 0) return null
  const sources = new Set(listed.flatMap(({ only }) => only))
  const isProven = crawlers.some(
    ({ source, verified, contradicted }) => sources.has(source) && verified + contradicted > 0,
  )
  if (isProven) return 'proven'
  const fetched = await readRanges(ctx)
  return listed.some(({ id }) => fetched.has(id)) ? 'unproven' : 'not_fetched'
}
