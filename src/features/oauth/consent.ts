import type { Context } from '../../context.ts'
import { ceilingCount, ceilingSentence, ceilings } from '../../db/ceilings.ts'
import { badRequest, conflict, forbidden } from '../../errors.ts'
import { buckets } from '../../http/buckets.ts'
import { spend } from '../../http/rate-limits.ts'
import { hashToken, newToken } from '../../ids.ts'
import { scopesOf } from '../sessions/rules.ts'
import type { SignedIn } from '../sessions/service.ts'
import { answerClient, readAuthorization } from './authorization.ts'
import { keepClient } from './clients.ts'
import type { Approval, Consent } from './model.ts'
import { hostOfRedirect, kindOfRedirect } from './redirect-uri.ts'
import { oauthGrants } from './table.ts'

const codeMs = 60_000

/** What the consent page shows: the client, where it returns to, and what each organization of the user allows. */
export async function getConsent(ctx: Context, session: SignedIn, request: string): Promise<Consent> {
  await spend(ctx, buckets.approveClient, session.user.id)
  const asked = await readAuthorization(ctx, request)
  const { client, redirectUri, fault, scopes } = asked
  const denied = fault ?? { error: 'access_denied', description: 'The user did not approve the access.' }
  return {
    name: client.name,
    verifiedHost: client.fingerprint === null ? new URL(client.id).host : null,
    returnsTo: hostOfRedirect(redirectUri),
    returnKind: kindOfRedirect(redirectUri) ?? 'website',
    fault: fault?.description ?? null,
    denyUrl: answerClient(ctx, asked, { error: denied.error, error_description: denied.description }),
    organizations: await Promise.all(
      session.memberships.map(async ({ id, name, role }) => ({
        ...{ id, name, refusal: await findRefusal(ctx, id) },
        scopes: scopes.filter((scope) => scopesOf(role).includes(scope)),
      })),
    ),
  }
}

/** Why an organization cannot connect another app, each of which counts as a key. */
async function findRefusal(ctx: Context, organizationId: string): Promise<string | null> {
  const [row] = await ctx.db.all<{ total: number }>(ceilingCount('keys', organizationId))
  return row && row.total >= ceilings.keys.max ? ceilingSentence('keys') : null
}

/** Stores a user's approval, and returns the address with its code, which the client exchanges within a minute. */
export async function approveClient(ctx: Context, session: SignedIn, approval: Approval) {
  await spend(ctx, buckets.approveClient, session.user.id)
  const asked = await readAuthorization(ctx, approval.request)
  if (asked.fault) throw badRequest(asked.fault.description)
  const membership = session.memberships.find(({ id }) => id === approval.organizationId)
  if (!membership) throw forbidden('Workspace access revoked')
  const refusal = await findRefusal(ctx, membership.id)
  if (refusal) throw conflict(refusal)
  const allowed = scopesOf(membership.role).filter((scope) => asked.scopes.includes(scope))
  if (!approval.scopes.every((scope) => allowed.includes(scope)))
    throw forbidden('The app did not ask for these permissions, or your role does not include them')
  const [now, code] = [ctx.now(), newToken('', 32)]
  const grant = {
    ...{ id: Bun.randomUUIDv7(), clientId: asked.client.id, clientName: asked.client.name },
    ...{ userId: session.user.id, organizationId: membership.id },
    scopes: allowed.filter((scope) => approval.scopes.includes(scope)),
    ...{ redirectUri: asked.redirectUri, challenge: asked.challenge, codeHash: hashToken(code) },
    ...{ createdAt: now, expiresAt: new Date(now.getTime() + codeMs) },
  }
  await ctx.db.batch([ctx.db.insert(oauthGrants).values(grant), keepClient(ctx, grant.clientId)])
  const about = { grantId: grant.id, clientId: grant.clientId, organizationId: membership.id }
  ctx.log.info(about, 'A user approved an MCP client.')
  return { redirectTo: answerClient(ctx, asked, { code }) }
}
