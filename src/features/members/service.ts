import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ceilingGuard } from '../../db/ceilings.ts'
import { atomically } from '../../db/client.ts'
import { isGuardViolation, isUniqueViolation } from '../../db/errors.ts'
import { guard } from '../../db/table.ts'
import { conflict, forbidden, notFound, OperatorError } from '../../errors.ts'
import type { Caller } from '../keys/model.ts'
import { isFree } from '../organizations/choose-slug.ts'
import { enforceCreationPolicy, mayMembersCreate } from '../organizations/creation-policy.ts'
import { type Organization, toOrganization } from '../organizations/model.ts'
import { newOrganization } from '../organizations/record.ts'
import { findFreeSlug } from '../organizations/service.ts'
import { organizations } from '../organizations/table.ts'
import { endAccess, endConnections, listKeysOf, withdrawInvitations } from './handed-out.ts'
import { hasRole } from './has-role.ts'
import { type Member, type Membership, type NewOrganization, toMember, type UserRow } from './model.ts'
import { addMember, changeRole, newUser, one, removeMember } from './record.ts'
import { members, type Role, users } from './table.ts'

/** True if an account exists; before that, a link printed by the server creates the first one. */
export async function hasUsers(ctx: Context): Promise<boolean> {
  const [first] = await ctx.db.select({ id: users.id }).from(users).limit(1)
  return first !== undefined
}

/** The user with an email address, null if there is none. */
export async function findUserByEmail(ctx: Context, email: string) {
  const [user] = await ctx.db.select().from(users).where(eq(users.email, email))
  return user ?? null
}

/**
 * The member of an organization with an email address; one query, whether or not the address has an account
 * elsewhere.
 */
export async function findMemberByEmail(ctx: Context, organizationId: string, email: string) {
  const [found] = await ctx.db
    .select({ user: users })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(users.email, email), eq(members.organizationId, organizationId)))
  return found?.user ?? null
}

/** The role of a user in an organization; null if they are no member. */
export async function findRole(ctx: Context, userId: string, organizationId: string): Promise<Role | null> {
  const [member] = await ctx.db
    .select({ role: members.role })
    .from(members)
    .where(one(userId, organizationId))
  return member?.role ?? null
}

export async function getUser(ctx: Context, id: string) {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, id))
  if (!user) throw notFound('Account not found')
  return user
}

/** The organizations that a user belongs to. */
export async function listOrganizationsOf(ctx: Context, userId: string): Promise<Organization[]> {
  const { id, slug, name, logo } = organizations
  return ctx.db
    .select({ id, slug, name, logo })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(eq(members.userId, userId))
}

/** The members of an organization, in the order in which they joined. */
export async function listMembers(ctx: Context, { organization }: Caller) {
  const rows = await ctx.db
    .select({ member: members, user: users })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.organizationId, organization.id))
    .orderBy(asc(members.createdAt), asc(members.userId))
  return { members: rows.map(({ member, user }) => toMember(member, user)) }
}

/**
 * Changes a member's role. A lower role withdraws the open invitations that it does not allow, and lists their keys.
 */
export async function updateMember(ctx: Context, { organization }: Caller, userId: string, role: Role) {
  const member = await getMember(ctx, organization.id, userId)
  const [, , withdrawn] = await requireOwner(
    ctx.db.batch([
      changeRole(ctx, userId, organization.id, role),
      ctx.db.run(guard),
      withdrawInvitations(ctx, userId, organization.id, role),
    ]),
  )
  const isLowered = role !== member.role && hasRole(member.role, role)
  const { keys } = isLowered ? await listKeysOf(ctx, { organization }, userId) : { keys: [] }
  return { member: { ...member, role }, keys, withdrawnInvitations: withdrawn.length }
}

/**
 * Deletes a membership: owners any, others only their own. Withdraws the member's invitations and lists their keys.
 */
