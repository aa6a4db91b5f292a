import type { Context } from '../../context.ts'
import { organizations } from './table.ts'

/** An organization, and the statement that adds it. */
export function newOrganization(ctx: Context, slug: string, name: string) {
  const row = { id: Bun.randomUUIDv7(), slug, name: name.trim(), logo: null, createdAt: ctx.now() }
  return { row, statement: ctx.db.insert(organizations).values(row) }
}
