import { createApi } from './api.ts'
import { serverUrl } from './config.ts'
import type { Context } from './context.ts'
import { armTask } from './cron/arm.ts'
import { startTicker } from './cron/ticker.ts'
import { checkDatabase } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import { OperatorError } from './errors.ts'
import { checkSecretKey } from './features/integrations/webhook-secret.ts'
import { startRunner } from './jobs/runner.ts'
import { jobs, recurringTasks } from './registry.ts'

export type RunningServer = { url: string; stop(): Promise<void> }

/** Boots in order: look at the database and the secret key, migrate, arm what recurs, run jobs, tick, listen. `stop` undoes it in reverse within 10 s. */
export async function startServer(ctx: Context): Promise<RunningServer> {
  await checkDatabase(ctx.db, ctx.config.databaseUrl)
  await migrate(ctx.db)
  await checkSecretKey(ctx)
  for (const task of recurringTasks) await armTask(ctx, task)
  const runner = await startRunner(ctx, jobs)
  const ticker = startTicker(ctx)
  const listening = listen(ctx)

  return {
    url: serverUrl(ctx.config.host, listening.port),
    async stop() {
      await Promise.race([listening.stop(), Bun.sleep(3000)])
      ticker.stop()
      await runner.stop()
      ctx.db.$client.close()
    },
  }
}

function listen(ctx: Context) {
  const { host, port } = ctx.config
  try {
    // Bodies are capped where they are read, so that the answer to an oversize one is ours.
    const app = createApi(ctx).listen({
      hostname: host,
      port,
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      idleTimeout: 255,
      // Elysia's default would let two servers share the port and take turns.
      reusePort: false,
    })
    if (!app.server) throw new Error('it does not listen')
    return { port: app.server.port ?? port, stop: () => app.stop() }
  } catch (error) {
    throw new OperatorError(`Port ${port} on ${host} cannot be used: ${(error as Error).message}.`)
  }
}
