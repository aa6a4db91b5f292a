import { afterAll, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import { getOrganizationBySlug } from '../../src/features/organizations/service.ts'
import { addIdentity, addProject } from '../support/app.ts'
import { command } from '../support/command.ts'
import { cleanUp, type Settings, temporaryFolder } from '../support/process.ts'

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
  expect((await importFile([file], ...host, '--dry-run')).stdout).toBe(
    `Would store 1 of 2 lines (format combined).\n${skipped}`,
  )
  expect((await importFile([file], ...host)).stdout).toBe(
    `Stored 1 of 2 lines (format combined).\n${skipped}`,
  )
  expect(JSON.parse((await importFile([file], ...host, '--json')).stdout)).toMatchObject({
    stored: 0,
    skipped: { known: 1, notPage: 1 },
  })
})

test('herald traffic import says what is wrong with the file and the options', async () => {
  const folder = temporaryFolder()
  const log = join(folder, 'access.log')
  await Bun.write(log, `${line}\n`)
  const cut = join(folder, 'cut.gz')
  await Bun.write(cut, Bun.gzipSync(`${line}\n`).slice(0, 40))
  const missing = join(folder, 'missing.log')
  for (const [file, exitCode, problem, ...options] of [
    [[], 2, 'herald traffic import needs a FILE.'],
    [[log], 2, 'Lines of the format combined have no host: add it with --host.'],
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
