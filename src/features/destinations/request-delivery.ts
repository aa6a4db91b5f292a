import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { atomically, type Statement } from '../../db/client.ts'
import { isGuardViolation, isUniqueViolation } from '../../db/errors.ts'
import { guard } from '../../db/table.ts'
import { badRequest, conflict } from '../../errors.ts'
import type { Caller } from '../keys/model.ts'
import { parseDestinationKey } from './destination-key.ts'
import { deliverJob } from './job.ts'
import type { DeliveryBody } from './model.ts'
import { getPublished, listPostDestinations } from './post-destinations.ts'
import { postDeliveries } from './table.ts'

type Sender = Pick<Caller, 'id' | 'organization' | 'spend'>

/**
 * Queues one delivery per target. Repeats an earlier one only with `isAgain`. The first message to an address needs
 * `isPreviewed`.
 */
export async function requestDeliveries(
  ctx: Context,
  sender: Sender,
  postId: string,
  { targets: asked, isAgain = false, isPreviewed = false }: DeliveryBody,
) {
  await getPublished(ctx, sender, postId)
  const { targets } = await listPostDestinations(ctx, sender, postId)
  const chosen = [...new Set(asked)].map((name) => {
    const found = targets.find(({ target }) => target === name)
    if (!found) throw badRequest(`Unknown destination: ${name}`)
    return found
  })
  const unseen = chosen.find(({ kind, isNew }) => kind === 'message' && isNew && !isPreviewed)
  if (unseen) throw conflict(`Preview the first message to ${unseen.name}, then send it with isPreviewed.`)
  await sender.spend()
  for (const { target } of chosen) await request(ctx, sender, postId, target, isAgain)
  ctx.jobsReady.wake()
  return listPostDestinations(ctx, sender, postId)
}

/** Queues one delivery together with its job; another request that does the same wins. */
async function request(ctx: Context, sender: Sender, postId: string, target: string, isAgain: boolean) {
  const now = ctx.now()
  const own = and(eq(postDeliveries.postId, postId), eq(postDeliveries.target, target))
  const [known] = await ctx.db.select().from(postDeliveries).where(own)
  const asked = {
    status: 'queued' as const,
    error: null,
    requestedBy: sender.id,
    requestedAt: now,
    updatedAt: now,
  }
  try {
    if (known) {
      if (!isAgain || !repeatable.includes(known.status)) return
      const { id, attempt, status } = known
      const unchanged = and(own, eq(postDeliveries.attempt, attempt), eq(postDeliveries.status, status))
      await atomically(ctx.db, [
        ctx.db
          .update(postDeliveries)
          .set({ ...asked, attempt: attempt + 1 })
          .where(unchanged),
        ctx.db.run(guard),
        insertJob(ctx, id, attempt + 1),
      ])
      return
    }
    const { id: requestedBy, organization } = sender
    await atomically(
      ctx.db,
      newDelivery(ctx, { postId, target, organizationId: organization.id, requestedBy }),
    )
  } catch (error) {
    if (!isGuardViolation(error) && !isUniqueViolation(error, 'post_deliveries.target')) throw error
  }
}

type NewDelivery = Pick<
  typeof postDeliveries.$inferInsert,
  'postId' | 'target' | 'organizationId' | 'requestedBy'
>

/** The statements that queue the first delivery of a post to a target; they fail if there was one. */
export function newDelivery(ctx: Context, delivery: NewDelivery): Statement[] {
  const { kind, id: targetId } = parseDestinationKey(delivery.target)
  const id = Bun.randomUUIDv7()
  const now = ctx.now()
  return [
    ctx.db.insert(postDeliveries).values({
      ...delivery,
      id,
      destinationId: kind === 'message' ? targetId : null,
      integrationId: kind === 'github-release' ? targetId : null,
      status: 'queued',
      attempt: 1,
      requestedAt: now,
      createdAt: now,
      updatedAt: now,
    }),
    insertJob(ctx, id, 1),
  ]
}

const repeatable: string[] = ['sent', 'failed', 'unknown']

const insertJob = (ctx: Context, deliveryId: string, attempt: number) =>
  deliverJob.insert(ctx, { deliveryId, attempt }, { key: `post-delivery:${deliveryId}:${attempt}` })
