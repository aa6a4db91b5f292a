import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { type Bucket, buckets } from '../../http/buckets.ts'
import { peek, type Standing, spend } from '../../http/rate-limits.ts'
import { organizations } from '../organizations/table.ts'
import { submitFeedback } from './service.ts'
import type { Submission } from './submission.ts'

const byAddress = bucket('feedback.address')
const byOrganization = bucket('feedback.organization')

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
  const [organization] = await ctx.db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.slug, slug.toLowerCase()))
  if (!organization) throw notFound('Feedback endpoint not found')
  show(tighter(ofAddress, await spend(ctx, byOrganization, organization.id)))
  return submitFeedback(ctx, organization.id, submission)
}

function tighter(one: Standing, other: Standing): Standing {
  if (one.remaining !== other.remaining) return one.remaining < other.remaining ? one : other
  return one.resetAt >= other.resetAt ? one : other
}

function bucket(name: string): Bucket {
  const found = buckets.find((each) => each.name === name)
  if (!found) throw new Error(`There is no bucket ${name}.`)
  return found
}
