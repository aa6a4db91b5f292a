import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeRelease, releaseFile } from '../../src/upgrade/release-list.ts'
import { deb } from './deb.ts'
import { type Asset, formula, scoop } from './manifests.ts'
import { npmPackages, sdkPackage } from './npm.ts'
import { type Image, imageArchive } from './oci.ts'
import { createSbom } from './sbom.ts'
import type { PackageFile } from './sdk.ts'
import { type Entry, tarGz } from './tar.ts'
import type { Target } from './targets.ts'

export type Release = {
  version: string
  /** The time of every file in archives. */
  time: Date
  /** Where the files will be published. */
  baseUrl: string
  binaries: { target: Target; path: string }[]
  /** An Ed25519 private key in PEM; null leaves the release unsigned. */
  key: string | null
  /** An image layout with the base of the container image; null makes no image. */
  imageBase: string | null
  /** The scope of the npm packages, such as @acme; null makes only the SDK, in the scope @herald. */
  npmScope: string | null
  /** The built files of the SDK. */
  sdk: PackageFile[]
}

const root = join(import.meta.dir, '../..')
const read = (path: string) => readFileSync(join(root, path))

/** Writes all files of a release, from built binaries, into an empty folder. */
export function packageRelease(release: Release, folder: string): void {
  const { version, time, baseUrl, binaries, key, imageBase, npmScope, sdk } = release
  mkdirSync(folder, { recursive: true })
  const sums: string[] = []
  const assets: Record<string, Asset> = {}
  const add = (name: string, bytes: string | Uint8Array): Asset => {
    writeFileSync(join(folder, name), bytes)
    const sum = createHash('sha256').update(bytes).digest('hex')
    sums.push(`${sum}  ${name}\n`)
    return { url: `${baseUrl}/${name}`, sum }
  }
  const [license, notices] = [read('LICENSE'), read('NOTICES.txt')]
  for (const { target, path } of binaries) {
    const binary = readFileSync(path)
    const entries: Entry[] = [
      { path: target.name.startsWith('windows') ? 'herald.exe' : 'herald', bytes: binary, mode: 0o755 },
      { path: 'LICENSE', bytes: license },
      { path: 'NOTICES.txt', bytes: notices },
    ]
    assets[target.name] = add(`herald-${version}-${target.name}.tar.gz`, tarGz(entries, time))
    if (!target.debian) continue
    const contents = { version, architecture: target.debian, binary, unit: readUnit(), notices, license }
    add(`herald_${version}_${target.debian}.deb`, deb(contents, time))
  }
  if (imageBase !== null) {
    const images = binaries.flatMap(({ target: { debian }, path }): Image[] =>
      debian ? [{ architecture: debian, binary: readFileSync(path) }] : [],
    )
    const contents = { version, notices, license, images, base: imageBase }
    add(`herald-${version}-image.tar`, imageArchive(contents, time))
  }
  if (npmScope !== null) {
    const read = binaries.map(({ target, path }) => ({ target, bytes: readFileSync(path) }))
    for (const { file, bytes } of npmPackages({ version, scope: npmScope, time }, read, { license, notices }))
      add(file, bytes)
  }
  const about = { version, scope: npmScope ?? '@herald', time }
  const { file, bytes } = sdkPackage(about, sdk, license)
  add(file, bytes)
  add(releaseFile, describeRelease(version, time))
  add('herald.cdx.json', createSbom(read('bun.lock').toString(), version, time))
  add('herald.rb', formula(version, assets))
  const manifest = scoop(version, assets)
  if (manifest) add('herald.json', manifest)
  const publicKey = publicKeyOf(key)
  add('install.sh', installScript(version, baseUrl, publicKey?.trim() ?? ''))
  const list = sums.sort().join('')
  writeFileSync(join(folder, 'SHA256SUMS'), list)
  if (key === null) return
  writeFileSync(join(folder, 'SHA256SUMS.sig'), sign(null, Buffer.from(list), createPrivateKey(key)))
  writeFileSync(join(folder, 'herald.pem'), publicKey ?? '')
}

/** The public key of a private one, in PEM. */
export const publicKeyOf = (key: string | null): string | null =>
  key === null ? null : String(createPublicKey(createPrivateKey(key)).export({ type: 'spki', format: 'pem' }))

/** The unit of the manual for a packaged binary, with the secrets that the package has a folder for. */
function readUnit(): string {
  const [, unit = ''] = /```ini\n(\[Unit\][^`]*)```/.exec(read('docs/operations/systemd.md').toString()) ?? []
  return unit
    .replace('/usr/local/bin/herald', '/usr/bin/herald')
    .replace('Environment=DATA_DIR', 'LoadCredential=herald:/etc/herald/credentials\nEnvironment=DATA_DIR')
}

const installScript = (version: string, baseUrl: string, publicKey: string) =>
  readFileSync(join(import.meta.dir, 'install.sh'), 'utf8')
    .replace('@VERSION@', version)
    .replace('@BASE_URL@', baseUrl)
    .replace('@PUBLIC_KEY@', publicKey)
