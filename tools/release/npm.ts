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

/** A package with the binary of each target, and one that chooses among them. */
export function npmPackages(
  { version, scope, time }: { version: string; scope: string; time: Date },
  binaries: { target: Target; bytes: Uint8Array }[],
  texts: { license: Uint8Array; notices: Uint8Array },
): NpmPackage[] {
  const about = {
    version,
    description: 'Changelogs, AI visibility, agent feedback and webhooks: one self-hosted program.',
    license: 'MIT',
  }
  const pack = (
    name: string,
    manifest: object,
    files: { path: string; bytes: Uint8Array; mode?: number }[],
  ) => ({
    file: `npm-${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`,
    bytes: tarGz(
      [
        {
          path: 'package/package.json',
          bytes: Buffer.from(JSON.stringify({ name, ...about, ...manifest }, null, 2)),
        },
        { path: 'package/LICENSE', bytes: texts.license },
        { path: 'package/NOTICES.txt', bytes: texts.notices },
        ...files.map(({ path, ...file }) => ({ path: `package/${path}`, ...file })),
      ],
      time,
    ),
  })
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
      return pack(nameOf(target), limits, [{ path, bytes, mode: 0o755 }])
    }),
    pack(
      `${scope}/herald`,
      {
        bin: { herald: 'bin/herald.js' },
        optionalDependencies: Object.fromEntries(Object.values(names).map((name) => [name, version])),
      },
      [{ path: 'bin/herald.js', bytes: Buffer.from(launcher(names)), mode: 0o755 }],
    ),
  ]
}
