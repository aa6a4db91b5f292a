import { afterAll, beforeEach, expect, test } from 'bun:test'
import { command } from '../support/command.ts'
import { cleanUp, type Settings, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

let settings: Settings
beforeEach(async () => {
  settings = { DATA_DIR: temporaryFolder(), LOG_LEVEL: 'silent' }
  await command(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings)
})

const limits = (...options: string[]) => command(['org', 'limits', '--org', 'acme', ...options], settings)
const printed = (...lines: string[]) =>
  expect.stringMatching(new RegExp(`^In \\d{4}-\\d\\d:\n${lines.join('\n')}\n$`))
const posts = ['  long-form posts: 0 of unlimited', '  social posts: 0 of unlimited']
const others = [
  '  image generations: 0 of unlimited',
  '  AI answers: 0 of 2000',
  '  spent on models: 0 cents',
]

test('herald org limits sets the answers of a month, and whether models may be held to keep nothing', async () => {
  expect(await limits('--answers', '2000')).toEqual({
    exitCode: 0,
    stderr: '',
    stdout: printed(...posts, ...others),
  })
  for (const [zdr, said] of [
    ['off', 'not included'],
    ['on', 'allowed'],
  ] as const) {
    const { stdout } = await limits('--zdr', zdr)
    expect(stdout).toEqual(printed(...posts, ...others, `  scans held to models that keep nothing: ${said}`))
  }
})

test('herald org limits refuses what is neither on nor off', async () => {
  expect(await limits('--zdr', 'maybe')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--zdr must be on or off, not "maybe".'),
  })
})
