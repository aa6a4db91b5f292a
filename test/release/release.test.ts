import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { packageRelease, type Release } from '../../tools/release/package-release.ts'
import { tar, tarGz } from '../../tools/release/tar.ts'
import { targets } from '../../tools/release/targets.ts'
import { pathWithCurl } from '../support/curl.ts'
import { checkout, cleanUp, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

let release: Release
let folder: string
beforeAll(() => {
  const built = temporaryFolder()
  const program = join(built, 'herald')
  writeFileSync(program, '#!/bin/sh\necho 1.2.3\n')
  chmodSync(program, 0o755)
  const { privateKey } = generateKeyPairSync('ed25519')
  release = {
    version: '1.2.3',
    time: new Date('2026-03-04T12:00:00Z'),
    baseUrl: 'https://releases.example/v1.2.3',
    binaries: targets.map((target) => ({ target, path: program })),
    imageBase: createBase(),
    npmScope: '@acme',
    sdk: [{ path: 'dist/index.js', bytes: Buffer.from('export const sdk = 1\n') }],
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
  folder = join(temporaryFolder(), 'release')
  packageRelease(release, folder)
})

/** An image layout like that of a base: one layer for each architecture. */
function createBase(): string {
  const base = temporaryFolder()
  mkdirSync(join(base, 'blobs/sha256'), { recursive: true })
  const store = (bytes: string | Uint8Array) => {
    const hex = createHash('sha256').update(bytes).digest('hex')
    writeFileSync(join(base, 'blobs/sha256', hex), bytes)
    return { mediaType: 'x', digest: `sha256:${hex}`, size: bytes.length }
  }
  const manifests = ['amd64', 'arm64'].map((architecture) => {
    const layer = gzipSync(tar([{ path: 'etc/base', bytes: Buffer.from(architecture) }], new Date(0)))
    const diffIds = [`sha256:${createHash('sha256').update(gunzipSync(layer)).digest('hex')}`]
    const rootfs = { type: 'layers', diff_ids: diffIds }
    const config = { architecture, os: 'linux', config: { User: 'nonroot', Env: ['A=b'] }, rootfs }
    const manifest = { schemaVersion: 2, config: store(JSON.stringify(config)), layers: [store(layer)] }
    return { ...store(JSON.stringify(manifest)), platform: { architecture, os: 'linux' } }
  })
  const index = store(JSON.stringify({ schemaVersion: 2, manifests }))
  writeFileSync(join(base, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests: [index] }))
  return base
}

const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')
const run = (
  command: string[],
  options: { cwd?: string; env?: Record<string, string>; input?: string } = {},
) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, {
    cwd: options.cwd ?? folder,
    // dpkg asks for programs that only root has in its path.
    env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, ...options.env },
    stdin: Buffer.from(options.input ?? ''),
  })
  return { exitCode, output: stdout.toString() + stderr.toString() }
}

const extract = async (archive: string, to: string) =>
  new Bun.Archive(await Bun.file(archive).bytes()).extract(to)

test('the sums are those of every file, their signature is valid, and a second release is the same', () => {
  expect(run(['sha256sum', '--check', '--strict', '--quiet', 'SHA256SUMS'])).toEqual({
    exitCode: 0,
    output: '',
  })
  const bytesOf = (name: string) => readFileSync(join(folder, name))
  const isSigned = (name: string) =>
    verify(null, bytesOf(name), bytesOf('herald.pem').toString(), bytesOf('SHA256SUMS.sig'))
  expect([isSigned('SHA256SUMS'), isSigned('herald.rb')]).toEqual([true, false])
  const listed = textOf('SHA256SUMS')
    .trim()
    .split('\n')
    .map((line) => line.slice(66))
  const written = readdirSync(folder).filter(
    (name) => !['SHA256SUMS', 'SHA256SUMS.sig', 'herald.pem'].includes(name),
  )
  expect(listed.sort()).toEqual(written.sort())
  const other = join(temporaryFolder(), 'other')
  packageRelease(release, other)
  for (const name of readdirSync(folder))
    expect([name, readFileSync(join(other, name)).equals(readFileSync(join(folder, name)))]).toEqual([
      name,
      true,
    ])
})

test('the formula and the manifest name the archives with their sums', () => {
  const found = [
    ...textOf('herald.rb').matchAll(/url "([^"]+)"\s+sha256 "([^"]+)"/g),
    ...textOf('herald.json').matchAll(/"url": "([^"]+)",\s+"hash": "([^"]+)"/g),
  ]
  expect(found).toHaveLength(5)
  for (const [, url = '', sum] of found) {
    expect(url).toStartWith('https://releases.example/v1.2.3/herald-1.2.3-')
    expect(textOf('SHA256SUMS')).toContain(`${sum}  ${url.split('/').at(-1)}\n`)
  }
})

