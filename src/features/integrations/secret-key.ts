import { asc, eq, isNotNull, or } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { atomically } from '../../db/client.ts'
import { OperatorError } from '../../errors.ts'
import { findSecretKey, makeSecretKey, protectSecretKey } from '../../secrets.ts'
import { organizations } from '../organizations/table.ts'
import { integrations } from './table.ts'

const leastCharacters = 32

/**
 * Makes sure that what will be stored can be read again: generates the key of a new installation, and refuses to go on
 * with a lost one, another one, or for a new installation one that can be guessed.
 */
export async function prepareSecretKey(ctx: Context): Promise<void> {
  const { config, secrets, log } = ctx
  const sealed = await findSealed(ctx)
  if (sealed) secrets.decrypt(sealed)
  else if (!findSecretKey(config)) makeSecretKey(config)
  protectSecretKey(config)
  if (!config.secretKey || config.secretKey.length >= leastCharacters) return
  if (!sealed) throw new OperatorError(tooShort)
  log.warn(guessable)
}

const tooShort = `SECRET_KEY must have at least ${leastCharacters} characters; "openssl rand -hex 32" makes one.`
const guessable = `SECRET_KEY has fewer than ${leastCharacters} characters: whoever gets hold of the database can guess it and read its secrets.`

/** Something that was encrypted, or null where nothing is. */
async function findSealed(ctx: Context): Promise<string | null> {
  const [row] = await ctx.db
    .select({ token: integrations.encryptedToken, webhookSecret: integrations.encryptedWebhookSecret })
    .from(integrations)
    .where(or(isNotNull(integrations.encryptedToken), isNotNull(integrations.encryptedWebhookSecret)))
    .limit(1)
  return row ? (row.token ?? row.webhookSecret) : null
}

export type Forgotten = { organization: string; repository: string; token: boolean; webhookSecret: boolean }

/** Forgets the tokens and webhook secrets that the secret key cannot read, and tells which they were. */
export async function forgetUnreadable(ctx: Context): Promise<Forgotten[]> {
  const rows = await ctx.db
    .select({
      id: integrations.id,
      organization: organizations.slug,
      repository: integrations.displayName,
      token: integrations.encryptedToken,
      webhookSecret: integrations.encryptedWebhookSecret,
    })
    .from(integrations)
    .innerJoin(organizations, eq(organizations.id, integrations.organizationId))
    .orderBy(asc(organizations.slug), asc(integrations.displayName))
  const lost = rows
    .map(({ token, webhookSecret, ...row }) => ({
      ...row,
      token: isUnreadable(ctx, token),
      webhookSecret: isUnreadable(ctx, webhookSecret),
    }))
    .filter(({ token, webhookSecret }) => token || webhookSecret)
  await atomically(
    ctx.db,
    lost.map(({ id, token, webhookSecret }) =>
      ctx.db
        .update(integrations)
        .set({
          ...(token ? { encryptedToken: null } : {}),
          ...(webhookSecret ? { encryptedWebhookSecret: null } : {}),
          updatedAt: ctx.now(),
        })
        .where(eq(integrations.id, id)),
    ),
  )
  return lost.map(({ id, ...forgotten }) => forgotten)
}

function isUnreadable({ secrets }: Context, sealed: string | null): boolean {
  if (sealed === null) return false
  try {
    secrets.decrypt(sealed)
    return false
  } catch (error) {
    if (error instanceof OperatorError) return true
    throw error
  }
}
