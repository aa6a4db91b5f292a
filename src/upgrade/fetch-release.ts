import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readCapped } from '../net/read-capped.ts'
import { type ReleaseList, readReleaseList, releaseFile } from './release-list.ts'
import type { ReleaseSource } from './release-source.ts'
import { UpgradeRefused } from './upgrade-refused.ts'

const maxListBytes = 64 * 1024
const maxArchiveBytes = 1024 * 1024 * 1024
const listMilliseconds = 30_000
const archiveMilliseconds = 30 * 60_000

/** The list of a version, or of the newest release if it is null; throws an UpgradeRefused unless it is signed. */
export async function fetchList(source: ReleaseSource, version: string | null): Promise<ReleaseList> {
  if (source.publicKey === null)
    throw new UpgradeRefused(
      'The releases of this binary are not signed.',
      'To upgrade, run install.sh of the new release.',
    )
  const folder = version === null ? 'latest/download' : `download/v${version}`
  const read = async (name: string) => {
    const response = await ask(`${source.url}/${folder}/${name}`, listMilliseconds)
    const refuse = () => new UpgradeRefused(`${name} is too large.`)
    return readCapped(response.body, maxListBytes, refuse).catch((error) => refuseCut(name, error))
  }
  const [sums, signature, release] = await Promise.all([
    read('SHA256SUMS'),
    read('SHA256SUMS.sig'),
    read(releaseFile),
  ])
  const list = readReleaseList({ sums, signature, release }, source.publicKey)
  if (version !== null && list.version !== version)
    throw new UpgradeRefused(`The release ${version} contains ${list.version}.`)
  return list
}

/** Downloads a file of a release; throws an UpgradeRefused unless its sum is that of the list. */
export async function fetchFile(
  { url }: ReleaseSource,
  { version, sums }: ReleaseList,
  name: string,
  to: string,
): Promise<void> {
  const expected = sums.get(name)
  if (expected === undefined) throw new UpgradeRefused(`Release ${version} has no ${name}.`)
  const { body } = await ask(`${url}/download/v${version}/${name}`, archiveMilliseconds)
  const hash = createHash('sha256')
  const file = createWriteStream(to, { mode: 0o600 })
  let bytes = 0
  async function* inspect() {
    for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > maxArchiveBytes) throw new UpgradeRefused(`${name} is too large.`)
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(Readable.from(inspect()), file).catch((error) => refuseCut(name, error))
  if (hash.digest('hex') !== expected) throw new UpgradeRefused(`The checksum of ${name} is wrong.`)
}

function refuseCut(name: string, error: unknown): never {
  if (error instanceof UpgradeRefused) throw error
  throw new UpgradeRefused(`The download of ${name} was interrupted.`)
}

async function ask(url: string, milliseconds: number): Promise<Response> {
  const response = await fetch(url, { signal: AbortSignal.timeout(milliseconds) }).catch(() => null)
  if (response?.ok) return response
  await response?.body?.cancel()
  const problem = response ? `answers ${response.status}` : 'cannot be reached'
  throw new UpgradeRefused(`${url} ${problem}.`)
}
