import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { automations } from '../automations/table.ts'
import { organizations } from '../organizations/table.ts'
import { posts } from '../posts/table.ts'
import { listPostDestinations } from './post-destinations.ts'
import { newDelivery } from './request-delivery.ts'

/**
 * The statements that queue one delivery of a published post for each destination of the trigger or schedule that wrote
 * it. None for a post that a person wrote, for destinations that are gone, and where the post was sent before.
 */
export async function queueByRule(ctx: Context, postId: string): Promise<Statement[]> {
  const [found] = await ctx.db
    .select({ post: posts, organization: organizations })
    .from(posts)
    .innerJoin(organizations, eq(organizations.id, posts.organizationId))
    .where(eq(posts.id, postId))
  if (found?.post.status !== 'published') return []
  const rule = await findRule(ctx, found.post)
  if (!rule) return []
  const { targets } = await listPostDestinations(ctx, found, postId)
  return targets
    .filter(({ delivery }) => delivery === null)
    .filter(({ kind, target }) => rule.destinations.includes(kind === 'github-release' ? kind : target))
    .flatMap(({ target }) =>
      newDelivery(ctx, { postId, target, organizationId: found.post.organizationId, requestedBy: rule.id }),
    )
}

/** The destinations of the automation that wrote a post, while it is enabled. */
async function findRule(ctx: Context, { organizationId, sourceMetadata }: typeof posts.$inferSelect) {
  const id = sourceMetadata?.triggerId
  if (typeof id !== 'string') return null
  const { outputConfig } = automations
  const [row] = await ctx.db
    .select({ id: automations.id, outputConfig })
    .from(automations)
    .where(
      and(
        eq(automations.organizationId, organizationId),
        eq(automations.id, id),
        eq(automations.enabled, true),
      ),
    )
  return row && { id: row.id, destinations: row.outputConfig?.destinations ?? [] }
}
