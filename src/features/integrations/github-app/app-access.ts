import { eq } from 'drizzle-orm'
import { type AppIdentity, createAppClient } from '../../../codehost/github-app.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/client.ts'
import { appKeyOf } from '../secret-locations.ts'
import { githubApps } from '../table.ts'

export type AppRow = typeof githubApps.$inferSelect

/** The requests of GitHub Apps at the configured code host. */
export const openApps = (ctx: Context) => createAppClient(ctx.config.githubApiUrl, ctx.now)

/** The GitHub App of an organization; null if it has none. */
export async function findApp(ctx: Context, organizationId: string): Promise<AppRow | null> {
  const [row] = await ctx.db.select().from(githubApps).where(eq(githubApps.organizationId, organizationId))
  return row ?? null
}

export const identityOf = (ctx: Context, row: AppRow): AppIdentity => ({
  appId: row.appId,
  privateKey: ctx.secrets.decrypt(row.encryptedKey, appKeyOf(row)),
})

type Token = { value: string; expiresAt: number }

/** Tokens by installation, for one database. An App has few installations. */
const tokens = new WeakMap<Db, Map<string, Token>>()
/** A token is renewed before it ends, so that a long read does not outlive it. */
const renewMs = 5 * 60 * 1000
const maxTokens = 1000

/** A token of the App's installation, at most an hour old; null if it is not installed. */
export async function findAppToken(ctx: Context, organizationId: string): Promise<string | null> {
  const app = await findApp(ctx, organizationId)
  return app?.installationId ? readToken(ctx, app, app.installationId) : null
}

async function readToken(ctx: Context, app: AppRow, installationId: number): Promise<string> {
  const known = tokens.get(ctx.db) ?? new Map<string, Token>()
  tokens.set(ctx.db, known)
  const key = `${app.organizationId}/${app.appId}/${installationId}`
  const token = known.get(key)
  if (token && token.expiresAt - renewMs > ctx.now().getTime()) return token.value
  const { token: value, expires_at: expiresAt } = await openApps(ctx).token(
    identityOf(ctx, app),
    installationId,
  )
  known.delete(key)
  known.set(key, { value, expiresAt: Date.parse(expiresAt) || 0 })
  if (known.size > maxTokens) known.delete(known.keys().next().value as string)
  return value
}
