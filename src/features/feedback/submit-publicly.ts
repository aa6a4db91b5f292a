import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { once } from '../../db/prepared.ts'
import { notFound } from '../../errors.ts'
import { buckets } from '../../http/buckets.ts'
import { peek, type Standing, spend, tighter } from '../../http/rate-limits.ts'
import { organizations } from '../organizations/table.ts'
import type { Submission } from './rules.ts'
import { submitFromStranger } from './service.ts'

const bySlug = once((db) =>
  db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.slug, sql.placeholder('slug')))
    .prepare(),
)

/** The rate limit state of an address, for responses sent before it is charged. */
export const peekAddress = (ctx: Context, address: string) =>
  peek(ctx, buckets.submitFeedbackFromAddress, address)

/**
 * Accepts feedback from anyone: charges the address, looks up the organization, then charges the organization. `show`
 * gets the state of the address's limit first, then that of the limit with less left.
 */
export async function submitPublicly(
  ctx: Context,
  address: string,
  slug: string,
  submission: Submission,
  show: (standing: Standing) => void,
) {
  const ofAddress = await spend(ctx, buckets.submitFeedbackFromAddress, address)
  show(ofAddress)
  const organization = await bySlug(ctx).get({ slug: slug.toLowerCase() })
  if (!organization) throw notFound('Feedback endpoint not found')
  show(tighter(ofAddress, await spend(ctx, buckets.submitFeedbackToOrganization, organization.id)))
  return submitFromStranger(ctx, organization.id, submission)
}
