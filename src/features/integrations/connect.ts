import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Organization } from '../organizations/model.ts'
import type { IntegrationRow } from './model.ts'
import { connectGitHub, findRepository, replaceToken } from './service.ts'
import { integrations } from './table.ts'
import { readFullName } from './webhook-secret.ts'

/** Connects the repository that an operator names; one that is connected gets the token, where one is given. */
export async function connectByName(
  ctx: Context,
  organization: Organization,
  fullName: string,
  token: string | null,
): Promise<IntegrationRow> {
  const { owner, name } = readFullName(fullName)
  const connected = await findRepository(ctx, organization.id, owner, name)
  if (connected && token) await replaceToken(ctx, connected, token)
  if (connected) return connected

  const operator = { organization, spend: async () => {} }
  const { github } = await connectGitHub(ctx, operator, { owner, repo: name, token })
  const [created] = await ctx.db.select().from(integrations).where(eq(integrations.id, github.id))
  return created as IntegrationRow
}