test('the list of contents has every package that the program depends on, and no others', () => {
  const { bomFormat, components } = JSON.parse(textOf('herald.cdx.json'))
  expect(bomFormat).toBe('CycloneDX')
  const { dependencies } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
  const listed = components.map(({ name, version }: Record<string, string>) => `${name}@${version}`)
  for (const [name, version] of Object.entries(dependencies)) expect(listed).toContain(`${name}@${version}`)
  expect(listed.join()).not.toContain('@biomejs/biome')
  expect(components.at(-1).hashes[0].content).toMatch(/^[\da-f]{128}$/)
})

test('the Debian package installs into an empty root, with a hardened service that starts the binary', () => {
  if (Bun.which('dpkg-deb') === null) return
  const root = temporaryFolder()
  for (const path of ['updates', 'info']) mkdirSync(join(root, 'var/lib/dpkg', path), { recursive: true })
  writeFileSync(join(root, 'var/lib/dpkg/status'), '')
  const options = ['--force-depends', '--force-script-chrootless', `--log=${root}/log`]
  // Only root may give files to root.
  const installed =
    process.getuid?.() === 0
      ? run(['dpkg', `--root=${root}`, ...options, '--install', 'herald_1.2.3_amd64.deb'])
      : run(['dpkg-deb', '--extract', 'herald_1.2.3_amd64.deb', root])
  expect(installed).toMatchObject({ exitCode: 0 })
  const unit = readFileSync(join(root, 'usr/lib/systemd/system/herald.service'), 'utf8')
  const [, start = ''] = /^ExecStart=(\S+) serve$/m.exec(unit) ?? []
  expect(run([join(root, start)]).output).toBe('1.2.3\n')
  for (const line of [
    'StateDirectory=herald',
    'ProtectSystem=strict',
    'NoNewPrivileges=true',
    'TimeoutStopSec=15',
  ])
    expect(unit).toContain(`\n${line}\n`)
  const [, credentials = ''] = /^LoadCredential=herald:(\S+)$/m.exec(unit) ?? []
  expect(existsSync(join(root, credentials))).toBe(true)
})

test('the image has the base and the binary for both architectures, and every blob has its digest', async () => {
  const layout = temporaryFolder()
  await extract(join(folder, 'herald-1.2.3-image.tar'), layout)
  const bytesOf = (digest: string) => readFileSync(join(layout, 'blobs', digest.replace(':', '/')))
  const jsonOf = (digest: string) => JSON.parse(bytesOf(digest).toString())
  for (const hex of readdirSync(join(layout, 'blobs/sha256')))
    expect(
      createHash('sha256')
        .update(bytesOf(`sha256:${hex}`))
        .digest('hex'),
    ).toBe(hex)
  const [top] = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8')).manifests
  const { manifests } = jsonOf(top.digest)
  expect(manifests.map((each: any) => each.platform.architecture)).toEqual(['amd64', 'arm64'])
  for (const { digest, size } of manifests) {
    expect(bytesOf(digest)).toHaveLength(size)
    const { config, layers } = jsonOf(digest)
    const { config: settings, rootfs } = jsonOf(config.digest)
    expect(settings).toMatchObject({ User: 'nonroot', Entrypoint: ['/usr/local/bin/herald'], Cmd: ['serve'] })
    expect(settings.Env).toEqual(['A=b', 'HOST=0.0.0.0', 'PORT=3000', 'DATA_DIR=/data'])
    const root = temporaryFolder()
    for (const [index, layer] of layers.entries()) {
      const plain = gunzipSync(bytesOf(layer.digest))
      expect(`sha256:${createHash('sha256').update(plain).digest('hex')}`).toBe(rootfs.diff_ids[index])
      await extract(join(layout, 'blobs', layer.digest.replace(':', '/')), root)
    }
    expect(run([join(root, 'usr/local/bin/herald')]).output).toBe('1.2.3\n')
    expect(existsSync(join(root, 'etc/base'))).toBe(true)
  }
})

