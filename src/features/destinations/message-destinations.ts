import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ceilingGuard } from '../../db/ceilings.ts'
import { badRequest, notFound, OperatorError } from '../../errors.ts'
import { type Address, checkAddress, describeAddress, detectService } from '../../messages/service.ts'
import { FetchError } from '../../net/fetch-error.ts'
import { readPublicUrl } from '../../net/public-url.ts'
import { destinationAddressOf } from '../integrations/secret-locations.ts'
import type { Caller } from '../keys/model.ts'
import { type DestinationBody, toDestination } from './model.ts'
import { listPullRequests } from './pull-requests.ts'
import { destinations } from './table.ts'

type Owner = Pick<Caller, 'organization'>

/** The addresses of an organization, oldest first. */
export async function listDestinations(ctx: Context, { organization }: Owner) {
  const rows = await ctx.db
    .select()
    .from(destinations)
    .where(eq(destinations.organizationId, organization.id))
    .orderBy(asc(destinations.createdAt))
  return { destinations: rows.map(toDestination), pullRequests: await listPullRequests(ctx, organization.id) }
}

/** Adds an address. The service is detected from its host, or chosen by the person for other hosts. */
export async function addDestination(
  ctx: Context,
  caller: Owner & Pick<Caller, 'spend'>,
  body: DestinationBody,
) {
  const { url, token, chat } = body
  try {
    readPublicUrl(ctx, url)
  } catch (error) {
    throw error instanceof FetchError ? badRequest(error.message) : error
  }
  const detected = detectService(url)
  if (typeof detected === 'object' && detected) throw badRequest(detected.refused)
  const service = detected ?? body.service ?? 'json'
  const address: Address = { url, ...(token ? { token } : {}), ...(chat ? { chat } : {}) }
  const fault = checkAddress(service, address)
  if (fault) throw badRequest(fault)
  await caller.spend()
  const id = Bun.randomUUIDv7()
  const organizationId = caller.organization.id
  const shownAddress = describeAddress(address)
  const [rows] = await ctx.db.batch([
    ctx.db
      .insert(destinations)
      .values({
        id,
        organizationId,
        service,
        name: body.name ?? shownAddress,
        encryptedAddress: ctx.secrets.encrypt(JSON.stringify(address), destinationAddressOf({ id })),
        shownAddress,
        createdAt: ctx.now(),
      })
      .returning(),
    ctx.db.run(ceilingGuard('destinations', organizationId)),
  ])
  const [row] = rows
  if (!row) throw new Error('A destination that was just inserted is gone.')
  return toDestination(row)
}

/** Deletes an address, and what was noted about deliveries to it. */
export async function deleteDestination(ctx: Context, { organization }: Owner, id: string) {
  const own = and(eq(destinations.organizationId, organization.id), eq(destinations.id, id))
  const deleted = await ctx.db.delete(destinations).where(own).returning({ id: destinations.id })
  if (deleted.length === 0) throw notFound('Destination not found')
  return { id }
}

/** The address of a destination in the clear; null if it was encrypted with another key. */
export function readAddress(
  ctx: Context,
  { id, encryptedAddress }: Pick<typeof destinations.$inferSelect, 'id' | 'encryptedAddress'>,
): Address | null {
  try {
    return JSON.parse(ctx.secrets.decrypt(encryptedAddress, destinationAddressOf({ id })))
  } catch (error) {
    if (error instanceof OperatorError) return null
    throw error
  }
}

/** The sentence about an address that is null. */
export const unreadableAddress =
  'The address cannot be decrypted. Remove the destination and add it again, or restore the secret key.'