export async function deleteMember(ctx: Context, { organization, person }: Caller, userId: string) {
  const member = await getMember(ctx, organization.id, userId)
  if (person?.role !== 'owner' && person?.id !== userId) throw forbidden('Only an owner can do this')
  const isSelf = person?.id === userId
  const [, , withdrawn] = await requireOwner(
    ctx.db.batch([
      removeMember(ctx, userId, organization.id),
      ctx.db.run(guard),
      withdrawInvitations(ctx, userId, organization.id, null),
      endConnections(ctx, userId, organization.id),
      ...(isSelf ? [] : endAccess(ctx, userId)),
    ]),
  )
  return {
    member,
    ...(await listKeysOf(ctx, { organization }, userId)),
    withdrawnInvitations: withdrawn.length,
  }
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

/** The result of a change; 409 if the organization would have no owner. */
async function requireOwner<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (!isGuardViolation(error)) throw error
    throw conflict('Every organization needs an owner. Make another member an owner first.')
  }
}

/** Creates an organization for an owner of another one, if the operator allows it; they become its owner. */
export async function foundOrganization(
  ctx: Context,
  { user, memberships }: { user: { id: string }; memberships: Membership[] },
  { name, slug }: NewOrganization,
): Promise<{ organization: Membership }> {
  if (!memberships.some(({ role }) => role === 'owner')) throw forbidden('Only an owner can do this')
  if (!(await mayMembersCreate(ctx))) throw refusedByPolicy()
  if (slug && !isFree(slug)) throw conflict(`The dashboard has a page at /app/${slug}: choose another slug.`)
  const organization = newOrganization(ctx, {
    slug: slug ?? (await findFreeSlug(ctx, name)),
    name,
    createdBy: user.id,
  })
  try {
    await atomically(ctx.db, [
      ...organization.statements,
      addMember(ctx, user.id, organization.row.id, 'owner'),
      ctx.db.run(ceilingGuard('organizations', user.id)),
      ctx.db.run(ceilingGuard('memberships', user.id)),
      ...enforceCreationPolicy(ctx),
    ])
  } catch (error) {
    if (isGuardViolation(error)) throw refusedByPolicy()
    if (!isUniqueViolation(error, 'organizations.slug')) throw error
    throw conflict(`An organization with the slug "${organization.row.slug}" already exists.`)
  }
  return { organization: { ...toOrganization(organization.row), role: 'owner' } }
}

const refusedByPolicy = () => forbidden('Only the operator of this server can create organizations')

/** True if a user may create an organization. */
export async function mayCreateOrganization(ctx: Context, memberships: Membership[]): Promise<boolean> {
  return memberships.some(({ role }) => role === 'owner') && (await mayMembersCreate(ctx))
}

type NewMember = { email: string; name: string; role: Role | null }

/**
 * Adds a member for the operator, and creates their account if needed. The default role is owner if the organization
 * has none, otherwise member.
 */
export async function admitUser(
  ctx: Context,
  { id, slug }: Organization,
  admission: NewMember,
): Promise<UserRow> {
  const { email, name } = admission
  if (await findMemberByEmail(ctx, id, email))
    throw new OperatorError(
      `${email} is a member of ${slug} already; to reset the password: herald user reset --org ${slug} --email ${email}`,
    )
  const known = await findUserByEmail(ctx, email)
  const role = admission.role ?? ((await hasOwner(ctx, id)) ? 'member' : 'owner')
  const { user, statement } = newUser(ctx, { email, name, passwordHash: null })
  await atomically(
    ctx.db,
    known ? [addMember(ctx, known.id, id, role)] : [statement, addMember(ctx, user.id, id, role)],
  )
  return known ?? user
}

/** The member of an organization that the operator names by email address. */
export async function getMemberByEmail(
  ctx: Context,
  { id, slug }: Organization,
  email: string,
): Promise<UserRow> {
  const user = await findMemberByEmail(ctx, id, email)
  if (user) return user
  throw new OperatorError(
    `${email} is not a member of ${slug}; to add them: herald user create --org ${slug} --email ${email}`,
  )
}

async function hasOwner(ctx: Context, organizationId: string): Promise<boolean> {
  const where = and(eq(members.organizationId, organizationId), eq(members.role, 'owner'))
  return (await ctx.db.$count(members, where)) > 0
}
