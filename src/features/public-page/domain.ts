import { and, eq, isNotNull, ne, type SQL } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { atomically } from '../../db/client.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import { readHost } from '../../net/bare-host.ts'
import type { Caller } from '../keys/model.ts'
import type { CustomDomain } from './model.ts'
import { findByDomain } from './record.ts'
import { customDomains } from './table.ts'

type Owner = Pick<Caller, 'organization'>

const own = ({ organization }: Owner) => eq(customDomains.organizationId, organization.id)

/** The domain of the organization, and the DNS records that it needs. */
export async function getDomain(ctx: Context, caller: Owner): Promise<CustomDomain> {
  const target = new URL(ctx.config.appUrl).hostname
  const row = await find(ctx, own(caller))
  if (!row) return { domain: null, isVerified: false, target, proof: null }
  const { domain, token, verifiedAt } = row
  return { domain, isVerified: verifiedAt !== null, target, proof: proofOf(domain, token) }
}

const proofOf = (domain: string, token: string) => ({
  name: `_herald.${domain}`,
  value: `herald-domain=${token}`,
})

/** Claims a domain. It serves the page once it is proved. The same domain keeps its proof. */
export async function setDomain(ctx: Context, caller: Owner, entered: string): Promise<CustomDomain> {
  const domain = readHost(entered)
  if (domain === null || domain.length > 253)
    throw badRequest('domain must be a host name such as changelog.acme.dev')
  const { appUrl, baseUrl } = ctx.config
  if ([appUrl, baseUrl].some((url) => new URL(url).hostname === domain))
    throw badRequest('domain must not be the host of this server')
  const known = await find(ctx, own(caller))
  if (known?.domain === domain) return getDomain(ctx, caller)
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url')
  const row = { domain, token, verifiedAt: null, createdAt: ctx.now() }
  await ctx.db
    .insert(customDomains)
    .values({ organizationId: caller.organization.id, ...row })
    .onConflictDoUpdate({ target: customDomains.organizationId, set: row })
  return getDomain(ctx, caller)
}

/**
 * Proves the domain by its DNS record. Another organization loses it, unless its own record is still there: a domain
 * may have been sold.
 */
export async function verifyDomain(ctx: Context, caller: Caller): Promise<CustomDomain> {
  const row = await find(ctx, own(caller))
  if (!row) throw notFound('No domain is set')
  await caller.spend()
  const { name, value } = proofOf(row.domain, row.token)
  const texts = await ctx.resolveTxt(name).catch(() => {
    throw conflict(`The name servers of ${row.domain} did not answer. Try again later.`)
  })
  if (!texts.includes(value))
    throw conflict(`The TXT record ${name} was not found. A new record can take an hour to appear.`)
  const others = and(
    eq(customDomains.domain, row.domain),
    isNotNull(customDomains.verifiedAt),
    ne(customDomains.organizationId, caller.organization.id),
  )
  const holder = await find(ctx, others)
  if (holder && texts.includes(proofOf(holder.domain, holder.token).value)) throw taken()
  try {
    await atomically(ctx.db, [
      ctx.db.delete(customDomains).where(and(others, eq(customDomains.token, holder?.token ?? ''))),
      ctx.db
        .update(customDomains)
        .set({ verifiedAt: ctx.now() })
        .where(and(own(caller), eq(customDomains.token, row.token))),
    ])
  } catch (error) {
    if (isUniqueViolation(error, 'custom_domains.domain')) throw taken()
    throw error
  }
  return getDomain(ctx, caller)
}

const taken = () => conflict('Another organization uses this domain')

/** Removes the domain; the page stays at the address of the server. */
export async function deleteDomain(ctx: Context, caller: Owner): Promise<CustomDomain> {
  await ctx.db.delete(customDomains).where(own(caller))
  return getDomain(ctx, caller)
}

async function find(ctx: Context, where: SQL | undefined) {
  const [row] = await ctx.db.select().from(customDomains).where(where)
  return row ?? null
}

/** The path of the public page that a domain serves; null if it serves none. */
export async function findPageOf(ctx: Context, domain: string): Promise<string | null> {
  const row = await findByDomain(ctx).get({ domain })
  return row ? `/c/${row.slug}` : null
}
