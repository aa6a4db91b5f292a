import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { integrations } from '../../integrations/table.ts'
import type { Caller } from '../../keys/model.ts'
import { events } from '../table.ts'
import { type EventQuery, toldKinds, toRepositoryEvent } from './model.ts'

/** What the code host told of a repository, the newest first (contract 19.7). */
export async function listEvents(
  ctx: Context,
  { organization }: Caller,
  integrationId: string,
  { kind, limit }: EventQuery,
) {
  const own = and(eq(integrations.organizationId, organization.id), eq(integrations.id, integrationId))
  if ((await ctx.db.$count(integrations, own)) === 0) throw notFound('Integration not found')
  // Kind by kind, as the index has them.
  const found = await Promise.all(
    (kind ? [kind] : toldKinds).map((each) =>
      ctx.db
        .select()
        .from(events)
        .where(and(eq(events.integrationId, integrationId), eq(events.kind, each)))
        .orderBy(desc(events.createdAt))
        .limit(limit),
    ),
  )
  const newest = found.flat().sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  return { events: newest.slice(0, limit).map(toRepositoryEvent), organization }
}
