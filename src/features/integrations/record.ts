import { and, eq, ne, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { HostRepository } from '../../codehost/events.ts'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import type { IntegrationRow } from './model.ts'
import { integrations } from './table.ts'

/** An organization's repository, by its id. */
export async function getIntegration(
  ctx: Context,
  organizationId: string,
  id: string,
): Promise<IntegrationRow> {
  const [row] = await ctx.db
    .select()
    .from(integrations)
    .where(and(eq(integrations.organizationId, organizationId), eq(integrations.id, id)))
  if (!row) throw notFound('Integration not found')
  return row
}

/** True if the code host returned a different repository than the connected one. */
export function isAnother({ hostId }: IntegrationRow, { id }: HostRepository): boolean {
  return hostId !== null && id !== null && hostId !== id
}

/**
 * Statements that store what the code host returned for a repository: its id if unknown, its new name after a rename
 * or transfer, its new default branch. None if nothing changed.
 */
export function followRepository(ctx: Context, row: IntegrationRow, now: HostRepository): Statement[] {
  const updatedAt = ctx.now()
  const own = eq(integrations.id, row.id)
  const set = (changes: Partial<IntegrationRow>, where: SQL | undefined = own) =>
    ctx.db
      .update(integrations)
      .set({ ...changes, updatedAt })
      .where(where)
  const statements: Statement[] = []
  if (row.hostId === null && now.id !== null) statements.push(set({ hostId: now.id }))
  if (now.defaultBranch !== null && now.defaultBranch !== row.defaultBranch) {
    const { defaultBranch } = now
    const branch = row.branch === row.defaultBranch ? null : row.branch
    statements.push(set({ defaultBranch, branch }))
  }
  if (now.owner !== row.owner || now.name !== row.repo) {
    statements.push(set(rename(row, now), and(own, isFree(ctx, row, now))))
  }
  return statements
}

function rename({ owner, repo, displayName, url }: IntegrationRow, now: HostRepository) {
  const [oldName, newName] = [`${owner}/${repo}`, `${now.owner}/${now.name}`]
  return {
    owner: now.owner,
    repo: now.name,
    displayName: displayName === oldName ? newName : displayName,
    url: now.url ?? url.replace(new RegExp(`/${RegExp.escape(oldName)}$`, 'i'), () => `/${newName}`),
  }
}

/** True if no other integration has this name: a repository that took over an old name may be connected too. */
function isFree(ctx: Context, { id, organizationId }: IntegrationRow, { owner, name }: HostRepository) {
  const other = alias(integrations, 'other')
  const namesake = and(
    eq(other.organizationId, organizationId),
    ne(other.id, id),
    sql`lower(${other.owner}) = ${owner.toLowerCase()}`,
    sql`lower(${other.repo}) = ${name.toLowerCase()}`,
  )
  return notExists(ctx.db.select({ id: other.id }).from(other).where(namesake))
}
