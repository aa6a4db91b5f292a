import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { variables } from '../src/config.ts'

const readme = await Bun.file(join(import.meta.dir, '../README.md')).text()

test('the configuration table of the README is the one in the code', () => {
  const rows = [...readme.matchAll(/^\| ([A-Z_]+) \| (.*) \| (.*) \|$/gm)].map(([, name, standard, help]) => [
    name,
    standard,
    help,
  ])
  const expected = Object.entries(variables).map(([name, { default: standard, help }]) => [
    name,
    standard ?? 'none',
    help,
  ])
  expect(rows).toEqual(expected)
})

test('every command of the README exists with the options that it shows', async () => {
  const commands = [...readme.matchAll(/`herald ([^`]+)`/g)].map(([, command]) => command ?? '')
  expect(commands.length).toBeGreaterThan(10)
  for (const command of commands) {
    const words = command.split(/ (?=--|\[)/)[0]?.split(' ') ?? []
    const child = Bun.spawnSync([
      process.execPath,
      join(import.meta.dir, '../src/main.ts'),
      ...words,
      '--help',
    ])
    const help = child.stdout.toString()
    expect([command, child.exitCode]).toEqual([command, 0])
    for (const [option] of command.matchAll(/--[a-z-]+/g))
      expect([command, help.includes(option)]).toEqual([command, true])
  }
})

test('the scripts of the README exist', async () => {
  const { scripts } = await Bun.file(join(import.meta.dir, '../package.json')).json()
  for (const [, name] of readme.matchAll(/(?:bun|bun@[\d.]+) run (\w+)/g))
    expect(Object.keys(scripts)).toContain(name ?? '')
})
