import { tarGz } from './tar.ts'
import type { Target } from './targets.ts'

export type NpmPackage = { file: string; bytes: Buffer }

/** Starts the binary of the package for this machine, which npm installs with this one. */
const launcher = (names: Record<string, string>) => `#!/usr/bin/env node
const { spawnSync } = require('node:child_process')
const { existsSync } = require('node:fs')

const names = ${JSON.stringify(names)}
const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
const target = { win32: 'windows' }[process.platform] ?? process.platform
const name = names[\`\${target}-\${process.arch}\${isMusl ? '-musl' : ''}\`]
let path = null
try {
  path = require.resolve(\`\${name}/\${target === 'windows' ? 'herald.exe' : 'herald'}\`)
} catch {}
if (!path || !existsSync(path)) {
  console.error(\`herald: There is no binary for \${process.platform} \${process.arch}. Install without --omit=optional.\`)
  process.exit(1)
}
const { status, error } = spawnSync(path, process.argv.slice(2), { stdio: 'inherit' })
if (error) console.error(\`herald: \${error.message}\`)
process.exit(status ?? 1)
`

type About = { version: string; scope: string; time: Date }
type Texts = { license: Uint8Array; notices: Uint8Array }
type File = { path: string; bytes: Uint8Array; mode?: number }

function pack({ version, time }: About, name: string, manifest: object, files: File[]): NpmPackage {
  const about = { name, version, license: 'MIT', ...manifest }
  const entries = [{ path: 'package.json', bytes: Buffer.from(JSON.stringify(about, null, 2)) }, ...files]
  return {
    file: `npm-${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`,
    bytes: tarGz(
      entries.map(({ path, ...file }) => ({ path: `package/${path}`, ...file })),
      time,
    ),
  }
}

/** A package with the binary of each target, and one that chooses among them. */
export function npmPackages(
  about: About,
  binaries: { target: Target; bytes: Uint8Array }[],
  { license, notices }: Texts,
): NpmPackage[] {
  const { scope, version } = about
  const description = 'Changelogs, AI visibility, agent feedback and webhooks: one self-hosted program.'
  const texts = [
    { path: 'LICENSE', bytes: license },
    { path: 'NOTICES.txt', bytes: notices },
  ]
  const packProgram = (name: string, manifest: object, file: File) =>
    pack(about, name, { description, ...manifest }, [...texts, file])
  const nameOf = (target: Target) => `${scope}/herald-${target.name}`
  const names = Object.fromEntries(binaries.map(({ target }) => [target.name, nameOf(target)]))
  return [
    ...binaries.map(({ target, bytes }) => {
      const [system = '', cpu, libc] = target.name.split('-')
      const limits = {
        os: [system === 'windows' ? 'win32' : system],
        cpu: [cpu],
        ...(system === 'linux' ? { libc: [libc ?? 'glibc'] } : {}),
      }
      const path = system === 'windows' ? 'herald.exe' : 'herald'
      return packProgram(nameOf(target), limits, { path, bytes, mode: 0o755 })
    }),
    packProgram(
      `${scope}/herald`,
      {
        bin: { herald: 'bin/herald.js' },
        optionalDependencies: Object.fromEntries(Object.values(names).map((name) => [name, version])),
      },
      { path: 'bin/herald.js', bytes: Buffer.from(launcher(names)), mode: 0o755 },
    ),
  ]
}

/** The SDK for the API, from its built files. */
export function sdkPackage(about: About, files: File[], license: Uint8Array): NpmPackage {
  const manifest = {
    description: 'The API of Herald: typed operations, retries, pages, streams, webhooks and feedback.',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  }
  return pack(about, `${about.scope}/sdk`, manifest, [{ path: 'LICENSE', bytes: license }, ...files])
}
