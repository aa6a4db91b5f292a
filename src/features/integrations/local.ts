import { basename } from 'node:path'
import type { Context } from '../../context.ts'
import type { IntegrationRow } from './model.ts'
import { integrations } from './table.ts'

/** Connects a git repository on this machine's disk, which no code host serves. */
export async function connectLocal(
  ctx: Context,
  organizationId: string,
  path: string,
): Promise<IntegrationRow> {
  const now = ctx.now()
  const name = basename(path) || 'repository'
  const [row] = await ctx.db
    .insert(integrations)
    .values({
      id: Bun.randomUUIDv7(),
      organizationId,
      provider: 'git',
      displayName: name,
      owner: 'local',
      repo: name,
      url: path,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  return row as IntegrationRow
}
