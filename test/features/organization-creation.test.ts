import { afterAll, describe, expect, test } from 'bun:test'
import { readConfig } from '../../src/config.ts'
import { createOrganization } from '../../src/features/organizations/service.ts'
import { organizations } from '../../src/features/organizations/table.ts'
import { setLimits } from '../../src/features/usage/limits.ts'
import { readUsage } from '../../src/features/usage/read-usage.ts'
import { type SignedInPerson, testApp } from '../support/app.ts'
import { command } from '../support/command.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

const refused = { error: 'Only the operator of this server can create organizations' }
const create = (person: SignedInPerson, name = 'Another') =>
  person.call('POST', '/api/app/organizations', { name })
const mayCreate = async (person: SignedInPerson) =>
  (await person.call('GET', '/api/app/session')).body.mayCreateOrganization

describe('who may create an organization', () => {
  test('is the owner of the only one, once', async () => {
    const app = await testApp()
    const owner = await (await app.team('acme')).person('owner', 'Ada')
    expect(await mayCreate(owner)).toBe(true)
    expect((await create(owner)).status).toBe(201)
    expect(await mayCreate(owner)).toBe(false)
    const answer = await create(owner)
    expect([answer.status, answer.body]).toEqual([403, refused])
  })

  test('is one owner only, for concurrent requests', async () => {
    const app = await testApp()
    const owner = await (await app.team('acme')).person('owner', 'Ada')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => create(owner, `Another ${number}`)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(19)
    expect(await app.ctx.db.$count(organizations)).toBe(2)
  })

  test('is the operator, once an organization has limits', async () => {
    const app = await testApp()
    const acme = await app.team('acme')
    const owner = await acme.person('owner', 'Ada')
    await setLimits(app.ctx, acme.id, { longFormPosts: 25 })
    expect(await mayCreate(owner)).toBe(false)
    const answer = await create(owner)
    expect([answer.status, answer.body]).toEqual([403, refused])
  })

  test('is the operator, if new organizations get limits', async () => {
    const app = await testApp({ defaultLimits: { longFormPosts: 25 } })
    const owner = await (await app.team('acme')).person('owner', 'Ada')
    expect((await create(owner)).status).toBe(403)
  })

  test('is the operator, with ORGANIZATIONS=operator', async () => {
    const app = await testApp({ organizations: 'operator' })
    const owner = await (await app.team('acme')).person('owner', 'Ada')
    expect((await create(owner)).status).toBe(403)
    expect((await createOrganization(app.ctx, 'other', 'Other')).slug).toBe('other')
  })

  test('is every owner, with ORGANIZATIONS=members, and no admin', async () => {
    const app = await testApp({ organizations: 'members' })
    await app.team('other')
    const acme = await app.team('acme')
    const admin = await acme.person('admin', 'Bob')
    expect((await create(await acme.person('owner', 'Ada'))).status).toBe(201)
    expect(await mayCreate(admin)).toBe(false)
    const answer = await create(admin)
    expect([answer.status, answer.body]).toEqual([403, { error: 'Only an owner can do this' }])
  })
})

test('a user creates at most 20 organizations, even if some are deleted', async () => {
  const app = await testApp({ organizations: 'members' })
  const acme = await app.team('acme')
  const owner = await acme.person('owner', 'Ada')
  const answers = []
  for (let number = 0; number < 250; number++) answers.push(await create(owner, `Another ${number}`))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  expect([answers[249]?.status, answers[249]?.body]).toEqual([
    409,
    {
      error:
        'You have created 20 organizations, the maximum. Ask the operator of this server for another one.',
    },
  ])
  expect(await app.ctx.db.$count(organizations)).toBe(21)
  expect((await create(await acme.person('owner', 'Eve'))).status).toBe(201)
})

describe('DEFAULT_LIMITS', () => {
  test('are the limits of organizations that owners and the operator create', async () => {
    const defaultLimits = { longFormPosts: 25, socialPosts: null, creditCents: 500, logRetentionDays: 7 }
    const app = await testApp({ organizations: 'members', defaultLimits })
    const acme = await app.team('acme')
    const owner = await acme.person('owner', 'Ada')
    const { organization } = (await create(owner)).body
    for (const { id } of [acme, organization]) {
      const { features, creditCents } = await readUsage(app.ctx, id)
      expect([features.slice(0, 2).map(({ limit }) => limit), creditCents]).toEqual([[25, null], 500])
    }
    const { body } = await owner.call('GET', '/api/app/organization', undefined, {
      'x-organization-id': organization.id,
    })
    expect(body.logRetentionDays).toBe(7)
  })

  test('have the fields of herald org limits', () => {
    const { defaultLimits } = readConfig({
      DEFAULT_LIMITS:
        'long-form=25, social=unlimited, images=10, answers=2000, credits=500, zdr=off, log-retention=7',
    })
    expect(defaultLimits).toEqual({
      longFormPosts: 25,
      socialPosts: null,
      imageGenerations: 10,
      aiAnswers: 2000,
      creditCents: 500,
      zeroDataRetention: false,
      logRetentionDays: 7,
    })
  })

  test('stop the start with a sentence that names what is wrong', async () => {
    for (const [text, sentence] of [
      [
        'posts=5',
        'DEFAULT_LIMITS must be a list such as long-form=25,credits=500. "posts=5" is not one of long-form, social, images, answers, credits, zdr, log-retention.',
      ],
      ['long-form=-1', 'DEFAULT_LIMITS: long-form must be a whole number or unlimited, not "-1".'],
      ['zdr=maybe', 'DEFAULT_LIMITS: zdr must be on or off, not "maybe".'],
      ['log-retention=8', 'DEFAULT_LIMITS: log-retention must be 7, 14 or 30, not "8".'],
    ] as const)
      expect(() => readConfig({ DEFAULT_LIMITS: text })).toThrow(sentence)
    const settings = { DATA_DIR: temporaryFolder(), LOG_LEVEL: 'silent', ORGANIZATIONS: 'nobody' }
    expect(await command(['serve'], settings)).toMatchObject({
      exitCode: 1,
      stderr: 'herald: ORGANIZATIONS must be operator or members, not "nobody".\n',
    })
  })

  test('herald org create works in any case, and its organization has them', async () => {
    const settings = {
      DATA_DIR: temporaryFolder(),
      LOG_LEVEL: 'silent',
      ORGANIZATIONS: 'operator',
      DEFAULT_LIMITS: 'answers=2000',
    }
    for (const slug of ['acme', 'other', 'third'])
      expect((await command(['org', 'create', '--slug', slug, '--name', slug], settings)).exitCode).toBe(0)
    expect((await command(['org', 'usage', '--org', 'third'], settings)).stdout).toContain(
      'AI answers: 0 of 2000',
    )
  })
})
