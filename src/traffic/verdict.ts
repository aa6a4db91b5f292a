import { addressFiles } from './address-files.ts'
import { contains, isRoutable, type Ranges } from './address-ranges.ts'

/** Whether a visitor is who its user agent names; the position is what tables store. */
export const verdicts = ['unknown', 'verified', 'contradicted'] as const
export type Verdict = (typeof verdicts)[number]

/** The addresses of a vendor's file, and when it was fetched last. */
export type FetchedRanges = { ranges: Ranges; fetchedAt: Date }

export type Claim = {
  /** Source of the table of agents, as its user agent names it. */
  source: string
  ip: string | null
  at: Date
  /** The fetched files by id. */
  files: ReadonlyMap<string, FetchedRanges>
  /** Whether a visit of the same host was verified in the 24 hours before: else it may report its proxy's address. */
  isProvenHost: boolean
}

/** Addresses change, so a file says nothing about visits long before or after it was fetched. */
const freshMilliseconds = 14 * 86_400_000

const filesOf = new Map(
  addressFiles
    .flatMap(({ sources }) => sources)
    .map((source) => [source, addressFiles.filter(({ sources }) => sources.includes(source))]),
)

/** Compares the address of an agent with the files of its vendor. */
export function judgeClaim({ source, ip, at, files, isProvenHost }: Claim): Verdict {
  const published = filesOf.get(source) ?? []
  if (ip === null || published.length === 0) return 'unknown'
  const fetched = published.map((file) => ({ ...file, found: files.get(file.id) }))
  if (fetched.some(({ found }) => found && contains(found.ranges, ip))) return 'verified'
  const isComplete = fetched.every(
    ({ only, found }) =>
      only.includes(source) &&
      found &&
      Math.abs(at.getTime() - found.fetchedAt.getTime()) <= freshMilliseconds,
  )
  return isComplete && isProvenHost && isRoutable(ip) ? 'contradicted' : 'unknown'
}
