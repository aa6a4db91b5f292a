import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordOf, requireOwnBinary, sumOf, writeRecord } from '../../src/upgrade/binary-owner.ts'
import { upgradeBinary } from '../../src/upgrade/replace-binary.ts'
import { packageRelease, publicKeyOf } from '../../tools/release/package-release.ts'
import { tarGz } from '../../tools/release/tar.ts'
import { targets } from '../../tools/release/targets.ts'
import { command } from '../support/command.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'

const archiveOf = (version: string) => `herald-${version}-linux-x64.tar.gz`
const newKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
const key = newKey()
const timeOf: Record<string, string> = {
  '1.2.3': '2026-03-01T12:00:00Z',
  '1.2.4': '2026-03-02T12:00:00Z',
  '1.3.0': '2026-03-03T12:00:00Z',
}

/** The files of each release, by version. */
const releases = new Map<string, string>()
let server: ReturnType<typeof Bun.serve>
/** What the server has under `latest`, and files that it answers in place of those of a release. */
let latest = '1.2.4'
const replaced = new Map<string, string | Uint8Array | Response>()

beforeAll(() => {
  for (const [version, time] of Object.entries(timeOf))
    releases.set(version, pack(version, `#!/bin/sh\necho ${version}\n`, time, key))
  server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer })
})
afterAll(async () => {
  server.stop(true)
  await cleanUp()
})

function answer(request: Request): Response {
  const [, version = latest, name = ''] =
    /^\/(?:latest\/download|download\/v([^/]+))\/([^/]+)$/.exec(new URL(request.url).pathname) ?? []
  const other = replaced.get(name)
  if (other instanceof Response) return other
  if (other !== undefined) return new Response(other)
  const folder = releases.get(version)
  if (folder === undefined) return new Response('Not Found', { status: 404 })
  return new Response(readFileSync(join(folder, name)))
}

/** The files of a release whose binary is a script. */
function pack(version: string, script: string, time: string, signedBy: string | null): string {
  const program = join(temporaryFolder(), 'herald')
  writeFileSync(program, script)
  const folder = join(temporaryFolder(), 'release')
  packageRelease(
    {
      ...{ version, time: new Date(time), baseUrl: 'https://releases.example', key: signedBy },
      binaries: targets
        .filter(({ name }) => name === 'linux-x64')
        .map((target) => ({ target, path: program })),
      ...{ imageBase: null, npmScope: null, sdk: [] },
    },
    folder,
  )
  return folder
}