test('the npm package starts the binary of the package for this machine', async () => {
  const root = temporaryFolder()
  const unpack = async (name: string) => {
    const to = join(root, 'node_modules/@acme', name)
    const unpacked = temporaryFolder()
    await extract(join(folder, `npm-acme-${name}-1.2.3.tgz`), unpacked)
    mkdirSync(dirname(to), { recursive: true })
    renameSync(join(unpacked, 'package'), to)
    return JSON.parse(readFileSync(join(to, 'package.json'), 'utf8'))
  }
  const { bin, optionalDependencies } = await unpack('herald')
  expect(Object.keys(optionalDependencies)).toEqual(targets.map(({ name }) => `@acme/herald-${name}`))
  const node = Bun.which('node') ?? process.execPath
  const start = [node, join(root, 'node_modules/@acme/herald', bin.herald), 'version']
  expect(run(start)).toEqual({
    exitCode: 1,
    output: `herald: There is no binary for ${process.platform} ${process.arch}. Install without --omit=optional.\n`,
  })
  for (const { name } of targets.filter(({ name }) => name.startsWith('linux')))
    expect(await unpack(`herald-${name}`)).toMatchObject({ os: ['linux'], version: '1.2.3' })
  expect(run(start)).toEqual({ exitCode: 0, output: '1.2.3\n' })
})

test('the npm package of the SDK has its files as a module', () => {
  const to = join(temporaryFolder(), 'node_modules/@acme/sdk')
  mkdirSync(to, { recursive: true })
  const archive = join(folder, 'npm-acme-sdk-1.2.3.tgz')
  expect(run(['tar', '-xzf', archive, '--strip-components=1', '-C', to]).exitCode).toBe(0)
  const script = "import { sdk } from '@acme/sdk'; console.log(sdk)"
  const start = ['node', '--input-type=module', '--eval', script]
  expect(run(start, { cwd: to })).toEqual({ exitCode: 0, output: '1\n' })
})

