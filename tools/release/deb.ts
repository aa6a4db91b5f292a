import { createHash } from 'node:crypto'
import { type Entry, tarGz } from './tar.ts'

export type DebContents = {
  version: string
  architecture: 'amd64' | 'arm64'
  binary: Uint8Array
  /** The systemd unit of docs/operations/systemd.md. */
  unit: string
  notices: Uint8Array
  license: Uint8Array
}

/** Starts nothing: the operator enables the service after the settings are there. */
const postinst = `#!/bin/sh
set -e
if [ "$1" = configure ] && [ -z "$DPKG_ROOT" ]; then
  getent passwd herald > /dev/null ||
    useradd --system --user-group --home-dir /var/lib/herald --shell /usr/sbin/nologin herald
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    systemctl try-restart herald.service
  fi
fi
`

const prerm = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]; then
  systemctl disable --now herald.service
fi
`

/** A Debian package with the binary and its service. */
export function deb(contents: DebContents, time: Date): Buffer {
  const files: Entry[] = [
    { path: './usr/bin/herald', bytes: contents.binary, mode: 0o755 },
    { path: './usr/lib/systemd/system/herald.service', bytes: Buffer.from(contents.unit) },
    { path: './usr/share/doc/herald/NOTICES.txt', bytes: contents.notices },
    { path: './usr/share/doc/herald/copyright', bytes: contents.license },
  ]
  const folders: Entry[] = [
    ...foldersOf(files).map((path) => ({ path })),
    // Each file in it is a secret, named like its setting.
    { path: './etc/' },
    { path: './etc/herald/', mode: 0o700 },
    { path: './etc/herald/credentials/', mode: 0o700 },
  ]
  const sums = files.map(({ path, bytes = '' }) => `${md5(bytes)}  ${path.slice(2)}\n`).join('')
  const size = Math.ceil(files.reduce((total, { bytes }) => total + (bytes?.length ?? 0), 0) / 1024)
  const control = tarGz(
    [
      { path: './control', bytes: Buffer.from(controlOf(contents, size)) },
      { path: './md5sums', bytes: Buffer.from(sums) },
      { path: './postinst', bytes: Buffer.from(postinst), mode: 0o755 },
      { path: './prerm', bytes: Buffer.from(prerm), mode: 0o755 },
    ],
    time,
  )
  return ar(
    [
      ['debian-binary', Buffer.from('2.0\n')],
      ['control.tar.gz', control],
      ['data.tar.gz', tarGz([...folders, ...files], time)],
    ],
    time,
  )
}

const md5 = (bytes: string | Uint8Array) => createHash('md5').update(bytes).digest('hex')

const controlOf = ({ version, architecture }: DebContents, kilobytes: number) => `Package: herald
Version: ${version}
Architecture: ${architecture}
Maintainer: The maintainers of Herald <herald@localhost>
Installed-Size: ${kilobytes}
Depends: libc6, passwd
Recommends: ca-certificates, git
Section: net
Priority: optional
Description: Changelogs, AI visibility, agent feedback and webhooks
 One self-hosted server with an embedded database.
`

/** The folders of some files, outer ones first. */
function foldersOf(files: Entry[]): string[] {
  const folders = new Set<string>()
  for (const { path } of files) {
    const parts = path.split('/').slice(0, -1)
    for (let depth = 1; depth <= parts.length; depth++) folders.add(`${parts.slice(0, depth).join('/')}/`)
  }
  return [...folders].sort()
}

function ar(members: [name: string, bytes: Buffer][], time: Date): Buffer {
  const seconds = String(Math.floor(time.getTime() / 1000))
  const parts = members.flatMap(([name, bytes]) => {
    const fields = [name.padEnd(16), seconds.padEnd(12), '0'.padEnd(6), '0'.padEnd(6), '100644'.padEnd(8)]
    const header = `${fields.join('')}${String(bytes.length).padEnd(10)}\`\n`
    return [Buffer.from(header), bytes, Buffer.from(bytes.length % 2 === 0 ? '' : '\n')]
  })
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts])
}
