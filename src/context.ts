import { mkdirSync } from 'node:fs'
import { readCatalog } from './ai/engines/catalog.ts'
import { createEngines, type Engines } from './ai/engines/engines.ts'
import { createModels, type Models } from './ai/models.ts'
import type { Config } from './config.ts'
import { type Db, openDatabase } from './db/client.ts'
import { OperatorError } from './errors.ts'
import { type BodyRoom, createBodyRoom } from './http/body.ts'
import { createOwnApi, type OwnApi } from './http/own-api.ts'
import { createWaker, type Waker } from './jobs/waker.ts'
import { createLog, type Log } from './log.ts'
import { createIssuer, type Issuer } from './net/issuer.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createSecrets, readSecretKey, type Secrets } from './secrets.ts'

/** What every part of the program works with; built once and passed first. */
export type Context = {
  config: Config
  db: Db
  log: Log
  secrets: Secrets
  passwords: Passwords
  models: Models
  /** The answer engines of the catalog, and what it takes to ask each. */
  engines: Engines
  /** Whom people may sign in with besides their password; null where nobody is configured. */
  issuer: Issuer | null
  /** What the service asks of itself on behalf of somebody. */
  ownApi: OwnApi
  jobsReady: Waker
  /** Shared by the bodies of strangers. */
  bodyRoom: BodyRoom
  /** Aborted when the server is about to stop, so that streams end by themselves. */
  closing: AbortController
  /** Replies that this process is sending, by what they are of. */
  streams: Map<string, AbortController>
  now(): Date
}

/** Opens the database of a configuration; does not migrate. */
export function createContext(config: Config, overrides: Partial<Context> = {}): Context {
  prepareDataDir(config.dataDir)
  const catalog = readCatalog(config)
  return {
    config,
    db: overrides.db ?? openDatabase(config.databaseUrl, config.databaseAuthToken),
    log: overrides.log ?? createLog(config.logLevel),
    secrets: overrides.secrets ?? createSecrets(() => readSecretKey(config)),
    passwords: overrides.passwords ?? createPasswords(),
    models: overrides.models ?? createModels(config, catalog),
    engines: overrides.engines ?? createEngines(config, catalog),
    issuer: overrides.issuer ?? createIssuer(config),
    ownApi: overrides.ownApi ?? createOwnApi(),
    jobsReady: overrides.jobsReady ?? createWaker(),
    bodyRoom: overrides.bodyRoom ?? createBodyRoom(),
    streams: overrides.streams ?? new Map(),
    closing: overrides.closing ?? new AbortController(),
    now: overrides.now ?? (() => new Date()),
  }
}

function prepareDataDir(path: string) {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new OperatorError(`DATA_DIR ${path} cannot be used: ${(error as Error).message}.`)
  }
}