/** Serves the files of a release, some of them replaced, and runs its installer in an empty home. */
function startInstaller(from: string) {
  const home = temporaryFolder()
  const served = new Map<string, string | Uint8Array>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const name = new URL(request.url).pathname.slice(1)
      return new Response(served.get(name) ?? Bun.file(join(from, name)))
    },
  })
  const script = readFileSync(join(from, 'install.sh'), 'utf8')
  async function install(input = script, env: Record<string, string> = { HERALD_AS_ROOT: '1' }) {
    const child = Bun.spawn(['sh'], {
      env: {
        PATH: pathWithCurl(),
        HOME: home,
        TMPDIR: home,
        HERALD_BASE_URL: server.url.origin,
        ...env,
      },
      stdin: Buffer.from(input),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const output = (await child.stdout.text()) + (await child.stderr.text())
    return { exitCode: await child.exited, output }
  }
  const binary = join(home, '.local/bin/herald')
  return { home, served, install, script, binary, [Symbol.dispose]: () => server.stop(true) }
}

/** The names of the archives for any Linux machine. */
const linuxArchives = targets
  .filter(({ name }) => name.startsWith('linux'))
  .map(({ name }) => `herald-1.2.3-${name}.tar.gz`)

test('install.sh installs a release whose signature and sum are right, and nothing else', async () => {
  // Without openssl the script checks only the sum; without tar it cannot unpack.
  if (Bun.which('openssl') === null || Bun.which('tar') === null) return
  using installer = startInstaller(folder)
  const { home, served, install, script, binary } = installer

  served.set('SHA256SUMS', `${textOf('SHA256SUMS')}\n`)
  expect(await install()).toEqual({ exitCode: 1, output: 'herald: The signature of SHA256SUMS is wrong.\n' })
  served.clear()
  for (const name of linuxArchives) served.set(name, 'other')
  expect((await install()).output).toMatch(/^herald: The sum of herald-1\.2\.3-linux-\S+ is wrong\.\n$/)
  served.clear()
  for (let length = 0; length < script.length; length += 150) await install(script.slice(0, length))
  if (process.getuid?.() === 0) expect((await install(script, {})).exitCode).toBe(1)
  expect(existsSync(binary)).toBe(false)

  const { exitCode, output } = await install()
  expect([exitCode, output]).toEqual([
    0,
    `Installed herald 1.2.3 as ${binary}.\nAdd ${home}/.local/bin to your PATH.\n`,
  ])
  expect(run([binary]).output).toBe('1.2.3\n')
  expect(readdirSync(home)).toEqual(['.local'])
})

test('install.sh names the missing library if the binary does not run with musl', async () => {
  if (Bun.which('tar') === null) return
  const tools = temporaryFolder()
  const program = join(tools, 'herald')
  writeFileSync(program, '#!/bin/sh\nexit 127\n')
  writeFileSync(join(tools, 'ldd'), '#!/bin/sh\necho "musl libc" >&2\n', { mode: 0o755 })
  const from = join(temporaryFolder(), 'release')
  const binaries = release.binaries.map((binary) => ({ ...binary, path: program }))
  packageRelease({ ...release, binaries, key: null }, from)
  using installer = startInstaller(from)
  const { exitCode, output } = await installer.install(installer.script, {
    HERALD_AS_ROOT: '1',
    PATH: `${tools}:${pathWithCurl()}`,
  })
  expect(exitCode).toBe(1)
  expect(output).toMatch(
    /^herald: The binary for linux-\w+-musl does not run on this machine\. On Alpine Linux, run: apk add libstdc\+\+\n$/,
  )
})

describe('an attacker', () => {
  /** The same release without a signature, which needs no openssl. */
  let unsigned: string
  beforeAll(() => {
    unsigned = join(temporaryFolder(), 'release')
    packageRelease({ ...release, key: null }, unsigned)
  })

  /** Serves an archive as that of each machine, with its sum. */
  function serveArchive({ served }: ReturnType<typeof startInstaller>, bytes: Uint8Array) {
    const sum = createHash('sha256').update(bytes).digest('hex')
    for (const name of linuxArchives) served.set(name, bytes)
    served.set('SHA256SUMS', linuxArchives.map((name) => `${sum}  ${name}\n`).join(''))
  }

  test('whose archive has a link in place of the binary installs nothing', async () => {
    if (Bun.which('tar') === null) return
    using installer = startInstaller(unsigned)
    const from = temporaryFolder()
    symlinkSync('/bin/sh', join(from, 'herald'))
    expect(run(['tar', '-czf', 'made.tar.gz', 'herald'], { cwd: from }).exitCode).toBe(0)
    serveArchive(installer, readFileSync(join(from, 'made.tar.gz')))
    const { exitCode } = await installer.install()
    expect([exitCode === 0, readdirSync(installer.home)]).toEqual([false, []])
  })

  test('whose archive has files elsewhere and other modes installs only the binary', async () => {
    if (Bun.which('tar') === null) return
    using installer = startInstaller(unsigned)
    const bytes = Buffer.from('#!/bin/sh\necho 1.2.3\n')
    const entries = [
      { path: '../evil', bytes },
      { path: 'herald', bytes, mode: 0o6777 },
      { path: '.local/evil', bytes },
    ]
    serveArchive(installer, tarGz(entries, new Date(0)))
    expect((await installer.install()).exitCode).toBe(0)
    expect(readdirSync(installer.home, { recursive: true }).sort()).toEqual([
      '.local',
      '.local/bin',
      '.local/bin/herald',
      '.local/bin/herald.installed',
    ])
    expect(statSync(installer.binary).mode & 0o7777).toBe(0o755)
  })

  test('who cuts an archive off, or lists it twice or under another version, installs nothing', async () => {
    using installer = startInstaller(unsigned)
    const { served, install, home } = installer
    const archive = readFileSync(join(unsigned, linuxArchives[0] ?? ''))
    for (const name of linuxArchives) served.set(name, archive.subarray(0, archive.length - 1))
    const refusals = [await install()]
    serveArchive(installer, archive)
    const list = String(served.get('SHA256SUMS'))
    for (const sums of [list + list, list.replaceAll('1.2.3', '1.2.2'), '']) {
      served.set('SHA256SUMS', sums)
      refusals.push(await install())
    }
    for (const { exitCode, output } of refusals)
      expect([exitCode, output]).toEqual([1, expect.stringMatching(/^herald: The sum of \S+ is wrong\.\n$/)])
    expect(readdirSync(home)).toEqual([])
  })

  /** A folder of programs that replace those of the machine. */
  function programs(scripts: Record<string, string>): string {
    const path = temporaryFolder()
    for (const [name, script] of Object.entries(scripts))
      writeFileSync(join(path, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    return `${path}:${pathWithCurl()}`
  }

  test('cannot make root install it by surprise', async () => {
    using installer = startInstaller(unsigned)
    const answer = await installer.install(installer.script, { PATH: programs({ id: 'echo 0' }) })
    expect([answer.exitCode, answer.output]).toEqual([
      1,
      'herald: Run this as the user who needs herald, or set HERALD_AS_ROOT=1.\n',
    ])
  })

  test('cannot redirect a download from https to http', async () => {
    using installer = startInstaller(unsigned)
    const PATH = programs({ curl: 'echo "$@" >&2; exit 1' })
    const argumentsFor = async (base: string) =>
      (await installer.install(installer.script, { PATH, HERALD_AS_ROOT: '1', HERALD_BASE_URL: base })).output
    expect(await argumentsFor('https://releases.example')).toContain('--proto-redir =https ')
    expect(await argumentsFor('http://127.0.0.1')).toContain('--proto-redir =http,https ')
  })
})
