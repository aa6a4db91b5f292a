import { createApi } from './api.ts'
import { backupKey, backupTask } from './backup/job.ts'
import { repairFutureTimes, watchClock } from './clock.ts'
import { type Config, serverUrl } from './config.ts'
import type { Context } from './context.ts'
import { armTasks, disarmTask } from './cron/arm.ts'
import { tick } from './cron/ticker.ts'
import { atomically, checkDatabase, databaseFile } from './db/client.ts'
import { findSchemaFault, type Progress } from './db/migrate.ts'
import { isDrainRequested } from './db/processes.ts'
import { hasProcesses, isDrained, type Registration, registerProcess } from './db/server-processes.ts'
import { claimUpgraded, describeProgress, type UpgradeOptions } from './db/upgrade.ts'
import { OperatorError } from './errors.ts'
import { releaseUnstoredScans } from './features/geo/scans/begin-scan.ts'
import { prepareSecretKey } from './features/integrations/secret-key.ts'
import { changesWith, checkFirstSecret } from './features/integrations/secret-locations.ts'
import { createSettingsWatch } from './features/server-settings/stored-settings.ts'
import { noteStart } from './features/webhooks/polling/outages.ts'
import { completeUrl } from './http/full-url.ts'
import { releaseKeys } from './http/idempotency-keys.ts'
import { listenOn } from './http/listen.ts'
import { serveMetrics } from './http/metrics-route.ts'
import { warnOfFewFiles } from './http/open-files.ts'
import { type StandbyState, standby } from './http/standby.ts'
import { startPoll } from './jobs/poll.ts'
import { startRunner } from './jobs/runner.ts'
import { watchEventLoop } from './metrics/gauges.ts'
import { jobs, recurringTasks } from './registry.ts'

export type RunningServer = {
  url: string
  port: number
  /** Resolves when a command wants to replace the database. */
  drainRequested: Promise<void>
  /** Stops; meanwhile, further requests get a 503 with a reason if there is one. */
  stop(reason?: string): Promise<void>
}

/**
 * Starts in this order: registers in the database, migrates, checks the secret key, arms recurring tasks, listens,
 * runs jobs, starts the scheduler. Jobs start only after the server listens. `stop` reverses this within 10 s, the
 * listener first. Rejects with `interrupted` if that rejects during a migration. `showMigration` replaces the log lines
 * about a migration's progress.
 */
export async function startServer(
  ctx: Context,
  interrupted: Promise<never> = new Promise(() => {}),
  showMigration?: (step: string, share: number) => void,
): Promise<RunningServer> {
  await checkDatabase(ctx.db, ctx.config.databaseUrl)
  const isShared = databaseFile(ctx.config.databaseUrl) === null
  if (isShared) await refuseDrained(ctx)
  // The next start continues an interrupted migration.
  const claim = await Promise.race([claimUpgraded(ctx.db, reportUpgrade(ctx, showMigration)), interrupted])
  await prepareSecretKey(ctx)
  if (!claim.isOnly) ctx.log.warn(notAlone)
  const registration = isShared ? await register(ctx) : null
  warnOfFewFiles(ctx.log)
  await repairFutureTimes(ctx)
  const isOnly = claim.isOnly && !isShared
  const backup = backupTask(ctx.config)
  await atomically(ctx.db, [
    ...(await armTasks(ctx, [...recurringTasks, ...(backup ? [backup] : [])])),
    ...(backup ? [] : [disarmTask(ctx, backupKey)]),
    ...(await noteStart(ctx)),
    releaseUnstoredScans(ctx, { isOnly }),
    ...(isOnly ? [releaseKeys(ctx)] : []),
  ])
  const watchSettings = createSettingsWatch(ctx)
  await watchSettings()
  const listening = listen(ctx)
  nameFoundPort(ctx.config, listening.port)
  const stopMetrics = serveMetrics(ctx)
  if (ctx.metrics.isEnabled) watchEventLoop()
  const runner = await startRunner(ctx, jobs)
  const drain = Promise.withResolvers<void>()
  const polls = [runner.look, () => tick(ctx), watchClock(ctx), watchSchema, watchSettings, watchDrain]
  const poll = startPoll(ctx, polls, registration?.renew)

  /** A command that replaces the database waits until every server has released it. */
  async function watchDrain() {
    const path = databaseFile(ctx.config.databaseUrl)
    if (path ? isDrainRequested(path) : await isDrained(ctx)) drain.resolve()
  }

  /**
   * Another version may have migrated a shared database server: this one must then neither read nor write.
   */
  async function watchSchema() {
    const fault = await findSchemaFault(ctx.db)
    if (fault === null) return
    ctx.log.error({ reason: fault }, 'This server has stopped serving. Fix the reason, then restart it.')
    poll.stop()
    listening.standBy(fault)
    await runner.stop()
  }

  return {
    url: serverUrl(ctx.config.host, listening.port) + ctx.config.basePath,
    port: listening.port,
    drainRequested: drain.promise,
    async stop(reason) {
      if (reason !== undefined) {
        listening.standBy(reason)
        poll.stop()
        ctx.closing.abort()
        await runner.stop()
      }
      const stopped = listening.stop()
      ctx.closing.abort()
      await Promise.race([stopped, Bun.sleep(3000)])
      poll.stop()
      stopMetrics()
      await runner.stop()
      await ctx.tracing.close()
      // If the database is unreachable, the registration expires in 30 s.
      await registration?.leave().catch(() => {})
      ctx.db.$client.close()
      ctx.replica?.$client.close()
      claim.leave()
    },
  }
}

