import { version } from '../../package.json'
import { type Config, readConfig } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import { databaseFile, openDatabase } from '../db/client.ts'
import { isUnavailable } from '../db/errors.ts'
import { replaceLost } from '../db/files.ts'
import { migrationCount } from '../db/migrate.ts'
import { isDrainRequested } from '../db/processes.ts'
import { isDrained } from '../db/server-processes.ts'
import { describeError } from '../explain.ts'
import { hasUsers } from '../features/members/service.ts'
import { type RunningServer, startServer, startStandby } from '../server.ts'
import { defineCommand, type Terminal } from './command.ts'
import { wholeNumber } from './options.ts'
import { startProgress } from './progress.ts'

const serve = defineCommand({
  name: 'serve',
  summary: 'Start the server (default). Migrates the database first.',
  examples: ['serve', 'serve --port 8080'],
  options: {
    port: {
      type: 'string',
      value: 'N',
      read: wholeNumber(0, 65535),
      help: 'Port to listen on, instead of PORT. 0 picks a free one.',
    },
    new: { type: 'boolean', help: 'Start with an empty database if the previous one is missing.' },
  },
  async run({ port, new: isNew }, terminal) {
    const env = port === undefined ? terminal.env : { ...terminal.env, PORT: String(port) }
    const config = readConfig(env)
    const path = databaseFile(config.databaseUrl)
    if (isNew && path) replaceLost(path)
    const ctx = createContext(config)
    // Signals must be handled from the first request on.
    const signalled = untilSignalled()
    const interrupted = signalled.then(() => {
      throw stoppedEarly
    })
    // The signal may arrive before the server waits for it.
    interrupted.catch(() => {})
    const server = await startWithProgress(ctx, interrupted, terminal).catch((error) => {
      if (error !== stoppedEarly) throw error
    })
    if (!server)
      return ctx.log.info('Stopped before the migration was finished. The next start continues it.')
    const { dataDir, databaseUrl } = ctx.config
    ctx.log.info(
      {
        version,
        url: server.url,
        dataDir,
        database: path ?? new URL(databaseUrl).host,
        migrations: migrationCount,
      },
      `Herald ${version} listens on ${server.url}`,
    )
    warnOfUnusedModel(ctx)
    // A server that is already listening keeps running, even without its database.
    await describeFirstSteps(ctx).catch((error) =>
      ctx.log.warn(
        { error: describeError(error) },
        'Whether an account exists could not be checked. If none does, run: herald setup',
      ),
    )
    await serveUntil(signalled, ctx, server)
    ctx.log.info('Stopped.')
  },
})

const stoppedEarly = new Error('Herald was stopped during the migration.')

export const commands = [serve]

/** Serves until a signal. Meanwhile, commands may replace the database: the server then starts on the new one. */
async function serveUntil(signalled: Promise<void>, ctx: Context, first: RunningServer): Promise<void> {
  let isSignalled = false
  const stopped = signalled.then(() => {
    isSignalled = true
  })
  for (let server = first; ; ) {
    await Promise.race([stopped, server.drainRequested])
    if (isSignalled) {
      ctx.log.info('Stopping.')
      return server.stop()
    }
    ctx.log.info('A command is replacing the database. Requests get a 503 until it finishes.')
    await server.stop(beingReplaced)
    const config = { ...ctx.config, port: server.port }
    const standby = startStandby(config, () => ({ isHealthy: true, error: beingReplaced }))
    await untilReplaced(ctx.config, () => isSignalled)
    await standby.stop(true)
    if (isSignalled) return
    const { log, metrics, passwords, unknownProxy } = ctx
    server = await startServer(createContext(config, { log, metrics, passwords, unknownProxy }))
    ctx.log.info('The command has finished. Herald accepts requests again.')
  }
}

/** Waits until no command asks the servers of the database to release it, or until `isStopped`. */
async function untilReplaced({ databaseUrl, databaseAuthToken }: Config, isStopped: () => boolean) {
  const path = databaseFile(databaseUrl)
  if (path) {
    while (!isStopped() && isDrainRequested(path)) await Bun.sleep(100)
    return
  }
  const db = openDatabase(databaseUrl, databaseAuthToken)
  const clocked = { db, now: () => new Date() }
  // The table is missing in a backup of an earlier version, which has then replaced the database.
  while (!isStopped() && (await isDrained(clocked).catch(isUnavailable))) await Bun.sleep(500)
  db.$client.close()
}

const beingReplaced = 'The database is being replaced by a backup. Try again in a moment.'

/** Starts the server, with the progress of a migration on a terminal. */
async function startWithProgress(ctx: Context, interrupted: Promise<never>, terminal: Terminal) {
  if (!terminal.status) return startServer(ctx, interrupted)
  using progress = startProgress(terminal)
  return await startServer(ctx, interrupted, progress.show)
}

/** Logs a setting of a model that has no effect, because another one is missing. */
function warnOfUnusedModel({ config, models, log }: Context) {
  if (config.writerModel !== null && models.writer === null)
    log.warn('WRITER_MODEL is not used: set OPENAI_BASE_URL or OPENAI_API_KEY too.')
  if (config.openaiBaseUrl !== null && models.writer === null && models.small === null)
    log.warn('OPENAI_BASE_URL is not used for texts: set WRITER_MODEL too.')
}

/** Logs how to set up a server without accounts. The link is a secret, so it is created only on request. */
async function describeFirstSteps(ctx: Context) {
  if (await hasUsers(ctx)) return
  const dashboard = `${ctx.config.appUrl}/app`
  ctx.log.warn(
    { dashboard },
    `No account exists yet. To create one, open ${dashboard}: a setup link then appears in this log. Or run: herald setup`,
  )
}

/** Resolves at SIGTERM or SIGINT; a second signal ends the process immediately. */
export function untilSignalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1))
        resolve()
      })
    }
  })
}
