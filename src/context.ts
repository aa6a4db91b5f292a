import { accessSync, constants, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { readCatalog } from './ai/engines/catalog.ts'
import { createEngines, type Engines } from './ai/engines/engines.ts'
import { createModels, type Models } from './ai/models.ts'
import type { Config } from './config.ts'
import { type Db, databaseFile, openDatabase } from './db/client.ts'
import type { DatabaseClient } from './db/database-client.ts'
import { openReplica, type ReplicaOptions } from './db/replica.ts'
import { OperatorError } from './errors.ts'
import { readOnlyMount } from './explain.ts'
import { createInternalApi, type InternalApi } from './http/internal-api.ts'
import { maxStreamsOf, readOpenFileLimit } from './http/open-files.ts'
import { createInputBudget, createShare, type InputBudget, type Share } from './input-budget.ts'
import { createWaker, type Waker } from './jobs/waker.ts'
import { createLog, type Log } from './log.ts'
import { measureDatabase } from './metrics/measure-database.ts'
import { createMetrics, type Metrics, noMetrics } from './metrics/metrics.ts'
import { createIssuer, type Issuer } from './net/issuer.ts'
import { type ResolveTxt, resolveTxt } from './net/resolve-txt.ts'
import { createSearchConsole, type SearchConsole } from './net/search-console.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createSecrets, readSecretKey, type Secrets } from './secrets.ts'
import { traceDatabase } from './tracing/trace-database.ts'
import { createTracing, type Tracing } from './tracing/tracing.ts'
import type { TrackerAdapter } from './tracker/adapter.ts'
import { trackerAdapters } from './tracker/adapters.ts'

/** Everything the program needs at runtime; created once and passed as the first argument. */
export type Context = {
  config: Config
  db: Db
  /** Answers reads that may miss the newest writes; null if none is configured. Read it with `onReplica`. */
  replica: Db | null
  log: Log
  secrets: Secrets
  passwords: Passwords
  models: Models
  /** The catalog of answer engines, with their keys. */
  engines: Engines
  /** Trackers that can be connected. */
  trackers: TrackerAdapter[]
  /** Identity provider for sign-in in addition to passwords; null if none is configured. */
  issuer: Issuer | null
  /** Google Search Console; null if this server is not registered at Google. */
  searchConsole: SearchConsole | null
  /** Reads the DNS records that prove a domain. */
  resolveTxt: ResolveTxt
  /** Calls Herald's own API on behalf of a user or key. */
  ownApi: InternalApi
  jobsReady: Waker
  metrics: Metrics
  tracing: Tracing
  /** Memory for input that is not authenticated yet. */
  inputBudget: InputBudget
  /** Memory for responses that are being streamed. */
  streamShare: Share
  /** Aborted when the server is about to stop, so that streams end. */
  closing: AbortController
  /** Replies that this process is streaming, by the record they belong to. */
  streams: Map<string, AbortController>
  /** True for `herald demo`, whose database ends with it: a link signs in without a password. */
  isDemo: boolean
  /** True once a proxy forwarded a request while TRUST_PROXY is 0. */
  unknownProxy: { isSeen: boolean }
  now(): Date
}

/** Opens the configured database; does not migrate it. */
export function createContext(config: Config, overrides: Partial<Context> = {}): Context {
  prepareDataDir(config.dataDir)
  refuseReadOnly(config.databaseUrl)
  const catalog = readCatalog(config)
  const isMeasured = config.metricsToken !== null || config.metricsListen !== null
  const metrics = overrides.metrics ?? (isMeasured ? createMetrics() : noMetrics)
  const db = overrides.db ?? openDatabase(config.databaseUrl, config.databaseAuthToken)
  const log = overrides.log ?? createLog({ level: config.logLevel, ...config.log })
  const tracing = overrides.tracing ?? createTracing(config, log)
  function observe(client: DatabaseClient) {
    if (metrics.isEnabled) measureDatabase(client, metrics)
    if (tracing.isEnabled) traceDatabase(client)
  }
  observe(db.$client)
  return {
    config,
    db,
    replica: overrides.replica ?? openConfiguredReplica(config, { primary: db, log, observe }),
    log,
    secrets: overrides.secrets ?? createSecrets(() => readSecretKey(config)),
    passwords: overrides.passwords ?? createPasswords(),
    models: overrides.models ?? createModels(config, catalog),
    engines: overrides.engines ?? createEngines(config, catalog),
    trackers: overrides.trackers ?? trackerAdapters,
    issuer: overrides.issuer ?? createIssuer(config),
    searchConsole: overrides.searchConsole ?? createSearchConsole(config),
    resolveTxt: overrides.resolveTxt ?? resolveTxt,
    ownApi: overrides.ownApi ?? createInternalApi(),
    metrics,
    tracing,
    jobsReady: overrides.jobsReady ?? createWaker(),
    inputBudget: overrides.inputBudget ?? createInputBudget(),
    streamShare: overrides.streamShare ?? createShare(maxStreamsOf(readOpenFileLimit()), 0),
    streams: overrides.streams ?? new Map(),
    closing: overrides.closing ?? new AbortController(),
    isDemo: overrides.isDemo ?? false,
    unknownProxy: overrides.unknownProxy ?? { isSeen: false },
    now: overrides.now ?? (() => new Date()),
  }
}

function openConfiguredReplica(
  config: Config,
  options: Omit<ReplicaOptions, 'url' | 'authToken'>,
): Db | null {
  const { databaseReadUrl: url, databaseAuthToken: authToken } = config
  return url === null ? null : openReplica({ ...options, url, authToken })
}

function prepareDataDir(path: string) {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new OperatorError(describeFolderError(path, (error as NodeJS.ErrnoException).code))
  }
}

function describeFolderError(path: string, code = 'unknown error'): string {
  const failed = `DATA_DIR ${path} cannot be created`
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${failed}: a part of this path is a file.`
  if (code === 'EACCES' || code === 'EPERM') return `${failed}: this user may not write there.`
  return `${failed} (${code}). Choose another folder.`
}

/** SQLite itself reports a read-only mount as a file that it cannot open. */
function refuseReadOnly(databaseUrl: string) {
  const path = databaseFile(databaseUrl)
  if (!path) return
  try {
    accessSync(dirname(path), constants.W_OK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS') throw new OperatorError(readOnlyMount)
  }
}