/** A binary as install.sh leaves it, and an upgrade of it. */
async function installed(version = '1.2.3') {
  latest = '1.2.4'
  replaced.clear()
  const folder = temporaryFolder()
  const path = join(folder, 'herald')
  writeFileSync(path, `#!/bin/sh\necho ${version}\n`, { mode: 0o755 })
  writeFileSync(recordOf(path), writeRecord([{ sum: await sumOf(path), version }]))
  const source = {
    ...{ url: server.url.href.replace(/\/$/, ''), publicKey: publicKeyOf(key), target: 'linux-x64' },
    time: timeOf[version] ?? '',
  }
  const upgrade = (to: string | null = null, changes: Partial<typeof source> = {}) =>
    upgradeBinary({ path, source: { ...source, ...changes }, to })
  const run = () => Bun.spawnSync([path]).stdout.toString().trim()
  const state = () => Object.fromEntries(readdirSync(folder).map((name) => [name, contentOf(folder, name)]))
  return { folder, path, upgrade, run, state }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const contentOf = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')

describe('a binary that install.sh installed', () => {
  test('is replaced by the newest release, and only the old one stays next to it', async () => {
    const { folder, path, upgrade, run } = await installed()
    const { pid } = Bun.spawnSync(['true'])
    writeFileSync(`${path}.upgrade-${pid}`, 'left by an upgrade that was killed')
    expect(await upgrade()).toEqual({ version: '1.2.4', previous: `${path}.old` })
    expect([run(), Bun.spawnSync([`${path}.old`]).stdout.toString()]).toEqual(['1.2.4', '1.2.3\n'])
    expect(readdirSync(folder).sort()).toEqual(['herald', 'herald.installed', 'herald.old'])
    expect(contentOf(folder, 'herald.installed')).toBe(
      `${await sumOf(path)}  1.2.4\n${await sumOf(`${path}.old`)}  1.2.3\n`,
    )
  })

  test('is replaced without deleting the files of another upgrade that runs', async () => {
    const { path, upgrade } = await installed()
    const other = `${path}.upgrade-${process.ppid}.tar.gz`
    writeFileSync(other, 'being downloaded')
    await upgrade()
    expect(readFileSync(other, 'utf8')).toBe('being downloaded')
  })

  test('is replaced by one upgrade at a time, and the lock of a killed one does not stay', async () => {
    const { path, upgrade, run, state } = await installed()
    const before = state()
    const script = `
      import { withUpgradeLock } from '${import.meta.dir}/../../src/upgrade/upgrade-lock.ts'
      await withUpgradeLock('${path}', () => new Promise(() => console.log('locked')))
    `
    await using other = Bun.spawn([process.execPath, '--eval', `${script}; setInterval(() => {}, 1000)`], {
      ...{ stdin: 'pipe', stdout: 'pipe' },
    })
    await other.stdout.getReader().read()
    await expect(upgrade()).rejects.toThrow(
      'Another herald upgrade is running. Nothing was changed. Try again when it has ended.',
    )
    expect(state()).toMatchObject(before)
    other.kill('SIGKILL')
    await other.exited
    await upgrade()
    expect([run(), Object.keys(state()).sort()]).toEqual([
      '1.2.4',
      ['herald', 'herald.installed', 'herald.old'],
    ])
  })

  test.each<[string, (upgrade: () => Promise<unknown>) => Promise<unknown>]>([
    ['at the same time', (upgrade) => Promise.allSettled([upgrade(), upgrade()])],
    ['after each other from the same process', async (upgrade) => [await upgrade(), await upgrade()]],
  ])('keeps the previous version when it is replaced twice %s', async (_, upgradeTwice) => {
    const { path, upgrade, run } = await installed()
    await upgradeTwice(upgrade)
    expect([run(), Bun.spawnSync([`${path}.old`]).stdout.toString()]).toEqual(['1.2.4', '1.2.3\n'])
  })

  test('stays if it cannot be copied, without a partial copy', async () => {
    const { folder, path, upgrade, run } = await installed()
    mkdirSync(`${path}.old`)
    await expect(upgrade()).rejects.toThrow(
      /^The new binary could not be stored: E[A-Z]+\. The old one is unchanged\.$/,
    )
    expect([run(), readdirSync(folder).sort()]).toEqual([
      '1.2.3',
      ['herald', 'herald.installed', 'herald.old'],
    ])
  })

  test('can be replaced again after the old one was restored', async () => {
    const { path, upgrade, run } = await installed()
    await upgrade()
    renameSync(`${path}.old`, path)
    expect(run()).toBe('1.2.3')
    await upgrade()
    expect(run()).toBe('1.2.4')
  })

  test('gets a given version, also an older one', async () => {
    const { upgrade, run } = await installed('1.3.0')
    await upgrade('1.2.3')
    expect(run()).toBe('1.2.3')
  })

  test('of the newest version stays', async () => {
    const { upgrade, state } = await installed('1.2.4')
    const before = state()
    expect(await upgrade()).toEqual({ version: '1.2.4', previous: null })
    expect(state()).toEqual(before)
  })

  test.each<[string, string, () => void, string | null, string]>([
    [
      'with a changed version',
      '1.2.3',
      () => replaced.set('release.json', '{"version":"1.3.0","time":"2026-03-02T12:00:00Z"}\n'),
      null,
      'The signature of the release is not valid. Nothing was changed.',
    ],
    [
      'with a changed list',
      '1.2.3',
      () => replaced.set('SHA256SUMS', `${contentOf(releases.get('1.2.4') ?? '', 'SHA256SUMS')}\n`),
      null,
      'The signature of the release is not valid. Nothing was changed.',
    ],
    [
      'signed with another key',
      '1.2.3',
      () => {
        const other = pack('1.2.4', 'x', '2026-03-02T12:00:00Z', newKey())
        for (const name of ['SHA256SUMS', 'SHA256SUMS.sig', 'release.json', archiveOf('1.2.4')])
          replaced.set(name, readFileSync(join(other, name)))
      },
      null,
      'The signature of the release is not valid. Nothing was changed.',
    ],
    [
      'with another archive',
      '1.2.3',
      () =>
        replaced.set(archiveOf('1.2.4'), tarGz([{ path: 'herald', bytes: Buffer.from('x') }], new Date(0))),
      null,
      `The checksum of ${archiveOf('1.2.4')} is wrong. Nothing was changed.`,
    ],
    [
      'with a list that is too large',
      '1.2.3',
      () => replaced.set('SHA256SUMS', ' '.repeat(65 * 1024)),
      null,
      'SHA256SUMS is too large. Nothing was changed.',
    ],
    [
      'without a whole signature',
      '1.2.3',
      () => replaced.set('SHA256SUMS.sig', ''),
      null,
      'The signature of the release is not valid. Nothing was changed.',
    ],
    [
      'cut off',
      '1.2.3',
      () =>
        replaced.set(
          archiveOf('1.2.4'),
          readFileSync(join(releases.get('1.2.4') ?? '', archiveOf('1.2.4'))).subarray(0, 200),
        ),
      null,
      `The checksum of ${archiveOf('1.2.4')} is wrong. Nothing was changed.`,
    ],
    [
      'that is an earlier one in place of the newest',
      '1.3.0',
      () => {},
      null,
      'The newest release is 1.2.4, which is older than this binary, 1.3.0. Nothing was changed. To install it, add --to 1.2.4.',
    ],
    [
      'that is another one than the given version',
      '1.2.3',
      () => {
        for (const name of ['SHA256SUMS', 'SHA256SUMS.sig', 'release.json'])
          replaced.set(name, readFileSync(join(releases.get('1.2.4') ?? '', name)))
      },
      '1.3.0',
      'The release 1.3.0 contains 1.2.4. Nothing was changed.',
    ],
    [
      'that does not exist',
      '1.2.3',
      () => {},
      '9.9.9',
      'http://127.0.0.1:PORT/download/v9.9.9/SHA256SUMS answers 404. Nothing was changed.',
    ],
  ])('is not replaced by a release %s', async (_, version, prepare, to, sentence) => {
    const { upgrade, state } = await installed(version)
    prepare()
    const before = state()
    await expect(upgrade(to)).rejects.toThrow(sentence.replace('PORT', String(server.port)))
    expect(state()).toEqual(before)
  })

  test.each([archiveOf('1.2.4'), 'SHA256SUMS'])(
    'is not replaced if the download of %s is interrupted',
    async (name) => {
      const { upgrade, state } = await installed()
      using cut = Bun.listen({
        hostname: '127.0.0.1',
        port: 0,
        socket: {
          data(socket) {
            socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nThe beginning')
          },
        },
      })
      replaced.set(name, Response.redirect(`http://127.0.0.1:${cut.port}/`))
      const before = state()
      await expect(upgrade()).rejects.toThrow(`The download of ${name} was interrupted. Nothing was changed.`)
      expect(state()).toEqual(before)
    },
  )

  test('is not replaced if it has become another one', async () => {
    const { path, upgrade, run } = await installed()
    writeFileSync(path, '#!/bin/sh\necho built here\n')
    await expect(upgrade()).rejects.toThrow(
      `${path} is not the binary that install.sh installed. Nothing was changed. To replace it, run install.sh of the new release.`,
    )
    expect(run()).toBe('built here')
  })

  test.each([
    ['does not start', 'exit 1'],
    ['is another version', 'echo 9.9.9'],
  ])('is not replaced by a binary that %s', async (_, line) => {
    const { upgrade, state } = await installed()
    releases.set('1.4.0', pack('1.4.0', `#!/bin/sh\n${line}\n`, '2026-03-04T12:00:00Z', key))
    const before = state()
    await expect(upgrade('1.4.0')).rejects.toThrow(
      'The binary of 1.4.0 does not run on this machine. Nothing was changed.',
    )
    expect(state()).toEqual(before)
  })

  test('is not replaced by a signed release whose archive is truncated', async () => {
    const { upgrade, state } = await installed()
    const whole = readFileSync(join(releases.get('1.2.4') ?? '', archiveOf('1.2.4')))
    const sums = contentOf(releases.get('1.2.4') ?? '', 'SHA256SUMS')
    const archive = whole.subarray(0, whole.length - 20)
    const list = sums.replace(sha256(whole), sha256(archive))
    replaced.set('SHA256SUMS', list)
    replaced.set('SHA256SUMS.sig', sign(null, Buffer.from(list), key))
    replaced.set(archiveOf('1.2.4'), archive)
    const before = state()
    await expect(upgrade()).rejects.toThrow(
      `${archiveOf('1.2.4')} is incomplete or damaged. Nothing was changed.`,
    )
    expect(state()).toEqual(before)
  })

  test('is not replaced by a release for other machines, or without a signature', async () => {
    const { upgrade, state } = await installed()
    const before = state()
    await expect(upgrade(null, { target: 'linux-arm64' })).rejects.toThrow(
      'Release 1.2.4 has no herald-1.2.4-linux-arm64.tar.gz. Nothing was changed.',
    )
    await expect(upgrade(null, { publicKey: null })).rejects.toThrow(
      'The releases of this binary are not signed. Nothing was changed. To upgrade, run install.sh of the new release.',
    )
    await expect(upgrade(null, { url: 'http://127.0.0.1:9' })).rejects.toThrow(
      'http://127.0.0.1:9/latest/download/SHA256SUMS cannot be reached. Nothing was changed.',
    )
    expect(state()).toEqual(before)
  })
})

describe('herald upgrade of a binary that something else installed', () => {
  test.each([
    [
      '/usr/local/lib/node_modules/@acme/herald/node_modules/@acme/herald-linux-x64/herald',
      [],
      'npm installed it. Run: npm install --global @acme/herald@latest',
    ],
    [
      '/srv/app/node_modules/@acme/herald-linux-x64/herald',
      [],
      'npm installed it. Run: npm install @acme/herald@latest',
    ],
    ['/opt/homebrew/Cellar/herald/1.2.3/bin/herald', [], 'Homebrew installed it. Run: brew upgrade herald'],
    [
      '/home/linuxbrew/.linuxbrew/Cellar/herald/1.2.3/bin/herald',
      [],
      'Homebrew installed it. Run: brew upgrade herald',
    ],
    [
      String.raw`C:\Users\ada\scoop\apps\herald\current\herald.exe`,
      [],
      'Scoop installed it. Run: scoop update herald',
    ],
    ['/nix/store/abc-herald-1.2.3/bin/herald', [], 'Nix installed it. Run: nix profile upgrade herald'],
    [
      '/usr/bin/herald',
      ['/var/lib/dpkg/info/herald.list'],
      'A Debian package installed it. Download the package of the new release, and run: dpkg --install FILE',
    ],
    [
      '/usr/local/bin/herald',
      ['/.dockerenv'],
      'It is part of a container image. Run: git pull, then: docker compose up --detach --build. With an image from a registry, run: docker compose pull, then: docker compose up --detach',
    ],
    [
      '/usr/local/bin/herald',
      [],
      'Replace /usr/local/bin/herald with the binary of the new release: see docs/operations/upgrade.md.',
    ],
  ])('%s, with %j, names the command to use instead', async (path, files, advice) => {
    await expect(requireOwnBinary(path, (file) => files.includes(file))).rejects.toThrow(
      `Herald was not installed by install.sh. Nothing was changed. ${advice}`,
    )
  })

  test('from a checkout changes nothing', async () => {
    const { exitCode, stderr } = await command(['upgrade'])
    expect([exitCode, stderr]).toEqual([
      1,
      'herald: Herald runs from a checkout. Nothing was changed. To upgrade it, run: git pull, then restart Herald.\n',
    ])
  })

  test.each([
    [['--to', 'newest'], '--to must be a version such as 1.4.2, not "newest".'],
    [['--to', '1.2.3', '--check'], '--check tries the migrations of this version. Leave out --to.'],
  ])('with %j is wrong usage', async (options, sentence) => {
    const { exitCode, stderr } = await command(['upgrade', ...options])
    expect([exitCode, stderr]).toEqual([2, `herald: ${sentence}\n`])
  })
})
