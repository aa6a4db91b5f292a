import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { usageLimits } from '../usage/table.ts'
import { organizations } from './table.ts'

/**
 * An organization with the limits of DEFAULT_LIMITS, and the statements that insert it; `createdBy` is null for the
 * operator.
 */
export function newOrganization(
  ctx: Context,
  { slug, name, createdBy }: { slug: string; name: string; createdBy: string | null },
) {
  const { logRetentionDays = null, ...limits } = ctx.config.defaultLimits ?? {}
  const row = {
    id: Bun.randomUUIDv7(),
    slug,
    name: name.trim(),
    logo: null,
    logRetentionDays,
    createdBy,
    createdAt: ctx.now(),
  }
  const statements: Statement[] = [ctx.db.insert(organizations).values(row)]
  if (Object.keys(limits).length > 0)
    statements.push(ctx.db.insert(usageLimits).values({ ...limits, organizationId: row.id }))
  return { row, statements }
}
