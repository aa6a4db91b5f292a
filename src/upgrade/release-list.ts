import { createHash, verify } from 'node:crypto'
import { UpgradeRefused } from './upgrade-refused.ts'

/** The signed facts of a release. */
export type ReleaseList = {
  version: string
  time: Date
  /** SHA-256 sums by file name. */
  sums: Map<string, string>
}

/** The file of a release with its version and time; its sum is in the signed list like those of all other files. */
export const releaseFile = 'release.json'

export const describeRelease = (version: string, time: Date): string =>
  `${JSON.stringify({ version, time: time.toISOString() })}\n`

type Files = { sums: Uint8Array; signature: Uint8Array; release: Uint8Array }

/** Reads SHA256SUMS and release.json; throws an UpgradeRefused unless the signature covers both. */
export function readReleaseList({ sums, signature, release }: Files, publicKey: string): ReleaseList {
  const list = new Map(
    [...new TextDecoder().decode(sums).matchAll(/^([\da-f]{64}) {2}(\S+)$/gm)].map(
      ([, sum = '', name = '']) => [name, sum],
    ),
  )
  const isCovered = list.get(releaseFile) === createHash('sha256').update(release).digest('hex')
  if (!verify(null, sums, publicKey, signature) || !isCovered)
    throw new UpgradeRefused('The signature of the release is not valid.')
  const { version, time } = JSON.parse(new TextDecoder().decode(release)) as { version: string; time: string }
  return { version, time: new Date(time), sums: list }
}
