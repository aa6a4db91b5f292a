import { asc, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { atomically, type Statement } from '../../db/client.ts'
import { OperatorError } from '../../errors.ts'
import { createSecretKey, findSecretKey, protectSecretKey, type SecretLocation } from '../../secrets.ts'
import { destinations } from '../destinations/table.ts'
import { searchConsoleConnections } from '../geo/search-console/table.ts'
import { organizations } from '../organizations/table.ts'
import {
  appKeyOf,
  appSecretOf,
  consoleTokenOf,
  destinationAddressOf,
  findFirstSecret,
  tokenOf,
  trackerTokenOf,
  webhookSecretOf,
} from './secret-locations.ts'
import { githubApps, integrations, trackers } from './table.ts'

const minCharacters = 32

/**
 * Ensures that stored secrets can be decrypted later: creates the key of a new installation, and throws if the key is
 * missing, differs from the one in use, or is too short for a new installation.
 */
export async function prepareSecretKey(ctx: Context): Promise<void> {
  const { config, secrets } = ctx
  const stored = await findFirstSecret(ctx.db)
  if (stored) secrets.decrypt(stored.sealed, stored.location)
  else if (!findSecretKey(config)) createSecretKey(config)
  protectSecretKey(config)
  const warning = checkKeyLength(ctx, stored !== null)
  if (warning) ctx.log.warn(warning)
}

/** Refuses a short SECRET_KEY, or returns a warning about it if stored secrets use it. */
export function checkKeyLength({ config: { secretKey } }: Context, isUsed: boolean): string | null {
  if (!secretKey || secretKey.length >= minCharacters) return null
  if (!isUsed) throw new OperatorError(tooShort)
  return guessable
}

const tooShort = `SECRET_KEY must have at least ${minCharacters} characters. "openssl rand -hex 32" creates one: set it and start Herald again. No stored secret uses the current one.`
const guessable = `SECRET_KEY has fewer than ${minCharacters} characters: anyone who gets the database can guess it and read its secrets. Set a longer one, run "herald secrets reset", and enter the listed secrets again.`

/** The owner of a deleted secret: a repository, a tracker with the key of its only team, or Google Search Console. */
export type DeletedSecret = { organization: string; name: string; token: boolean; webhookSecret: boolean } & (
  | { kind: 'repository' }
  | { kind: 'tracker'; provider: string; team: string | null }
  | { kind: 'search-console' }
  | { kind: 'destination' }
  | { kind: 'github-app' }
)

/** Deletes the tokens and webhook secrets that the secret key cannot decrypt, and returns their owners. */
export async function deleteUnreadableSecrets(ctx: Context): Promise<DeletedSecret[]> {
  const [repositories, connected, consoles, addresses, apps] = await Promise.all([
    ctx.db
      .select({ row: integrations, organization: organizations.slug })
      .from(integrations)
      .innerJoin(organizations, eq(organizations.id, integrations.organizationId))
      .orderBy(asc(organizations.slug), asc(integrations.displayName)),
    ctx.db
      .select({ row: trackers, organization: organizations.slug })
      .from(trackers)
      .innerJoin(organizations, eq(organizations.id, trackers.organizationId))
      .orderBy(asc(organizations.slug), asc(trackers.displayName)),
    ctx.db
      .select({ row: searchConsoleConnections, organization: organizations.slug })
      .from(searchConsoleConnections)
      .innerJoin(organizations, eq(organizations.id, searchConsoleConnections.organizationId))
      .orderBy(asc(organizations.slug)),
    ctx.db
      .select({ row: destinations, organization: organizations.slug })
      .from(destinations)
      .innerJoin(organizations, eq(organizations.id, destinations.organizationId))
      .orderBy(asc(organizations.slug), asc(destinations.name)),
    ctx.db
      .select({ row: githubApps, organization: organizations.slug })
      .from(githubApps)
      .innerJoin(organizations, eq(organizations.id, githubApps.organizationId))
      .orderBy(asc(organizations.slug)),
  ])
  const updatedAt = ctx.now()
  const forgotten: DeletedSecret[] = []
  const statements: Statement[] = []
  for (const { row, organization } of repositories) {
    const token = isUnreadable(ctx, row.encryptedToken, tokenOf(row))
    const webhookSecret = isUnreadable(ctx, row.encryptedWebhookSecret, webhookSecretOf(row))
    if (!token && !webhookSecret) continue
    forgotten.push({ kind: 'repository', organization, name: row.displayName, token, webhookSecret })
    const cleared = {
      ...(token ? { encryptedToken: null } : {}),
      ...(webhookSecret ? { encryptedWebhookSecret: null } : {}),
    }
    statements.push(
      ctx.db
        .update(integrations)
        .set({ ...cleared, updatedAt })
        .where(eq(integrations.id, row.id)),
    )
  }
  for (const { row, organization } of connected) {
    if (!isUnreadable(ctx, row.encryptedToken, trackerTokenOf(row))) continue
    const { provider, displayName: name, teamKey: team } = row
    forgotten.push({
      kind: 'tracker',
      ...{ organization, provider, name, team },
      ...{ token: true, webhookSecret: false },
    })
    statements.push(
      ctx.db.update(trackers).set({ encryptedToken: null, updatedAt }).where(eq(trackers.id, row.id)),
    )
  }
  for (const { row, organization } of consoles) {
    if (!isUnreadable(ctx, row.encryptedRefreshToken, consoleTokenOf(row))) continue
    const name = 'Google Search Console'
    forgotten.push({ kind: 'search-console', organization, name, token: true, webhookSecret: false })
    statements.push(
      ctx.db
        .update(searchConsoleConnections)
        .set({ encryptedRefreshToken: null, status: 'reauth_required' })
        .where(eq(searchConsoleConnections.organizationId, row.organizationId)),
    )
  }
  for (const { row, organization } of addresses) {
    if (!isUnreadable(ctx, row.encryptedAddress, destinationAddressOf(row))) continue
    forgotten.push({ kind: 'destination', organization, name: row.name, token: true, webhookSecret: false })
    statements.push(ctx.db.delete(destinations).where(eq(destinations.id, row.id)))
  }
  for (const { row, organization } of apps) {
    const token = isUnreadable(ctx, row.encryptedKey, appKeyOf(row))
    const webhookSecret = isUnreadable(ctx, row.encryptedWebhookSecret, appSecretOf(row))
    if (!token && !webhookSecret) continue
    forgotten.push({ kind: 'github-app', organization, name: row.slug, token, webhookSecret })
    statements.push(ctx.db.delete(githubApps).where(eq(githubApps.organizationId, row.organizationId)))
  }
  await atomically(ctx.db, statements)
  return forgotten
}

function isUnreadable({ secrets }: Context, sealed: string | null, location: SecretLocation): boolean {
  if (sealed === null) return false
  try {
    secrets.decrypt(sealed, location)
    return false
  } catch (error) {
    if (error instanceof OperatorError) return true
    throw error
  }
}
