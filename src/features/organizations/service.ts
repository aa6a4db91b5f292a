import { asc, eq, like, or, sql } from 'drizzle-orm'
import type { Model, Models } from '../../ai/models.ts'
import type { Context } from '../../context.ts'
import { atomically } from '../../db/client.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { once } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import { badRequest, forbidden, notFound, OperatorError, UsageError, unavailable } from '../../errors.ts'
import { isTimeZone } from '../../text/time-zone.ts'
import type { Caller } from '../keys/model.ts'
import { chooseSlug, isFree, toSlug } from './choose-slug.ts'
import {
  type Organization,
  type OrganizationPatch,
  type OrganizationSettings,
  slugPattern,
  toListedOrganization,
  toOrganization,
  toSettings,
} from './model.ts'
import { publicUrlOf } from './public-url.ts'
import { newOrganization } from './record.ts'
import { organizations } from './table.ts'

/** Creates an organization; an OperatorError explains an invalid slug or name. */
export async function createOrganization(ctx: Context, slug: string, name: string): Promise<Organization> {
  if (!slugPattern.test(slug)) {
    throw new UsageError(
      'A slug must have 1 to 63 lowercase letters, digits and hyphens, with no hyphen at either end.',
    )
  }
  if (!isFree(slug)) throw new UsageError(`The dashboard has a page at /app/${slug}: choose another slug.`)
  if (!name.trim() || name.trim().length > 120) throw new UsageError('A name must have 1 to 120 characters.')
  const { row, statements } = newOrganization(ctx, { slug, name, createdBy: null })
  try {
    await atomically(ctx.db, statements)
    return toOrganization(row)
  } catch (error) {
    if (isUniqueViolation(error, 'organizations.slug')) {
      throw new OperatorError(`An organization with the slug "${slug}" already exists.`)
    }
    throw error
  }
}

/** An unused slug for an organization with this name. */
export async function findFreeSlug(ctx: Context, name: string): Promise<string> {
  const slug = toSlug(name)
  const rows = await ctx.db
    .select({ slug: organizations.slug })
    .from(organizations)
    .where(or(eq(organizations.slug, slug), like(organizations.slug, `${slug}-%`)))
  return chooseSlug(
    name,
    rows.map((row) => row.slug),
  )
}

/** The organization with a slug, for the operator. */
export async function getOrganizationBySlug(ctx: Context, slug: string): Promise<Organization> {
  const organization = await findOrganizationBySlug(ctx, slug)
  if (organization) return organization
  throw new OperatorError(
    `There is no organization "${slug}"; create it with: herald org create --slug ${slug} --name NAME`,
  )
}

export async function findOrganizationBySlug(ctx: Context, slug: string): Promise<Organization | null> {
  const [row] = await ctx.db.select().from(organizations).where(eq(organizations.slug, slug.toLowerCase()))
  return row ? toOrganization(row) : null
}

/** An organization as its members see and edit it. */
export async function getSettings(ctx: Context, id: string): Promise<OrganizationSettings> {
  const [row] = await ctx.db.select().from(organizations).where(eq(organizations.id, id))
  if (!row) throw notFound('Organization not found')
  return toSettings(row, await publicUrlOf(ctx, row))
}

/** The models that may read an organization's data: with zero data retention, only those that support it. */
export async function findModels(ctx: Context, organizationId: string): Promise<Models> {
  const { writer, small } = ctx.models
  const keepsNothing = (model: Model | null) => model === null || model.zdr === 'all'
  if (keepsNothing(writer) && keepsNothing(small)) return ctx.models
  if (!(await forbidsRetention(ctx, organizationId))) return ctx.models
  return { writer: keepsNothing(writer) ? writer : null, small: keepsNothing(small) ? small : null }
}

/** The model that writes for an organization, or why none may be used: `none` if none is configured. */
export async function findWriter(
  ctx: Context,
  organizationId: string,
  none: string,
): Promise<{ model: Model; obstacle: null } | { model: null; obstacle: string }> {
  const { writer: model } = await findModels(ctx, organizationId)
  if (model) return { model, obstacle: null }
  const { writer: refused } = ctx.models
  const obstacle = refused
    ? `The model ${refused.id} may retain what it is sent, which this organization does not allow.`
    : none
  return { model, obstacle }
}

/** The same for a request; a 503 explains why none may be used. */
export async function getWriter(ctx: Context, organizationId: string, none: string): Promise<Model> {
  const { model, obstacle } = await findWriter(ctx, organizationId, none)
  if (model) return model
  throw unavailable(obstacle)
}

/** Whether an organization requires zero data retention. */
export async function forbidsRetention(ctx: Context, organizationId: string): Promise<boolean> {
  const organization = await retentionOf(ctx).get({ organizationId })
  return organization?.zeroDataRetention ?? false
}

const retentionOf = once((db) => {
  const query = db
    .select({ zeroDataRetention: organizations.zeroDataRetention })
    .from(organizations)
    .where(eq(organizations.id, sql.placeholder('organizationId')))
  return prepareSelect(db, query)
})

/** True if the operator lets an organization read private repositories with the operator's token. */
export async function mayUseOperatorToken(ctx: Context, organizationId: string): Promise<boolean> {
  const [organization] = await ctx.db
    .select({ operatorToken: organizations.operatorToken })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  return organization?.operatorToken ?? false
}

const forOwners = ['name', 'logo', 'zeroDataRetention'] as const

/** Updates the given settings; only owners may change the name, logo and zero data retention. */
export async function updateSettings(
  ctx: Context,
  { organization, person }: Caller,
  patch: OrganizationPatch,
): Promise<OrganizationSettings> {
  if (Object.keys(patch).length === 0) throw badRequest('At least one field is required')
  const isForOwners = forOwners.some((field) => patch[field] !== undefined)
  if (isForOwners && person?.role !== 'owner') throw forbidden('Only an owner can do this')
  if (patch.timeZone !== undefined && !isTimeZone(patch.timeZone))
    throw badRequest('timeZone must be the name of a time zone, such as Europe/Berlin')
  await ctx.db.update(organizations).set(patch).where(eq(organizations.id, organization.id))
  return getSettings(ctx, organization.id)
}

/** All organizations of the installation, by slug. */
export async function listOrganizations(ctx: Context) {
  const rows = await ctx.db.select().from(organizations).orderBy(asc(organizations.slug))
  return rows.map(toListedOrganization)
}

/** Sets how many days webhook log entries are stored: 7, 14 or 30. */
export async function setLogRetention(ctx: Context, organizationId: string, days: number): Promise<void> {
  await ctx.db
    .update(organizations)
    .set({ logRetentionDays: days })
    .where(eq(organizations.id, organizationId))
}

/** Settings of an organization that the operator enables or disables. */
export type Switches = Partial<
  Record<'zeroDataRetention' | 'englishFallback' | 'publicPage' | 'operatorToken', boolean>
>

export async function setSwitches(ctx: Context, organizationId: string, switches: Switches): Promise<void> {
  await ctx.db.update(organizations).set(switches).where(eq(organizations.id, organizationId))
}
