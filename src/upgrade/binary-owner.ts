import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { UpgradeRefused } from './upgrade-refused.ts'

/** A binary that install.sh or an upgrade has put in place. */
export type Installed = { sum: string; version: string }

/** The record that install.sh writes next to a binary: a line with sum and version for each binary that it installed. */
export const recordOf = (path: string): string => `${path}.installed`

type Exists = (path: string) => boolean

/**
 * Returns the binary at the path and all binaries in the record next to it. Throws an UpgradeRefused with the command
 * to use instead if install.sh did not install this one.
 */
export async function requireOwnBinary(
  path: string,
  exists: Exists = existsSync,
): Promise<{ current: Installed; recorded: Installed[] }> {
  const record = recordOf(path)
  if (!existsSync(record))
    throw new UpgradeRefused('Herald was not installed by install.sh.', commandFor(path, exists))
  const recorded = readRecord(readFileSync(record, 'utf8'))
  const sum = await sumOf(path)
  const current = recorded.find((each) => each.sum === sum)
  if (!current)
    throw new UpgradeRefused(
      `${path} is not the binary that install.sh installed.`,
      'To replace it, run install.sh of the new release.',
    )
  return { current, recorded }
}

function readRecord(text: string): Installed[] {
  return [...text.matchAll(/^([\da-f]{64}) {2}(\S+)$/gm)].map(([, sum = '', version = '']) => ({
    sum,
    version,
  }))
}

export const writeRecord = (installed: Installed[]): string =>
  installed.map(({ sum, version }) => `${sum}  ${version}\n`).join('')

/** How to upgrade a binary that another program installed, by its path. */
function commandFor(path: string, exists: Exists): string {
  const [, scope] = /\/node_modules\/(@[^/]+)\/herald-[^/]+\//.exec(path) ?? []
  const global = path.includes('/lib/node_modules/') ? '--global ' : ''
  if (scope) return `npm installed it. Run: npm install ${global}${scope}/herald@latest`
  if (/\/(Cellar|homebrew|linuxbrew)\//.test(path)) return 'Homebrew installed it. Run: brew upgrade herald'
  if (/[/\\]scoop[/\\]apps[/\\]/.test(path)) return 'Scoop installed it. Run: scoop update herald'
  if (path.startsWith('/nix/store/')) return 'Nix installed it. Run: nix profile upgrade herald'
  if (path === '/usr/bin/herald' && exists('/var/lib/dpkg/info/herald.list'))
    return 'A Debian package installed it. Download the package of the new release, and run: dpkg --install FILE'
  if (exists('/.dockerenv') || exists('/run/.containerenv'))
    return 'It is part of a container image. Run: git pull, then: docker compose up --detach --build. With an image from a registry, run: docker compose pull, then: docker compose up --detach'
  return `Replace ${path} with the binary of the new release: see docs/operations/upgrade.md.`
}

export async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}
