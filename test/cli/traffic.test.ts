import { afterAll, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import { getOrganizationBySlug } from '../../src/features/organizations/service.ts'
import { addressFiles } from '../../src/traffic/address-files.ts'
import { keyDirectories } from '../../src/traffic/key-directories.ts'
import { addIdentity, addProject } from '../support/app.ts'
import { command } from '../support/command.ts'
import { cleanUp, type Settings, temporaryFolder } from '../support/process.ts'
import { startSite } from '../support/site.ts'

afterAll(cleanUp)

const line = '20.15.240.80 - - [21/Nov/2025:15:20:30 +0000] "GET /docs HTTP/1.1" 200 9 "-" "GPTBot/1.3"'
let settings: Settings
let project: string
beforeEach(async () => {
  settings = { DATA_DIR: temporaryFolder(), LOG_LEVEL: 'silent', SECRET_KEY: '0'.repeat(64) }
  await command(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings)
  const ctx = createContext(readConfig(settings))
  const { id } = await getOrganizationBySlug(ctx, 'acme')
  await addIdentity(ctx, id, 'brand')
  project = await addProject(ctx, id)
  ctx.db.$client.close()
})

const importFile = (file: string[], ...options: string[]) =>
  command(['traffic', 'import', ...file, '--org', 'acme', '--project', project, ...options], settings)

test('herald traffic import stores a gzipped log once, and counts the lines by reason', async () => {
  const file = join(temporaryFolder(), 'access.log.gz')
  await Bun.write(file, Bun.gzipSync(`${line}\n${line.replace('/docs', '/logo.png')}\n`))
  const host = ['--host', 'acme.com']
  const skipped = 'Skipped 1: not the request of a page.\n'
  const hint =
    'Herald has no IP ranges of vendors, so no crawler is verified. Before an import, run: herald traffic ranges refresh\n'
  expect((await importFile([file], ...host, '--dry-run')).stdout).toBe(
    `Would store 1 of 2 lines (format combined).\n${skipped}${hint}`,
  )
  expect((await importFile([file], ...host)).stdout).toBe(
    `Stored 1 of 2 lines (format combined).\n${skipped}${hint}`,
  )
  expect(JSON.parse((await importFile([file], ...host, '--json')).stdout)).toMatchObject({
    stored: 0,
    skipped: { known: 1, notPage: 1 },
  })
})

test('herald traffic show lists sources, pages and failed requests of an imported log', async () => {
  const file = join(temporaryFolder(), 'access.log')
  const at = new Date(Date.now() - 3_600_000)
  const [day, month, clock] = [at.getUTCDate(), at.toUTCString().slice(8, 11), at.toUTCString().slice(17, 25)]
  const recent = `[${String(day).padStart(2, '0')}/${month}/${at.getUTCFullYear()}:${clock} +0000]`
  const visit = line.replace(/\[.*\]/, recent)
  const missing = visit.replace('/docs', '/gone').replace(' 200 ', ' 404 ')
  await Bun.write(file, [visit, visit, missing].join('\n'))
  await importFile([file], '--host', 'acme.com')
  const show = (...options: string[]) =>
    command(['traffic', 'show', '--org', 'acme', '--project', project, ...options], settings)
  const { stdout } = await show('--days', '7')
  expect(stdout).toBe(`Days: 7
Visits of crawlers: 3, for a user: 0
People from AI answers: 0

Visits  Verified  Pages  Source
     3         0      2  GPTBot
No crawler is verified yet. To verify new visits, run: herald traffic ranges refresh

Visits  Failed  Source  Page
     2       0  gptbot  acme.com/docs
     1       1  gptbot  acme.com/gone

Visits  Failed  Source  Page with failed requests
     1       1  gptbot  acme.com/gone
`)
  expect(JSON.parse((await show('--json')).stdout)).toMatchObject({
    totals: { crawler: 3 },
    addresses: 'not_fetched',
    pages: [
      { path: '/docs', visits: 2 },
      { path: '/gone', failed: 1 },
    ],
  })
  expect(await show('--days', '0')).toMatchObject({ exitCode: 2 })
})

test('herald traffic import reads several files, also compressed ones without .gz', async () => {
  const folder = temporaryFolder()
  const [first, second] = [join(folder, 'access.log'), join(folder, 'access.log.1')]
  const asset = line.replace('/docs', '/logo.png')
  await Bun.write(first, `${line}\n${`${asset}\n`.repeat(100_000)}`)
  await Bun.write(second, Bun.gzipSync(`${line}\n${line.replace('/docs', '/new')}\n`))
  const { stdout, stderr } = await importFile([first, second], '--host', 'acme.com', '--json')
  expect(JSON.parse(stdout)).toMatchObject({
    lines: 100_003,
    stored: 2,
    skipped: { notPage: 100_000, known: 1 },
    files: [
      { file: first, lines: 100_001, stored: 1 },
      { file: second, lines: 2, stored: 1 },
    ],
  })
  expect(stderr).toBe('')
})

test('herald traffic import --map reads JSON whose fields have other names', async () => {
  const file = join(temporaryFolder(), 'access.json')
  const line = { when: '2025-11-21T15:20:30Z', m: 'GET', to: '/docs', vhost: 'acme.com', ua: 'GPTBot/1.3' }
  await Bun.write(file, `${JSON.stringify(line)}\n`)
  const map = ['--map', 'time=when,method=m,path=to,host=vhost,agent=ua']
  const imported = await importFile([file], ...map, '--json')
  expect(JSON.parse(imported.stdout)).toMatchObject({
    lines: 1,
    stored: 1,
    files: [{ format: 'nginx-json' }],
  })
  for (const wrong of ['colour=x', 'host', 'host=', 'host=a,host=b'])
    expect((await importFile([file], '--map', wrong)).stderr).toContain(
      'field=name pairs such as host=vhost,path=uri; fields: time, ip, method, path',
    )
  expect((await importFile([file], ...map, '--format', 'caddy')).stderr).toContain(
    '--map is for the format nginx-json. Leave out --format.',
  )
})

test('herald traffic import says what is wrong with the file and the options', async () => {
  const folder = temporaryFolder()
  const log = join(folder, 'access.log')
  await Bun.write(log, `${line}\n`)
  const cut = join(folder, 'cut.gz')
  await Bun.write(cut, Bun.gzipSync(`${line}\n`).slice(0, 40))
  const missing = join(folder, 'missing.log')
  for (const [file, exitCode, problem, ...options] of [
    [[], 2, 'traffic import: FILE is required; see: herald traffic import --help'],
    [[log], 2, `${log}: these lines have no host. Add it with --host.`],
    [[log], 2, '--host must be a host such as docs.acme.com, not "a b".', '--host', 'a b'],
    [[missing], 1, `${missing} cannot be read: ENOENT.`],
    [[cut], 1, `${cut} cannot be read: Z_BUF_ERROR.`],
  ] as const) {
    const finished = await importFile([...file], ...options)
    expect([finished.exitCode, finished.stderr.replace(/^herald: |\n$/g, '')]).toEqual([exitCode, problem])
  }
  const foreign = ['traffic', 'import', log, '--org', 'acme', '--project', 'other']
  expect(await command(foreign, settings)).toMatchObject({
    exitCode: 1,
    stderr: 'herald: There is no project other.\n',
  })
})

test('herald traffic ranges refresh stores what it can read, and list shows the rest with its reason', async () => {
  using mirror = startSite({
    '/openai-gptbot.json': Response.json({ prefixes: [{ ipv4Prefix: '20.15.240.0/24' }, '2600:1f00::/32'] }),
    '/apple.json': '<!doctype html>',
  })
  const reading = { ...settings, TRAFFIC_RANGES: mirror.url, ALLOW_PRIVATE_NETWORK: 'true' }
  const listed = await command(['traffic', 'ranges', 'list'], reading)
  expect(listed.stdout.split('\n')[0]).toBe('openai-gptbot        not fetched')
  const refreshed = await command(['traffic', 'ranges', 'refresh'], reading)
  const lines = refreshed.stdout.split('\n').map((line) => line.replace(/ +/g, ' '))
  expect([refreshed.exitCode, lines.length]).toEqual([0, addressFiles.length + keyDirectories.length + 1])
  expect(lines[0]).toMatch(/^openai-gptbot 2 ranges, fetched \d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(lines).toContain('apple not fetched. The file is not JSON.')
  expect(lines).toContain('anthropic not fetched. The server returned status 404.')
  const json = await command(['traffic', 'ranges', 'list', '--json'], reading)
  expect(JSON.parse(json.stdout)[0]).toMatchObject({ id: 'openai-gptbot', ranges: 2, fault: null })
})

test('herald traffic ranges refresh fails if no file can be read', async () => {
  using mirror = startSite({})
  const reading = { ...settings, TRAFFIC_RANGES: mirror.url, ALLOW_PRIVATE_NETWORK: 'true' }
  expect(await command(['traffic', 'ranges', 'refresh'], reading)).toMatchObject({
    exitCode: 1,
    stderr: 'herald: No file could be read.\n',
  })
})
