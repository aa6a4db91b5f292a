import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Comparison } from './model.ts'
import type { ReadScope } from './read-scope.ts'
import { type StoredAlert, visibilityMoves } from './table.ts'
import { isFiltered } from './window.ts'

/** Adds the confirmed change of a rate to its comparison. */
export type Confirm = <T extends Comparison | null>(comparison: T, kind: StoredAlert['kind'], id: string) => T

/**
 * Returns a function that adds the changes confirmed in the two windows of a scope. Changes are confirmed for the
 * prompts that do not name the brand, in their own language; a filtered rate has none.
 */
export async function findConfirmed(
  ctx: Context,
  { projectId, window: { before, to }, query, surface }: ReadScope,
): Promise<Confirm> {
  if (before === null || isFiltered(query) || query.language !== undefined) return (comparison) => comparison
  const [stored] = await ctx.db
    .select({ alerts: visibilityMoves.alerts })
    .from(visibilityMoves)
    .where(eq(visibilityMoves.projectId, projectId))
  const isOf = ({ since, at }: StoredAlert) =>
    at >= before.from.getTime() && (to === null || since < to.getTime())
  const alerts = (stored?.alerts ?? []).filter(isOf)
  const find = (kind: StoredAlert['kind'], id: string) =>
    alerts.find((alert) => alert.kind === kind && alert.id === id)
  return (comparison, kind, id) => {
    if (comparison === null) return comparison
    const alert = kind === 'brand' ? (find('brand', surface) ?? find('engine', surface)) : find(kind, id)
    return alert ? { ...comparison, confirmed: toChange(alert) } : comparison
  }
}

const toChange = ({ direction, size, since, at }: StoredAlert) => ({
  ...{ direction, size },
  since: new Date(since).toISOString(),
  at: new Date(at).toISOString(),
})
