import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { members } from '../../src/features/members/table.ts'
import { type SignedInPerson, type Team, testApp } from '../support/app.ts'
import { addTo } from '../support/people.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let owner: SignedInPerson
let member: SignedInPerson
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
  owner = await acme.person('owner', 'Ada')
  app.ctx.clock.advance(1000)
  member = await acme.person('member', 'Bob')
})

const lastOwner = { error: 'An organization needs an owner: make somebody else an owner first.' }
const rolesIn = async (organizationId: string) =>
  (await app.ctx.db.select().from(members).where(eq(members.organizationId, organizationId))).map(
    ({ role }) => role,
  )

test('members see who belongs to the organization, in the order in which they came', async () => {
  const answer = await member.call('GET', '/api/app/members')
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      members: [
        {
          userId: owner.id,
          name: 'Ada',
          email: 'ada@acme.test',
          role: 'owner',
          createdAt: '2026-03-04T12:00:00.000Z',
        },
        {
          userId: member.id,
          name: 'Bob',
          email: 'bob@acme.test',
          role: 'member',
          createdAt: '2026-03-04T12:00:01.000Z',
        },
      ],
    },
  ])
})

test('an owner gives somebody another role, which counts at once', async () => {
  expect((await member.call('GET', '/api/app/invitations')).status).toBe(403)
  const { status, body } = await owner.call('PATCH', `/api/app/members/${member.id}`, { role: 'admin' })
  expect([status, body.member.userId, body.member.role]).toEqual([200, member.id, 'admin'])
  expect((await member.call('GET', '/api/app/invitations')).status).toBe(200)
})

test('an owner lets somebody go, who is signed in and belongs to nothing', async () => {
  const { status, body } = await owner.call('DELETE', `/api/app/members/${member.id}`)
  expect([status, body.member.userId]).toEqual([200, member.id])
  expect((await member.call('GET', '/api/app/session')).body).toMatchObject({
    user: { name: 'Bob' },
    organizations: [],
  })
  expect((await member.call('GET', '/v1/posts')).body).toEqual({ error: 'Workspace access revoked' })
})

test('everybody may leave', async () => {
  expect((await member.call('DELETE', `/api/app/members/${member.id}`)).status).toBe(200)
  expect(await rolesIn(acme.id)).toEqual(['owner'])
})

test.each(['member', 'admin'] as const)('a %s may let nobody else go', async (role) => {
  const person = await acme.person(role, 'Eve')
  const answer = await person.call('DELETE', `/api/app/members/${member.id}`)
  expect([answer.status, answer.body]).toEqual([403, { error: 'Only an owner can do this' }])
})

test('somebody of another organization is unknown', async () => {
  const other = await app.team('other')
  const stranger = await other.person('owner', 'Eve')
  for (const [method, body] of [['PATCH', { role: 'member' }], ['DELETE']] as const) {
    const answer = await owner.call(method, `/api/app/members/${stranger.id}`, body)
    expect([method, answer.status, answer.body]).toEqual([method, 404, { error: 'Member not found' }])
  }
  expect(await rolesIn(other.id)).toEqual(['owner'])
})

test('a role is one of three', async () => {
  const answer = await owner.call('PATCH', `/api/app/members/${member.id}`, { role: 'king' })
  expect([answer.status, answer.body]).toEqual([400, { error: 'role must be one of owner, admin, member' }])
})

describe('the last owner', () => {
  test('cannot be given another role, nor leave', async () => {
    const own = `/api/app/members/${owner.id}`
    for (const answer of [await owner.call('PATCH', own, { role: 'admin' }), await owner.call('DELETE', own)])
      expect([answer.status, answer.body]).toEqual([409, lastOwner])
    expect((await owner.call('PATCH', own, { role: 'owner' })).status).toBe(200)
  })

  test('is the last one of this organization, whoever owns others', async () => {
    const other = await app.team('other')
    await addTo(app.ctx, other.id, member.id, 'owner')
    expect((await owner.call('DELETE', `/api/app/members/${owner.id}`)).status).toBe(409)
  })

  test.each([
    ['are given other roles', 'PATCH', { role: 'member' }],
    ['leave', 'DELETE', undefined],
  ])('is left when both owners at once %s', async (_, method, body) => {
    const second = await acme.person('owner', 'Eve')
    const answers = await Promise.all(
      [owner, second].map(({ id, call }) => call(method, `/api/app/members/${id}`, body)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await rolesIn(acme.id)).filter((role) => role === 'owner')).toEqual(['owner'])
  })
})

