import { asc, eq, like, or } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { notFound, OperatorError, UsageError } from '../../errors.ts'
import {
  type Organization,
  type OrganizationSettings,
  toListedOrganization,
  toOrganization,
  toSettings,
} from './model.ts'
import { newOrganization } from './record.ts'
import { freeSlug, mostSlugCharacters, slugPattern, toSlug } from './rules.ts'
import { organizations } from './table.ts'

/** Creates an organization; an OperatorError says why a slug or a name cannot be used. */
export async function createOrganization(ctx: Context, slug: string, name: string): Promise<Organization> {
  if (slug.length > mostSlugCharacters || !slugPattern.test(slug)) {
    throw new UsageError(
      'A slug has 1 to 63 lowercase letters, digits and hyphens, with no hyphen at either end.',
    )
  }
  if (!name.trim() || name.trim().length > 120) throw new UsageError('A name has 1 to 120 characters.')
  try {
    const [created] = await newOrganization(ctx, slug, name).statement
    return toOrganization(created as typeof organizations.$inferSelect)
  } catch (error) {
    if (isUniqueViolation(error, 'organizations.slug')) {
      throw new OperatorError(`An organization with the slug "${slug}" already exists.`)
    }
    throw error
  }
}

/** A slug for an organization of a name, which no other has yet. */
export async function findFreeSlug(ctx: Context, name: string): Promise<string> {
  const slug = toSlug(name)
  const rows = await ctx.db
    .select({ slug: organizations.slug })
    .from(organizations)
    .where(or(eq(organizations.slug, slug), like(organizations.slug, `${slug}-%`)))
  return freeSlug(
    slug,
    rows.map((row) => row.slug),
  )
}

/** The organization that an operator names by its slug. */
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

/** An organization as its members see and set it. */
export async function getSettings(ctx: Context, id: string): Promise<OrganizationSettings> {
  const [row] = await ctx.db.select().from(organizations).where(eq(organizations.id, id))
  if (!row) throw notFound('Organization not found')
  return toSettings(row, ctx.config.appUrl)
}

/** Every organization of the installation, by slug. */
export async function listOrganizations(ctx: Context) {
  const rows = await ctx.db.select().from(organizations).orderBy(asc(organizations.slug))
  return rows.map(toListedOrganization)
}

export async function countOrganizations(ctx: Context): Promise<number> {
  return ctx.db.$count(organizations)
}

/** Sets how many days webhook log entries are kept: 7, 14 or 30. */
export async function setLogRetention(ctx: Context, organizationId: string, days: number): Promise<void> {
  await ctx.db
    .update(organizations)
    .set({ logRetentionDays: days })
    .where(eq(organizations.id, organizationId))
}

/** What an operator may switch: ask only models that keep nothing; fall back to English where a model fails. */
export type Switches = Partial<Record<'zeroDataRetention' | 'englishFallback', boolean>>

export async function setSwitches(ctx: Context, organizationId: string, switches: Switches): Promise<void> {
  await ctx.db.update(organizations).set(switches).where(eq(organizations.id, organizationId))
}
