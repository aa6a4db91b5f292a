import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { variables } from '../src/config.ts'
import { command } from './support/command.ts'

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
  const commands = [...readme.matchAll(/`herald ([^`]+)`/g)].map(([, line]) => line ?? '')
  expect(commands.length).toBeGreaterThan(10)
  for (const line of commands) {
    const words = line.split(/ (?=--|\[)/)[0]?.split(' ') ?? []
    const { exitCode, stdout } = await command([...words, '--help'])
    expect([line, exitCode]).toEqual([line, 0])
    for (const [option] of line.matchAll(/--[a-z-]+/g))
      expect([line, option, stdout.includes(option)]).toEqual([line, option, true])
  }
})

test('the scripts of the README exist', async () => {
  const { scripts } = await Bun.file(join(import.meta.dir, '../package.json')).json()
  for (const [, name] of readme.matchAll(/(?:bun|bun@[\d.]+) run (\w+)/g))
    expect(Object.keys(scripts)).toContain(name ?? '')
})
