import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { atomically } from '../../db/client.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { conflict, forbidden, notFound, OperatorError } from '../../errors.ts'
import type { Caller } from '../keys/model.ts'
import { type Organization, toOrganization } from '../organizations/model.ts'
import { newOrganization } from '../organizations/record.ts'
import { isFree } from '../organizations/rules.ts'
import { findFreeSlug } from '../organizations/service.ts'
import { type Member, type Membership, type NewOrganization, toMember, type UserRow } from './model.ts'
import { addMember, changeRole, newUser, one, removeMember } from './record.ts'
import { members, type Role, users } from './table.ts'

/** True once somebody can sign in: before, a link of the server makes the first account. */
export async function hasUsers(ctx: Context): Promise<boolean> {
  const [first] = await ctx.db.select({ id: users.id }).from(users).limit(1)
  return first !== undefined
}

/** The person of an e-mail address, null where there is none. */
export async function findUserByEmail(ctx: Context, email: string) {
  const [user] = await ctx.db.select().from(users).where(eq(users.email, email))
  return user ?? null
}

export async function getUser(ctx: Context, id: string) {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, id))
  if (!user) throw notFound('Account not found')
  return user
}

/** Everybody who belongs to an organization, in the order in which they came. */
export async function listMembers(ctx: Context, { organization }: Caller) {
  const rows = await ctx.db
    .select({ member: members, user: users })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.organizationId, organization.id))
    .orderBy(asc(members.createdAt), asc(members.userId))
  return { members: rows.map(({ member, user }) => toMember(member, user)) }
}

/** Gives a member another role. */
export async function updateMember(ctx: Context, { organization }: Caller, userId: string, role: Role) {
  const member = await getMember(ctx, organization.id, userId)
  const [changed] = await changeRole(ctx, userId, organization.id, role)
  return { member: toChanged(member, changed) }
}

/** Ends a membership: an owner anybody's, everybody their own. */
export async function deleteMember(ctx: Context, { organization, person }: Caller, userId: string) {
  const member = await getMember(ctx, organization.id, userId)
  if (person?.role !== 'owner' && person?.id !== userId) throw forbidden('Only an owner can do this')
  const [removed] = await removeMember(ctx, userId, organization.id)
  return { member: toChanged(member, removed) }
}

async function getMember(ctx: Context, organizationId: string, userId: string): Promise<Member> {
  const [row] = await ctx.db
    .select({ member: members, user: users })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(one(userId, organizationId))
  if (!row) throw notFound('Member not found')
  return toMember(row.member, row.user)
}

function toChanged(member: Member, row: { role: Role } | undefined): Member {
  if (!row) throw conflict('An organization needs an owner: make somebody else an owner first.')
  return { ...member, role: row.role }
}

/** Begins an organization, which whoever owns another one may; they own it too. */
export async function foundOrganization(
  ctx: Context,
  { user, memberships }: { user: { id: string }; memberships: Membership[] },
  { name, slug }: NewOrganization,
): Promise<{ organization: Membership }> {
  if (!memberships.some(({ role }) => role === 'owner')) throw forbidden('Only an owner can do this')
  if (slug && !isFree(slug)) throw conflict(`The dashboard has a page at /app/${slug}: choose another slug.`)
  const organization = newOrganization(ctx, slug ?? (await findFreeSlug(ctx, name)), name)
  try {
    await ctx.db.batch([organization.statement, addMember(ctx, user.id, organization.row.id, 'owner')])
  } catch (error) {
    if (!isUniqueViolation(error, 'organizations.slug')) throw error
    throw conflict(`An organization with the slug "${organization.row.slug}" already exists.`)
  }
  return { organization: { ...toOrganization(organization.row), role: 'owner' } }
}

/** The role that somebody has in an organization, null where they have none. */
export async function findRole(ctx: Context, userId: string, organizationId: string): Promise<Role | null> {
  const [row] = await ctx.db.select({ role: members.role }).from(members).where(one(userId, organizationId))
  return row?.role ?? null
}

type Admission = { email: string; name: string; role: Role | null }

/**
 * Makes somebody a member of an organization for the operator, with an account where they have none yet. Without a role
 * the first owns the organization.
 */
export async function admitUser(
  ctx: Context,
  { id, slug }: Organization,
  admission: Admission,
): Promise<UserRow> {
  const { email, name } = admission
  const known = await findUserByEmail(ctx, email)
  if (known && (await findRole(ctx, known.id, id)))
    throw new OperatorError(
      `${email} is a member of ${slug} already; for a new password: herald user reset --org ${slug} --email ${email}`,
    )
  const role = admission.role ?? ((await hasOwner(ctx, id)) ? 'member' : 'owner')
  const { user, statement } = newUser(ctx, { email, name, passwordHash: null })
  await atomically(
    ctx.db,
    known ? [addMember(ctx, known.id, id, role)] : [statement, addMember(ctx, user.id, id, role)],
  )
  return known ?? user
}

/** The member of an organization whom the operator names by their e-mail address. */
export async function getMemberByEmail(
  ctx: Context,
  { id, slug }: Organization,
  email: string,
): Promise<UserRow> {
  const user = await findUserByEmail(ctx, email)
  if (user && (await findRole(ctx, user.id, id))) return user
  throw new OperatorError(
    `${email} is no member of ${slug}; to make them one: herald user create --org ${slug} --email ${email}`,
  )
}

async function hasOwner(ctx: Context, organizationId: string): Promise<boolean> {
  const where = and(eq(members.organizationId, organizationId), eq(members.role, 'owner'))
  return (await ctx.db.$count(members, where)) > 0
}
