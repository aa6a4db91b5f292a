import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { $ } from 'bun'
import { readConfig, variables } from '../src/config.ts'
import { command } from './support/command.ts'
import { createEarlier } from './support/earlier-database.ts'
import { blocksOf } from './support/manual.ts'
import { openHost } from './support/operated-host.ts'
import { cleanUp, temporaryFolder } from './support/process.ts'
import { freePort } from './support/sqld.ts'

const root = join(import.meta.dir, '..')
afterAll(cleanUp)

const names = [
  'proxy',
  'systemd',
  'logs',
  'memory',
  'health',
  'alerts',
  'backup',
  'upgrade',
  'scale',
] as const
const pages = Object.fromEntries(
  await Promise.all(names.map(async (name) => [name, await Bun.file(pathOf(name)).text()] as const)),
) as Record<(typeof names)[number], string>

function pathOf(name: string) {
  return join(root, 'docs/operations', `${name}.md`)
}

const readEnv = (block: string) =>
  Object.fromEntries(
    [...block.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )

test('every command of the pages exists with the options that it shows', async () => {
  const text = names.map((name) => pages[name]).join('\n')
  const lines = [
    ...text.matchAll(
      /\bherald ((?:chat|serve|health|doctor|setup|demo|org limits|migrate|version|backup|restore|upgrade|rollback)\b[^`\n;]*)/g,
    ),
  ]
  expect(lines.length).toBeGreaterThan(4)
  for (const [, line = ''] of lines) {
    const words =
      line
        .split(/ (?=--)/)[0]
        ?.trim()
        .split(' ') ?? []
    const { exitCode, stdout } = await command([...words, '--help'])
    expect([line, exitCode]).toEqual([line, 0])
    for (const [option] of line.matchAll(/--[a-z-]+/g)) expect(stdout).toContain(option)
  }
})

test('the settings for a proxy are accepted, with a path and without', () => {
  const [plain = '', below = ''] = blocksOf(pages.proxy, 'ini')
  expect(readConfig(readEnv(plain))).toMatchObject({
    appUrl: 'https://herald.example.com',
    basePath: '',
    trustProxy: 1,
  })
  expect(readConfig(readEnv(below))).toMatchObject({
    appUrl: 'https://example.com/herald',
    baseUrl: 'https://example.com/herald',
    basePath: '/herald',
    trustProxy: 1,
  })
})

test('the nginx configuration allows bodies of 25 MB, does not buffer streams, and is valid', async () => {
  const [server = '', domain = '', location = ''] = blocksOf(pages.proxy, 'nginx')
  for (const block of [server, location])
    for (const line of ['client_max_body_size 25m;', 'proxy_buffering off;']) expect(block).toContain(line)
  for (const block of [server, domain, location]) {
    for (const line of ['X-Forwarded-For', 'proxy_set_header Host $host;']) expect(block).toContain(line)
    expect(block.split('{').length).toBe(block.split('}').length)
    for (const line of block.split('\n')) expect(line).toMatch(/^$|[;{}]$/)
  }
  // Debian installs it where only root looks.
  const nginx = Bun.which('nginx', { PATH: `${process.env.PATH}:/usr/sbin` })
  if (nginx === null) return
  const folder = temporaryFolder()
  const port = await freePort()
  // A certificate would have to be created first.
  const tested = [server, domain]
    .join('\n')
    .replaceAll('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_.*$/gm, '')
  const other = `server { listen 127.0.0.1:${port}; server_name example.com; ${location} }`
  const path = join(folder, 'nginx.conf')
  const head = `pid ${folder}/pid; error_log stderr;\nevents {}\n`
  writeFileSync(path, `${head}http { access_log off; ${tested}\n${other} }\n`)
  const { exitCode, stderr } = await $`${nginx} -t -c ${path}`.quiet().nothrow()
  expect([exitCode, String(stderr)]).toEqual([0, expect.stringContaining('test is successful')])
})

test('the Caddy and Traefik configurations allow bodies of 25 MB, do not buffer, and forward to the port of Herald', () => {
  const caddyfiles = blocksOf(pages.proxy, 'caddyfile')
  for (const caddy of caddyfiles)
    for (const line of ['max_size 25MiB', 'flush_interval -1', 'reverse_proxy 127.0.0.1:3000'])
      expect(caddy).toContain(line)
  expect(caddyfiles[1]).toContain('ask http://127.0.0.1:3000/.well-known/herald-domain\n')
  const [traefik = '', limits = '', router = ''] = blocksOf(pages.proxy, 'yaml')
  const { websecure } = (Bun.YAML.parse(limits) as { entryPoints: Record<string, any> }).entryPoints
  expect(websecure.transport.respondingTimeouts.readTimeout).toBe('300s')
  const { http } = Bun.YAML.parse(traefik) as { http: Record<string, any> }
  const { service } = http.routers.herald
  // Its middleware for bodies would buffer streams too.
  expect(http.middlewares).toBeUndefined()
  expect(http.services[service].loadBalancer.servers).toEqual([{ url: 'http://127.0.0.1:3000' }])
  const { changelog } = (Bun.YAML.parse(router) as { http: Record<string, any> }).http.routers
  expect([changelog.service, changelog.tls]).toEqual([service, http.routers.herald.tls])
})

test('the command of the page on proxies asks a running server about a domain', async () => {
  const host = await openHost()
  const line = blocksOf(pages.proxy, 'sh').find((block) => block.startsWith('curl')) ?? ''
  await host.run('systemctl start herald; until herald health; do sleep 1; done')
  expect(await host.run(line)).toContain('404 Not Found')
  await host.run('systemctl stop herald')
}, 300_000)

test('the systemd unit starts the server on its own folder and gives it time to stop', () => {
  const [unit = ''] = blocksOf(pages.systemd, 'ini')
  const settings = Object.fromEntries(
    [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  )
  expect(settings).toMatchObject({
    ExecStart: '/usr/local/bin/herald serve',
    Environment: `DATA_DIR=/var/lib/${settings.StateDirectory}`,
    TimeoutStopSec: '15',
    LimitNOFILE: '65536',
  })
  expect(pages.systemd).toContain(`install -m 755 dist/herald ${settings.ExecStart?.split(' ')[0]}\n`)
  expect(Object.keys(variables)).toContain('DATA_DIR')
})

test('compose.yaml limits the logs as the page on logs says', async () => {
  const { services } = Bun.YAML.parse(await Bun.file(join(root, 'compose.yaml')).text()) as Record<
    string,
    any
  >
  const { options } = services.herald.logging
  expect(options).toEqual({ 'max-size': '20m', 'max-file': '5' })
  for (const [name, value] of Object.entries(options))
    expect(pages.logs).toContain(`--log-opt ${name}=${value}`)
  const [, shown = ''] = /```yaml\n([\s\S]*?)```/.exec(pages.logs) ?? []
  expect(Bun.YAML.parse(shown)).toEqual({ services: { herald: { logging: services.herald.logging } } })
})

test('the jq command of the page on logs prints the messages of warnings and errors', async () => {
  const [, line = ''] = /\| (jq --raw-output '[^']+')/.exec(pages.logs) ?? []
  expect(line).not.toBe('')
  if (Bun.which('jq') === null) return
  const folder = temporaryFolder()
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'log'), '{"level":"info","msg":"a"}\n{"level":"warn","msg":"b"}\n')
  expect(await $`sh -c ${`${line} < ${join(folder, 'log')}`}`.text()).toBe('b\n')
})

test('the commands of the page on backups write, check and restore a backup of a running server', async () => {
  const host = await openHost()
  const [prepare = '', backup = '', check = '', restore = ''] = blocksOf(pages.backup, 'sh')
  await host.run('systemctl start herald; until herald health; do sleep 1; done')
  await host.run('herald org create --slug before --name Before')
  await host.run(prepare)
  expect(await host.run(backup)).toContain('It contains the secret key')
  expect(await host.run(check)).toContain('The backup is good')
  await host.run('herald org create --slug after --name After')
  expect(await host.run(restore)).toEndWith('ready\n')
  expect(await host.run('herald org list')).toContain('before')
  expect(await host.run('herald org list')).not.toContain('after')
  await host.run('systemctl stop herald')
}, 300_000)

test('the commands of the page on upgrades migrate an old database and return to its snapshot', async () => {
  const host = await openHost()
  const [check = '', replace = '', wait = '', back = ''] = blocksOf(pages.upgrade, 'sh')
  createEarlier(host.pathOf('/var/lib/herald/herald.db'), { next: '0030' })
  await host.run(
    'cp /usr/local/bin/herald ./herald; echo "#!/bin/sh\n# the previous version" > /usr/local/bin/herald',
  )
  expect(await host.run(check)).toContain('Pending migrations')
  expect(await host.run(`${replace}\n${wait}`)).toContain('ready\n')
  const countMigrations = () => {
    using database = new Database(host.pathOf('/var/lib/herald/herald.db'))
    return database.query<{ count: number }, []>('select count(*) as count from migrations').get()?.count ?? 0
  }
  const migrated = countMigrations()
  await host.run(back)
  expect(countMigrations()).toBeLessThan(migrated)
  expect(readFileSync(host.pathOf('/usr/local/bin/herald'), 'utf8')).toContain('the previous version')
}, 300_000)

test('the commands of the page on health are answered by a running server', async () => {
  const host = await openHost()
  const [block = '', doctor = ''] = blocksOf(pages.health, 'sh')
  await host.run('systemctl start herald; until herald health; do sleep 1; done')
  expect(await host.run(block)).toBe('{"status":"ok"}{"status":"ready"}ready\n')
  // What else it finds depends on the machine: a container without a volume is a fault.
  expect(await host.run(`${doctor.trim()} || true`)).toContain('green   server ')
  await host.run('systemctl stop herald')
}, 300_000)

test('the Kubernetes probes ask addresses that exist, and leave time for a migration', () => {
  const [probes = ''] = blocksOf(pages.health, 'yaml')
  const { startupProbe, livenessProbe, readinessProbe } = Bun.YAML.parse(probes) as Record<string, any>
  expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
    '/healthz',
    '/healthz',
    '/readyz',
  ])
  expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBe(3600)
})

test('every log message on the page about alerts is one that the program writes', async () => {
  const files = await Array.fromAsync(new Bun.Glob('src/**/*.ts').scan(root))
  const source = (await Promise.all(files.map((file) => Bun.file(join(root, file)).text()))).join('\n')
  const [, table = ''] = pages.alerts.split('## Log lines')
  const messages = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message = '']) => message)
  expect(messages.length).toBeGreaterThan(10)
  for (const message of messages) expect([message, source.includes(message)]).toEqual([message, true])
})

test('the jq command of the page about alerts prints the time, the message and the reason of errors', async () => {
  const [, line = ''] = /\| (jq --raw-output '[^']+')/.exec(pages.alerts) ?? []
  expect(line).not.toBe('')
  if (Bun.which('jq') === null) return
  const log = join(temporaryFolder(), 'log')
  writeFileSync(log, '{"level":"warn","msg":"a"}\n{"level":"error","time":"T","msg":"b","reason":"c"}\n')
  expect(await $`sh -c ${`${line} < ${log}`}`.text()).toBe('T b c\n')
})
