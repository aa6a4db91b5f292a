import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../../src/config.ts'
import { type Context, createContext } from '../../../src/context.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { prepareSecretKey } from '../../../src/features/integrations/secret-key.ts'
import { createOrganization } from '../../../src/features/organizations/service.ts'
import type { Workshop } from '../benchmark.ts'
import { type Service, startService } from './service.ts'

/** A data folder with a migrated database and one organization. */
export type Installation = { dataDir: string; database: string; organizationId: string; ctx: Context }

/**
 * The context serves to fill the database; it is closed before a server is measured. The database is a file
 * in the folder, unless a URL names one on a server.
 */
export async function install(
  { folder }: Workshop,
  name: string,
  databaseUrl?: string,
): Promise<Installation> {
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  const ctx = createContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl }))
  await migrate(ctx.db)
  await prepareSecretKey(ctx)
  const { id } = await createOrganization(ctx, 'acme', 'Acme')
  return { dataDir, database: join(dataDir, 'herald.db'), organizationId: id, ctx }
}

export function startHerald({ binary }: Workshop, { dataDir, ctx }: Installation): Promise<Service> {
  ctx.db.$client.close()
  return startService([binary, 'serve'], { DATA_DIR: dataDir, DATABASE_URL: ctx.config.databaseUrl })
}
