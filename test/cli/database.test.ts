import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from '../../src/cli/command.ts'
import { nouns } from '../../src/cli/commands.ts'
import { command } from '../support/command.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'
import { hasSqld, startSqld } from '../support/sqld.ts'

afterAll(cleanUp)

const files = await Promise.all(Object.values(nouns).map((read) => read()))
const commands = files.flatMap((file) => file.commands)
const withoutDatabase = [
  'readiness',
  'changelog',
  'chat',
  'mcp',
  'health',
  'engines list',
  'engines check',
  'version',
  'completion',
  'backup check',
  'backup list',
  'doctor',
  'rollback',
]
const makers = ['serve', 'demo', 'migrate', 'restore', 'org create', 'init']
const readers = commands.filter(({ name }) => ![...withoutDatabase, ...makers].includes(name))

/** The minimal arguments of a command. */
function argumentsOf({ name, argument, options }: Command): string[] {
  const values: Record<string, string> = { zdr: 'on', issues: 'on', repo: 'acme/app', email: 'a@acme.test' }
  const required = Object.entries(options).filter(([, { required }]) => required)
  return [
    ...name.split(' '),
    ...(argument?.required ? [argument.value] : []),
    ...(name === 'upgrade' ? ['--check'] : []),
    ...required.flatMap(([option]) => [`--${option}`, values[option] ?? 'acme']),
  ]
}

describe('a command in a folder without a database says so and creates none', () => {
  test.each(readers.map((each) => [each.name, each] as const))('herald %s', async (_, each) => {
    const DATA_DIR = join(temporaryFolder(), 'data')
    expect(await command(argumentsOf(each), { DATA_DIR })).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `herald: There is no Herald database in ${DATA_DIR}. Set DATA_DIR to the data folder of the server.\n`,
    })
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  test('nor in a folder that holds only other files', async () => {
    const DATA_DIR = temporaryFolder()
    writeFileSync(join(DATA_DIR, 'notes.txt'), 'mine')
    expect((await command(['org', 'list'], { DATA_DIR })).exitCode).toBe(1)
    expect(readdirSync(DATA_DIR)).toEqual(['notes.txt'])
  })

  test('nor at a DATABASE_URL that names no file, or the database of another program', async () => {
    const path = join(temporaryFolder(), 'other.db')
    const sentence = `herald: There is no Herald database at ${path}. Set DATABASE_URL to the value that the server uses.\n`
    const settings = { DATA_DIR: temporaryFolder(), DATABASE_URL: `file:${path}` }
    expect((await command(['org', 'list'], settings)).stderr).toBe(sentence)
    expect(existsSync(path)).toBe(false)

    const other = new Database(path)
    other.run('create table notes (text)')
    other.close()
    expect((await command(['org', 'list'], settings)).stderr).toBe(sentence)
  })
})

if (hasSqld)
  test('a command on a libSQL server without a Herald database says so', async () => {
    const server = await startSqld(temporaryFolder())
    const settings = { DATA_DIR: temporaryFolder(), DATABASE_URL: server.url }
    expect((await command(['org', 'list'], settings)).stderr).toBe(
      'herald: There is no Herald database at DATABASE_URL. Set DATABASE_URL to the value that the server uses.\n',
    )
    await server.stop()
  })

test('org list shows the organizations by slug', async () => {
  const settings = { DATA_DIR: temporaryFolder() }
  for (const slug of ['widgets', 'acme'])
    await command(['org', 'create', '--slug', slug, '--name', `The ${slug}`], settings)
  const listed = JSON.parse((await command(['org', 'list', '--json'], settings)).stdout)
  expect(listed).toEqual(
    ['acme', 'widgets'].map((slug) => ({
      id: expect.any(String),
      slug,
      name: `The ${slug}`,
      operatorToken: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })),
  )
  const printed = listed.map(({ slug, name, id }: Record<string, string>) => `${slug}  ${name}  ${id}\n`)
  expect((await command(['org', 'list'], settings)).stdout).toBe(printed.join(''))
})

test('org list of an empty database shows the next command', async () => {
  const settings = { DATA_DIR: temporaryFolder() }
  await command(['migrate'], settings)
  expect((await command(['org', 'list'], settings)).stdout).toBe(
    'No organizations; create one with: herald init, or herald org create\n',
  )
})
