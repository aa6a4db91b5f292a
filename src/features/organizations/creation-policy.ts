import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { organizations } from './table.ts'

const hasLimits = sql`exists (select 1 from usage_limits)`
const hasMoreThan = (count: number) =>
  sql`(select count(*) from (select 1 from organizations limit ${count + 1})) > ${count}`

/** The policy set by ORGANIZATIONS; null if it depends on the database. */
function configured({ config }: Context): 'operator' | 'members' | null {
  if (config.organizations !== null) return config.organizations
  return config.defaultLimits === null ? null : 'operator'
}

/**
 * True if owners may create organizations. If ORGANIZATIONS is not set, they may while the server has one
 * organization and no limits: a second organization would escape the limits of the first.
 */
export async function mayMembersCreate(ctx: Context): Promise<boolean> {
  const policy = configured(ctx)
  if (policy !== null) return policy === 'members'
  const [row] = await ctx.db.all<{ refused: number }>(
    sql`select (${hasLimits} or ${hasMoreThan(1)}) as refused`,
  )
  return !row?.refused
}

/**
 * True if the owner of the only organization may change the settings of the server. With several organizations, one
 * would read the mails and prompts of the others.
 */
export async function mayOwnersSetServer(ctx: Context): Promise<boolean> {
  const found = await ctx.db.select({ id: organizations.id }).from(organizations).limit(2)
  return found.length === 1 && (await mayMembersCreate(ctx))
}

/** Statements to run after a member's insert of an organization: a guard rolls it back if the policy refuses it. */
export function enforceCreationPolicy(ctx: Context): Statement[] {
  if (configured(ctx) !== null) return []
  return [ctx.db.run(sql`insert into guards (ok) select 0 where ${hasLimits} or ${hasMoreThan(2)}`)]
}
