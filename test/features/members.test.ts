import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { members } from '../../src/features/members/table.ts'
import { createPasswordLink } from '../../src/features/sessions/links.ts'
import { ownPage, type SignedInPerson, type Team, testApp } from '../support/app.ts'
import { addTo, tokenIn } from '../support/people.ts'

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

const lastOwner = { error: 'Every organization needs an owner. Make another member an owner first.' }
const rolesIn = async (organizationId: string) =>
  (await app.ctx.db.select().from(members).where(eq(members.organizationId, organizationId))).map(
    ({ role }) => role,
  )

test('members see the users of the organization, in the order of joining', async () => {
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

test('an owner gives a user another role, which applies immediately', async () => {
  expect((await member.call('GET', '/api/app/invitations')).status).toBe(403)
  const { status, body } = await owner.call('PATCH', `/api/app/members/${member.id}`, { role: 'admin' })
  expect([status, body.member.userId, body.member.role]).toEqual([200, member.id, 'admin'])
  expect((await member.call('GET', '/api/app/invitations')).status).toBe(200)
})

test('an owner removes a member, whose sessions and links end if they belong to no other organization', async () => {
  const link = tokenIn(await createPasswordLink(app.ctx, member.id))
  const { status, body } = await owner.call('DELETE', `/api/app/members/${member.id}`)
  expect([status, body.member.userId]).toEqual([200, member.id])
  expect((await member.call('GET', '/api/app/session')).body.user).toBeNull()
  expect((await member.call('GET', '/v1/posts')).status).toBe(401)
  const look = await app.anonymous('POST', '/api/app/password/look', { token: link }, ownPage)
  expect(look.status).toBe(410)
})

test('a removed member stays signed in to their other organizations', async () => {
  const other = await app.team('other')
  await addTo(app.ctx, other.id, member.id)
  await owner.call('DELETE', `/api/app/members/${member.id}`)
  expect((await member.call('GET', '/api/app/session')).body.organizations).toMatchObject([{ slug: 'other' }])
  const answer = await member.call('GET', '/v1/posts', undefined, { 'x-organization-id': acme.id })
  expect([answer.status, answer.body]).toEqual([403, { error: 'Workspace access revoked' }])
})

describe('the keys and invitations of a member', () => {
  let admin: SignedInPerson
  let roles: Record<string, string>
  beforeEach(async () => {
    admin = await acme.person('admin', 'Eve')
    roles = {}
    for (const role of ['admin', 'member']) await invite(admin, `${role}@new.test`, role)
    await invite(owner, 'kept@new.test', 'member')
  })

  async function invite(by: SignedInPerson, email: string, role: string) {
    const { status, body } = await by.call('POST', '/api/app/invitations', { email, role })
    expect(status).toBe(201)
    roles[email] = tokenIn(body.url)
  }
  const openInvitations = async () => {
    const { invitations } = (await owner.call('GET', '/api/app/invitations')).body
    return invitations.map(({ email }: { email: string }) => email).sort()
  }
  const createKey = async (by: SignedInPerson, name: string) =>
    (await by.call('POST', '/api/app/keys', { name, scopes: ['posts.read'] })).body
  const namesOf = ({ keys }: { keys: { name: string }[] }) => keys.map(({ name }) => name)

  test('end with their rights: a demoted admin has no open invitations', async () => {
    const { status, body } = await owner.call('PATCH', `/api/app/members/${admin.id}`, { role: 'member' })
    expect([status, body.withdrawnInvitations]).toEqual([200, 2])
    expect(await openInvitations()).toEqual(['kept@new.test'])
    const accept = { token: roles['admin@new.test'], name: 'Mallory', password: 'correct horse' }
    expect((await app.anonymous('POST', '/api/app/invitations/accept', accept, ownPage)).status).toBe(410)
  })

  test('end with their rights: a former owner may still invite admins, but no owners', async () => {
    const second = await acme.person('owner', 'Grace')
    await invite(second, 'owner@new.test', 'owner')
    await invite(second, 'another@new.test', 'admin')
    const { body } = await owner.call('PATCH', `/api/app/members/${second.id}`, { role: 'admin' })
    expect(body.withdrawnInvitations).toBe(1)
    expect(await openInvitations()).toEqual([
      'admin@new.test',
      'another@new.test',
      'kept@new.test',
      'member@new.test',
    ])
  })

  test.each(['removed', 'leaving'])('end with their membership: %s', async (way) => {
    const by = way === 'removed' ? owner : admin
    expect((await by.call('DELETE', `/api/app/members/${admin.id}`)).body.withdrawnInvitations).toBe(2)
    expect(await openInvitations()).toEqual(['kept@new.test'])
  })

  test('are unchanged if the change is refused', async () => {
    await acme.person('member', 'Bo')
    const refused = await owner.call('PATCH', `/api/app/members/${owner.id}`, { role: 'member' })
    expect([refused.status, refused.body]).toEqual([409, lastOwner])
    expect((await owner.call('DELETE', `/api/app/members/${owner.id}`)).status).toBe(409)
    expect(await openInvitations()).toHaveLength(3)
  })

  test('are listed for keys, and revoked all at once', async () => {
    const { secret } = await createKey(admin, 'first')
    await createKey(admin, 'second')
    await createKey(owner, 'of the owner')
    await admin.call('POST', '/api/app/feedback-tokens', {})
    const listed = ['Feedback token', 'second', 'first']
    const keysPath = `/api/app/members/${admin.id}/keys`
    expect(namesOf((await owner.call('GET', keysPath)).body)).toEqual(listed)
    const demoted = await owner.call('PATCH', `/api/app/members/${admin.id}`, { role: 'member' })
    expect(namesOf(demoted.body)).toEqual(listed)
    const removed = await owner.call('DELETE', `/api/app/members/${admin.id}`)
    expect(namesOf(removed.body)).toEqual(listed)
    expect(removed.text).not.toContain(secret)
    expect((await owner.call('DELETE', keysPath)).body).toEqual({ revoked: 3 })
    expect((await owner.call('GET', keysPath)).body).toEqual({ keys: [] })
    const byKey = await app.anonymous('GET', '/v1/posts', undefined, { authorization: `Bearer ${secret}` })
    expect(byKey.status).toBe(401)
    const left = (await owner.call('GET', '/api/app/keys')).body
    expect(namesOf(left)).toContain('of the owner')
  })

  test('in other organizations are not affected', async () => {
    const other = await app.team('other')
    const stranger = await other.person('owner', 'Mallory')
    await createKey(admin, 'first')
    const keysPath = `/api/app/members/${admin.id}/keys`
    expect((await stranger.call('GET', keysPath)).body).toEqual({ keys: [] })
    expect((await stranger.call('DELETE', keysPath)).body).toEqual({ revoked: 0 })
    expect((await owner.call('GET', keysPath)).body.keys).toHaveLength(1)
  })

  test('are not listed if a user gets a higher role', async () => {
    await createKey(admin, 'first')
    const { body } = await owner.call('PATCH', `/api/app/members/${admin.id}`, { role: 'owner' })
    expect([body.keys, body.withdrawnInvitations]).toEqual([[], 0])
  })
})

test('every member may leave', async () => {
  expect((await member.call('DELETE', `/api/app/members/${member.id}`)).status).toBe(200)
  expect(await rolesIn(acme.id)).toEqual(['owner'])
})

test.each(['member', 'admin'] as const)('a %s may remove no other member', async (role) => {
  const person = await acme.person(role, 'Eve')
  const answer = await person.call('DELETE', `/api/app/members/${member.id}`)
  expect([answer.status, answer.body]).toEqual([403, { error: 'Only an owner can do this' }])
})

test('a user of another organization is unknown', async () => {
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

  test('is counted per organization', async () => {
    const other = await app.team('other')
    await addTo(app.ctx, other.id, member.id, 'owner')
    expect((await owner.call('DELETE', `/api/app/members/${owner.id}`)).status).toBe(409)
  })

  test.each([
    ['are given other roles', 'PATCH', { role: 'member' }],
    ['leave', 'DELETE', undefined],
  ])('remains if both owners at once %s', async (_, method, body) => {
    const second = await acme.person('owner', 'Eve')
    const answers = await Promise.all(
      [owner, second].map(({ id, call }) => call(method, `/api/app/members/${id}`, body)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await rolesIn(acme.id)).filter((role) => role === 'owner')).toEqual(['owner'])
  })
})

describe('another organization', () => {
  beforeEach(async () => {
    app = await testApp({ organizations: 'members' })
    acme = await app.team('acme')
    owner = await acme.person('owner', 'Ada')
  })

  test('can be created by an owner, who also owns the new one', async () => {
    const { status, body } = await owner.call('POST', '/api/app/organizations', { name: 'Acme Labs' })
    const { organization } = body
    expect([status, organization]).toEqual([
      201,
      { id: organization.id, slug: 'acme-labs', name: 'Acme Labs', logo: null, role: 'owner' },
    ])
    const { organizations } = (await owner.call('GET', '/api/app/session')).body
    expect(organizations.map(({ slug }: { slug: string }) => slug)).toEqual(['acme-labs', 'acme'])
  })

  test('gets a free slug if none is given', async () => {
    const slugs: string[] = []
    for (let count = 0; count < 3; count++) {
      const { body } = await owner.call('POST', '/api/app/organizations', { name: 'ACME!' })
      slugs.push(body.organization.slug)
    }
    expect(slugs).toEqual(['acme-2', 'acme-3', 'acme-4'])
  })

  test('is refused if its slug is in use or invalid', async () => {
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

  test('cannot have the slug of a dashboard page', async () => {
    const named = await owner.call('POST', '/api/app/organizations', { name: 'Sign in' })
    expect(named.body.organization.slug).toBe('sign-in-2')
    const slugged = await owner.call('POST', '/api/app/organizations', { name: 'Setup', slug: 'setup' })
    expect([slugged.status, slugged.body]).toEqual([
      409,
      { error: 'The dashboard has a page at /app/setup: choose another slug.' },
    ])
  })

  test('cannot be created by a user who owns none', async () => {
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
    timeZone: 'UTC',
  }

  test('are read by all members', async () => {
    const answer = await member.call('GET', '/api/app/organization')
    expect([answer.status, answer.body]).toEqual([200, { id: acme.id, ...standard }])
  })

  test('are changed by owners, one by one', async () => {
    const changes = {
      name: 'Acme',
      logo: 'https://acme.test/logo.svg',
      logRetentionDays: 7,
      zeroDataRetention: true,
      englishFallback: true,
      publicPage: true,
      timeZone: 'Europe/Berlin',
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

  test('that affect the public are only for owners', async () => {
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
