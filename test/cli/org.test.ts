import { afterAll, beforeEach, expect, test } from 'bun:test'
import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import { atomically } from '../../src/db/client.ts'
import { getOrganizationBySlug } from '../../src/features/organizations/service.ts'
import { reserveCredits } from '../../src/features/usage/reserve.ts'
import { confirmCredits } from '../../src/features/usage/settle.ts'
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

test('herald org limits sets the monthly limits, and whether models that store no data can be required', async () => {
  expect(await limits('--answers', '2000')).toEqual({
    exitCode: 0,
    stderr: '',
    stdout: printed(...posts, ...others),
  })
  for (const [zdr, said] of [
    ['off', 'not allowed'],
    ['on', 'allowed'],
  ] as const) {
    const { stdout } = await limits('--zdr', zdr)
    expect(stdout).toEqual(printed(...posts, ...others, `  requiring models that store no data: ${said}`))
  }
})

test('herald org usage prints the remaining AI credits, and those used by planning briefs', async () => {
  const { stdout } = await limits('--answers', '2000', '--credits', '500')
  expect(stdout).toEqual(
    printed(...posts, ...others, '  AI credits left: 500 cents', '  AI credits used: 0 cents'),
  )
  const ctx = createContext(readConfig(settings))
  const { id: organizationId } = await getOrganizationBySlug(ctx, 'acme')
  const planning = { organizationId, executionId: 'plan' }
  await reserveCredits(ctx, planning)
  await atomically(ctx.db, confirmCredits(ctx, planning, 12))
  ctx.db.$client.close()
  expect((await command(['org', 'usage', '--org', 'acme'], settings)).stdout).toEqual(
    printed(
      ...posts,
      ...others.slice(0, 2),
      ...['  spent on models: 12 cents', '  of that on planning briefs: 12 cents'],
      ...['  AI credits left: 488 cents', '  AI credits used: 12 cents'],
    ),
  )
})

test('herald org limits refuses values other than on and off', async () => {
  expect(await limits('--zdr', 'maybe')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--zdr must be on or off, not "maybe".'),
  })
})