describe('another organization', () => {
  test('is begun by whoever owns one, and is theirs', async () => {
    const { status, body } = await owner.call('POST', '/api/app/organizations', { name: 'Acme Labs' })
    const { organization } = body
    expect([status, organization]).toEqual([
      201,
      { id: organization.id, slug: 'acme-labs', name: 'Acme Labs', logo: null, role: 'owner' },
    ])
    const { organizations } = (await owner.call('GET', '/api/app/session')).body
    expect(organizations.map(({ slug }: { slug: string }) => slug)).toEqual(['acme-labs', 'acme'])
  })

  test('gets a slug that is free where it is given none', async () => {
    const slugs: string[] = []
    for (let count = 0; count < 3; count++) {
      const { body } = await owner.call('POST', '/api/app/organizations', { name: 'ACME!' })
      slugs.push(body.organization.slug)
    }
    expect(slugs).toEqual(['acme-2', 'acme-3', 'acme-4'])
  })

  test('is refused where its slug is taken, or is none', async () => {
    const taken = await owner.call('POST', '/api/app/organizations', { name: 'Acme', slug: 'acme' })
    expect([taken.status, taken.body]).toEqual([
      409,
      { error: 'An organization with the slug "acme" already exists.' },
    ])
    const wrong = await owner.call('POST', '/api/app/organizations', { name: 'Acme', slug: '-acme' })
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { error: 'slug must be lowercase letters, digits and hyphens, with no hyphen at either end' },
    ])
  })

  test('has no address that the dashboard has itself', async () => {
    const named = await owner.call('POST', '/api/app/organizations', { name: 'Sign in' })
    expect(named.body.organization.slug).toBe('sign-in-2')
    const slugged = await owner.call('POST', '/api/app/organizations', { name: 'Setup', slug: 'setup' })
    expect([slugged.status, slugged.body]).toEqual([
      409,
      { error: 'The dashboard has a page at /app/setup: choose another slug.' },
    ])
  })

  test('cannot be begun by who owns none', async () => {
    const admin = await acme.person('admin', 'Eve')
    const answer = await admin.call('POST', '/api/app/organizations', { name: 'Mine' })
    expect([answer.status, answer.body]).toEqual([403, { error: 'Only an owner can do this' }])
  })
})

describe('the settings of the organization', () => {
  const standard = {
    slug: 'acme',
    name: 'Team acme',
    logo: null,
    logRetentionDays: 30,
    zeroDataRetention: false,
    englishFallback: false,
    publicPage: false,
    publicPageUrl: 'http://localhost:3000/c/acme',
  }

  test('are read by all members', async () => {
    const answer = await member.call('GET', '/api/app/organization')
    expect([answer.status, answer.body]).toEqual([200, { id: acme.id, ...standard }])
  })

  test('are changed by owners, each alone', async () => {
    const changes = {
      name: 'Acme',
      logo: 'https://acme.test/logo.svg',
      logRetentionDays: 7,
      zeroDataRetention: true,
      englishFallback: true,
      publicPage: true,
    }
    for (const [field, value] of Object.entries(changes)) {
      const answer = await owner.call('PATCH', '/api/app/organization', { [field]: value })
      expect([field, answer.status, answer.body[field]]).toEqual([field, 200, value])
    }
    expect((await owner.call('GET', '/api/app/organization')).body).toEqual({
      id: acme.id,
      ...standard,
      ...changes,
    })
    expect((await owner.call('PATCH', '/api/app/organization', { logo: null })).body.logo).toBeNull()
  })

  test('that concern the outside are for owners alone', async () => {
    const admin = await acme.person('admin', 'Eve')
    const forOwners = [{ name: 'Mine' }, { logo: null }, { zeroDataRetention: false }]
    for (const change of forOwners) {
      const answer = await admin.call('PATCH', '/api/app/organization', { ...change, publicPage: true })
      expect([answer.status, answer.body]).toEqual([403, { error: 'Only an owner can do this' }])
    }
    const answer = await admin.call('PATCH', '/api/app/organization', { publicPage: true })
    expect([answer.status, answer.body]).toEqual([200, { id: acme.id, ...standard, publicPage: true }])
  })

  test.each([
    ['nothing', {}, 'At least one field is required'],
    ['another retention', { logRetentionDays: 8 }, 'logRetentionDays must be one of 7, 14, 30'],
    ['no name', { name: ' ' }, 'name must have 1 to 120 characters'],
    ['a script', { logo: 'javascript:1' }, 'logo must be a valid URL of up to 2000 characters'],
  ])('are not changed to %s', async (_, change, error) => {
    const answer = await owner.call('PATCH', '/api/app/organization', change)
    expect([answer.status, answer.body]).toEqual([400, { error }])
  })
})