/** With PORT=0 the port, and so the URL in links, is known only once the server listens. */
function nameFoundPort(config: Config, port: number) {
  for (const name of ['appUrl', 'baseUrl'] as const)
    config[name] = config[name].replace(/^http:\/\/localhost:0(?=\/|$)/, `http://localhost:${port}`)
}

/** No server may start during a restore. */
async function refuseDrained(ctx: Context): Promise<void> {
  if (!(await hasProcesses(ctx.db)) || !(await isDrained(ctx))) return
  throw new OperatorError(
    'A backup is replacing this database. Start Herald again when the restore has ended.',
  )
}

async function register(ctx: Context): Promise<Registration> {
  const registration = await registerProcess(ctx)
  const [other] = registration.ofOtherVersion
  if (other) ctx.log.warn(`${other} also uses this database. Run the same version everywhere.`)
  return registration
}

const notAlone =
  'Another server runs on this database; the two share its work. If that is not intended, stop one of them.'

/** Logs or shows the progress of a migration, and answers requests with it. */
function reportUpgrade(
  { config, log, secrets }: Context,
  showMigration?: (step: string, share: number) => void,
): UpgradeOptions {
  let state: StandbyState = { isHealthy: false, error: 'Migrating the database. Do not stop.' }
  function onProgress({ share: _, ...migration }: Progress) {
    state = { isHealthy: false, error: describeProgress(migration), details: { migration } }
  }
  return {
    ...config,
    changes: changesWith(secrets),
    check: (db) => checkFirstSecret(db, secrets),
    report: (sentence) => log.info(sentence),
    begin() {
      const server = startStandby(config, () => state)
      return () => void server.stop(true)
    },
    onProgress,
    ...(showMigration && {
      showProgress(progress) {
        onProgress(progress)
        showMigration(describeProgress(progress), progress.share)
      },
    }),
  }
}

/** Listens in place of a server that cannot use its database. */
export const startStandby = (config: Config, read: () => StandbyState) =>
  listenOn(config, listenSettings, (options) =>
    Bun.serve({ ...options, fetch: standby(config.basePath, read) }),
  )

function listen(ctx: Context) {
  return listenOn(ctx.config, listenSettings, (options) => {
    // Elysia's own `listen` would prepare all routes twice.
    const app = createApi(ctx).compile()
    const { fetch } = app
    // In development, Bun itself serves the pages.
    const { serve: livePages = {} }: { serve?: object } = app.config
    const server = Bun.serve({
      ...livePages,
      ...options,
      // Body sizes are limited where bodies are read, so that the refusal is a response in Herald's format.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      idleTimeout: 255,
      fetch: (request) => fetch(completeUrl(request)),
    })
    // Routes ask it for the addresses of clients.
    app.server = server
    return {
      port: server.port ?? options.port,
      async stop(): Promise<void> {
        await app.stop()
      },
      /** Answers every further request with 503 and a reason. */
      standBy(error: string) {
        server.reload({ routes: {}, fetch: standby(ctx.config.basePath, () => ({ isHealthy: true, error })) })
      },
    }
  })
}

const listenSettings = { host: 'HOST', port: 'PORT' }
