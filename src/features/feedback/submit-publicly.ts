import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { once } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import { notFound } from '../../errors.ts'
import { buckets } from '../../http/buckets.ts'
import { chargeBoth, type LimitUsage, peek, spend, tighter } from '../../http/rate-limits.ts'
import { organizations } from '../organizations/table.ts'
import { submitFromStranger } from './service.ts'
import type { Submission } from './submission.ts'

const bySlug = once((db) => {
  const query = db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.slug, sql.placeholder('slug')))
  return prepareSelect(db, query)
})

/** The rate limit state of an address, for responses sent before it is charged. */
export const peekAddress = (ctx: Context, address: string) =>
  peek(ctx, buckets.submitFeedbackFromAddress, address)

/**
 * Accepts feedback from anyone: charges the address and the organization, or the address alone for an unknown slug.
 * `show` gets the state of the limit with fewer requests left, or of the address if only that was charged.
 */
export async function submitPublicly(
  ctx: Context,
  address: string,
  slug: string,
  submission: Submission,
  show: (usage: LimitUsage) => void,
) {
  const organization = await bySlug(ctx).get({ slug: slug.toLowerCase() })
  const ofAddress = { bucket: buckets.submitFeedbackFromAddress, subject: address }
  if (!organization) {
    show(await spend(ctx, ofAddress.bucket, address))
    throw notFound('Feedback endpoint not found')
  }
  const ofOrganization = { bucket: buckets.submitFeedbackToOrganization, subject: organization.id }
  show(tighter(...(await chargeBoth(ctx, ofAddress, ofOrganization, show))))
  return submitFromStranger(ctx, organization.id, submission)
}
