import { createApi } from './api.ts'
import { pullBack, watchClock } from './clock.ts'
import { serverUrl } from './config.ts'
import type { Context } from './context.ts'
import { armTask } from './cron/arm.ts'
import { tick } from './cron/ticker.ts'
import { atomically, checkDatabase } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import { enter } from './db/presence.ts'
import { OperatorError } from './errors.ts'
import { prepareSecretKey } from './features/integrations/secret-key.ts'
import { startPoll } from './jobs/poll.ts'
import { startRunner } from './jobs/runner.ts'
import { jobs, recurringTasks } from './registry.ts'

export type RunningServer = { url: string; stop(): Promise<void> }

/**
 * Boots in order: look at the database, migrate, look at the secret key, arm what recurs, listen, run jobs, tick. What
 * cannot listen must not have begun a job. `stop` undoes it within 10 s, hearing no more requests first.
 */
export async function startServer(ctx: Context): Promise<RunningServer> {
  await checkDatabase(ctx.db, ctx.config.databaseUrl)
  await migrate(ctx.db)
  await prepareSecretKey(ctx)
  const presence = enter(ctx.config.databaseUrl)
  if (!presence.isAlone) ctx.log.warn(notAlone)
  await pullBack(ctx)
  await atomically(
    ctx.db,
    recurringTasks.map((task) => armTask(ctx, task)),
  )
  const listening = listen(ctx)
  const runner = await startRunner(ctx, jobs)
  const poll = startPoll(ctx, [runner.look, () => tick(ctx), watchClock(ctx)])

  return {
    url: serverUrl(ctx.config.host, listening.port),
    async stop() {
      const stopped = listening.stop()
      ctx.closing.abort()
      await Promise.race([stopped, Bun.sleep(3000)])
      poll.stop()
      await runner.stop()
      ctx.db.$client.close()
      presence.leave()
    },
  }
}

const notAlone =
  'Another server runs on this database; the two share its work. If that is not meant, stop one of them.'

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
