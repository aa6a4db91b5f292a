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
  const main = join(import.meta.dir, '../src/main.ts')
  const checks = commands.map(async (command) => {
    const words = command.split(/ (?=--|\[)/)[0]?.split(' ') ?? []
    const child = Bun.spawn([process.execPath, main, ...words, '--help'])
    const help = await new Response(child.stdout).text()
    expect([command, await child.exited]).toEqual([command, 0])
    for (const [option] of command.matchAll(/--[a-z-]+/g))
      expect([command, option, help.includes(option)]).toEqual([command, option, true])
  })
  await Promise.all(checks)
}, 60_000)

test('the scripts of the README exist', async () => {
  const { scripts } = await Bun.file(join(import.meta.dir, '../package.json')).json()
  for (const [, name] of readme.matchAll(/(?:bun|bun@[\d.]+) run (\w+)/g))
    expect(Object.keys(scripts)).toContain(name ?? '')
})
