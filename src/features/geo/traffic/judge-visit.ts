import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/client.ts'
import { judgeClaim, type Verdict } from '../../../traffic/verdict.ts'
import { findProof } from './proofs.ts'
import { readRanges } from './vendor-ranges.ts'

type ReportedVisit = {
  organizationId: string
  projectId: string | null
  host: string
  source: string | null
  ip: string | null
  at: Date
}

/** Compares the address of a visit with the addresses that the vendor of its agent publishes. */
export async function judgeVisit(ctx: Context, visit: ReportedVisit): Promise<Verdict> {
  const { source, ip, at } = visit
  if (source === null || ip === null) return 'unknown'
  const files = await readRanges(ctx)
  if (files.size === 0) return 'unknown'
  const verdict = judgeClaim({ source, ip, at, files, isProvenHost: true })
  const hosts = hostsOf(ctx)
  if (verdict === 'verified') hosts.prove(visit)
  if (verdict !== 'contradicted') return verdict
  return (await hosts.isProven(visit)) ? 'contradicted' : 'unknown'
}

const day = 24 * 60 * 60_000
const hour = day / 24
/** How long a host counts as not proven before the database is asked again, in milliseconds. */
const recheck = 10_000
const maxHosts = 10_000

type Hosts = ReturnType<typeof createHosts>
const hostsBy = new WeakMap<Db, Hosts>()

function hostsOf(ctx: Context): Hosts {
  const known = hostsBy.get(ctx.db) ?? createHosts(ctx)
  hostsBy.set(ctx.db, known)
  return known
}

/** Remembers which hosts report the addresses of their visitors, so that few visits need a query. */
function createHosts(ctx: Context) {
  const proofs = new Map<string, number>()
  const unproven = new Map<string, number>()
  const keyOf = ({ organizationId, projectId, host }: ReportedVisit) =>
    `${organizationId}\n${projectId}\n${host}`

  const covers = (proof: number | undefined, at: number) =>
    proof !== undefined && proof > at - day && proof <= at

  function prove(visit: ReportedVisit) {
    remember(proofs, keyOf(visit), Math.max(visit.at.getTime(), proofs.get(keyOf(visit)) ?? 0))
  }

  /** Whether a visit of the host was verified in the 24 hours before this one. */
  async function isProven(visit: ReportedVisit): Promise<boolean> {
    const key = keyOf(visit)
    const at = visit.at.getTime()
    const now = ctx.now().getTime()
    if (covers(proofs.get(key), at)) return true
    const slot = `${key}\n${Math.floor(at / hour)}`
    if (Math.abs(now - (unproven.get(slot) ?? 0)) < recheck) return false
    const proof = await findProof(ctx, visit)
    if (proof === null) remember(unproven, slot, now)
    else remember(proofs, key, Math.max(proof, proofs.get(key) ?? 0))
    return proof !== null
  }

  return { prove, isProven }
}

function remember(map: Map<string, number>, key: string, value: number) {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > maxHosts && oldest !== undefined) map.delete(oldest)
}
