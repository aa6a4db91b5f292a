// Makes the files of a release: bun run release [--targets linux-x64,...] [--key FILE] [--url URL] [--image-base LAYOUT] [--npm-scope @SCOPE] [--check]
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { version } from '../../package.json'
import type { ReleaseSource } from '../../src/upgrade/release-source.ts'
import { packageRelease, publicKeyOf } from './package-release.ts'
import { buildSdk, readDocument } from './sdk.ts'
import { type Target, targets } from './targets.ts'

const root = join(import.meta.dir, '../..')
const { values } = parseArgs({
  options: {
    targets: { type: 'string', default: targets.map(({ name }) => name).join(',') },
    out: { type: 'string', default: 'dist/release' },
    key: { type: 'string' },
    'image-base': { type: 'string' },
    'npm-scope': { type: 'string' },
    url: { type: 'string', default: urlAtGitHub() },
    check: { type: 'boolean', default: false },
  },
})

const chosen = values.targets.split(',').map((name) => {
  const target = targets.find((each) => each.name === name)
  if (!target)
    throw new Error(`There is no target ${name}. There are: ${targets.map((each) => each.name).join(', ')}.`)
  return target
})
const key = values.key === undefined ? null : readFileSync(values.key, 'utf8')
const time = timeOfCommit()

await make(values.out)
if (values.check) {
  const other = mkdtempSync(join(tmpdir(), 'herald-release-'))
  try {
    await make(other)
    const differing = readdirSync(values.out).filter(
      (name) => !isSame(join(values.out, name), join(other, name)),
    )
    if (differing.length > 0) throw new Error(`Two builds differ in ${differing.join(', ')}.`)
    console.log('Two builds are the same.')
  } finally {
    rmSync(other, { recursive: true, force: true })
  }
}

async function make(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const built = mkdtempSync(join(tmpdir(), 'herald-binaries-'))
  try {
    const binaries: { target: Target; path: string }[] = []
    for (const target of chosen) binaries.push({ target, path: await build(target, built) })
    const sdk = await buildSdk(await readDocument())
    const imageBase = values['image-base'] ?? null
    const npmScope = values['npm-scope'] ?? null
    packageRelease({ version, time, baseUrl: values.url, binaries, key, imageBase, npmScope, sdk }, folder)
  } finally {
    rmSync(built, { recursive: true, force: true })
  }
  for (const name of readdirSync(folder).sort()) console.log(join(folder, name))
}

/** Builds the binary of a target; Bun gets its runtime from npm. */
async function build(target: Target, folder: string): Promise<string> {
  const path = join(folder, target.name)
  const source: ReleaseSource = {
    // Below it, GitHub has the newest release as `latest/download`.
    url: values.url.replace(/\/download\/v[^/]+$/, ''),
    publicKey: publicKeyOf(key),
    target: target.name,
    time: time.toISOString(),
  }
  const options = ['--target', target.bun, '--outfile', path, '--release', JSON.stringify(source)]
  const child = Bun.spawn([process.execPath, 'build.ts', ...options], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if ((await child.exited) !== 0) throw new Error(`The binary for ${target.name} could not be built.`)
  return existsSync(path) ? path : `${path}.exe`
}

/** Where the release workflow publishes the files. */
function urlAtGitHub(): string {
  return `https://github.com/${process.env.GITHUB_REPOSITORY ?? 'OWNER/herald'}/releases/download/v${version}`
}

/** Builds of the same commit, on any machine, have the same times. */
function timeOfCommit(): Date {
  const given = process.env.SOURCE_DATE_EPOCH
  const { stdout } = Bun.spawnSync(['git', 'log', '-1', '--format=%ct'], { cwd: root })
  return new Date(Number(given ?? (stdout.toString().trim() || 0)) * 1000)
}

function isSame(one: string, other: string): boolean {
  return existsSync(other) && readFileSync(one).equals(readFileSync(other))
}
