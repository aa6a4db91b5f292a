import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { once } from '../../db/prepared.ts'
import { notFound } from '../../errors.ts'
import { type Bucket, peek, type Standing, spend, tighter } from '../../http/rate-limits.ts'
import { organizations } from '../organizations/table.ts'
import type { Submission } from './rules.ts'
import { submitFromStranger } from './service.ts'

/** Each has a window of its own, so that one sender cannot silence an organization (spec: Limits). */
export const byAddress: Bucket = {
  name: 'feedback.address',
  per: 'address',
  windows: [{ limit: 30, seconds: 600 }],
}
export const byOrganization: Bucket = {
  name: 'feedback.organization',
  per: 'organization',
  windows: [{ limit: 200, seconds: 3600 }],
}

const bySlug = once((db) =>
  db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.slug, sql.placeholder('slug')))
    .prepare(),
)

/** Where an address stands, for answers that come before it is charged. */
export const peekAddress = (ctx: Context, address: string) => peek(ctx, byAddress, address)

/**
 * Takes in feedback from anyone: the address is charged, then the organization's URL is looked up, then the
 * organization is charged. `show` is told each standing, the tighter of the two last.
 */
export async function submitPublicly(
  ctx: Context,
  address: string,
  slug: string,
  submission: Submission,
  show: (standing: Standing) => void,
) {
  const ofAddress = await spend(ctx, byAddress, address)
  show(ofAddress)
  const organization = await bySlug(ctx).get({ slug: slug.toLowerCase() })
  if (!organization) throw notFound('Feedback endpoint not found')
  show(tighter(ofAddress, await spend(ctx, byOrganization, organization.id)))
  return submitFromStranger(ctx, organization.id, submission)
}
