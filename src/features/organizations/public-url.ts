import { and, eq, isNotNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { customDomains } from '../public-page/table.ts'

/** The address of an organization's public page, without a slash at its end: its domain, or a path of this server. */
export async function publicUrlOf(ctx: Context, { id, slug }: { id: string; slug: string }): Promise<string> {
  const [row] = await ctx.db
    .select({ domain: customDomains.domain })
    .from(customDomains)
    .where(and(eq(customDomains.organizationId, id), isNotNull(customDomains.verifiedAt)))
  return row ? domainUrl(ctx, row.domain) : serverUrlOf(ctx, slug)
}

/** The address of a public page at its domain: a proxy that serves this server over https serves the domain so too. */
export const domainUrl = ({ config }: Context, domain: string) =>
  `${new URL(config.appUrl).protocol}//${domain}`

/** The address of a public page at this server. It stays when there is a domain. */
export const serverUrlOf = ({ config }: Context, slug: string) => `${config.appUrl}/c/${slug}`
